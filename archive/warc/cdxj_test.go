package warc

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func testIndex() *Index {
	var x Index
	x.Add("some/where/a.warc.gz", &Item{Offset: 10, URI: "http://a/", Date: "2024-01-02T03:04:05Z", PayloadDigest: "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N"},
		Field{"fpcheck:sm1", "sm1:a"})
	return &x
}

func TestAnnotate(t *testing.T) {
	const key = `, "fpcheck:sm1": "sm1:a"`
	for _, test := range []struct{ why, line, want string }{
		{"by place", `a)/ 1 {"filename": "a.warc.gz", "offset": "10", "x":  1.0e0}`, `a)/ 1 {"filename": "a.warc.gz", "offset": "10", "x":  1.0e0` + key + `}`},
		{"an offset that is a number, a folder, blanks and CR", "a)/ 1 {\"filename\":\"x/a.warc.gz\",\"offset\":10 } \r", "a)/ 1 {\"filename\":\"x/a.warc.gz\",\"offset\":10 " + key + "} \r"},
		{"of another record of that file", `a)/ 20240102030405 {"url":"http://a/","filename":"a.warc.gz","offset":"11"}`, ""},
		{"by visit", `a)/ 20240102030405 {"url":"http://a/"}`, `a)/ 20240102030405 {"url":"http://a/"` + key + `}`},
		{"by digest, with its label and without", `a)/ 1 {"digest":"VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N"}`, `a)/ 1 {"digest":"VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N"` + key + `}`},
		{"of another file, by nothing", `a)/ 1 {"filename":"b.warc.gz","offset":"10"}`, ""},
		{"that has the key", `a)/ 1 {"filename":"a.warc.gz","offset":"10","fpcheck:sm1":"z"}`, ""},
		{"an empty object", `a)/ 20240102030405 {}`, ""},
		{"a header", `!OpenWayback-CDXJ 1.0`, ""},
		{"an empty line", ``, ""},
	} {
		for _, end := range []string{"", "\n"} {
			var out bytes.Buffer
			want := test.want
			if want == "" {
				want = test.line
			}
			a, err := testIndex().Annotate(&out, strings.NewReader(test.line+end))
			if diff := cmp.Diff(want+end, out.String()); diff != "" || err != nil || a.Bad > 0 {
				t.Errorf("%s: %v %v (-want):\n%s", test.why, a, err, diff)
			}
		}
	}
}

// A line that could be of two records is that of none.
func TestAmbiguous(t *testing.T) {
	x := testIndex()
	x.Add("elsewhere/a.warc.gz", &Item{Offset: 10}, Field{"fpcheck:sm1", "sm1:b"})
	x.Add("b.warc.gz", &Item{Offset: 0}, Field{"fpcheck:sm1", "sm1:c"})
	x.Add("b.warc.gz", &Item{Offset: 0, nth: 1}, Field{"fpcheck:sm1", "sm1:d"})
	var out bytes.Buffer
	x.Annotate(&out, strings.NewReader("a)/ 1 {\"filename\":\"a.warc.gz\",\"offset\":10}\na)/ 1 {\"filename\":\"b.warc.gz\",\"offset\":0}\n"))
	want := "a)/ 1 {\"filename\":\"a.warc.gz\",\"offset\":10}\na)/ 1 {\"filename\":\"b.warc.gz\",\"offset\":0, \"fpcheck:sm1\": \"sm1:c\"}\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestAnnotateFaults(t *testing.T) {
	const lines = "a)/ 1 {\"offset\":\n{}\na)/ 20240102030405\na)/ 20240102030405 {\"url\":\"http://a/\"}"
	var out bytes.Buffer
	a, err := testIndex().Annotate(&out, strings.NewReader(lines))
	if err != nil || !strings.HasPrefix(out.String(), lines[:len(lines)-1]) {
		t.Errorf("%v %q", err, &out)
	}
	if diff := cmp.Diff(Annotated{Lines: 4, Matched: 1, Malformed: []int{1, 2, 3}, Bad: 3}, a); diff != "" {
		t.Error(diff)
	}
	for _, classic := range []string{" CDX N b a m s k r M S V g\n", "a)/ 20240102030405 http://a/ text/html 200 ABC - - 10 20 a.warc.gz\n"} {
		if _, err := testIndex().Annotate(&out, strings.NewReader(classic)); !errors.Is(err, ErrCDX) {
			t.Errorf("%q: %v", classic, err)
		}
	}
}

// An annotated line is the line with a key more.
func FuzzCDXJ(f *testing.F) {
	f.Add([]byte("a)/ 1 {\"filename\":\"a.warc.gz\",\"offset\":10}\n"))
	f.Add([]byte(`a)/ 20240102030405 {"url":"http://a/"}`))
	f.Add([]byte(`a)/ 20240102030405 {}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		var out bytes.Buffer
		a, err := testIndex().Annotate(&out, bytes.NewReader(file))
		if err != nil {
			return
		}
		const key = `"fpcheck:sm1": "sm1:a"`
		n := bytes.Count(out.Bytes(), []byte(key)) - bytes.Count(file, []byte(key))
		if n > a.Matched || len(out.Bytes()) < len(file) {
			t.Errorf("%q: %q %v", file, &out, a)
		}
		rest := bytes.ReplaceAll(bytes.ReplaceAll(out.Bytes(), []byte(", "+key), nil), []byte(key), nil)
		if n > 0 && !bytes.Contains(file, []byte(key)) && !bytes.Equal(rest, file) {
			t.Errorf("%q became %q", file, &out)
		}
		for line := range bytes.Lines(out.Bytes()) {
			if _, object, ok := cutObject(line); ok && bytes.Contains(line, []byte(key)) && n > 0 && !json.Valid(object) && !bytes.Contains(file, []byte(key)) {
				t.Errorf("no JSON: %q", line)
			}
		}
	})
}
