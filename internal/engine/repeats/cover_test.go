package repeats

import (
	"testing"

	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
)

// A share must be more than --cover. No rounding makes an equal share more.
func TestMeets(t *testing.T) {
	for _, tt := range []struct {
		cover           float64
		covered, weight int64
		want            bool
	}{
		{0.29, 29, 100, false}, {0.29, 30, 100, true}, {0.58, 29, 50, false}, {0.57, 57, 100, false}, {0.2, 5, 25, false},
		{0.2, 6, 25, true}, {0, 1, 25, true}, {0, 0, 25, false},
	} {
		r := &References{Criterion: Criterion{Cover: tt.cover}, all: []*reference{{weight: tt.weight * passage.Word}}}
		if got := r.meets(0, tt.covered*passage.Word); got != tt.want {
			t.Errorf("%d of %d are more than %v: %t, expected %t", tt.covered, tt.weight, tt.cover, got, tt.want)
		}
	}
}
