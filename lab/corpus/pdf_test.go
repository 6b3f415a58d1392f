package corpus

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/scheme"
)

// The installation guide as PDF is near the same as HTML, in every language.
func TestPDFOfManuals(t *testing.T) {
	const tolerance = 6 // bits
	checked := 0
	for _, m := range open(t).Manuals {
		f, err := os.Open(filepath.Join(m.Dir, "install."+m.Language+".pdf.gz"))
		if os.IsNotExist(err) {
			continue // Greek has none
		}
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := extract.Open(t.Context(), z, extract.Options{})
		if err != nil {
			t.Errorf("%s: %v", m.Language, err)
			continue
		}
		h := scheme.SM1.New()
		f.Close() // the text is in memory
		if _, err := io.Copy(h, doc); err != nil {
			t.Fatal(err)
		}
		pdf, err := h.Fingerprint()
		if err != nil {
			t.Fatal(err)
		}
		h.Reset()
		if _, err := m.HTML().WriteTo(h); err != nil {
			t.Fatal(err)
		}
		html, err := h.Fingerprint()
		if err != nil {
			t.Fatal(err)
		}
		checked++
		if d, err := html.Distance(pdf); err != nil || d > tolerance {
			t.Errorf("%s: %d bits from HTML to PDF, %v, want %d at most", m.Language, d, err, tolerance)
		}
	}
	if checked == 0 {
		t.Error("no manual has a PDF")
	}
}
