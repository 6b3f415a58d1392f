package numfmt

import (
	"math"
	"strconv"
	"strings"
)

// digits is how many significant digits a number has in the format General: as many as a
// decimal number keeps in a float64. Excel shows fewer where the column is narrow, and at
// most 11 characters; what sheets are exported and stored as text with has all of them.
const digits = 15

// general shows a number in the format General.
func general(value float64) string {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return "#NUM!"
	}
	s := strconv.FormatFloat(value, 'e', digits-1, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	mantissa = strings.TrimRight(mantissa, "0")
	mantissa = strings.TrimSuffix(mantissa, ".")
	e, _ := strconv.Atoi(exponent)
	if value == 0 {
		return "0"
	}
	if e < -5 || e >= digits {
		sign := "+"
		if e < 0 {
			sign, e = "-", -e
		}
		exponent = strconv.Itoa(e)
		if e < 10 {
			exponent = "0" + exponent
		}
		return mantissa + "E" + sign + exponent
	}
	rounded, _ := strconv.ParseFloat(s, 64)
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}
