package article_test

import (
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// FuzzMain looks for the main content, which is another library's work.
func FuzzMain(f *testing.F) {
	f.Add([]byte("<article><h1>Title</h1><p>A sentence, with commas, and with words enough to count.</p></article><nav><a href=a>b</a></nav>"))
	f.Fuzz(func(t *testing.T, octets []byte) {
		_, _, err := extracttest.TextOf(octets, extract.Options{MediaType: "text/html", Profile: extract.Main, Limits: extract.Limits{Size: 1 << 20}})
		if err != nil && !extracttest.Named(err) {
			t.Errorf("an error without a name: %v", err)
		}
	})
}
