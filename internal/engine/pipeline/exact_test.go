package pipeline

import (
	"crypto/sha256"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/scheme"
)

// Of two texts whose encodings are guesses, equal characters decide whether they are the same.
func TestExact(t *testing.T) {
	read := func(compared bool, text, name string) *Document {
		r := NewReader(Options{Schemes: []*scheme.Scheme{scheme.MH1}, Compared: compared, Digest: !compared})
		d, err := r.Read(t.Context(), strings.NewReader(text), name)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, tt := range []struct {
		why, a, b, name          string
		sameText, same, isGuessA bool
	}{
		{"a letter that is a capital in windows-1252", "\xcc\xed\xcf x", "\xcc\xcd\xcf x", "a.html", true, false, true},
		{"another blank", "\xcc\xed\xcf x", "\xcc\xed\xcf\n\tx", "a.html", true, true, true},
		{"markup", "\xcc\xed\xcf x", "<i>\xcc\xed\xcf</i> x", "a.html", true, true, true},
		{"a capital in UTF-8", "Ìí x", "ÌÍ x", "a.html", true, true, false},
		{"plain text in a guessed encoding", "Un caf\xe9 noir", "UN CAF\xc9 NOIR", "a.txt", true, false, true},
		{"one encoding is known", "Un caf\xe9 noir", "Un café noir", "a.txt", true, false, true},
	} {
		for _, compared := range []bool{true, false} {
			a, b := read(compared, tt.a, tt.name), read(compared, tt.b, tt.name)
			if !compared && (a.Digest == b.Digest) != tt.sameText {
				t.Errorf("%s: the text digests are equal: %t", tt.why, !tt.sameText)
			}
			if got := a.Compared.Same == b.Compared.Same; got != tt.same {
				t.Errorf("%s: compared: %t: same: %t", tt.why, compared, got)
			}
			if got := a.Exact != [sha256.Size]byte{}; got != tt.isGuessA {
				t.Errorf("%s: a guess: %t", tt.why, got)
			}
		}
	}
}
