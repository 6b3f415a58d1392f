package escape

import (
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestPath(t *testing.T) {
	for _, tt := range []struct{ why, path, want string }{
		{"an ordinary path", "a b/é/日本", "a b/é/日本"},
		{"what joins or parts letters", "👩\u200D💻/نمی\u200Cخواهم/so\u00ADft", "👩\u200D💻/نمی\u200Cخواهم/so\u00ADft"},
		{"U+FFFD itself", "a\uFFFDb", "a\uFFFDb"},
		{"a backslash", `a\x41`, `a\\x41`},
		{"line ends, as sha256sum writes them", "a\nb\rc", `a\nb\rc`},
		{"a tab", "a\tb", `a\x09b`},
		{"an escape sequence", "\x1b]0;title\a", `\x1B]0;title\x07`},
		{"NUL and DEL", "\x00\x7f", `\x00\x7F`},
		{"C1: CSI in one character", "\u009b2J", `\xC2\x9B2J`},
		{"C1 that is no UTF-8", "\x9b2J", `\x9B2J`},
		{"a right-to-left override", "\u202Efdp.exe", `\xE2\x80\xAEfdp.exe`},
		{"an isolate and its end", "\u2066\u2069", `\xE2\x81\xA6\xE2\x81\xA9`},
		{"marks of direction", "\u200E\u200F\u061C", `\xE2\x80\x8E\xE2\x80\x8F\xD8\x9C`},
		{"separators of lines", "\u2028\u2029\u0085", `\xE2\x80\xA8\xE2\x80\xA9\xC2\x85`},
		{"a surrogate in octets", "\xED\xA0\x80", `\xED\xA0\x80`},
		{"the end of a code point is missing", "é\xC3", `é\xC3`},
	} {
		got, changed := Path(tt.path)
		if got != tt.want || changed != (got != tt.path) {
			t.Errorf("%s: %q becomes %q, %v, want %q", tt.why, tt.path, got, changed, tt.want)
		}
		if back, err := unescape(got); changed && (back != tt.path || err != nil) {
			t.Errorf("%s: %q is undone to %q: %v", tt.why, got, back, err)
		}
		if back, err := ParsePath(got); changed && (back != tt.path || err != nil) {
			t.Errorf("%s: %q is parsed to %q: %v", tt.why, got, back, err)
		}
	}
}

func TestParsePath(t *testing.T) {
	for _, tt := range []struct{ why, escaped, want string }{
		{"nothing to undo", "a b/日本", "a b/日本"},
		{"lower digits", `\x0a\xfF`, "\n\xff"},
		{"only two digits", `\x414`, "A4"},
		{"a backslash at the end", `a\`, ""},
		{"too few digits", `\x4`, ""},
		{"no digits", `\x4g`, ""},
		{"a sign is no digit", `\x+4`, ""},
		{"an escape that Path does not write", `\t`, ""},
	} {
		got, err := ParsePath(tt.escaped)
		if got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("%s: %q is %q, %v, want %q", tt.why, tt.escaped, got, err, tt.want)
		}
	}
}

// unescape undoes Path as docs/lines.md describes.
func unescape(s string) (string, error) {
	var err error
	sequence := regexp.MustCompile(`\\(?:x([0-9A-F]{2})|.?)`)
	return sequence.ReplaceAllStringFunc(s, func(e string) string {
		switch {
		case e == `\\`:
			return `\`
		case e == `\n`:
			return "\n"
		case e == `\r`:
			return "\r"
		case len(e) == len(`\x00`):
			n, _ := strconv.ParseUint(e[2:], 16, 8)
			return string([]byte{byte(n)})
		}
		err = errors.New(e)
		return ""
	}), err
}

// TestAppendTerminal checks that a text in pieces gives the same result as the whole.
func TestAppendTerminal(t *testing.T) {
	text := "a\tb\n日本\x1b[2J\u009b\u202E\xff\uFFFD" + `\` + "é\xE2\x80"
	want := "a\tb\n日本" + `\x1B[2J\xC2\x9B\xE2\x80\xAE\xFF` + "\uFFFD" + `\` + "é"
	for piece := 1; piece <= len(text); piece++ {
		var got, rest []byte
		for from := 0; from < len(text); from += piece {
			got, rest = AppendTerminal(got, append(rest, text[from:min(from+piece, len(text))]...))
		}
		if string(got) != want || string(rest) != "\xE2\x80" {
			t.Errorf("in pieces of %d: %q, %q, want %q", piece, got, rest, want)
		}
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range []string{"a\\b\n", "\x1b[2J\u009b\u202E\xff", "\xE2\x80", "日本\u2028\r\n", `"\u202E"`} {
		f.Add(s)
	}
	harmful := func(r rune) bool {
		return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r) || unicode.In(r, unicode.Zl, unicode.Zp)
	}
	f.Fuzz(func(t *testing.T, s string) {
		path, changed := Path(s)
		back, err := unescape(path)
		if changed && (back != s || err != nil) || !changed && path != s {
			t.Errorf("%q becomes %q, and that %q: %v", s, path, back, err)
		}
		if !utf8.ValidString(path) || strings.ContainsFunc(path, harmful) {
			t.Errorf("%q becomes %q", s, path)
		}
		if line := Line(s); !utf8.ValidString(line) || strings.ContainsFunc(strings.ReplaceAll(line, "\t", ""), harmful) {
			t.Errorf("the line of %q is %q", s, line)
		}
		plain, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		escaped := JSON(plain)
		var a, b string
		if err := errors.Join(json.Unmarshal(plain, &a), json.Unmarshal(escaped, &b)); err != nil || a != b {
			t.Errorf("%s becomes %s: %v", plain, escaped, err)
		}
		if name := Quote(s); strings.ContainsFunc(name, isInvisible) {
			t.Errorf("%q is quoted as %s", s, name)
		} else if back, err := strconv.Unquote(name); name != s && (back != s || err != nil) {
			t.Errorf("%q is quoted as %s, and that is %q: %v", s, name, back, err)
		}
		if strings.ContainsFunc(string(escaped), harmful) {
			t.Errorf("%q in JSON is %s", s, escaped)
		}
	})
}
