package pdf_test

import (
	"fmt"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// A form may lack the font of its ticks. Then only the tick is missing, and its field says it. Any other sign is lost.
func TestNoDingbats(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	page := func(font, field, more string) string {
		content := "BT /F1 12 Tf 100 700 Td (I agree) Tj ET " + more
		tick := "BT /" + font + " 10 Tf (4) Tj ET"
		stream := func(entries, s string) string {
			return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(s), s)
		}
		return pdfOfObjects("<< /Type /Catalog /Pages 2 0 R >>",
			"<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
			"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
			"<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R /Annots [6 0 R] >>",
			stream("", content),
			"<< /Type /Annot /Subtype /Widget /Rect [80 698 92 710] /AP << /N "+field+" >>",
			stream("/Type /XObject /Subtype /Form /BBox [0 0 12 12]", tick))
	}
	const box = "<< /Yes 7 0 R >> >> /FT /Btn /AS /Yes"
	for _, tt := range []struct {
		why, in string
		lost    bool
	}{
		{"a tick", page("ZaDb", box, ""), false},
		{"a sign in another font", page("Other", box, ""), true},
		{"a sign of another field", page("ZaDb", "7 0 R >> /FT /Tx", ""), true},
		{"text without a font beside it", page("ZaDb", box, "q BT /F9 9 Tf (more) Tj ET Q"), true},
	} {
		_, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{Strict: true})
		if (err != nil) != tt.lost || !tt.lost && text != "☒ I agree\n" {
			t.Errorf("%s: %q, error %v", tt.why, text, err)
		}
	}
}
