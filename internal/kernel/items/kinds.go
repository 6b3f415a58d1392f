package items

import "github.com/lsh-interop/fpcheck/internal/unicode/ucd"

// kind says what a separator means for a text digest (R10.7, R10.8).
type kind uint8

const (
	other  kind = iota // a quotation mark, a control, or no code point
	blank              // white space
	symbol             // an item
	dash               // an item before a number
	point              // an item directly before a number
)

var (
	symbols     = ucd.CategoriesOf(ucd.No, ucd.Sc, ucd.Sm, ucd.So, ucd.Co, ucd.Cn)
	punctuation = ucd.CategoriesOf(ucd.Po, ucd.Ps, ucd.Pe, ucd.Sk)
)

var asciiKinds = func() (t [0x80]kind) {
	for r := range t {
		t[r] = lookUp(rune(r))
	}
	return t
}()

func kindOf(r rune) kind {
	if int(r) < len(asciiKinds) {
		return asciiKinds[r]
	}
	return lookUp(r)
}

func lookUp(r rune) kind {
	c := ucd.CategoryOf(r)
	switch {
	case ucd.IsWhiteSpace(r):
		return blank
	case c == ucd.Pd, r == 0x2212: // the minus sign
		return dash
	case IsUnit(r):
		return symbol
	case isQuotation(r):
		return other
	case isLayout(r), punctuation.Contains(c):
		return point
	case symbols.Contains(c):
		return symbol
	}
	return other
}

// IsUnit reports whether R10.7 (b) lists r. It is a unit such as percent, per mille or prime, or the
// thousands sign of Greek.
func IsUnit(r rune) bool {
	switch r {
	case '%', 0x0375, 0x0609, 0x060A, 0x066A, 0xFE6A, 0xFF05, 0x2057:
		return true
	}
	return 0x2030 <= r && r <= 0x2034
}

// isQuotation reports whether r is a quotation mark of Po, Ps or Sk. Others are of Pi and Pf.
func isQuotation(r rune) bool {
	switch r {
	case '"', '\'', '`', 0xB4, 0x201A, 0x201E:
		return true
	}
	return false
}

// isLayout reports whether r is a symbol that lists and tables are drawn with.
func isLayout(r rune) bool { return r == '|' || r == '~' || 0x2500 <= r && r <= 0x25FF }
