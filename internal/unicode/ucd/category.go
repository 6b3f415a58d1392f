package ucd

import "strconv"

// Category is a value of General_Category (UAX #44, table 12).
type Category uint8

// The general categories, in the order of UAX #44, table 12.
const (
	Lu Category = iota // uppercase letter
	Ll                 // lowercase letter
	Lt                 // titlecase letter
	Lm                 // modifier letter
	Lo                 // other letter
	Mn                 // nonspacing mark
	Mc                 // spacing mark
	Me                 // enclosing mark
	Nd                 // decimal number
	Nl                 // letter number
	No                 // other number
	Pc                 // connector punctuation
	Pd                 // dash punctuation
	Ps                 // open punctuation
	Pe                 // close punctuation
	Pi                 // initial punctuation
	Pf                 // final punctuation
	Po                 // other punctuation
	Sm                 // math symbol
	Sc                 // currency symbol
	Sk                 // modifier symbol
	So                 // other symbol
	Zs                 // space separator
	Zl                 // line separator
	Zp                 // paragraph separator
	Cc                 // control
	Cf                 // format
	Cs                 // surrogate
	Co                 // private use
	Cn                 // unassigned
)

var categoryNames = [...]string{
	Lu: "Lu", Ll: "Ll", Lt: "Lt", Lm: "Lm", Lo: "Lo",
	Mn: "Mn", Mc: "Mc", Me: "Me",
	Nd: "Nd", Nl: "Nl", No: "No",
	Pc: "Pc", Pd: "Pd", Ps: "Ps", Pe: "Pe", Pi: "Pi", Pf: "Pf", Po: "Po",
	Sm: "Sm", Sc: "Sc", Sk: "Sk", So: "So",
	Zs: "Zs", Zl: "Zl", Zp: "Zp",
	Cc: "Cc", Cf: "Cf", Cs: "Cs", Co: "Co", Cn: "Cn",
}

// String returns the short name of c, such as "Lu".
func (c Category) String() string {
	if int(c) < len(categoryNames) {
		return categoryNames[c]
	}
	return "Category(" + strconv.Itoa(int(c)) + ")"
}

// ParseCategory returns the category whose short name is s. The match is exact:
// the loose matching of UAX #44, section 5.9 is not applied.
func ParseCategory(s string) (Category, bool) {
	for c, name := range categoryNames {
		if name == s {
			return Category(c), true
		}
	}
	return Cn, false
}

// Categories is a set of general categories. The zero value is the empty set.
type Categories uint32

// CategoriesOf returns the set of the categories c.
func CategoriesOf(c ...Category) Categories {
	var s Categories
	for _, c := range c {
		s |= 1 << c
	}
	return s
}

// Contains reports whether c is in s.
func (s Categories) Contains(c Category) bool {
	return s>>c&1 != 0
}
