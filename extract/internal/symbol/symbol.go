// Package symbol knows the fonts whose characters are not what their codes say.
package symbol

import "strings"

// Text returns the text of a character of a symbol font. The font Symbol has Greek letters
// where others have Latin ones; other such fonts hold pictures, whose text is "".
func Text(font string, r rune) string {
	if r >= 0xF000 && r <= 0xF0FF {
		r -= 0xF000
	}
	if r >= 0xE000 && r <= 0xF8FF {
		return ""
	}
	if !strings.EqualFold(font, "Symbol") {
		if r < 0x100 {
			return ""
		}
		return string(r)
	}
	const upper, lower = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
	switch {
	case 'A' <= r && r <= 'Z':
		return string([]rune(upper)[r-'A'])
	case 'a' <= r && r <= 'z':
		return string([]rune(lower)[r-'a'])
	case r >= 0x100:
		return string(r)
	}
	return ""
}
