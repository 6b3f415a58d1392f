package maintext

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Lines that are scored together have the same scores as alone.
func TestScorer(t *testing.T) {
	if wideModel() == nil {
		t.Skip("this processor scores line by line")
	}
	random := rand.New(rand.NewPCG(11, 32))
	thresholds := make([][]int32, len(names()))
	for _, n := range model().nodes {
		if n.feature != leaf {
			thresholds[n.feature] = append(thresholds[n.feature], n.value, n.value+1)
		}
	}
	for _, lines := range []int{0, 1, lanes - 1, lanes, lanes + 1, 1000} {
		s := newScorer(lines)
		var want []int32
		for range lines {
			features := make([]int32, len(thresholds))
			for i := range features {
				switch some := thresholds[i]; {
				case len(some) > 0 && random.IntN(2) == 0:
					features[i] = some[random.IntN(len(some))]
				case random.IntN(4) == 0:
					features[i] = []int32{0, 0x7FFF, 0x8000, most - 1, most, most + 1, 1<<31 - 1}[random.IntN(7)]
				default:
					features[i] = random.Int32N(2000)
				}
			}
			want = append(want, model().score(features))
			s.add(features)
		}
		s.flush()
		if diff := cmp.Diff(append([]int32{}, want...), append([]int32{}, s.scores...)); diff != "" {
			t.Errorf("scores of %d lines (-alone +together):\n%s", lines, diff)
		}
	}
}
