package evaluation

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
		p := share(tt.hits, tt.n)
		if math.Abs(p.low-tt.low) > .00005 || math.Abs(p.high-tt.high) > .00005 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", tt.hits, tt.n, p.low, p.high, tt.low, tt.high)
		}
		// What is not found has the mirrored interval.
		q := share(tt.n-tt.hits, tt.n)
		if math.Abs(q.low-(1-p.high)) > 1e-12 || math.Abs(q.high-(1-p.low)) > 1e-12 {
			t.Errorf("%d of %d: %v to %v is no mirror image", tt.n-tt.hits, tt.n, q.low, q.high)
		}
	}
	if p := share(0, 0); p.low != 0 || p.high != 1 || !math.IsNaN(p.rate()) {
		t.Errorf("0 of 0: %+v says something", p)
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
		{1, 29, share(1, 29).high, "Wilson's as soon as there is one"},
	} {
		if got := rare(tt.hits, tt.n); math.Abs(got.high-tt.high) > 1e-12 || tt.hits == 0 && got.low != 0 {
			t.Errorf("%d of %d: %v to %v, want up to %v: %s", tt.hits, tt.n, got.low, got.high, tt.high, tt.why)
		}
	}
	// The rule of three is 95 % without approximation: (1-3/n)^n is 5 %.
	if miss := math.Pow(1-rare(0, 10_000).high, 10_000); math.Abs(miss-.05) > .0005 {
		t.Errorf("the interval misses %.4f of the time, want .05", miss)
	}
}

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
