package extract

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/zipped"
)

// xps is a document of one page.
func xps(t testing.TB, page string) []byte {
	const ns = ` xmlns="http://schemas.microsoft.com/xps/2005/06"`
	return pack(t,
		"[Content_Types].xml", types("Pages/1.fpage", "application/vnd.ms-package.xps-fixedpage+xml"),
		"_rels/.rels", `<Relationships xmlns="`+opc+`relationships"><Relationship Id="r1" Type="http://schemas.microsoft.com/xps/2005/06/fixedrepresentation" Target="/all.fdseq"/></Relationships>`,
		"all.fdseq", `<FixedDocumentSequence`+ns+`><DocumentReference Source="one.fdoc"/></FixedDocumentSequence>`,
		"one.fdoc", `<FixedDocument`+ns+`><PageContent Source="/Pages/1.fpage"/></FixedDocument>`,
		"Pages/1.fpage", `<FixedPage`+ns+`>`+page+`</FixedPage>`)
}

// glyph is a string at a place, in a size of 10.
func glyph(x, y, text, more string) string {
	return `<Glyphs OriginX="` + x + `" OriginY="` + y + `" FontRenderingEmSize="10" UnicodeString="` + text + `" ` + more + `/>`
}

func TestXPS(t *testing.T) {
	for _, tt := range []struct{ why, page, want string }{
		{"strings in lines", glyph("10", "10", "one two", "") + glyph("80", "10", "three", "") + glyph("10", "25", "four", ""), "one two three\nfour"},
		{"a word in two parts", glyph("10", "10", "fo", `Indices="1,50;2,50"`) + glyph("20", "10", "ur", ""), "four"},
		{"letters whose width nobody says, and blanks", glyph("10", "10", "f", `Indices="1"`) + glyph("15", "10", "our", `Indices="1,50;2,50;3"`) + glyph("30", "10", " ", "") + glyph("33", "10", "x", ""), "four x"},
		{"two words", glyph("10", "10", "fo", `Indices="1,50;2,50"`) + glyph("23", "10", "ur", ""), "fo ur"},
		{"a part that is a little higher", glyph("10", "10", "x", `Indices="1,50"`) + glyph("15", "7", "2", ""), "x2"},
		{"from right to left", glyph("50", "10", "של", `BidiLevel="1" Indices="1,50;2,50"`) + glyph("40", "10", "ום", `BidiLevel="1"`), "שלום"},
		{"a canvas that is moved", `<Canvas RenderTransform="1,0,0,1,10,0">` + glyph("0", "10", "fo", `Indices="1,50;2,50"`) + `</Canvas>` + glyph("20", "10", "ur", ""), "four"},
		{"one that says so in an element", `<Canvas><Canvas.RenderTransform><MatrixTransform Matrix="2,0,0,2,10,0"/></Canvas.RenderTransform>` + glyph("0", "5", "fo", `Indices="1,50;2,50"`) + `</Canvas>` + glyph("30", "10", "ur", ""), "four"},
		{"braces that escape", glyph("0", "0", "{}{a}", ""), "{a}"},
	} {
		d, text, err := textOf(xps(t, tt.page), Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if diff := cmp.Diff([]string{tt.want, zipped.XPS}, []string{text, d.MediaType}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
	for _, page := range []string{"", `<Path Data="M 0,0"/>`} {
		if _, _, err := textOf(xps(t, page), Options{}); !errors.Is(err, ErrNoText) {
			t.Errorf("%q: error %v, want %v", page, err, ErrNoText)
		}
	}
}

func FuzzXPS(f *testing.F) {
	f.Add(`<Canvas RenderTransform="1,0,0,1,10,0">` + glyph("0", "10", "fo", `BidiLevel="1" Indices="1,50;2,50"`) + `</Canvas>`)
	f.Add(`<Canvas><Canvas.RenderTransform><MatrixTransform Matrix="2,0,0,2,10,0"/></Canvas.RenderTransform></Canvas>`)
	f.Fuzz(func(t *testing.T, page string) {
		if _, _, err := textOf(xps(t, page), Options{}); err != nil && !named(err) {
			t.Error(err)
		}
	})
}
