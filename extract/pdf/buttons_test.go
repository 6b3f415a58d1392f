package pdf_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// A box to tick is drawn by lines, or by a sign in it. Either way its state is text, beside its label.
func TestButtons(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	page := func(annotations, more string) string {
		content := "BT /F1 12 Tf 100 700 Td (I agree) Tj 200 0 Td (I do not) Tj -200 -40 Td (Name) Tj ET " + more
		return pdfOfObjects("<< /Type /Catalog /Pages 2 0 R >>",
			"<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
			"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
			"<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R /Annots ["+annotations+"] >>",
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
	}
	button := func(rectangle, entries string) string {
		return "<< /Type /Annot /Subtype /Widget /FT /Btn /Rect [" + rectangle + "] " + entries + " >>"
	}
	const yes, no, below = "80 698 92 710", "280 698 292 710", "80 500 92 512"
	const on, off = "/AS /Yes", "/AS /Off"
	for _, tt := range []struct{ why, in, want string }{
		{"no box", page("", ""), "I agree\n\nName\n\nI do not\n"},
		{"a box that is ticked, and one not", page(button(yes, on)+button(no, off), ""), "☒ I agree\n\nName\n\n☐ I do not\n"},
		{"the other way round", page(button(yes, off)+button(no, on), ""), "☐ I agree\n\nName\n\n☒ I do not\n"},
		{"a box after its label", page(button("150 698 162 710", on), ""), "I agree ☒\n\nName\n\nI do not\n"},
		{"a box beside no line", page(button(below, on), ""), "I agree\n\nName\n\nI do not\n\n☒\n"},
		{"a sign in the box", page(button(yes, on), "BT /F1 12 Tf 82 700 Td (x) Tj ET"), "x\n\nI agree\n\nName\n\nI do not\n"},
		{"a box that is not shown", page(button(yes, on+" /F 2"), ""), "I agree\n\nName\n\nI do not\n"},
		{"a button to press has no state", page(button(yes, ""), ""), "I agree\n\nName\n\nI do not\n"},
		{"a state of another annotation", page("<< /Subtype /Text /Rect ["+yes+"] /AS /Yes >>", ""), "I agree\n\nName\n\nI do not\n"},
	} {
		_, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{Strict: true})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}
