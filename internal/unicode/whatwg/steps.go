package whatwg

import "sort"

// starts has the decoders by name, except those of [singleByte]. Each follows the Standard's
// "handler" of that name. The number of bytes does not include bytes that the handler restores to
// the stream.
var starts = map[string]func() step{
	"big5":           func() step { return doubleByte(big5Pair) },
	"euc-jp":         func() step { return stepEUCJP },
	"euc-kr":         func() step { return doubleByte(eucKRPair) },
	"gb18030":        func() step { return stepGB18030 },
	"gbk":            func() step { return stepGB18030 },
	"iso-2022-jp":    func() step { return new(iso2022JP).step },
	"replacement":    replacement,
	"shift_jis":      func() step { return stepShiftJIS },
	"utf-16be":       func() step { return utf16(func(b []byte) rune { return rune(b[0])<<8 | rune(b[1]) }) },
	"utf-16le":       func() step { return utf16(func(b []byte) rune { return rune(b[1])<<8 | rune(b[0]) }) },
	"x-user-defined": func() step { return userDefined },
}

func within(c, first, last byte) bool { return first <= c && c <= last }

func isASCII(c byte) bool { return c < 0x80 }

// singleByte decodes bytes from 80 by an index.
func singleByte(name string) step {
	if name == "iso-8859-8-i" {
		name = "iso-8859-8"
	}
	x := read(name)
	return func(b []byte, _ bool) (rune, rune, int) {
		if isASCII(b[0]) {
			return rune(b[0]), none, 1
		}
		if r := x.at(int(b[0] - 0x80)); r != none {
			return r, none, 1
		}
		return wrong, none, 1
	}
}

func userDefined(b []byte, _ bool) (rune, rune, int) {
	if isASCII(b[0]) {
		return rune(b[0]), none, 1
	}
	return 0xF780 + rune(b[0]-0x80), none, 1
}

// replacement returns one error for all bytes.
func replacement() step {
	told := false
	return func(b []byte, _ bool) (rune, rune, int) {
		if told {
			return none, none, len(b)
		}
		told = true
		return wrong, none, len(b)
	}
}

// doubleByte decodes pairs of bytes, the first from 81 to FE.
func doubleByte(pair func(lead, trail byte) (x, y rune)) step {
	return func(b []byte, last bool) (rune, rune, int) {
		switch {
		case isASCII(b[0]):
			return rune(b[0]), none, 1
		case !within(b[0], 0x81, 0xFE):
			return wrong, none, 1
		case len(b) < 2:
			return unfinished(b, last)
		}
		x, y := pair(b[0], b[1])
		return paired(x, y, b[1])
	}
}

// paired returns the result for two bytes. After an unknown pair, a trail in ASCII stands for
// itself.
func paired(x, y rune, trail byte) (rune, rune, int) {
	switch {
	case x != none:
		return x, y, 2
	case isASCII(trail):
		return wrong, none, 1
	}
	return wrong, none, 2
}

// unfinished returns the result for bytes that need more bytes.
func unfinished(b []byte, last bool) (rune, rune, int) {
	if !last {
		return none, none, 0
	}
	return wrong, none, len(b)
}

func big5Pair(lead, trail byte) (x, y rune) {
	offset := byte(0x62)
	if trail < 0x7F {
		offset = 0x40
	}
	if !within(trail, 0x40, 0x7E) && !within(trail, 0xA1, 0xFE) {
		return none, none
	}
	switch pointer := int(lead-0x81)*157 + int(trail-offset); pointer {
	case 1133:
		return 0xCA, 0x304
	case 1135:
		return 0xCA, 0x30C
	case 1164:
		return 0xEA, 0x304
	case 1166:
		return 0xEA, 0x30C
	default:
		return big5().at(pointer), none
	}
}

func eucKRPair(lead, trail byte) (x, y rune) {
	if !within(trail, 0x41, 0xFE) {
		return none, none
	}
	return eucKR().at(int(lead-0x81)*190 + int(trail-0x41)), none
}

func stepShiftJIS(b []byte, last bool) (rune, rune, int) {
	lead := b[0]
	switch {
	case lead <= 0x80:
		return rune(lead), none, 1
	case within(lead, 0xA1, 0xDF):
		return 0xFF61 + rune(lead-0xA1), none, 1
	case !within(lead, 0x81, 0x9F) && !within(lead, 0xE0, 0xFC):
		return wrong, none, 1
	case len(b) < 2:
		return unfinished(b, last)
	}
	trail, offset, first := b[1], byte(0x41), byte(0xC1)
	if trail < 0x7F {
		offset = 0x40
	}
	if lead < 0xA0 {
		first = 0x81
	}
	x := none
	if within(trail, 0x40, 0x7E) || within(trail, 0x80, 0xFC) {
		pointer := int(lead-first)*188 + int(trail-offset)
		if 8836 <= pointer && pointer <= 10715 { // for private use
			x = rune(0xE000 - 8836 + pointer)
		} else {
			x = jis0208().at(pointer)
		}
	}
	return paired(x, none, trail)
}

func stepEUCJP(b []byte, last bool) (rune, rune, int) {
	lead := b[0]
	switch {
	case isASCII(lead):
		return rune(lead), none, 1
	case lead != 0x8E && lead != 0x8F && !within(lead, 0xA1, 0xFE):
		return wrong, none, 1
	case len(b) < 2:
		return unfinished(b, last)
	}
	trail := b[1]
	switch {
	case lead == 0x8E && within(trail, 0xA1, 0xDF):
		return 0xFF61 + rune(trail-0xA1), none, 2
	case lead == 0x8F && within(trail, 0xA1, 0xFE):
		if len(b) < 3 {
			return unfinished(b, last)
		}
		x, y, n := paired(eucJPPair(jis0212, trail, b[2]), none, b[2])
		return x, y, n + 1
	}
	return paired(eucJPPair(jis0208, lead, trail), none, trail)
}

func eucJPPair(x func() index, lead, trail byte) rune {
	if !within(lead, 0xA1, 0xFE) || !within(trail, 0xA1, 0xFE) {
		return none
	}
	return x().at(int(lead-0xA1)*94 + int(trail-0xA1))
}

func stepGB18030(b []byte, last bool) (rune, rune, int) {
	first := b[0]
	switch {
	case isASCII(first):
		return rune(first), none, 1
	case first == 0x80:
		return 0x20AC, none, 1
	case first == 0xFF:
		return wrong, none, 1
	case len(b) < 2:
		return unfinished(b, last)
	}
	second := b[1]
	if !within(second, 0x30, 0x39) {
		offset, x := byte(0x41), none
		if second < 0x7F {
			offset = 0x40
		}
		if within(second, 0x40, 0x7E) || within(second, 0x80, 0xFE) {
			x = gb18030().at(int(first-0x81)*190 + int(second-offset))
		}
		return paired(x, none, second)
	}
	switch {
	case len(b) < 3:
		return unfinished(b, last)
	case !within(b[2], 0x81, 0xFE):
		return wrong, none, 1
	case len(b) < 4:
		return unfinished(b, last)
	case !within(b[3], 0x30, 0x39):
		return wrong, none, 1
	}
	return gb18030Range(((int(first-0x81)*10+int(second-0x30))*126+int(b[2]-0x81))*10 + int(b[3]-0x30)), none, 4
}

func gb18030Range(pointer int) rune {
	switch {
	case pointer > 39419 && pointer < 189000 || pointer > 1237575:
		return wrong
	case pointer == 7457:
		return 0xE7C7
	}
	all := ranges()
	start := all[sort.Search(len(all), func(i int) bool { return all[i][0] > pointer })-1]
	return rune(start[1] + pointer - start[0])
}

func utf16(unit func(b []byte) rune) step {
	isLead := func(r rune) bool { return 0xD800 <= r && r <= 0xDBFF }
	isTrail := func(r rune) bool { return 0xDC00 <= r && r <= 0xDFFF }
	return func(b []byte, last bool) (rune, rune, int) {
		if len(b) < 2 {
			return unfinished(b, last)
		}
		r := unit(b)
		switch {
		case isTrail(r):
			return wrong, none, 2
		case !isLead(r):
			return r, none, 2
		case len(b) < 4:
			return unfinished(b, last)
		}
		if trail := unit(b[2:]); isTrail(trail) {
			return 0x10000 + (r-0xD800)<<10 + trail - 0xDC00, none, 4
		}
		return wrong, none, 2
	}
}

// iso2022JP is the only decoder with a state.
type iso2022JP struct {
	set    byte // of characters, as its escape sequence ends; 0 is ASCII
	silent bool // nothing came since the last escape sequence: the Standard's "output flag"
}

func (d *iso2022JP) step(b []byte, last bool) (rune, rune, int) {
	if b[0] == 0x1B {
		return d.escape(b, last)
	}
	d.silent = false
	c := b[0]
	switch d.set {
	case 'I': // katakana
		if within(c, 0x21, 0x5F) {
			return 0xFF61 + rune(c-0x21), none, 1
		}
	case 'B': // JIS X 0208
		switch {
		case !within(c, 0x21, 0x7E):
		case len(b) < 2:
			return unfinished(b, last)
		case b[1] == 0x1B:
			return wrong, none, 1
		case within(b[1], 0x21, 0x7E):
			if r := jis0208().at(int(c-0x21)*94 + int(b[1]-0x21)); r != none {
				return r, none, 2
			}
			return wrong, none, 2
		default:
			return wrong, none, 2
		}
	default:
		switch {
		case d.set == 'J' && c == 0x5C:
			return 0xA5, none, 1
		case d.set == 'J' && c == 0x7E:
			return 0x203E, none, 1
		case isASCII(c) && c != 0x0E && c != 0x0F:
			return rune(c), none, 1
		}
	}
	return wrong, none, 1
}

// escape reads an escape sequence. A second one right after it is an error, and so is an unknown
// one.
func (d *iso2022JP) escape(b []byte, last bool) (rune, rune, int) {
	if len(b) < 3 && !last && (len(b) < 2 || b[1] == '$' || b[1] == '(') {
		return none, none, 0
	}
	if len(b) >= 3 {
		set, known := map[string]byte{"(B": 0, "(J": 'J', "(I": 'I', "$@": 'B', "$B": 'B'}[string(b[1:3])]
		if known {
			again := d.silent
			d.set, d.silent = set, true
			if again {
				return wrong, none, 3
			}
			return none, none, 3
		}
	}
	d.silent = false
	return wrong, none, 1
}
