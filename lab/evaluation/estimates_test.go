package evaluation

import (
	"math"
	"testing"
)

func TestResemblance(t *testing.T) {
	for _, tt := range []struct {
		a, b []uint64
		want float64
		why  string
	}{
		{[]uint64{1, 2, 3}, []uint64{1, 2, 3}, 1, "the same"},
		{[]uint64{1, 2}, []uint64{3}, 0, "nothing in common"},
		{[]uint64{1, 2, 4}, []uint64{0, 2, 4, 5}, .4, "2 of 5"},
		{[]uint64{5}, []uint64{1, 5, 9}, 1. / 3, "one of three"},
	} {
		if got := resemblance(tt.a, tt.b); got != tt.want || resemblance(tt.b, tt.a) != tt.want {
			t.Errorf("%v, %v: %v, want %v: %s", tt.a, tt.b, got, tt.want, tt.why)
		}
	}
}

func TestTheory(t *testing.T) {
	for _, tt := range []struct {
		jaccard float64
		width   int
		want    float64
		why     string
	}{
		{1, 8, 0, "all agree"},
		{.5, 8, math.Sqrt((.25 + .5/255) / 128), "few agree by chance"},
		{.5, 1, math.Sqrt(.75 / 128), "half of those that differ agree by chance"},
		{0, 1, math.Sqrt(1. / 128), "nothing but chance"},
	} {
		if got := theory(tt.jaccard, tt.width); math.Abs(got-tt.want) > 1e-15 {
			t.Errorf("theory(%v, %d) = %v, want %v: %s", tt.jaccard, tt.width, got, tt.want, tt.why)
		}
	}
}

// What is simulated is what theory says.
func TestSimulated(t *testing.T) {
	r := newRun(Options{Seed: 9}, plan{simulated: 600})
	r.estimates = &estimates{make(map[kind][]errorSum), make(map[kind][]errorSum), make(map[kind]errorSum), nil}
	if err := r.simulate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		all, n := r.estimates.all[k], 0.
		for _, e := range r.estimates.byBand[k] {
			n += e.n
		}
		if all.n != 600 || n != 600 {
			t.Errorf("%v: %v pairs, %v in bands, want 600", k, all.n, n)
		}
		if ratio := all.ratio(); ratio < .9 || ratio > 1.1 {
			t.Errorf("%v: the error is %.3f of theory's", k, ratio)
		}
	}
}
