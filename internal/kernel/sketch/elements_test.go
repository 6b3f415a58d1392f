package sketch

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHasherElements compares the elements that a Hasher keeps with the stages, for schemes of
// every kind. Keeping them changes nothing else.
func TestHasherElements(t *testing.T) {
	var long strings.Builder // more shingles than wait in a census at a time
	for i := range 2 * waitingAtMost {
		fmt.Fprintf(&long, "w%d ", i%(3*waitingAtMost/2))
	}
	texts := []string{
		"", "...", "one", "the cat sat on the mat, and the cat sat on the hat",
		"東京都は日本の首都である。東京は大きい。", strings.Repeat("again and again ", 100),
	}
	for _, s := range batched(t) {
		texts := texts
		if s == mh1 || s == mw1 {
			texts = append(slices.Clip(texts), long.String(), "after a long text a short one")
		}
		plain, keeping := s.New(), s.New()
		keeping.KeepElements()
		for _, text := range texts {
			for _, h := range []*Hasher{plain, keeping} {
				h.Reset()
				h.Write([]byte(text))
			}
			want := outcomeOf(plain)
			if want.Elements != nil {
				t.Errorf("%s: elements that nobody asked for", s.def.ID)
			}
			st := s.Stages([]byte(text))
			want.Elements = slices.Clone(st.Elements)
			if len(want.Elements) == 0 {
				want.Elements = nil
			}
			if diff := cmp.Diff(want, outcomeOf(keeping), cmp.Comparer(func(a, b error) bool { return a == b })); diff != "" {
				t.Errorf("%s: %.40q: (-want +got):\n%.2000s", s.def.ID, text, diff)
			}
			if s.BoundsElements() && len(st.Elements) > max(1, s.def.MaxOccurrences, s.def.Clusters, s.def.KanaClusters)*st.Distinct {
				t.Errorf("%s: %d elements of %d features", s.def.ID, len(st.Elements), st.Distinct)
			}
		}
	}
}
