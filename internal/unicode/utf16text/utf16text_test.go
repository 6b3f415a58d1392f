package utf16text

import (
	"encoding/binary"
	"testing"
)

func TestText(t *testing.T) {
	for _, tt := range []struct {
		why  string
		read func(octets []byte) string
		in   string
		want string
	}{
		{"nothing", Text, "", ""},
		{"letters, and a pair of surrogates", Text, "a\x00\x3d\xd8\x00\xde", "a\U0001F600"},
		{"a surrogate without another", Text, "\x3d\xd8a\x00", "\uFFFDa"},
		{"half a unit at the end", Text, "a\x00b", "a"},
		{"a zero is a character", Text, "a\x00\x00\x00b\x00", "a\x00b"},
		{"the other order", func(octets []byte) string { return string(Runes(octets, binary.BigEndian)) }, "\x00a\x4e\x00", "a一"},
		{"up to a zero", Terminated, "a\x00\x00\x01\x00\x00b\x00", "a\u0100"},
		{"without a zero", Terminated, "a\x00b\x00", "ab"},
		{"half a unit before a zero", Terminated, "a\x00\x00", "a"},
		{"bytes that stand for units", Compressed, "a\xe9\x80", "aé\u0080"},
	} {
		if got := tt.read([]byte(tt.in)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}
