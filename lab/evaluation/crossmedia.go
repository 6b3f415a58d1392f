package evaluation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Edition is one work in one language, in several media.
type Edition struct {
	Work, Language string
	Texts          map[corpus.Medium]string
}

func (e Edition) String() string { return e.Work + " " + e.Language }

// CrossMedia compares the media of each edition with each other, whole and by passages, and
// editions of different works. Passages are from the HTML, and are searched for in each other
// medium. The result is a page of Markdown.
func CrossMedia(ctx context.Context, editions []Edition, media []corpus.Medium, progress func(step string, done, total int)) (string, error) {
	c := &crossing{editions: editions, media: media, meter: newMeter(scheme.All()),
		cells: make(map[crossCell]histogram), worst: make(map[worstKey]miss), whole: make([][]sketches, len(editions))}
	r := &run{options: Options{Progress: progress}, workers: runtime.GOMAXPROCS(0)}
	var errs []error
	err := r.parallel(ctx, "editions", len(editions), func(i int) {
		if err := c.edition(i); err != nil {
			c.mu.Lock()
			errs = append(errs, err)
			c.mu.Unlock()
		}
	})
	if err != nil || len(errs) > 0 {
		return "", cmp.Or(err, errors.Join(errs...))
	}
	c.nearest()
	return c.page(), nil
}

// crossing is one comparison of media.
type crossing struct {
	editions []Edition
	media    []corpus.Medium
	meter    *meter

	mu    sync.Mutex // of what follows, while editions are measured
	cells map[crossCell]histogram
	worst map[worstKey]miss
	whole [][]sketches // of each edition, by medium
	near  map[int]neighbour
}

// crossCell identifies a histogram: a subject, passages of a number of words (0: whole), and a pair
// of media.
type crossCell struct{ subject, words, a, b int }

type worstKey struct {
	words int
	other corpus.Medium // the medium that is not HTML
}

// neighbour is a pair of different works, as near as any.
type neighbour struct {
	distance int
	names    string
}

func (c *crossing) edition(i int) error {
	e := c.editions[i]
	k := c.meter.sketcher()
	c.whole[i] = c.compare(k, 0, e.String(), e.Texts)
	for _, words := range twinLengths {
		passages := make(map[int]map[corpus.Medium]string) // by where they begin in the HTML
		for m, text := range e.Texts {
			if m == corpus.HTML {
				continue
			}
			twins, _ := corpus.Align(e.Texts[corpus.HTML], text).Twins(words)
			for _, t := range twins {
				if passages[t.At] == nil {
					passages[t.At] = map[corpus.Medium]string{corpus.HTML: t.A}
				}
				passages[t.At][m] = t.B
			}
		}
		for n, at := range spread(slices.Sorted(maps.Keys(passages)), twinsOfEdition) {
			c.compare(k, words, fmt.Sprintf("%s, passage %d", e, n+1), passages[at])
		}
	}
	return k.err
}

// twinsOfEdition is how many passages of each length of an edition are measured.
const twinsOfEdition = 40

// compare counts the distances between the media of one text.
func (c *crossing) compare(k *sketcher, words int, name string, texts map[corpus.Medium]string) []sketches {
	all := make([]sketches, len(c.media))
	for i, m := range c.media {
		if all[i].features = make([]int, len(c.meter.schemes)); texts[m] != "" {
			all[i] = k.sketch(texts[m])
		}
	}
	by := c.meter.find("sm1")
	c.mu.Lock()
	defer c.mu.Unlock()
	for a := range c.media {
		for b := a + 1; b < len(c.media); b++ {
			for s := range c.meter.subjects {
				d, ok := c.meter.distance(s, &all[a], &all[b])
				if !ok {
					continue
				}
				key := crossCell{s, words, a, b}
				h := c.cells[key]
				if h == nil {
					h = make(histogram, c.meter.subjects[s].greatest()+1)
					c.cells[key] = h
				}
				h[d]++
				if s != by || c.media[a] != corpus.HTML {
					continue
				}
				m := miss{d, name, texts[c.media[a]], texts[c.media[b]]}
				at := worstKey{words, c.media[b]}
				if w, ok := c.worst[at]; !ok || w.distance < d || w.distance == d && m.manual < w.manual {
					c.worst[at] = m
				}
			}
		}
	}
	return all
}

// nearest finds the nearest whole texts of different works, in whatever media.
func (c *crossing) nearest() {
	c.near = make(map[int]neighbour)
	for i, x := range c.editions {
		for j, y := range c.editions[:i] {
			if x.Work == y.Work {
				continue
			}
			for a := range c.media {
				for b := range c.media {
					for s := range c.meter.subjects {
						d, ok := c.meter.distance(s, &c.whole[i][a], &c.whole[j][b])
						if n, was := c.near[s]; ok && (!was || d < n.distance) {
							c.near[s] = neighbour{d, fmt.Sprintf("%s %s, %s %s", x, c.media[a], y, c.media[b])}
						}
					}
				}
			}
		}
	}
}

// sum adds up the pairs of media that are chosen.
func (c *crossing) sum(subject, words int, chosen func(a, b corpus.Medium) bool) histogram {
	var h histogram
	for key, of := range c.cells {
		if key.subject == subject && key.words == words && chosen(c.media[key.a], c.media[key.b]) {
			h = h.plus(of)
		}
	}
	return h
}

// page returns crossmedia.md.
func (c *crossing) page() string {
	w := &writer{}
	w.WriteString("# One work in several media\n\n")
	w.p("This page is for readers who want to know how much a change of medium changes a fingerprint. It shows the "+
		"distances between the fingerprints of one text in two media. It also shows the distances between different "+
		"works. There are %d editions of %d works in %d languages, each in up to %d media. The HTML, text, PDF "+
		"and EPUB are the documents that their makers publish. pandoc made the other media from the "+
		"HTML. `make crossmedia` writes this page.",
		len(c.editions), c.count(func(e Edition) string { return e.Work }), c.count(func(e Edition) string { return e.Language }), len(c.media))
	c.writeTargets(w)
	for s, sub := range c.meter.subjects {
		if sub.width != 0 && sub.width != 8 {
			continue // narrower forms follow the wide ones
		}
		unit := "bits of 64"
		if sub.width != 0 {
			unit = "slots of 128"
		}
		w.p("## %s", sub.name())
		w.p("In %s: p50/p90/p99/max. The nearest whole texts of different works are %d apart (%s).", unit, c.near[s].distance, c.near[s].names)
		for _, words := range append([]int{0}, twinLengths...) {
			w.p("%s:", c.lengthTitle(words))
			c.matrix(w, s, words)
		}
	}
	c.writeMisses(w)
	return strings.TrimRight(w.String(), "\n") + "\n"
}

func (c *crossing) count(of func(Edition) string) int {
	seen := make(map[string]bool)
	for _, e := range c.editions {
		seen[of(e)] = true
	}
	return len(seen)
}

func (c *crossing) lengthTitle(words int) string {
	switch words {
	case 0:
		return "Whole documents"
	case page:
		return fmt.Sprintf("Passages of a page, %d words", words)
	}
	return fmt.Sprintf("Passages of %d pages, %s words", words/page, grouped(words))
}

func (c *crossing) writeTargets(w *writer) {
	s := c.meter.find("sm1")
	text := func(a, b corpus.Medium) bool { return a != corpus.PDF && b != corpus.PDF }
	pdf := func(a, b corpus.Medium) bool { return !text(a, b) }
	var rows [][]string
	for _, t := range []struct {
		name  string
		words []int
		of    func(a, b corpus.Medium) bool
		bits  int
		least float64
	}{
		{"whole documents, text media", []int{0}, text, 3, .97},
		{"whole documents, PDF and another", []int{0}, pdf, 6, .97},
		{"passages, text media", twinLengths, text, 3, .95},
		{"passages, PDF and another", twinLengths, pdf, 8, .95},
	} {
		var h histogram
		for _, words := range t.words {
			h = h.plus(c.sum(s, words, t.of))
		}
		if h.total() == 0 {
			continue
		}
		p := share(h.within(t.bits), h.total())
		rows = append(rows, []string{t.name, fmt.Sprint(t.bits), decimal(t.least, 2), p.recall(), grouped(h.total()), yes(p.Rate() >= t.least)})
	}
	n := c.near[s]
	rows = append(rows, []string{"different works, nearest", "10", "none", fmt.Sprint(n.distance), "", yes(n.distance > 10)})
	w.p("Targets of `sm1`: the share of pairs within the given number of bits.")
	w.table([]string{"pairs", "bits", "target", "measured", "pairs", "met"}, 1, rows)
}

func (c *crossing) matrix(w *writer, subject, words int) {
	head := []string{""}
	for _, m := range c.media[1:] {
		head = append(head, string(m))
	}
	var rows [][]string
	for a, m := range c.media[:len(c.media)-1] {
		row := []string{string(m)}
		for b := 1; b < len(c.media); b++ {
			h := c.cells[crossCell{subject, words, a, b}]
			if h.total() == 0 {
				row = append(row, "")
				continue
			}
			row = append(row, fmt.Sprintf("%d/%d/%d/%d", h.quantile(.5), h.quantile(.9), h.quantile(.99), h.quantile(1)))
		}
		rows = append(rows, row)
	}
	w.table(head, 1, rows)
}

// writeMisses shows what differs where HTML and another medium are farthest apart.
func (c *crossing) writeMisses(w *writer) {
	w.p("## What differs")
	w.p("For each medium, the table shows the text that is farthest from its HTML by `sm1`. It also shows the " +
		"tokens that one side has more often. The Korean debian-history is a different text in PDF, since its pages show " +
		"no blanks between words.")
	var rows [][]string
	for _, m := range c.media[1:] {
		for _, words := range append([]int{0}, twinLengths...) {
			if worst, ok := c.worst[worstKey{words, m}]; ok {
				for _, row := range missRows(scheme.SM1, []miss{worst}) {
					rows = append(rows, append([]string{string(m)}, row...))
				}
			}
		}
	}
	w.table([]string{"medium", "text", "bits", "tokens, HTML / other", "only or more in HTML", "only or more in the other"}, 2, rows)
}
