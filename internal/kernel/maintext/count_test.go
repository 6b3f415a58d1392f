package maintext

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// Eight characters are counted at once where they are letters and blanks. One by one, they must have the same counts.
func TestCountAtOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	alphabet := []rune("aZqMz@[`{ \n\x00\x1f\x7f,.;!?'\")]}0129é中أ\u3002～")
	for range 20_000 {
		var text strings.Builder
		for range r.IntN(40) {
			if r.IntN(4) > 0 {
				text.WriteByte("etaoin  "[r.IntN(8)])
			} else {
				text.WriteRune(alphabet[r.IntN(len(alphabet))])
			}
		}
		linked := r.IntN(2) == 0
		var want, got line
		for one := text.String(); one != ""; {
			_, n := utf8.DecodeRuneInString(one)
			want.count([]byte(one[:n]), linked)
			one = one[n:]
		}
		got.count([]byte(text.String()), linked)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(line{})); diff != "" {
			t.Fatalf("%q (-one by one +got):\n%s", text.String(), diff)
		}
	}
}

// Names are read across the end of their value, where there is more. That must not change what is found.
func TestFlagsOfClass(t *testing.T) {
	bit := func(name string) Flags {
		for i, g := range groups {
			if g.name == name {
				return 1 << i
			}
		}
		t.Fatalf("no group %s", name)
		return 0
	}
	for _, tt := range []struct {
		class string
		want  Flags
		why   string
	}{
		{"", 0, "no word"},
		{"nav", bit("menu"), "a word alone"},
		{"navX", bit("menu"), "an upper-case letter after a lower-case one begins a word"},
		{"NAV", bit("menu"), "upper-case letters are one word"},
		{"NAVx", 0, "and go on as one"},
		{"x-nav_2footer", bit("menu") | bit("foot"), "what is no letter ends a word"},
		{"advertisement", bit("ad"), "a word of more than eight letters"},
		{"advertisements", 0, "another word"},
		{"recommendations", bit("related"), "the longest name has fifteen letters"},
		{"recommendationss", 0, "longer words are in no group"},
		{"naé", 0, "other letters end a word"},
		{"\xffnav\xff", bit("menu"), "bytes that are no characters do, too"},
		{"@nav[`nav{", bit("menu"), "so do the neighbours of the letters"},
	} {
		for _, behind := range []string{"", "x", "ation", strings.Repeat("z", 20), "\x00\xff"} {
			all := []byte(tt.class + behind)
			if got := FlagsOfClass(all[:len(tt.class)]); got != tt.want {
				t.Errorf("%q before %q: flags %b, expected %b: %s", tt.class, behind, got, tt.want, tt.why)
			}
		}
		exact := make([]byte, len(tt.class))
		copy(exact, tt.class)
		if got := FlagsOfClass(exact[:len(exact):len(exact)]); got != tt.want {
			t.Errorf("%q with nothing behind it: flags %b, expected %b: %s", tt.class, got, tt.want, tt.why)
		}
	}
}
