package scheme_test

import (
	"cmp"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
	"github.com/lsh-interop/fpcheck/scheme"
)

// The plain statement of the rules has the schemes of the registry.
func TestRulesHaveTheRegistrysSchemes(t *testing.T) {
	for _, s := range scheme.All() {
		d := s.Method().Definition()
		want := rules.Scheme{
			ID:             d.ID,
			Identifiers:    d.Identifiers == "remove",
			Hyphens:        d.Hyphens == "join",
			Blanks:         d.Blanks == "join",
			ZeroWidthSpace: d.ZeroWidthSpace != "map",
			Fold:           d.Normalise == "nfkc-casefold",
			Tatweel:        d.Tatweel == "delete",
			IForms:         d.IForms == "merge",
			Alphabetic:     d.Alphabetic,
			Apostrophes:    d.Apostrophes == "separate",
			Grams:          d.Grams,
			ClusterWeight:  d.Clusters,
			KanaWeight:     cmp.Or(d.KanaClusters, d.Clusters),
			Shingle:        d.Width,
			MaxOccurrences: d.MaxOccurrences,
			MinHash:        d.Sketch == sketch.MinHash128,
		}
		for _, name := range d.Categories {
			category, ok := ucd.ParseCategory(name)
			if !ok {
				t.Fatalf("%s: no category %s", d.ID, name)
			}
			want.Categories |= ucd.CategoriesOf(category)
		}
		if diff := gocmp.Diff(want, rules.SchemeOf(d.ID)); diff != "" {
			t.Errorf("%s (-registry +rules):\n%s", d.ID, diff)
		}
		for _, known := range []struct{ key, value, one, other string }{
			{"features", string(d.Features), string(sketch.Tokens), string(sketch.Shingles)},
			{"weights", string(d.Weights), string(sketch.Distinct), string(sketch.Occurrences)},
			{"hash", string(d.Hash), string(sketch.Jenkins), string(sketch.Jenkins)},
			{"sketch", string(d.Sketch), string(sketch.SimHash64), string(sketch.MinHash128)},
		} {
			if known.value != known.one && known.value != known.other {
				t.Errorf("%s: %s: %q is not known to package rules", d.ID, known.key, known.value)
			}
		}
	}
}
