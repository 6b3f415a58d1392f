package plain

import (
	"strings"
	"testing"
)

// What has too few zeros, or too many, is not proven to be UTF-8.
func TestHasNULs(t *testing.T) {
	for _, tt := range []struct {
		why, in string
		want    bool
	}{
		{"no zero", "été et automne", false},
		{"a zero", "été et\x00automne", true},
		{"a little ASCII, which may be UTF-16", "h\x00ello world", false},
		{"prose in ASCII", "abc\x00def and more words here", true},
		{"names that end with zeros", "src/main.go\x00src/plain_test.go\x00docs/readme\x00", true},
		{"ASCII with another control", "abc\x00def and more words \x01 here", false},
		{"Hiragana in UTF-16, of bytes of ASCII", "0S0h0F0k \x000J0D0W0D0O0K0J \x000d", false},
		{"Chinese in UTF-16, of bytes of ASCII", "N-v{YzeQg0bX \x00Q-NuqxZ{cXN~ \x00", false},
		{"one byte in four is zero", "é\x00a", false},
		{"fewer are", "é\x00ab", true},
		{"a character is cut at the end", "été et\x00automn\xc3", true},
		{"ill-formed", "été et\xe9\x00automne", false},
		{"ill-formed at the end", "été et\x00automne\xff", false},
		{"Latin in UTF-16", "\xe9\x00t\x00\xe9\x00", false},
	} {
		if got := hasNULs([]byte(tt.in)); got != tt.want {
			t.Errorf("%s: %q: %t, want %t", tt.why, tt.in, got, tt.want)
		}
	}
	for _, tt := range []struct{ reason, head, clean string }{
		{"the end of a DOS text", "one two\x1a", "one two"},
		{"the end of a Reuters text", "one two\x03", "one two"},
		{"a bell in a log", strings.Repeat("line ", 20) + "\a", strings.Repeat("line ", 20)},
		{"a character that is cut", strings.Repeat("line ", 20) + "\x1a\xe4\xb8", strings.Repeat("line ", 20) + "\xe4\xb8"},
		{"a file with zeros at its end", "one\x00\x00\x00\x00\x00\x00", ""},
		{"overstrike of every letter", strings.Repeat("b\bb", 20), ""},
		{"the head of a binary file", "\x00\x01\x02\x03" + strings.Repeat("line ", 200), ""},
		{"a control that no text has", strings.Repeat("line ", 20) + "\x01", ""},
		{"a control first", "\x1e" + strings.Repeat("line ", 20), ""},
		{"Latin-1", "caf\xe9 \x1a", ""},
		{"only controls", "\x1a\x1a", ""},
		{"nothing", "", ""},
	} {
		if clean := Cleaned([]byte(tt.head)); string(clean) != tt.clean {
			t.Errorf("%s: %q", tt.reason, clean)
		}
	}
	if IsText([]byte("été\x00 et\x01automne")) {
		t.Error("a document with other controls is taken for text")
	}
}

// Any encoding that is guessed is a guess, however probable it is.
func TestDetect(t *testing.T) {
	const russian = "\xf0\xd2\xc9\xd7\xc5\xd4, \xcd\xc9\xd2! \xfc\xd4\xcf \xd2\xd5\xd3\xd3\xcb\xc9\xca \xd4\xc5\xcb\xd3\xd4. "
	for _, tt := range []struct {
		why, in, name string
		sure          bool
	}{
		{"UTF-8", "été", "utf-8", true},
		{"UTF-8 with a fault", strings.Repeat("é", 8) + "\xe9", "utf-8", true},
		{"escape sequences of ISO-2022-JP", "\x1b$B$\"\x1b(B", "iso-2022-jp", true},
		{"escape sequences of HZ", "~{VP9z5D8[?ZTZ11>)~}", HZ, true},
		{"what may be UTF-7 is read as UTF-8", "+ThZ1TE66Z0Nbo4oAZ2FrPk66T39Ounx7Tg2B9I/rTg1fl13y-", "utf-8", false},
		{"a Russian text, by its letters", strings.Repeat(russian, 20), "koi8-r", false},
		{"Latin letters", "Un caf\xe9 noir", "windows-1252", false},
		{"a short Japanese text", "\x8b\xb4\x82\xcc\x89\xfc\x8fC\x82\xf0\x8ft\x82\xdc\x82\xc5\x89\x84\x8a\xfa\x82\xb7\x82\xe9", "shift_jis", false},
		{"a quotation of Windows is no Hiragana", "Er sagte \x82\xc4pfel\x91 und ging.", "windows-1252", false},
		{"capitals of DOS are no Hiragana", "\x82\xe1\xa5 \xab\xee\xa4\xa8 \xe0\xae\xa6\xa4\xa0\xee\xe2\xe1\xef", "ibm866", false},
	} {
		if name, sure := Detect([]byte(tt.in)); name != tt.name || sure != tt.sure {
			t.Errorf("%s: %s, sure %t, want %s, %t", tt.why, name, sure, tt.name, tt.sure)
		}
	}
}
