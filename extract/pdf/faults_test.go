package pdf_test

import (
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/pdf"
)

// TestFaults cuts PDFs short, and damages each of their streams.
func TestFaults(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	extracttest.Faults(t, pdf.Formats, []extracttest.Seed{
		{Name: "pages.pdf", Octets: []byte(pdfOf([]string{"The first page"}, []string{"The second page"}, []string{"The third page"}))},
		{Name: "en.writer.pdf", Octets: extracttest.Document(t, "en.writer.pdf")},
		{Name: "en.chromium.pdf", Octets: extracttest.Document(t, "en.chromium.pdf")},
	})
}
