package office_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

func TestXPS(t *testing.T) {
	for _, tt := range []struct{ why, page, want string }{
		{"strings in lines", extracttest.Glyph("10", "10", "one two", "") + extracttest.Glyph("80", "10", "three", "") + extracttest.Glyph("10", "25", "four", ""), "one two three\nfour"},
		{"a word in two parts", extracttest.Glyph("10", "10", "fo", `Indices="1,50;2,50"`) + extracttest.Glyph("20", "10", "ur", ""), "four"},
		{"letters whose width nobody says, and blanks", extracttest.Glyph("10", "10", "f", `Indices="1"`) + extracttest.Glyph("15", "10", "our", `Indices="1,50;2,50;3"`) + extracttest.Glyph("30", "10", " ", "") + extracttest.Glyph("33", "10", "x", ""), "four x"},
		{"two words", extracttest.Glyph("10", "10", "fo", `Indices="1,50;2,50"`) + extracttest.Glyph("23", "10", "ur", ""), "fo ur"},
		{"a part that is a little higher", extracttest.Glyph("10", "10", "x", `Indices="1,50"`) + extracttest.Glyph("15", "7", "2", ""), "x2"},
		{"from right to left", extracttest.Glyph("50", "10", "של", `BidiLevel="1" Indices="1,50;2,50"`) + extracttest.Glyph("40", "10", "ום", `BidiLevel="1"`), "שלום"},
		{"a canvas that is moved", `<Canvas RenderTransform="1,0,0,1,10,0">` + extracttest.Glyph("0", "10", "fo", `Indices="1,50;2,50"`) + `</Canvas>` + extracttest.Glyph("20", "10", "ur", ""), "four"},
		{"one that says so in an element", `<Canvas><Canvas.RenderTransform><MatrixTransform Matrix="2,0,0,2,10,0"/></Canvas.RenderTransform>` + extracttest.Glyph("0", "5", "fo", `Indices="1,50;2,50"`) + `</Canvas>` + extracttest.Glyph("30", "10", "ur", ""), "four"},
		{"glyphs without characters", extracttest.Glyph("10", "10", "fo", `Indices="1,50;2,50"`) + extracttest.Glyph("40", "10", "", `Indices="3,50;4,50"`), "fo \uFFFD\uFFFD"},
		{"braces that escape", extracttest.Glyph("0", "0", "{}{a}", ""), "{a}"},
	} {
		d, text, err := extracttest.TextOf(extracttest.XPS(t, tt.page), extract.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if diff := cmp.Diff([]string{tt.want, "application/vnd.ms-xpsdocument"}, []string{text, d.MediaType}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
	for _, page := range []string{"", `<Path Data="M 0,0"/>`} {
		if _, _, err := extracttest.TextOf(extracttest.XPS(t, page), extract.Options{}); !errors.Is(err, extract.ErrNoText) {
			t.Errorf("%q: error %v, want %v", page, err, extract.ErrNoText)
		}
	}
}

func FuzzXPS(f *testing.F) {
	f.Add(`<Canvas RenderTransform="1,0,0,1,10,0">` + extracttest.Glyph("0", "10", "fo", `BidiLevel="1" Indices="1,50;2,50"`) + `</Canvas>`)
	f.Add(`<Canvas><Canvas.RenderTransform><MatrixTransform Matrix="2,0,0,2,10,0"/></Canvas.RenderTransform></Canvas>`)
	f.Fuzz(func(t *testing.T, page string) {
		if _, _, err := extracttest.TextOf(extracttest.XPS(t, page), extract.Options{}); err != nil && !extracttest.Named(err) {
			t.Error(err)
		}
	})
}
