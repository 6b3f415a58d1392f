package fingerprint

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

// TestFeaturesAreLines checks that a feature fits on a line in a file of frequencies. No code point
// between two letters may put a line end into a feature.
func TestFeaturesAreLines(t *testing.T) {
	const definition = `
id: x-all
unicode: 15.0.0
text: utf-8
identifiers: keep
normalise: NORMALISE
categories: [Lu, Ll, Lt, Lm, Lo, Mn, Mc, Me, Nd, Nl, Pc, Cf]
alphabetic: false
features: characters-and-blanks
width: 3
weights: distinct
hash: jenkins-lookup3-64
sketch: simhash-64
`
	var text []byte
	for r := range rune(unicode.MaxRune + 1) {
		if utf8.ValidRune(r) && (r < 0x3000 || r%16 == 0 || !testing.Short()) {
			text = append(utf8.AppendRune(append(text, 'a'), r), "a "...)
		}
	}
	text = append(text, "a\xffa\xc2\x85a"...)
	for _, normalise := range []string{"nfc", "nfkc-casefold"} {
		s, err := scheme.Load(strings.NewReader(strings.Replace(definition, "NORMALISE", normalise, 1)), scheme.Resources{})
		if err != nil {
			t.Fatal(err)
		}
		r := pipeline.NewReader(pipeline.Options{Schemes: []*scheme.Scheme{s}, MediaType: "text/plain; charset=utf-8", Distinct: true,
			Limits: extract.Limits{Size: 1 << 30}}) // every feature occurs once, which no text does
		d, err := r.Read(t.Context(), bytes.NewReader(text), "")
		if err != nil {
			t.Fatal(err)
		}
		features := d.Results[0].Distinct
		if len(features) < 20_000 {
			t.Errorf("%s: %d features", normalise, len(features))
		}
		for _, f := range features {
			if strings.ContainsFunc(f, unicode.IsControl) || strings.ContainsAny(f, "\u2028\u2029") || !utf8.ValidString(f) {
				t.Errorf("%s: %q is a feature", normalise, f)
			}
		}
	}
}

// TestFrequenciesAreRead checks that a scheme reads the file that was written.
func TestFrequenciesAreRead(t *testing.T) {
	var file bytes.Buffer
	if err := writeFrequencies(&file, 3, map[string]int{"b": 1, "a": 3, "a b c": 2, "é": 1}); err != nil {
		t.Fatal(err)
	}
	if want := "3\n3\ta\n2\ta b c\n1\tb\n1\té\n"; file.String() != want {
		t.Errorf("%q, expected %q", file.String(), want)
	}
}
