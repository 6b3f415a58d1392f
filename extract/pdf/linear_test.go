package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// TestHostileIsLinear reads PDFs that try to make their comments and links costly.
func TestHostileIsLinear(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	with := func(annotations string, more ...string) string {
		return pdfOfObjects(append([]string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [" + annotations + "] >>"}, more...)...)
	}
	const note = "<< /Subtype /Text /Contents (Which lamp?) >>"
	for why, of := range map[string]func(n int) string{
		"annotations that a page has itself":   func(n int) string { return with(strings.Repeat(note, n)) },
		"references to one annotation":         func(n int) string { return with(strings.Repeat("4 0 R ", n), note) },
		"arrays in one another":                func(n int) string { return with(strings.Repeat("[", n) + strings.Repeat("]", n)) },
		"a string without an end":              func(n int) string { return with("4 0 R", "<< /Contents ("+strings.Repeat("(", n)) },
		"objects in one another, and no table": func(n int) string { return "%PDF-1.4\n" + strings.Repeat("1 0 obj<</A ", n) },
		"links in a page":                      func(n int) string { return with(strings.Repeat("<</Subtype/Link/Dest/a/Rect[0 0 9 9]>>", n)) },
		"pages that share their annotations": func(n int) string {
			var pages []string
			var kids strings.Builder
			for i := range n / 10 {
				fmt.Fprintf(&kids, "%d 0 R ", 4+i)
				pages = append(pages, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots 3 0 R >>")
			}
			return pdfOfObjects(append([]string{"<< /Type /Catalog /Pages 2 0 R >>",
				"<< /Type /Pages /Kids [" + kids.String() + "] >>", "[" + strings.Repeat(note, n/10) + "]"}, pages...)...)
		},
	} {
		extracttest.IsLinear(t, why, "application/pdf", of, 5_000)
	}
}
