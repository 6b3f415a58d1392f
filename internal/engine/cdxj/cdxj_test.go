package cdxj

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	const object = `{"url": "http://a/", "offset": 7}`
	for _, test := range []struct{ why, line, key, object string }{
		{"a plain key", `org,x)/ 20240102030405 ` + object, `org,x)/ 20240102030405`, object},
		{"braces in the key", `org,x)/{b} 20240102030405 ` + object, `org,x)/{b} 20240102030405`, object},
		{"an object in the key", `org,x)/{"a":1} 2024 ` + object, `org,x)/{"a":1} 2024`, object},
		{"an open brace in the key", `org,x)/?q={ 2024 ` + object, `org,x)/?q={ 2024`, object},
		{"a closing brace, a quote and a percent sign", `org,x)/}"%7b 2024 ` + object, `org,x)/}"%7b 2024`, object},
		{"blanks, tabs and the end of a line", "a)/ \t2024 \t" + object + " \r\n", "a)/ \t2024", object},
		{"no blank before the object", `a)/ 2024` + object, `a)/ 2024`, object},
		{"a time and a type, as OpenWayback writes them", `(a,)/{ 2024-01-02T03:04:05Z response ` + object, `(a,)/{ 2024-01-02T03:04:05Z response`, object},
		{"no timestamp", `org,x)/{b} ` + object, "", ""},
		{"a timestamp that is none", `org,x)/ x ` + object, "", ""},
		{"no key", ` 2024 ` + object, "", ""},
		{"no object", `org,x)/{b} 2024`, "", ""},
		{"an object without an end", `org,x)/{b} 2024 {"url": 1`, "", ""},
		{"a blank in the key", `org,x)/ 2{b} 2024 ` + object, "", ""},
		{"one word", `{}`, "", ""},
		{"an empty line", "", "", ""},
	} {
		key, got, fields, ok := Parse([]byte(test.line))
		if ok != (test.key != "") {
			t.Errorf("%s: %q is CDXJ: %v", test.why, test.line, ok)
			continue
		}
		if !ok {
			continue
		}
		if diff := cmp.Diff([]string{test.key, test.object, "7"}, []string{string(key), string(got), string(fields.Offset)}); diff != "" {
			t.Errorf("%s (-want):\n%s", test.why, diff)
		}
	}
}

func TestIsClassic(t *testing.T) {
	for _, test := range []struct {
		why, line string
		want      bool
	}{
		{"a heading", " CDX N b a m s k r M S V g", true},
		{"11 fields", "a)/ 20240102030405 http://a/ text/html 200 ABC - - 10 20 a.warc.gz", true},
		{"a brace in the key", "a)/{b} 20240102030405 http://a/{b} text/html 200 ABC - - 10 20 a.warc.gz", true},
		{"CDXJ with a blank after each colon", `a)/ 20240102030405 {"url": "http://a/", "offset": "1", "length": "2", "file": "a", "n": 1}`, false},
	} {
		if got := IsClassic([]byte(test.line)); got != test.want {
			t.Errorf("%s: %v", test.why, got)
		}
	}
}
