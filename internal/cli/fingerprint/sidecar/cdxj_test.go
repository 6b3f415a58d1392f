package sidecar

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/cdxj"
)

func testIndex() *Index {
	var x Index
	x.Add("some/where/a.warc.gz", &warc.Item{Offset: 10, URI: "http://a/", Date: "2024-01-02T03:04:05Z", PayloadDigest: "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N"},
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
		{"a key with braces", `a)/{b}"{ 20240102030405 {"url":"http://a/"}`, `a)/{b}"{ 20240102030405 {"url":"http://a/"` + key + `}`},
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

// inOneMember returns two records that one member of gzip has.
func inOneMember(t *testing.T) (items []*warc.Item) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for range 2 {
		io.WriteString(z, "WARC/1.1\r\nWARC-Type: metadata\r\nContent-Length: 0\r\n\r\n\r\n\r\n")
	}
	z.Close()
	var w warc.Walk[int]
	for it, err := range w.Items(&b) {
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, it)
	}
	if len(items) != 2 {
		t.Fatalf("%d records: expected 2", len(items))
	}
	return items
}

// A line that could be of two records gets the keys of neither.
func TestAmbiguous(t *testing.T) {
	x := testIndex()
	x.Add("elsewhere/a.warc.gz", &warc.Item{Offset: 10}, Field{"fpcheck:sm1", "sm1:b"})
	for i, it := range inOneMember(t) {
		x.Add("b.warc.gz", it, Field{"fpcheck:sm1", []string{"sm1:c", "sm1:d"}[i]})
	}
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

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("planted") }

func TestPanic(t *testing.T) {
	if _, err := new(Index).Annotate(io.Discard, panicking{}); !errors.Is(err, extract.ErrInternal) {
		t.Errorf("error %v, want %v", err, extract.ErrInternal)
	}
}

// An annotated line is the line with one more key.
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
			if _, object, ok := cdxj.Cut(line); ok && bytes.Contains(line, []byte(key)) && n > 0 && !json.Valid(object) && !bytes.Contains(file, []byte(key)) {
				t.Errorf("no JSON: %q", line)
			}
		}
	})
}
