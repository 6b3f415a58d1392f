// Package symbol maps the characters of symbol fonts to Unicode.
package symbol

import "strings"

// Text returns the text of a character of a symbol font. The font Symbol has Greek letters in the
// places of Latin ones, and signs of mathematics. Other such fonts have pictures, whose text is "".
func Text(font string, r rune) string {
	if r >= 0xF000 && r <= 0xF0FF {
		r -= 0xF000
	}
	switch {
	case r >= 0xE000 && r <= 0xF8FF:
		return ""
	case r >= 0x100:
		return string(r)
	case r == ' ':
		return " "
	case !strings.EqualFold(font, "Symbol"):
		return ""
	case r >= '!' && int(r)-'!' < len(low):
		return string(low[r-'!'])
	case r >= 0xA1 && int(r)-0xA1 < len(high) && high[r-0xA1] != ' ':
		return string(high[r-0xA1])
	}
	return ""
}

// The characters of the font Symbol from 21 and from A1 on. Parts of tall brackets have no text.
var (
	low = []rune(`!∀#∃%&∋()∗+,−./0123456789:;<=>?` +
		`≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_` + "‾" +
		`αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼`)
	high = []rune(`ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…  ↵` +
		`ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓` +
		`◊⟨®©™∑           ⟩∫`)
)
