package repeats

import (
	"testing"

	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
)

// A share must be more than --cover. No rounding makes an equal share more.
func TestNeed(t *testing.T) {
	for _, tt := range []struct {
		cover           float64
		whole           int
		covered, weight int64
		want            bool
		why             string
	}{
		{0.29, 0, 29, 100, false, "an equal share that is no binary fraction"},
		{0.29, 0, 30, 100, true, "more"},
		{0.58, 0, 29, 50, false, "an equal share of another weight"},
		{0.57, 0, 57, 100, false, "an equal share above one half"},
		{0.2, 0, 5, 25, false, "one fifth"},
		{0.2, 0, 6, 25, true, "more than one fifth"},
		{0, 0, 1, 25, true, "any window"},
		{0, 30, 1, 25, true, "any window of a short reference"},
		{0, 0, 0, 25, false, "no window"},
		{0.2, 20, 6, 20, true, "as long as a reference that need not be covered wholly"},
		{0.2, 20, 18, 19, false, "a short reference in part"},
		{0.2, 20, 19, 19, true, "a short reference wholly"},
		{0.2, 0, 18, 19, true, "a short reference that need not be covered wholly"},
	} {
		r := &References{Criterion: Criterion{Cover: tt.cover, Whole: tt.whole}}
		need := r.need(tt.weight*passage.Word, tt.weight*passage.Word)
		if got := tt.covered*passage.Word >= need; got != tt.want {
			t.Errorf("%s: %d of %d are more than %v: %t, expected %t", tt.why, tt.covered, tt.weight, tt.cover, got, tt.want)
		}
	}
}
