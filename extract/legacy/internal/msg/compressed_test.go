package msg

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Examples of [MS-OXRTFCP] 4.1.
const (
	simple  = "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
	overlap = "1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0"
)

func octets(t testing.TB, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestDecompress(t *testing.T) {
	for _, tt := range []struct{ why, in, want string }{
		{"references to the dictionary", simple, "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"},
		{"references to what they write themselves", overlap, "{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"},
		{"it is cut short", simple[:len(simple)-14], "{\\rtf1\\ansi\\ansicpg1252\\pard hello wor"},
		{"it is not compressed", "10000000" + "04000000" + hex.EncodeToString([]byte("MELA")) + "00000000" + hex.EncodeToString([]byte(`{\rt`)), `{\rt`},
		{"nothing is in it", "0c0000000000000" + "04c5a467500000000", ""},
	} {
		got, err := decompress(octets(t, tt.in))
		if diff := cmp.Diff(tt.want, string(got)); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
	for _, in := range []string{"", "00", strings.Repeat("00", 16)} {
		if _, err := decompress(octets(t, in)); err == nil {
			t.Errorf("%q: no error", in)
		}
	}
}

// Whatever the bytes: no panic, and no more than nine times as many.
func FuzzDecompress(f *testing.F) {
	f.Add(octets(f, simple))
	f.Add(octets(f, overlap))
	f.Fuzz(func(t *testing.T, in []byte) {
		if got, _ := decompress(in); len(got) > 9*len(in) {
			t.Errorf("%d octets of %d", len(got), len(in))
		}
	})
}
