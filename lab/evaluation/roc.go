package evaluation

import (
	"math"
	"strconv"
	"strings"
)

// area is the area under the ROC curve: how likely it is that a true pair is nearer
// than an unrelated one, a tie counting half.
type area struct{ value, low, high float64 }

// areaUnder computes the area from the distances of true and of unrelated pairs, and
// its interval of 95 % by DeLong, DeLong and Clarke-Pearson (1988). On histograms
// that is linear in the distances. Without two pairs on either side all is NaN.
func areaUnder(related, unrelated histogram) area {
	m, n := float64(related.total()), float64(unrelated.total())
	if m < 2 || n < 2 {
		return area{math.NaN(), math.NaN(), math.NaN()}
	}
	width := max(len(related), len(unrelated))
	x, y := related.plus(make(histogram, width)), unrelated.plus(make(histogram, width))
	// farther[d] is the share of unrelated pairs farther than d, nearer[d] that of
	// true pairs nearer than d; half of those at d itself is added.
	value, farther, nearer := 0.0, make([]float64, width), make([]float64, width)
	beyond, before := n, 0.0
	for d := range width {
		beyond -= float64(y[d])
		farther[d] = (beyond + float64(y[d])/2) / n
		nearer[d] = (before + float64(x[d])/2) / m
		before += float64(x[d])
		value += float64(x[d]) * farther[d] / m
	}
	var ofTrue, ofUnrelated float64
	for d := range width {
		ofTrue += float64(x[d]) * (farther[d] - value) * (farther[d] - value)
		ofUnrelated += float64(y[d]) * (nearer[d] - value) * (nearer[d] - value)
	}
	spread := z * math.Sqrt(ofTrue/(m-1)/m+ofUnrelated/(n-1)/n)
	return area{value, max(0, value-spread), min(1, value+spread)}
}

func (a area) String() string {
	if math.IsNaN(a.value) {
		return "–"
	}
	five := func(x float64) string {
		s := strconv.FormatFloat(x, 'f', 5, 64)
		switch {
		case x == 1:
			return "1"
		case s == "1.00000":
			s = "0.99999"
		}
		return strings.TrimPrefix(s, "0")
	}
	return five(a.value) + " (" + five(a.low) + "–" + five(a.high) + ")"
}
