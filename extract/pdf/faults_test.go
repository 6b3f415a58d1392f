package pdf_test

import (
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/pdf"
)

// TestFaults cuts PDFs short, and damages or removes each of their objects.
func TestFaults(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	extracttest.Needs(t, "pdfdetach")
	null := func(objects ...string) map[string]string {
		all := make(map[string]string)
		for _, o := range objects {
			all["missing: object "+o] = "a part of a font; a reference to an object that is missing is null (ISO 32000-1, 7.3.10)"
		}
		return all
	}
	extracttest.Faults(t, pdf.Formats, []extracttest.Seed{
		{Name: "attached.pdf", Octets: []byte(pdfWith("A letter", "a.txt", "The keeper lit the lamp.", "b.txt", "At dawn she put it out."))},
		{Name: "pages.pdf", Octets: []byte(pdfOf([]string{"The first page"}, []string{"The second page"}, []string{"The third page"}))},
		{Name: "en.writer.pdf", Octets: extracttest.Document(t, "en.writer.pdf"), Same: null("11", "16")},
		{Name: "en.chromium.pdf", Octets: extracttest.Document(t, "en.chromium.pdf"), Same: null("72", "73", "76", "77")},
	})
}
