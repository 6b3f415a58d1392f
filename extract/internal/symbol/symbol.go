// Package symbol maps the characters of symbol fonts to Unicode.
package symbol

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// IsFont reports whether a font that a document names has symbols in the places of letters.
func IsFont(name string) bool {
	name = strings.ToLower(name)
	return name == "symbol" || name == "mt extra" || strings.Contains(name, "dings") || strings.Contains(name, "dingbats")
}

// Text returns the text of a character of a symbol font. The font Symbol has Greek letters in the
// places of Latin ones, and signs of mathematics. Other such fonts have pictures, whose text is "". But
// boxes, radio buttons and ticks are text, because they say what was chosen. So are digits in circles, arrows
// and hands.
func Text(font string, r rune) string {
	if r >= 0xF000 && r <= 0xF0FF {
		r -= 0xF000
	}
	if sign := signs()[strings.ToLower(font)][r]; sign != 0 {
		return string(sign)
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

// InPrivateUse returns a text in a symbol font, or in another if font is "". Letters of symbol fonts have code points
// in private use. Those that have no text stay there.
func InPrivateUse(font, s string) string {
	if font == "" {
		return s
	}
	return strings.Map(func(r rune) rune {
		if text := Text(font, r); r >= 0xF000 && r <= 0xF0FF && text != "" {
			r, _ = utf8.DecodeRuneInString(text)
		}
		return r
	}, s)
}

// signs are the signs of fonts of pictures that are text. A radio button is a box, as in a form. Digests
// leave out the circles of Unicode (R10.7).
var signs = sync.OnceValue(func() map[string]map[rune]rune {
	fonts := make(map[string]map[rune]rune)
	for font, runs := range map[string]map[rune]string{ // by the first place
		"wingdings": {
			'C': "👍👎☜☞☝☟", 'o': "☐", 'q': "☐☐", 'x': "☒", 0x80: "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿",
			0xA1: "☐", 0xA4: "☒", 0xA8: "☐", 0xDF: "←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⇔⇳↖↗↙↘", 0xFB: "✗✓☒☑",
		},
		"wingdings 2": {'O': "✗✓☒☑☒☒", 'i': "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿", 0xA3: "☐"},
		"wingdings 3": {'f': "←→↑↓↖↗↙↘"},
		"webdings":    {'a': "✓", 'r': "✗"},
	} {
		places := make(map[rune]rune)
		for first, run := range runs {
			for i, sign := range []rune(run) {
				places[first+rune(i)] = sign
			}
		}
		fonts[font] = places
	}
	return fonts
})

// The characters of the font Symbol from 21 and from A1 on. Parts of tall brackets have no text.
var (
	low = []rune(`!∀#∃%&∋()∗+,−./0123456789:;<=>?` +
		`≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_` + "‾" +
		`αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼`)
	high = []rune(`ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…  ↵` +
		`ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓` +
		`◊⟨®©™∑           ⟩∫`)
)
