package evaluation

import (
	"math"
	"strconv"

	"github.com/lsh-interop/fpcheck/internal/cli/near/curve"
)

// area is the area under the ROC curve as pages write it.
type area struct{ curve.Area }

// areaUnder returns the area of the distances of true and of unrelated pairs.
func areaUnder(related, unrelated histogram) area {
	var c curve.Curve
	for d := range max(len(related), len(unrelated)) {
		s := curve.Step{Score: -float64(d)}
		if d < len(related) {
			s.Related = related[d]
		}
		if d < len(unrelated) {
			s.Unrelated = unrelated[d]
		}
		c = append(c, s)
	}
	return area{c.Area()}
}

func (a area) String() string {
	if math.IsNaN(a.Value) {
		return "–"
	}
	five := func(x float64) string {
		s := strconv.FormatFloat(x, 'f', 5, 64)
		switch {
		case x == 1:
			return "1"
		case s == "1.00000":
			return "0.99999"
		}
		return s
	}
	return five(a.Value) + " (" + five(a.Low) + "–" + five(a.High) + ")"
}
