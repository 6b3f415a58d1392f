package curve

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/cli/near/interval"
)

// TestAreaOfHanleyAndMcNeil has data of Hanley and McNeil, Radiology 143 (1982), table I. Their
// paper is The Meaning and Use of the Area under a ROC Curve. It rates 109 CT images from 1
// (normal) to 5.
func TestAreaOfHanleyAndMcNeil(t *testing.T) {
	c := Curve{{5, 33, 2}, {4, 11, 11}, {3, 2, 6}, {2, 2, 6}, {1, 3, 33}}
	got := c.Area()
	if math.Abs(got.Value-.893) > .0005 {
		t.Errorf("area %.4f, want .893", got.Value)
	}
	// They report a standard error of 0.032, by a formula that only needs the area.
	if se := (got.High - got.Value) / interval.Z; math.Abs(se-.032) > .002 {
		t.Errorf("standard error %.4f, want about .032", se)
	}
}

// delong follows the definition: it compares every related pair with every unrelated one.
func delong(related, unrelated []float64) (value, variance float64) {
	psi := func(x, y float64) float64 {
		switch {
		case x > y:
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

func draw(rnd *rand.Rand) (related, unrelated []float64) {
	for range 2 + rnd.IntN(60) {
		related = append(related, float64(10+rnd.IntN(40))/50)
	}
	for range 2 + rnd.IntN(60) {
		unrelated = append(unrelated, float64(rnd.IntN(20))/50)
	}
	return related, unrelated
}

func TestAreaByDefinition(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		related, unrelated := draw(rnd)
		value, variance := delong(related, unrelated)
		got := Of(related, unrelated).Area()
		spread := interval.Z * math.Sqrt(variance)
		if math.Abs(got.Value-value) > 1e-12 || math.Abs(got.Low-(value-spread)) > 1e-12 ||
			math.Abs(got.High-min(1, value+spread)) > 1e-12 {
			t.Errorf("%v, %v: %+v, want %v ± %v", related, unrelated, got, value, spread)
		}
	}
}

// TestPointsByDefinition compares each point with a count over all pairs. The chosen points must be
// the best.
func TestPointsByDefinition(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		related, unrelated := draw(rnd)
		c := Of(related, unrelated)
		hits := func(scores []float64, threshold float64) (n int) {
			for _, s := range scores {
				if s >= threshold {
					n++
				}
			}
			return n
		}
		average := 0.
		for _, s := range related {
			average += float64(hits(related, s)) / float64(hits(related, s)+hits(unrelated, s)) / float64(len(related))
		}
		if got := c.AveragePrecision(); math.Abs(got-average) > 1e-12 {
			t.Errorf("average precision %v, want %v", got, average)
		}
		points := c.Points()
		for i, p := range points {
			found := hits(related, p.Threshold)
			want := Point{p.Threshold, interval.Of(found, found+hits(unrelated, p.Threshold)), interval.Of(found, len(related))}
			if diff := cmp.Diff(want, p); diff != "" {
				t.Errorf("at %v (-want +got):\n%s", p.Threshold, diff)
			}
			if diff := cmp.Diff(c.At(p.Threshold), p); diff != "" {
				t.Errorf("At(%v) is another point:\n%s", p.Threshold, diff)
			}
			if i > 0 && p.Threshold >= points[i-1].Threshold {
				t.Errorf("threshold %v after %v", p.Threshold, points[i-1].Threshold)
			}
		}
		precise, has := c.Precise(.9)
		complete, _ := c.Complete(.9)
		best, _ := c.Best()
		any := false
		for _, p := range points {
			if p.Precision.Rate() >= .9 {
				any = true
				if p.Recall.Hits > precise.Recall.Hits {
					t.Errorf("%v has precision .9 and more recall than %v", p, precise)
				}
			}
			if p.Recall.Rate() >= .9 && p.Threshold > complete.Threshold {
				t.Errorf("%v has recall .9 at a higher threshold than %v", p, complete)
			}
			if p.F1() > best.F1() {
				t.Errorf("%v has a greater F1 than %v", p, best)
			}
		}
		if has != any || complete.Recall.Rate() < .9 {
			t.Errorf("precision .9: %v, want %v; recall .9: %v", has, any, complete)
		}
	}
}

// TestAveragePrecisionOfTheLiterature has exercise 8.9 of Manning, Raghavan and Schütze,
// Introduction to Information Retrieval. The ranks are RRNNN NNNRN RNNNR NNNNR, where R is
// relevant. Six of eight relevant documents are found.
func TestAveragePrecisionOfTheLiterature(t *testing.T) {
	var related, unrelated []float64
	for i, r := range "RRNNNNNNRNRNNNRNNNNR" {
		if score := float64(20 - i); r == 'R' {
			related = append(related, score)
		} else {
			unrelated = append(unrelated, score)
		}
	}
	c := Of(related, unrelated)
	// Over the six found documents; the exercise divides by eight.
	want := (1 + 1 + 3./9 + 4./11 + 5./15 + 6./20) / 6
	if got := c.AveragePrecision(); math.Abs(got-want) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
	if p := c.At(1); p.Precision.Rate() != 6./20 || p.F1() != 12./26 {
		t.Errorf("all: %+v, F1 %v", p, p.F1())
	}
}

func TestNothing(t *testing.T) {
	var c Curve
	if !math.IsNaN(c.AveragePrecision()) || !math.IsNaN(c.Area().Value) || len(c.Points()) > 0 {
		t.Error("no pairs have a curve")
	}
	if _, ok := c.Best(); ok {
		t.Error("no pairs have a best threshold")
	}
	if _, ok := Of(nil, []float64{.5}).Complete(.5); ok {
		t.Error("without related pairs there is a recall")
	}
}
