package numfmt

import (
	"math"
	"strconv"
	"strings"
)

// The greatest number of digits of a denominator, and the largest number that is shown as a
// fraction.
const (
	mostDigits  = 5
	mostInteger = 1 << 31
)

// notShown stands for a number that its format cannot show.
const notShown = "#FMT"

// settleFraction finds the parts of a fraction, and reports whether the section is one.
func (s *section) settleFraction() bool {
	at := 0
	for s.tokens[at].kind != slash {
		at++
	}
	isDigit := func(i int) bool { return i >= 0 && i < len(s.tokens) && s.tokens[i].kind == digit }
	number := at
	for isDigit(number - 1) {
		number--
	}
	end := at + 1
	if isNonzero := func(t token) bool {
		return t.kind == literal && len(t.text) == 1 && t.text[0] >= '1' && t.text[0] <= '9'
	}; end < len(s.tokens) && isNonzero(s.tokens[end]) {
		text := ""
		for end < len(s.tokens) && (isNonzero(s.tokens[end]) || isDigit(end) && s.tokens[end].text == "0") && len(text) < mostDigits {
			text += s.tokens[end].text
			end++
		}
		n, _ := strconv.Atoi(text)
		s.tokens[at+1] = token{divisor, "", n}
	} else {
		for isDigit(end) {
			end++
		}
	}
	if number == at || end == at+1 {
		return false
	}
	whole := number
	for whole > 0 && !isDigit(whole-1) {
		whole--
	}
	wholeEnd := whole
	for isDigit(whole - 1) {
		whole--
	}
	s.parts = [3]span{{whole, wholeEnd}, {number, at}, {at + 1, end}}
	return true
}

// fraction formats a number as a fraction.
func (s *section) fraction(b *strings.Builder, value float64, signed bool) {
	size := math.Abs(value)
	if size >= mostInteger {
		b.WriteString(notShown)
		return
	}
	whole, number, under := s.parts[0], s.parts[1], s.parts[2]
	integer, part := math.Modf(size)
	hasInteger := whole.to > whole.from
	var n, of int64
	if t := s.tokens[under.from]; t.kind == divisor {
		of = int64(t.n)
		n = int64(math.Floor(part*float64(of) + 0.5))
	} else {
		n, of = nearest(part, min(under.to-under.from, mostDigits))
	}
	if n == of {
		integer, n = integer+1, 0
	}
	if !hasInteger {
		n += int64(integer) * of
		integer = 0
	}
	if value < 0 && signed && (n != 0 || integer != 0) {
		b.WriteByte('-')
	}
	list := s.tokens
	part0 := n == 0 && hasInteger
	for _, t := range list[number.from:number.to] {
		part0 = part0 && t.text != "0"
	}
	p := &placer{out: b, section: &section{locale: s.locale}}
	literals(b, list[:whole.from])
	if hasInteger {
		text := strconv.FormatInt(int64(integer), 10)
		if integer == 0 && n != 0 {
			text = ""
		}
		digits := list[whole.from:whole.to]
		if integer == 0 && n == 0 && digits[len(digits)-1].text == "#" {
			digits = append(digits[:len(digits)-1:len(digits)-1], token{digit, "0", 0})
		}
		p.place(digits, text, "", len(digits))
	}
	if part0 { // the place of the fraction is blank
		b.WriteByte(' ')
	} else {
		literals(b, list[whole.to:number.from])
		p.place(list[number.from:number.to], strconv.FormatInt(n, 10), "", number.to-number.from)
		b.WriteByte('/')
		s.denominator(b, list[under.from:under.to], of)
	}
	literals(b, list[under.to:])
}

// denominator writes the denominator, left-aligned.
func (s *section) denominator(b *strings.Builder, list []token, of int64) {
	text := strconv.FormatInt(of, 10)
	if list[0].kind != divisor {
		for _, t := range list[min(len(text), len(list)):] {
			if t.text == "0" {
				text = "0" + text
			}
		}
	}
	for i := range len(text) {
		s.locale.digit(b, text[i])
	}
}

// nearest returns the fraction nearest to a number from 0 to 1 whose denominator has at most digits
// digits. It uses continued fractions.
func nearest(x float64, digits int) (n, of int64) {
	most := int64(math.Pow10(digits)) - 1
	n0, d0, n1, d1 := int64(0), int64(1), int64(1), int64(0)
	y := x
	for range 64 {
		whole := math.Floor(y)
		if whole > float64(most) {
			break
		}
		a := int64(whole)
		if d := a*d1 + d0; d > most {
			// A fraction between the last two may be nearer than the last.
			if d1 != 0 {
				k := (most - d0) / d1
				n2, d2 := k*n1+n0, k*d1+d0
				if d2 > 0 && math.Abs(float64(n2)/float64(d2)-x) < math.Abs(float64(n1)/float64(d1)-x) {
					return n2, d2
				}
			}
			break
		}
		n0, d0, n1, d1 = n1, d1, a*n1+n0, a*d1+d0
		if y == whole || math.Abs(float64(n1)/float64(d1)-x) < 1e-13 {
			break
		}
		y = 1 / (y - whole)
	}
	if d1 == 0 {
		return 0, 1
	}
	return n1, d1
}
