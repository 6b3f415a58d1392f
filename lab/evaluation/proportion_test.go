package evaluation

import (
	"math"
	"testing"
)

func TestPrecision(t *testing.T) {
	for _, tt := range []struct {
		recall, falsePositives, prior, want float64
		why                                 string
	}{
		{.9, .1, .5, .9, "as many true as not"},
		{.99, .05, .001, .00099 / (.00099 + .04995), "a good test for what is rare: 2 %"},
		{.8, 0, .001, 1, "nothing wrong"},
		{0, .1, .5, 0, "nothing found"},
	} {
		if got := precision(tt.recall, tt.falsePositives, tt.prior); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("precision(%v, %v, %v) = %v, want %v: %s", tt.recall, tt.falsePositives, tt.prior, got, tt.want, tt.why)
		}
	}
}
