package evaluation

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Hanley and McNeil, The Meaning and Use of the Area under a ROC Curve, Radiology 143
// (1982), table I: 109 CT images, rated 1 (normal) to 5. Here the nearer are the
// abnormal ones, so a rating counts down.
func TestAreaOfHanleyAndMcNeil(t *testing.T) {
	abnormal, normal := histogram{33, 11, 2, 2, 3}, histogram{2, 11, 6, 6, 33}
	got := areaUnder(abnormal, normal)
	if math.Abs(got.value-.893) > .0005 {
		t.Errorf("area %.4f, want .893", got.value)
	}
	// They give a standard error of .032, by a formula that only needs the area.
	if se := (got.high - got.value) / z; math.Abs(se-.032) > .002 {
		t.Errorf("standard error %.4f, want about .032", se)
	}
}

// delong is the definition: every true pair against every unrelated one.
func delong(related, unrelated []int) (value, variance float64) {
	psi := func(x, y int) float64 {
		switch {
		case x < y:
			return 1
		case x == y:
			return .5
		}
		return 0
	}
	m, n := float64(len(related)), float64(len(unrelated))
	v10, v01 := make([]float64, len(related)), make([]float64, len(unrelated))
	for i, x := range related {
		for j, y := range unrelated {
			v10[i] += psi(x, y) / n
			v01[j] += psi(x, y) / m
			value += psi(x, y) / m / n
		}
	}
	spread := func(v []float64) float64 {
		sum := 0.
		for _, x := range v {
			sum += (x - value) * (x - value)
		}
		return sum / float64(len(v)-1) / float64(len(v))
	}
	return value, spread(v10) + spread(v01)
}

func TestAreaByDefinition(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		var related, unrelated []int
		a, b := make(histogram, 65), make(histogram, 65)
		for range 2 + rnd.IntN(60) {
			d := rnd.IntN(20)
			related = append(related, d)
			a[d]++
		}
		for range 2 + rnd.IntN(60) {
			d := 10 + rnd.IntN(40)
			unrelated = append(unrelated, d)
			b[d]++
		}
		value, variance := delong(related, unrelated)
		got := areaUnder(a, b)
		spread := z * math.Sqrt(variance)
		if math.Abs(got.value-value) > 1e-12 || math.Abs(got.low-(value-spread)) > 1e-12 ||
			math.Abs(got.high-min(1, value+spread)) > 1e-12 {
			t.Errorf("%v, %v: %+v, want %v ± %v", related, unrelated, got, value, spread)
		}
	}
}

func TestAreaOfExtremes(t *testing.T) {
	for _, tt := range []struct {
		related, unrelated histogram
		want, why          string
	}{
		{histogram{5, 5}, histogram{0, 0, 9, 1}, "1 (1–1)", "all apart"},
		{histogram{0, 0, 3}, histogram{3}, ".00000 (.00000–.00000)", "the wrong way round"},
		{histogram{4}, histogram{7}, ".50000 (.50000–.50000)", "all the same"},
		{histogram{1}, histogram{7}, "–", "one pair has no variance"},
		{nil, nil, "–", "nothing"},
	} {
		if got := areaUnder(tt.related, tt.unrelated).String(); got != tt.want {
			t.Errorf("%v, %v: %s, want %s: %s", tt.related, tt.unrelated, got, tt.want, tt.why)
		}
	}
}
