package ucd_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

func TestCasefoldEveryCodePoint(t *testing.T) {
	d := load()
	type result struct {
		Mapping string
		Changed bool
	}
	compare(t, "Casefold", func(r rune) result {
		to, changed := d.fold[r]
		return result{to, changed}
	}, func(r rune) result {
		to, changed := ucd.Casefold(r)
		return result{to, changed}
	})
}

func TestCasefold(t *testing.T) {
	for _, tt := range []struct {
		why     string
		r       rune
		mapping string
		changed bool
	}{
		{"a small letter", 'a', "", false},
		{"a capital", 'A', "a", true},
		{"to two letters", 'ß', "ss", true},
		{"to two code points, one a mark", 'İ', "i\u0307", true},
		{"not as Turkish does", 'I', "i", true},
		{"final sigma", 'ς', "σ", true},
		{"a ligature", 'ﬁ', "fi", true},
		{"a mark that becomes a letter", 0x0345, "ι", true},
		{"a space that is not the space", 0x00A0, " ", true},
		{"the line separator stays", 0x2028, "", false},
		{"the soft hyphen goes", 0x00AD, "", true},
		{"a variation selector goes", 0xFE0F, "", true},
		{"the zero width joiner goes", 0x200D, "", true},
		{"an unassigned default-ignorable goes", 0x2065, "", true},
		{"the last of them", 0xE0FFF, "", true},
		{"the one after it stays", 0xE1000, "", false},
		{"Cherokee folds to capitals", 0xAB70, "Ꭰ", true},
		{"and so its capitals stay", 0x13A0, "", false},
		{"the longest", 0xFDFA, "صلى الله عليه وسلم", true},
		{"a canonical singleton", 0x212B, "å", true},
		{"a composition exclusion", 0x0958, "क\u093C", true},
		{"a syllable stays", 0xAC00, "", false},
		{"a compatibility jamo", 0x3131, "ᄀ", true},
		{"a surrogate stays", 0xDFFF, "", false},
	} {
		mapping, changed := ucd.Casefold(tt.r)
		if diff := cmp.Diff([]any{tt.mapping, tt.changed}, []any{mapping, changed}); diff != "" {
			t.Errorf("%s: Casefold(%U) (-want +got):\n%s", tt.why, tt.r, diff)
		}
	}
}
