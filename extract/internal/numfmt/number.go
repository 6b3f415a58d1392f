package numfmt

import (
	"math"
	"strconv"
	"strings"
)

// significant is the number of digits that survive conversion to a float64.
const significant = 15

// decimal is a number with its first digit at 10 to the power of exponent, without zeros at the ends.
type decimal struct {
	digits   string
	exponent int
}

// toDecimal returns the absolute value of a number, times 10 to the power of shift. As in LibreOffice,
// it rounds the shortest decimal that gives the same float64, not that float64 itself. So -3π/4, which
// ends with 9234483..., shows 9235.
func toDecimal(value float64, shift int) decimal {
	s := strconv.FormatFloat(math.Abs(value), 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	e, _ := strconv.Atoi(exponent)
	d := decimal{strings.TrimRight(strings.Replace(mantissa, ".", "", 1), "0"), e}
	if size := math.Abs(value); size >= 1<<53 || size != math.Trunc(size) { // all of other integers are known
		d = d.round(significant - 1 - e)
	}
	d.exponent += shift
	return d
}

// round returns the number with places decimals, rounding halves up.
func (d decimal) round(places int) decimal {
	keep := d.exponent + 1 + places
	switch {
	case keep >= len(d.digits):
		return d
	case keep < 0:
		return decimal{}
	}
	up := d.digits[keep] >= '5'
	kept := []byte(d.digits[:keep])
	if !up {
		return decimal{strings.TrimRight(string(kept), "0"), d.exponent}
	}
	for i := len(kept) - 1; i >= 0; i-- {
		if kept[i]++; kept[i] <= '9' {
			return decimal{strings.TrimRight(string(kept), "0"), d.exponent}
		}
		kept[i] = '0'
	}
	return decimal{"1", d.exponent + 1}
}

func (d decimal) isZero() bool { return d.digits == "" }

// integer returns the digits before the point, or "".
func (d decimal) integer() string {
	n := d.exponent + 1
	switch {
	case d.isZero() || n <= 0:
		return ""
	case n <= len(d.digits):
		return d.digits[:n]
	}
	return d.digits + strings.Repeat("0", n-len(d.digits))
}

// fraction returns the digits after the point, without zeros at the end.
func (d decimal) fraction() string {
	n := d.exponent + 1
	switch {
	case d.isZero() || n >= len(d.digits):
		return ""
	case n >= 0:
		return d.digits[n:]
	}
	return strings.Repeat("0", -n) + d.digits
}

// number formats a number digit by digit. A minus sign comes first if it is negative and signed.
func (s *section) number(b *strings.Builder, value float64, signed bool) {
	list := s.tokens
	whole, places, exponentAt := 0, 0, len(list) // digits before and after the point
	pointed := false
	for i, t := range list {
		switch {
		case t.kind == exponent && exponentAt == len(list):
			exponentAt = i
		case t.kind == point:
			pointed = true
		case t.kind == digit && i < exponentAt && pointed:
			places++
		case t.kind == digit && i < exponentAt:
			whole++
		}
	}
	if whole+places == 0 { // only text
		literals(b, list)
		return
	}
	n := toDecimal(value, s.shift)
	power := 0
	if exponentAt < len(list) {
		n, power = n.scientific(max(whole, 1), places)
	}
	n = n.round(places)
	if value < 0 && signed && !n.isZero() {
		b.WriteByte('-')
	}
	p := &placer{out: b, section: s}
	p.place(list[:exponentAt], n.integer(), n.fraction(), whole)
	if exponentAt < len(list) {
		b.WriteByte('E')
		if power < 0 {
			b.WriteByte('-')
		} else if list[exponentAt].text == "E+" {
			b.WriteByte('+')
		}
		rest := list[exponentAt+1:]
		digits := 0
		for _, t := range rest {
			if t.kind == digit {
				digits++
			}
		}
		p := &placer{out: b, section: &section{locale: s.locale}}
		p.place(rest, strconv.Itoa(max(power, -power)), "", digits)
	}
}

// literals writes the texts among tokens.
func literals(b *strings.Builder, list []token) {
	for _, t := range list {
		if t.kind == literal {
			b.WriteString(t.text)
		}
	}
}

// scientific divides the number by a power of ten, a multiple of whole, and returns both.
func (d decimal) scientific(whole, places int) (decimal, int) {
	if d.isZero() {
		return d, 0
	}
	power := func(e int) int {
		if whole == 1 {
			return e
		}
		p := e - e%whole
		if e%whole < 0 {
			p -= whole
		}
		return p
	}
	p := power(d.exponent)
	shifted := decimal{d.digits, d.exponent - p}
	if rounded := shifted.round(places); rounded.exponent >= whole {
		p += whole
		shifted.exponent -= whole
	}
	return shifted, p
}

// placer puts digits into their places.
type placer struct {
	out     *strings.Builder
	section *section
}

// place writes tokens with digits. The first whole places are for the integer, the others for the
// fraction.
func (p *placer) place(list []token, integer, fraction string, whole int) {
	shown := p.section.locale.digit
	left := whole                   // places left for the integer
	before := func(d byte, n int) { // writes a digit that n come after
		shown(p.out, d)
		if p.section.grouped && n > 0 && n%3 == 0 {
			p.out.WriteString(p.section.locale.group())
		}
	}
	pointed, at := false, 0
	for i, t := range list {
		switch {
		case t.kind == literal:
			p.out.WriteString(t.text)
		case t.kind == point:
			if whole == 0 {
				for j := range len(integer) {
					before(integer[j], len(integer)-1-j)
				}
			}
			pointed = true
			if fraction != "" || hasRoom(list[i+1:]) {
				p.out.WriteString(p.section.locale.point())
			}
		case t.kind == digit && pointed:
			switch {
			case at < len(fraction):
				shown(p.out, fraction[at])
			case t.text == "0":
				shown(p.out, '0')
			case t.text == "?":
				p.out.WriteByte(' ')
			}
			at++
		case t.kind == digit:
			if h := p.section.locale.han(); h != nil && h.units != nil {
				if left == whole && (integer != "" || t.text == "0" || whole > 1) {
					p.out.WriteString(h.integer(integer))
				}
				left--
				continue
			}
			if left == whole { // digits without a place of their own
				for ; len(integer) > left; integer = integer[1:] {
					before(integer[0], len(integer)-1)
				}
			}
			left--
			switch {
			case len(integer) > left:
				before(integer[0], left)
				integer = integer[1:]
			case t.text == "0":
				before('0', left)
			case t.text == "?":
				p.out.WriteByte(' ')
			}
		}
	}
}

// hasRoom reports whether decimals are shown even if they are zeros.
func hasRoom(list []token) bool {
	for _, t := range list {
		if t.kind == digit && t.text != "#" {
			return true
		}
	}
	return false
}

// general formats a number as General, with the text around it.
func (s *section) general(b *strings.Builder, value float64, signed bool) {
	if !s.has(general) { // a number in a cell for texts
		b.WriteString(s.locale.convert(shortest(value)))
		return
	}
	if !signed {
		value = math.Abs(value)
	}
	for _, t := range s.tokens {
		switch t.kind {
		case general:
			b.WriteString(s.locale.convert(shortest(value)))
		case literal, percent, slash, point:
			b.WriteString(t.text)
		}
	}
}
