package symbol

import "testing"

func TestText(t *testing.T) {
	for _, tt := range []struct {
		why, font string
		r         rune
		want      string
	}{
		{"the first Greek letter", "Symbol", 'A', "Α"},
		{"the last one", "symbol", 'z', "ζ"},
		{"by its code in the area for private use", "Symbol", 0xF061, "α"},
		{"a digit", "Symbol", '7', "7"},
		{"the first character", "Symbol", '!', "!"},
		{"the last one below 80", "Symbol", '~', "∼"},
		{"the first one above A0", "Symbol", 0xA1, "ϒ"},
		{"a sign of mathematics", "Symbol", 0xB3, "≥"},
		{"the first sign of the row C0", "Symbol", 0xC0, "ℵ"},
		{"the last sign of the row D0", "Symbol", 0xDF, "⇓"},
		{"a sum, and an integral", "Symbol", 0xE5, "∑"},
		{"an integral", "Symbol", 0xF2, "∫"},
		{"part of a bracket", "Symbol", 0xE6, ""},
		{"no character", "Symbol", 0x7F, ""},
		{"a blank", "Wingdings", 0xF020, " "},
		{"a picture", "Wingdings", 'A', ""},
		{"a character of other fonts", "Wingdings", '中', "中"},
		{"one for private use", "Symbol", 0xE123, ""},
		{"a box with a tick", "Wingdings", 0xF0FE, "☑"},
		{"a box without one, by the name in capitals", "WINGDINGS", 0xA8, "☐"},
		{"a radio button that is chosen", "Wingdings", 0xF0A4, "☒"},
		{"a radio button that is not", "Wingdings", 0xF0A1, "☐"},
		{"a box of another font", "Wingdings 2", 0xF052, "☑"},
		{"the first digit in a circle", "Wingdings", 0xF080, "⓪"},
		{"the last one", "Wingdings", 0x95, "❿"},
		{"the place after it, a picture", "Wingdings", 0x96, ""},
		{"a digit in a circle of another font", "Wingdings 2", 'j', "①"},
		{"the last one of that font", "Wingdings 2", '~', "❿"},
		{"a thumb", "Wingdings", 'D', "👎"},
		{"an arrow that Word writes for -->", "Wingdings", 0xF0E0, "→"},
		{"the last arrow", "Wingdings", 0xF8, "↘"},
		{"an arrowhead that begins entries of lists", "Wingdings", 0xD8, ""},
		{"an arrow of a third font", "Wingdings 3", 'g', "→"},
		{"a tick of a fourth", "Webdings", 'a', "✓"},
		{"its cross", "Webdings", 'r', "✗"},
		{"the place of a box in it", "Webdings", 0xF052, ""},
	} {
		if got := Text(tt.font, tt.r); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func TestIsFont(t *testing.T) {
	for name, want := range map[string]bool{"Symbol": true, "wingdings 3": true, "ZapfDingbats": true, "MT Extra": true, "Arial": false, "": false} {
		if got := IsFont(name); got != want {
			t.Errorf("%q: %t, want %t", name, got, want)
		}
	}
}
