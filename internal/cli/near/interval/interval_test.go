package interval

import (
	"math"
	"testing"
)

// The examples of Newcombe, Two-sided confidence intervals for the single proportion,
// Statistics in Medicine 17 (1998), table I, method 3.
func TestWilson(t *testing.T) {
	for _, tt := range []struct {
		hits, n   int
		low, high float64
	}{
		{81, 263, .2553, .3662},
		{15, 148, .0624, .1605},
		{0, 20, 0, .1611},
		{1, 29, .0061, .1718},
	} {
		p := Of(tt.hits, tt.n)
		if math.Abs(p.Low-tt.low) > .00005 || math.Abs(p.High-tt.high) > .00005 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", tt.hits, tt.n, p.Low, p.High, tt.low, tt.high)
		}
		// What is not found has the mirrored interval.
		q := Of(tt.n-tt.hits, tt.n)
		if math.Abs(q.Low-(1-p.High)) > 1e-12 || math.Abs(q.High-(1-p.Low)) > 1e-12 {
			t.Errorf("%d of %d: %v to %v is no mirror image", tt.n-tt.hits, tt.n, q.Low, q.High)
		}
	}
	if p := Of(0, 0); p.Low != 0 || p.High != 1 || !math.IsNaN(p.Rate()) {
		t.Errorf("0 of 0: %+v says something", p)
	}
}
