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

// The whole of a long article is found. Most pages with much text are lists or forums. So a model that saw no long
// articles drops half of one.
func TestLongArticles(t *testing.T) {
	words := strings.Fields("the council had said in spring that harbours, roads and schools of northern towns would not wait for " +
		"money, but engineers found a cheaper way to mend what storms broke, and so work began early in May")
	r := rand.New(rand.NewPCG(39, 1))
	paragraph := func() string {
		var b strings.Builder
		for size := 150 + r.IntN(450); b.Len() < size; b.WriteString(". ") {
			b.WriteString("There")
			for range 8 + r.IntN(20) {
				b.WriteString(" " + words[r.IntN(len(words))])
			}
		}
		return strings.TrimSpace(b.String())
	}
	for _, tt := range []struct{ before, each, after, why string }{
		{"<article><h1>A report</h1>", "<p>%</p>", "</article>", "an element of HTML for it"},
		{"<h1>A report</h1><div class=content>", "<p>%</p>", "</div>", "a class for it"},
		{"<div id=m><table><tr><td>", "%<br><br>", "</table></div>", "a table, and no paragraphs"},
		{"<main><article>", "<section><h2>Part</h2><p>%</p></section>", "</article></main>", "sections"},
	} {
		for _, count := range []int{20, 100, 200, 400, 1000, 3000} {
			var want, body []string
			for range count {
				want = append(want, paragraph())
				body = append(body, strings.ReplaceAll(tt.each, "%", want[len(want)-1]))
			}
			page := "<!DOCTYPE html><title>A report</title><nav><a href=/>Home</a> <a href=/n>News</a></nav>" +
				tt.before + strings.Join(body, "\n") + tt.after + "<footer>Copyright notice</footer>"
			_, text, err := extracttest.TextOf([]byte(page), extract.Options{MediaType: "text/html", Profile: extract.Main})
			if err != nil {
				t.Fatal(err)
			}
			lines, found := make(map[string]bool), 0
			for line := range strings.SplitSeq(text, "\n") {
				lines[line] = true
			}
			for _, p := range want {
				if lines[p] {
					found++
				}
			}
			if found < count || strings.Contains(text, "Copyright") {
				t.Errorf("%s: %d of %d paragraphs", tt.why, found, count)
			}
		}
	}
}

// FuzzMain reads the main text of any page.
func FuzzMain(f *testing.F) {
	f.Add([]byte("<article><h1>Title</h1><p>A sentence, with commas, and with words enough to count.</p></article><nav><a href=a>b</a></nav>"))
	f.Fuzz(func(t *testing.T, octets []byte) {
		_, _, err := extracttest.TextOf(octets, extract.Options{MediaType: "text/html", Profile: extract.Main, Limits: extract.Limits{Size: 1 << 20}})
		if err != nil && !extracttest.Named(err) {
			t.Errorf("an error without a name: %v", err)
		}
	})
}
