package numfmt

import "fmt"

// shortest formats a number as General, with all known digits. A very large or very small number
// has a power of ten. (Excel shows as much as fits into the column, at most eleven characters.)
func shortest(value float64) string {
	const (
		mostZeros  = 9  // after the point, before a digit
		mostPlaces = 18 // after the point
	)
	d := toDecimal(value, 0)
	switch {
	case value == 0:
		return "0"
	case d.exponent >= -mostZeros && d.exponent <= significant && len(d.digits)-1-d.exponent <= mostPlaces:
		s := "0"
		if integer := d.integer(); integer != "" {
			s = integer
		}
		if fraction := d.fraction(); fraction != "" {
			s += "." + fraction
		}
		if value < 0 {
			s = "-" + s
		}
		return s
	}
	s := d.digits[:1]
	if len(d.digits) > 1 {
		s += "." + d.digits[1:]
	}
	if value < 0 {
		s = "-" + s
	}
	return fmt.Sprintf("%sE%+03d", s, d.exponent)
}
