package pdf_test

import (
	"fmt"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// Lines that a matrix mirrors are read in the order in which they are drawn.
func TestMirrored(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	for _, tt := range []struct {
		why, content, want string
	}{
		{"mirrored", "-1 0 0 1 612 0 cm BT /F1 12 Tf 72 720 Td (Frederick has \\(two\\) sons, 31 years old) Tj ET", "Frederick has (two) sons, 31 years old\n"},
		{"a page of which the line is mirrored, and the letters again", "-1 0 0 1 612 0 cm BT /F1 12 Tf -1 0 0 1 540 720 Tm (Frederick has two sons) Tj ET", "Frederick has two sons\n"},
		{"upside down, and mirrored", "1 0 0 -1 0 792 cm BT /F1 12 Tf 72 72 Td (Frederick has two sons) Tj ET", "Frederick has two sons\n"},
		{"single letters", "BT /F1 12 Tf 72 720 Td (a b c d e f) Tj ET", "a b c d e f\n"},
		{"letters that are drawn one by one", "BT /F1 12 Tf 72 720 Td (s) Tj 6 0 Td (o) Tj 6.67 0 Td (n) Tj 6.67 0 Td (s) Tj 6 0 Td (a) Tj ET", "sonsa\n"},
	} {
		document := pdfOfObjects("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(tt.content), tt.content))
		_, text, err := extracttest.TextOf([]byte(document), extract.Options{})
		if text != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.why, text, err, tt.want)
		}
	}
}
