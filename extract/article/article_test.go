package article_test

import (
	"errors"
	"math/rand/v2"
	"strings"
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

// A packed page is measured by the memory that its parts take, not by what its length could take.
func TestPackedPage(t *testing.T) {
	const sentence = "<p>A sentence, with commas, and with words enough to count.</p>\n"
	const entry = "<div class=entry><span>A link to another page</span> of the list, and what it says</div>\n"
	article := "<article><h1>Title</h1>" + strings.Repeat(sentence, 300) + "</article>"
	for _, tt := range []struct {
		page string
		err  error
		why  string
	}{
		{article + strings.Repeat(entry, 30_000), nil, "2.6 MB with 120,000 tags"},
		{article + "<script>" + strings.Repeat("words of a script ", 300_000) + "</script>", nil, "5 MB, mostly of a script"},
		{article + strings.Repeat("<i>", 1_000_000), extract.ErrExpansion, "a million elements"},
		{article + strings.Repeat("<p>a", 500_000), extract.ErrExpansion, "half a million lines"},
	} {
		packed := extracttest.GzipOf(t, strings.NewReader(tt.page))
		_, text, err := extracttest.TextOf(packed, extract.Options{Name: "page.html.gz", Profile: extract.Main})
		if !errors.Is(err, tt.err) || err == nil && !strings.Contains(text, "A sentence, ") {
			t.Errorf("%s: %v, %d bytes of text, want %v", tt.why, err, len(text), tt.err)
		}
	}
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
