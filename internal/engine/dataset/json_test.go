package dataset

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/extract"
)

func TestJSONLines(t *testing.T) {
	for _, tt := range []struct {
		why  string
		in   string
		want []row
		err  string
	}{
		{"nothing", "", nil, ""},
		{"a mark, CRLF, blank lines, no last line end",
			"\xef\xbb\xbf{\"text\":\"a\",\"id\":1}\r\n \r\n\n{\"id\":\"b\",\"text\":\"c\"}",
			[]row{{1, "1", "a", ""}, {4, `"b"`, "c", ""}}, ""},
		{"numbers as written", `{"id":-1.50E+007,"text":""}`, []row{{1, "-1.50E+007", "", ""}}, ""},
		{"ill-formed UTF-8 passes", "{\"id\":1,\"text\":\"a\xff\xed\xa0\x80\"}", []row{{1, "1", "a\xff\xed\xa0\x80", ""}},
			""},
		{"escapes", `{"id":1,"text":"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"}`, []row{{1, "1", "\"\\/\b\f\n\r\té😀", ""}}, ""},
		{"a run of unpaired surrogates is one U+FFFD (R1.2)", `{"id":1,"text":"\udc00\ud800\ud800\udc00\ud800a\ud800"}`,
			[]row{{1, "1", "\ufffd\U00010000\ufffda\ufffd", ""}}, ""},
		{"a U+FFFD of the text is none of the run", `{"id":1,"text":"\ud800\ufffd\ud800"}`,
			[]row{{1, "1", "\ufffd\ufffd\ufffd", ""}}, ""},
		{"a text that occurs twice", `{"id":1,"text":"a","text":"b"}`, []row{{1, "", "",
			`malformed document: JSON: byte 20: the key "text" occurs twice in an object: expected it once`}}, ""},
		{"the same text twice", `{"text":"a","id":1,"text":"a"}`, []row{{1, "", "",
			`malformed document: JSON: byte 20: the key "text" occurs twice in an object: expected it once`}}, ""},
		{"a null, and then a text", `{"text":null,"text":"a"}`, []row{{1, "", "",
			`malformed document: JSON: byte 14: the key "text" occurs twice in an object: expected it once`}}, ""},
		{"an id that occurs twice, once with an escape", `{"id":1,"text":"a","\u0069d":2}`, []row{{1, "", "",
			`malformed document: JSON: byte 20: the key "id" occurs twice in an object: expected it once`}}, ""},
		{"fields that are not asked for may occur twice", `{"id":1,"a":2,"text":"a","a":{"id":3,"text":"b"}}`,
			[]row{{1, "1", "a", ""}}, ""},
		{"a sound record after it", `{"id":1,"id":1}` + "\n" + `{"id":1,"text":"a"}`, []row{{1, "", "",
			`malformed document: JSON: byte 9: the key "id" occurs twice in an object: expected it once`}, {2, "1", "a", ""}}, ""},
		{"names have escapes", `{"id":1,"te\u0078t":"a"}`, []row{{1, "1", "a", ""}}, ""},
		{"a number is no text", `{"id":1,"text":2}`, []row{{1, "1", "",
			"malformed document: field text: a number: expected a string"}}, ""},
		{"a control character", "{\"id\":1,\"text\":\"\x01\"}", []row{{1, "", "",
			`malformed document: JSON: byte 17 is '\x01': expected an escape of a control character`}}, ""},
		{"two objects", "{}{}", []row{{1, "", "",
			"malformed document: JSON: byte 3 is '{': expected the end of the line after the object"}}, ""},
		{"too deep", strings.Repeat("[", 10001), []row{{1, "", "",
			"document nested too deeply: JSON: more than 10000 nested objects and arrays"}}, ""},
		{"UTF-16", "\xff\xfe{\x00", nil, "JSON Lines in UTF-16: expected UTF-8"},
	} {
		rows, err := readAll(t, JSONLines(iotest.OneByteReader(strings.NewReader(tt.in)), fields(t, "id", "text"),
			extract.Limits{}))
		if diff := cmp.Diff(tt.want, rows); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("%s: error %v, want %q", tt.why, err, tt.err)
		}
	}
}

// Paths lead into objects and arrays. What is missing is empty, and another kind of value is an error.
func TestJSONFields(t *testing.T) {
	for _, tt := range []struct {
		why  string
		in   string
		f    Fields
		want row
	}{
		{"each of an array of objects", `{"m":[{"c":"a"},{"c":"b"}]}`, fields(t, "", "m[*].c"), row{1, "", "a\nb", ""}},
		{"each of an array of strings", `{"m":["a","b"]}`, fields(t, "", "m[*]"), row{1, "", "a\nb", ""}},
		{"each value of an object", `{"m":{"x":"a","y":"b"}}`, fields(t, "", "m[*]"), row{1, "", "a\nb", ""}},
		{"an array in an array", `{"m":[["a","b"],["c"]]}`, fields(t, "", "m[*][*]"), row{1, "", "a\nb\nc", ""}},
		{"nulls, and elements without the field, are passed over", `{"m":[{"c":"a"},{"c":null},{},null,{"c":"b"}]}`,
			fields(t, "", "m[*].c"), row{1, "", "a\nb", ""}},
		{"empty strings are lines", `{"m":["","a",""]}`, fields(t, "", "m[*]"), row{1, "", "\na\n", ""}},
		{"no element, null and nothing are empty", `{"a":[],"b":null}`, fields(t, "", "a[*]", "b[*]", "b", "b.c", "c[*]"),
			row{1, "", "||||", ""}},
		{"a name twice in one element", `{"m":[{"c":"a"},{"c":"x","c":"b"}]}`, fields(t, "", "m[*].c"),
			row{1, "", "", `malformed document: JSON: byte 26: the key "c" occurs twice in an object: expected it once`}},
		{"an array twice", `{"m":[{"c":"x"}],"m":[{"c":"a"}]}`, fields(t, "", "m[*].c"),
			row{1, "", "", `malformed document: JSON: byte 18: the key "m" occurs twice in an object: expected it once`}},
		{"an object on the way twice, the first without the field", `{"m":{},"m":{"c":"a"}}`, fields(t, "", "m.c"),
			row{1, "", "", `malformed document: JSON: byte 9: the key "m" occurs twice in an object: expected it once`}},
		{"one name in two objects", `{"c":"a","m":{"c":"b"}}`, fields(t, "", "c", "m.c"), row{1, "", "a|b", ""}},
		{"a name twice where each value is read: both are", `{"m":{"x":"a","x":"b"}}`, fields(t, "", "m[*]"),
			row{1, "", "a\nb", ""}},
		{"one value for a name and for each", `{"m":{"x":"a","y":"b"}}`, fields(t, "", "m.x", "m[*]"),
			row{1, "", "a|a\nb", ""}},
		{"a bracket in a name", `{"m[*]":"a","m[0]":"b"}`, fields(t, "", `m\[*]`, "m[0]"), row{1, "", "a|b", ""}},
		{"an array without a mark", `{"m":["a"]}`, fields(t, "", "m"), row{1, "", "", "malformed document: field m: an array: expected a string, or a field with [*] after the name of the array"}},
		{"an array on the way", `{"m":[{"c":"a"}]}`, fields(t, "", "m.c"), row{1, "", "", "malformed document: field m.c: an array: expected a string, or a field with [*] after the name of the array"}},
		{"a string where an array is expected", `{"m":"a"}`, fields(t, "", "m[*]"),
			row{1, "", "", "malformed document: field m[*]: a string: expected an array or an object"}},
		{"a number in an array", `{"m":["a",1]}`, fields(t, "", "m[*]"),
			row{1, "", "", "malformed document: field m[*]: a number: expected a string"}},
		{"an object in one, and a sound one after it", `{"m":[{"c":1},{"c":"a"}]}`, fields(t, "", "m[*].c"),
			row{1, "", "", "malformed document: field m[*].c: a number: expected a string"}},
		{"a string on the way in one, and a sound element after it", `{"m":["x",{"c":"a"}]}`, fields(t, "", "m[*].c"),
			row{1, "", "", "malformed document: field m[*].c: a string: expected an array or an object"}},
		{"a null among several", `{"id":1,"title":null,"body":"a"}`, fields(t, "id", "title", "body"), row{1, "1", "|a", ""}},
		{"an id that is null", `{"id":null,"text":"a"}`, fields(t, "id", "text"), row{1, "", "a", ""}},
		{"one that is not there", `{"text":"a"}`, fields(t, "id", "text"), row{1, "", "a", ""}},
		{"one that is a boolean", `{"id":true,"text":"a"}`, fields(t, "id", "text"), row{1, "true", "a", ""}},
		{"one that is an object", `{"id":{},"text":"a"}`, fields(t, "id", "text"),
			row{1, "", "", "malformed document: field id: an object: expected a string or a number"}},
		{"a field of a partition, and one that the record has", `{"text":"a"}`,
			Fields{ID: Path{"lang"}, Text: []Path{{"lang"}, {"text"}},
				Given: map[string]string{"lang": "en", "text": "no"}}, row{1, `"en"`, "en|a", ""}},
	} {
		rows, err := readAll(t, JSONLines(strings.NewReader(tt.in), tt.f, extract.Limits{}))
		if diff := cmp.Diff([]row{tt.want}, rows); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

func TestParsePath(t *testing.T) {
	for _, tt := range []struct {
		why, in string
		want    Path
		err     string
	}{
		{"names", "a.b", Path{"a", "b"}, ""},
		{"each", "a[*].b[*][*]", Path{"a", Each, "b", Each, Each}, ""},
		{"dots, backslashes and brackets in names", `a\.b\\.c\[*]`, Path{`a.b\`, "c[*]"}, ""},
		{"a mark within a name is part of it", "a[*]b.c[0]", Path{"a[*]b", "c[0]"}, ""},
		{"nothing", "", nil, "an empty name"},
		{"each of nothing", "[*]", nil, "an empty name"},
		{"nothing between dots", "a..b", nil, "an empty name"},
		{"a backslash before something else", `a\b`, nil, "a backslash at byte 2"},
	} {
		p, err := ParsePath(tt.in)
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("%s: error %v, want %q", tt.why, err, tt.err)
			continue
		}
		if diff := cmp.Diff(tt.want, p); diff != "" && err == nil {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
		if again, err2 := ParsePath(p.String()); err == nil && (err2 != nil || !slices.Equal(again, p)) {
			t.Errorf("%s: %q: %q, %v, want %q", tt.why, p.String(), again, err2, p)
		}
	}
}

func TestPacked(t *testing.T) {
	line := []byte("{\"text\":\"a\"}\n")
	var z bytes.Buffer
	g := gzip.NewWriter(&z)
	g.Write(line)
	g.Close()
	e, _ := zstd.NewWriter(nil)
	frame := e.EncodeAll(line, nil)
	var bomb bytes.Buffer
	g = gzip.NewWriter(&bomb)
	g.Write(make([]byte, 64<<20))
	g.Close()
	bz2, _ := hex.DecodeString("425a6839314159265359b2594dfa000005d9800010100000102200044a200031064c4101a69ea0d0dc22c2fc5dc914e14242c96537e8")
	xz, _ := hex.DecodeString("fd377a585a000004e6d6b4460200210116000000742fe5a301000c7b2274657874223a2261227d0a000000005114aaeb9f4f45d40001250d7119c4b61fb6f37d010000000004595a")
	for _, tt := range []struct {
		why  string
		in   []byte
		rows int
		err  string
	}{
		{"records that pack 10,000:1, each within its bound", e.EncodeAll(bytes.Repeat(line, 3<<19), nil), 3 << 19, ""},
		{"streams of bzip2", bytes.Repeat(bz2, 3), 3, ""},
		{"one of xz", xz, 1, ""},
		{"xz cut off", xz[:len(xz)-3], 0, "malformed document: xz: unexpected EOF: expected more packed bytes"},
		{"members of gzip", bytes.Repeat(z.Bytes(), 3), 3, ""},
		{"frames of Zstandard", bytes.Repeat(frame, 3), 3, ""},
		{"one cut off", append(bytes.Clone(z.Bytes()), z.Bytes()[:len(z.Bytes())-3]...), 1,
			"malformed document: gzip: unexpected EOF: expected more packed bytes"},
		{"a frame cut off", append(bytes.Clone(frame), frame[:len(frame)-3]...), 1,
			"malformed document: zstd: unexpected EOF: expected more packed bytes"},
		{"a bomb", bomb.Bytes(), 0, "document too large: more than 1048576 bytes of one line"},
	} {
		rows, err := 0, error(nil)
		for _, err = range JSONLines(bytes.NewReader(tt.in), fields(t, "", "text"), extract.Limits{Size: 1 << 20}) {
			if err == nil {
				rows++
			}
		}
		if rows < tt.rows || tt.err == "" && (err != nil || rows != tt.rows) || tt.err != "" &&
			(err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("%s: %d rows, error %v, want %d, %q", tt.why, rows, err, tt.rows, tt.err)
		}
	}
}

// A text is JSON if encoding/json says so, and strings of UTF-8 are the same. A field that occurs twice is
// an error here only.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":"b\n\u00e9"}`, `{"a":"\"\\\"","b":"0123456789\"0123456789abcdef0123456789abcde"}`,
		"{\"a\":\"0123456789abcdef0123456789abcdef01234567\x1f9\"}", `{"a":{"a":1}, "b":[true,null,-0.5e7]}`, `{"a":"\ud83d\ude00"}`,
		`{"a":"x","a":"y"}`, "{", `{"a":01}`} {
		f.Add([]byte(s))
	}
	w := newWanted(Fields{Text: []Path{{"a"}}})
	f.Fuzz(func(t *testing.T, line []byte) {
		s := w.newScanner()
		s.b = line
		err := s.record(w.root)
		if err != nil && strings.Contains(err.Error(), "occurs twice") {
			return
		}
		object := bytes.HasPrefix(bytes.TrimLeft(line, " \t\r\n"), []byte("{"))
		if valid := json.Valid(line) && object; valid != (err == nil) {
			t.Fatalf("%q: error %v, encoding/json says %v", line, err, valid)
		}
		if err != nil || !utf8.Valid(line) {
			return
		}
		var all map[string]any
		if json.Unmarshal(line, &all) != nil {
			return // a number out of range
		}
		var found []byte
		if values := s.found[0].values; values != nil {
			found = values[0]
		}
		want, ok := all["a"].(string)
		if ok != (found != nil && kind(found) == "a string") {
			t.Fatalf("%q: found %q, want %v", line, found, all["a"])
		}
		// encoding/json gives each unpaired surrogate a U+FFFD.
		if ok && !bytes.Contains(found, []byte(`\u`)) && string(unquote(found)) != want {
			t.Fatalf("%q: %q, want %q", line, unquote(found), want)
		}
		if ok && !strings.Contains(want, "\ufffd") && string(unquote(found)) != want {
			t.Fatalf("%q: %q, want %q", line, unquote(found), want)
		}
	})
}

// Python writes a byte that is not UTF-8 as a surrogate (surrogateescape).
func TestEscapedBytes(t *testing.T) {
	for _, tt := range []struct {
		why, raw string
		want     int
	}{
		{"no escape", `"a"`, 0},
		{"a byte", `"a\udcff"`, 1},
		{"a run of bytes", `"\udce7\udce1 a"`, 1},
		{"two runs", `"\udce7 \udce1"`, 2},
		{"the halves of a character", `"\ud83d\udcff"`, 0},
		{"half of a character that was cut", `"a\ud83d"`, 0},
		{"another half", `"\ude00 a"`, 0},
		{"U+FFFD", `"\ufffd"`, 0},
	} {
		if _, n := unescape([]byte(tt.raw)); n != tt.want {
			t.Errorf("%s: %d runs, want %d", tt.why, n, tt.want)
		}
	}
}

// Whatever the lines, packed or not: records in ascending order, and errors with names.
func FuzzJSONLines(f *testing.F) {
	f.Add([]byte("{\"text\":\"a\"}\n\n{\"text\":1}\n"), "meta.te\\.xt")
	f.Add([]byte("\x1f\x8b\x08"), `a\`)
	f.Add([]byte("\x28\xb5\x2f\xfd"), "..")
	f.Fuzz(func(t *testing.T, octets []byte, field string) {
		p, err := ParsePath(field)
		if err != nil {
			p = Path{"text"}
		} else if again, err := ParsePath(p.String()); err != nil || !slices.Equal(p, again) {
			t.Errorf("%q: %q, %v, want %q", field, again, err, p)
		}
		last := int64(0)
		for r, err := range JSONLines(bytes.NewReader(octets), Fields{Text: []Path{p}}, extract.Limits{Size: 1 << 16}) {
			if err == nil {
				if r.Number <= last {
					t.Fatalf("record %d after %d", r.Number, last)
				}
				last = r.Number
				_, err = r.Read(nil)
			}
			if err != nil && (errors.Is(err, extract.ErrInternal) || !errors.Is(err, extract.ErrMalformed) &&
				!errors.Is(err, extract.ErrTooLarge) &&
				!errors.Is(err, extract.ErrTooDeep) && !errors.Is(err, extract.ErrExpansion)) {
				t.Errorf("error %v, want one with a name", err)
			}
		}
	})
}
