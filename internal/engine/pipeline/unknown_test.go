package pipeline

import (
	"strings"
	"testing"
)

// TestUnknown counts in a text that is written whole, and in any two parts.
func TestUnknown(t *testing.T) {
	for _, tt := range []struct {
		text string
		want int
		why  string
	}{
		{"", 0, "no text"},
		{"naïve 日本語 \U0001F600", 0, "all is UTF-8"},
		{"a\uFFFDb\uFFFD", 2, "what others have replaced"},
		{"a\xffb\xfe", 2, "bytes that begin nothing"},
		{"a\xff\xfe\xfdb", 1, "a sequence of them counts once (R1.2)"},
		{"a\xff\uFFFD\xff", 3, "U+FFFD is in no such sequence"},
		{"a\xe2\x82", 1, "a code point that is cut off"},
		{"a\xff\xe2\x82", 1, "the same after others"},
		{"\xe2\x82b", 1, "it is cut off by another"},
		{"\xed\xa0\x80", 1, "a surrogate"},
		{"\xf0\x9f\x98", 1, "three bytes of four"},
	} {
		for cut := range len(tt.text) + 1 {
			var u unknown
			u.Write([]byte(tt.text[:cut]))
			u.Write([]byte(tt.text[cut:]))
			if n := u.count(); n != tt.want {
				t.Errorf("%s: %d in parts of %d bytes and more, want %d", tt.why, n, cut, tt.want)
			}
		}
		want := tt.want - strings.Count(tt.text, "\uFFFD")
		if n := illFormed([][]byte{[]byte(tt.text)}); n != want {
			t.Errorf("%s: %d sequences that are not UTF-8, want %d", tt.why, n, want)
		}
	}
}

// The number in a note is found again, whatever other notes there are.
func TestReplacedIn(t *testing.T) {
	for _, tt := range []struct {
		why, text string
		more      []string
		want      int
	}{
		{"none", "a", nil, 0},
		{"none, and another note", "a", []string{"2 of 3 pages have no text"}, 0},
		{"one", "a\uFFFD", nil, 1},
		{"several, after another note", "\uFFFDa\uFFFDb\uFFFD", []string{"2 of 3 pages have no text"}, 3},
	} {
		d, err := NewReader(Options{Unknown: true}).Read(t.Context(), strings.NewReader(tt.text), "a.txt")
		if err != nil {
			t.Fatal(err)
		}
		if n := ReplacedIn(append(tt.more, d.Notes...)); n != tt.want || n != d.Replaced {
			t.Errorf("%s: %d in %q, want %d", tt.why, n, d.Notes, tt.want)
		}
	}
	for n := range 12 {
		if found := ReplacedIn([]string{noteOf(n, true)}); found != n {
			t.Errorf("%d characters that are not UTF-8: found %d", n, found)
		}
	}
}
