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

func TestRare(t *testing.T) {
	for _, tt := range []struct {
		hits, n int
		high    float64
		why     string
	}{
		{0, 100, .03, "the rule of three"},
		{0, 3_000_000, 1e-6, "one in a million at most"},
		{0, 2, 1, "no more than all"},
		{1, 29, share(1, 29).High, "Wilson's as soon as there is one"},
	} {
		if got := rare(tt.hits, tt.n); math.Abs(got.High-tt.high) > 1e-12 || tt.hits == 0 && got.Low != 0 {
			t.Errorf("%d of %d: %v to %v, want up to %v: %s", tt.hits, tt.n, got.Low, got.High, tt.high, tt.why)
		}
	}
	// The rule of three is 95 % without approximation: (1-3/n)^n is 5 %.
	if miss := math.Pow(1-rare(0, 10_000).High, 10_000); math.Abs(miss-.05) > .0005 {
		t.Errorf("the interval misses %.4f of the time, want .05", miss)
	}
}
