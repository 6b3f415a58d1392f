package article_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Pages use the memory of earlier ones. No text depends on what was read before, or is read at the same time.
func TestPagesInAnyOrder(t *testing.T) {
	var pages []vectors.Vector
	for _, v := range vectors.All() {
		if v.Stage == vectors.Main && v.Input.Charset == "" && len(v.Expect.Text.Bytes()) > 0 {
			pages = append(pages, v)
		}
	}
	if len(pages) < 70 {
		t.Fatalf("%d pages", len(pages))
	}
	var readers sync.WaitGroup
	for reader := range uint64(4) {
		readers.Go(func() {
			r := rand.New(rand.NewPCG(reader, 11))
			for range 150 {
				v := pages[r.IntN(len(pages))]
				o := extract.Options{MediaType: "text/html", Profile: extract.Main}
				_, got, err := extracttest.TextOf(v.Input.Raw.Bytes(), o)
				if diff := cmp.Diff(string(v.Expect.Text.Bytes()), got); diff != "" || err != nil {
					t.Errorf("%s: error %v, text (-vector +read):\n%s", v.ID, err, diff)
				}
			}
		})
	}
	readers.Wait()
}

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
