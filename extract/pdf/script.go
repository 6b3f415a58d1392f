package pdf

import (
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// intricate are the scripts that run from right to left, or put signs around their letters.
var intricate = []*unicode.RangeTable{
	unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Samaritan, unicode.Mandaic, unicode.Adlam,
	unicode.Hanifi_Rohingya, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
	unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Thai, unicode.Lao, unicode.Tibetan,
	unicode.Myanmar, unicode.Khmer, unicode.Mongolian, unicode.New_Tai_Lue, unicode.Tai_Tham, unicode.Balinese, unicode.Javanese,
	unicode.Sundanese, unicode.Limbu, unicode.Meetei_Mayek, unicode.Ol_Chiki, unicode.Cham, unicode.Lepcha, unicode.Buginese,
}

func isIntricate(r rune) bool { return r >= firstRight && unicode.In(r, intricate...) }

// class returns how a character counts for the order in which it is shown.
func class(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}

// firstRight is the first letter that runs from right to left.
const firstRight = 0x590

func isRight(r rune) bool {
	if r < firstRight {
		return false
	}
	c := class(r)
	return c == bidi.R || c == bidi.AL
}
