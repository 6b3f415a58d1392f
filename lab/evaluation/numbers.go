package evaluation

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// decimal writes a number without zeros at its end: "0.85", "1".
func decimal(x float64, places int) string {
	s := strconv.FormatFloat(x, 'f', places, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// grouped writes a number with commas: "1,234,567".
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// fixed writes a share with three places: "0.931", "1" only if it is 1.
func fixed(x float64) string {
	switch s := strconv.FormatFloat(x, 'f', 3, 64); {
	case math.IsNaN(x):
		return "–"
	case x == 1:
		return "1"
	case x == 0:
		return "0"
	case s == "1.000":
		return "0.999"
	default:
		return s
	}
}

// perMillion writes a rate: three digits at most, "0.31", "4.2", "57", "1,300".
func perMillion(rate float64) string {
	x := rate * 1e6
	switch {
	case x == 0:
		return "0"
	case x < 1:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 10:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	unit := 1.
	if x >= 1000 {
		unit = math.Pow10(int(math.Log10(x)) - 2)
	}
	return grouped(int(math.Round(x/unit) * unit))
}

// recall writes a share with its interval: "0.931 (0.915–0.944)".
func (p proportion) recall() string {
	if p.N == 0 {
		return "–"
	}
	return fmt.Sprintf("%s (%s–%s)", fixed(p.Rate()), fixed(p.Low), fixed(p.High))
}

// falsePositives writes a rate per million with its interval, "4.2 (1.8–9.7)", or
// "0 (≤ 1.3)" if there is none.
func (p proportion) falsePositives() string {
	switch {
	case p.N == 0:
		return "–"
	case p.Hits == 0:
		return fmt.Sprintf("0 (≤ %s)", perMillion(p.High))
	}
	return fmt.Sprintf("%s (%s–%s)", perMillion(p.Rate()), perMillion(p.Low), perMillion(p.High))
}

// estimate writes a rate per million without its interval.
func (p proportion) estimate() string {
	if p.N == 0 {
		return "–"
	}
	return perMillion(p.Rate())
}
