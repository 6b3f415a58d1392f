package evaluation

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// Lengths of texts, in words: three paragraphs, and 1, 5, 50 and 1,000 pages.
const (
	paragraphs = 150
	page       = 400
	fivePages  = 5 * page
	fifty      = 50 * page
	thousand   = 1000 * page
)

// shares of the words that are edited.
var shares = []float64{.01, .05, .1}

// usual is the share of most tables.
const usual = .05

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// What texts are of.
const (
	ofDeclarations = "declarations"
	ofPages        = "pages"
)

// measureEdits compares texts with themselves, edited, or with a menu in front.
func (r *run) measureEdits(ctx context.Context) error {
	byGroup := make(map[string][]int)
	for i, d := range r.library.declarations {
		byGroup[d.group] = append(byGroup[d.group], i)
	}
	type task struct{ declaration, time int }
	var tasks []task
	for _, g := range groups {
		// A group of few translations has each edited more often.
		chosen := spread(byGroup[g], r.plan.perGroup)
		for _, i := range chosen {
			for time := range max(1, r.plan.perGroup/len(chosen)) {
				tasks = append(tasks, task{i, time})
			}
		}
	}
	declare := func(w *worker, i int, shares ...float64) {
		d := r.library.declarations[tasks[i].declaration]
		whole := w.sketch(d.text)
		for _, share := range shares {
			rnd := random(r.options.Seed, string(edits), d.id, percent(share), fmt.Sprint(tasks[i].time))
			edited := w.sketch(edit(d.words, share, rnd))
			w.tally.count(cell{set: edits, source: ofDeclarations, group: d.group, detail: percent(share)}, &whole, &edited)
		}
	}
	// The alternatives have to do with one share.
	err := r.each(ctx, "edits of declarations", len(tasks), func(w *worker, i int) { declare(w, i, usual) })
	if err != nil {
		return err
	}
	err = r.each(ctx, "more edits of declarations", len(tasks), func(w *worker, i int) { declare(w, i, shares[0], shares[2]) })
	if err != nil {
		return err
	}
	chosen := r.somePages()
	return r.each(ctx, "edits of pages", len(chosen), func(w *worker, i int) {
		p := chosen[i]
		whole, group, all := w.sketch(p.text), groupOf(p.text), segments(p.text)
		for _, share := range shares {
			rnd := random(r.options.Seed, string(edits), p.id, percent(share))
			edited := w.sketch(edit(all, share, rnd))
			w.tally.count(cell{set: edits, source: ofPages, group: group, detail: percent(share), words: page}, &whole, &edited)
		}
		if p.menu != "" {
			more := w.sketch(p.menu + "\n" + p.text)
			w.tally.count(cell{set: boilerplate, source: ofPages, group: group, words: page}, &whole, &more)
		}
	})
}

// onePage is a page of a manual.
type onePage struct{ id, text, menu string }

// somePages picks the pages to edit, evenly in each language, with a menu for each.
func (r *run) somePages() []onePage {
	var chosen []onePage
	for _, language := range r.languages() {
		var all []onePage
		manuals := r.principal(language)
		for i, m := range manuals {
			for n, text := range pieces(m.text(), page, 0) {
				menu := ""
				if len(manuals) > 1 {
					other := manuals[(i+1)%len(manuals)]
					menu = navigation(other.text(), text, n)
				}
				all = append(all, onePage{fmt.Sprint(m, " ", n), text, menu})
			}
		}
		chosen = append(chosen, spread(all, r.plan.editedPages)...)
	}
	return chosen
}

// addedShare is how much of a page its menu has, in words.
const addedShare = .15

// longestTitle is the length from which a line is no title, in bytes.
const longestTitle = 80

// navigation returns the menu of another manual, its titles. These are consecutive short lines,
// from a place that depends on n. They make up a share of the words of the page.
func navigation(of, page string, n int) string {
	var titles []string
	for line := range strings.Lines(of) {
		if line = strings.TrimSpace(line); len(line) > 0 && len(line) < longestTitle {
			titles = append(titles, line)
		}
	}
	if len(titles) == 0 {
		return ""
	}
	want := int(addedShare * float64(len(words(segments(page)))))
	var menu []string
	for have, i := 0, n*37%len(titles); have < want && len(menu) < len(titles); i = (i + 1) % len(titles) {
		line := segments(titles[i])
		at := words(line)
		if have+len(at) > want { // the last title is cut
			line = line[:at[want-have-1]+1]
		}
		menu = append(menu, join(line))
		have += len(at)
	}
	return strings.Join(menu, "\n")
}

// languages returns the languages of the manuals, in order.
func (r *run) languages() []string {
	var all []string
	for _, m := range r.library.manuals {
		all = append(all, m.language)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// principal are the manuals in a language, one version of each work.
func (r *run) principal(language string) []*manual {
	var all []*manual
	for _, m := range r.library.manuals {
		if m.principal && m.language == language {
			all = append(all, m)
		}
	}
	return all
}

// otherMedia are compared with HTML.
var otherMedia = []corpus.Medium{corpus.TXT, corpus.EPUB, corpus.PDF}

// twinLengths are the lengths of passages that are compared across media.
var twinLengths = []int{page, fivePages}

// leftKey identifies the passages that [corpus.Left] counts.
type leftKey struct {
	medium corpus.Medium
	words  int
}

// miss is a true pair that is far apart.
type miss struct {
	distance int
	manual   string
	a, b     string // in HTML and in the other medium
}

// missesShown is how many pairs of each medium the annex shows.
const missesShown = 5

// twin is a passage in HTML and in another medium.
type twin struct {
	corpus.Twin
	manual string
	medium corpus.Medium
	group  string
}

// measureMedia compares manuals in HTML with the same in other media, whole and by passages. It
// also compares whole manuals with each other.
func (r *run) measureMedia(ctx context.Context) error {
	type task struct {
		manual *manual
		medium corpus.Medium
	}
	var tasks []task
	for _, m := range r.library.manuals {
		for _, medium := range otherMedia {
			if m.principal && m.media[medium] != "" {
				tasks = append(tasks, task{m, medium})
			}
		}
	}
	found := make([]map[int][]twin, len(tasks))
	left := make([]map[int]corpus.Left, len(tasks))
	err := r.parallel(ctx, "alignment of media", len(tasks), func(i int) {
		m, medium := tasks[i].manual, tasks[i].medium
		aligned := corpus.Align(m.text(), m.media[medium])
		found[i], left[i] = make(map[int][]twin), make(map[int]corpus.Left)
		for _, words := range twinLengths {
			twins, without := aligned.Twins(words)
			left[i][words] = without
			for _, t := range spread(twins, r.plan.twins) {
				found[i][words] = append(found[i][words], twin{t, m.String(), medium, groupOf(t.A)})
			}
		}
	})
	if err != nil {
		return err
	}
	for i, t := range tasks {
		for words, more := range left[i] {
			sum := r.left[leftKey{t.medium, words}]
			sum.Unanchored += more.Unanchored
			sum.Length += more.Length
			r.left[leftKey{t.medium, words}] = sum
		}
	}
	whole := make([]miss, len(tasks))
	by := r.meter.find(r.reference())
	err = r.each(ctx, "whole manuals in other media", len(tasks), func(w *worker, i int) {
		m, medium := tasks[i].manual, tasks[i].medium
		html, other := w.sketch(m.text()), w.sketch(m.media[medium])
		w.tally.count(cell{set: media, group: groupOf(m.text()), medium: medium}, &html, &other)
		d, _ := r.meter.distance(by, &html, &other)
		whole[i] = miss{d, m.String() + ", whole", m.text(), m.media[medium]}
	})
	if err != nil {
		return err
	}
	for i, t := range tasks {
		if before, ok := r.worstWhole[t.medium]; !ok || before.distance < whole[i].distance {
			r.worstWhole[t.medium] = whole[i]
		}
	}
	for _, words := range twinLengths {
		var all []twin
		for i := range tasks {
			all = append(all, found[i][words]...)
		}
		if err := r.measureTwins(ctx, words, all); err != nil {
			return err
		}
	}
	return r.measureWhole(ctx)
}

// measureTwins compares passages, and remembers the worst pages.
func (r *run) measureTwins(ctx context.Context, words int, all []twin) error {
	distances := make([]int, len(all))
	by := r.meter.find(r.reference())
	err := r.each(ctx, "passages in other media", len(all), func(w *worker, i int) {
		t := all[i]
		a, b := w.sketch(t.A), w.sketch(t.B)
		w.tally.count(cell{set: media, group: t.group, medium: t.medium, words: words}, &a, &b)
		distances[i], _ = r.meter.distance(by, &a, &b)
	})
	if err != nil || words != page {
		return err
	}
	worst := make(map[corpus.Medium]map[string]miss) // of a manual one: many have one cause
	for i, t := range all {
		if worst[t.medium] == nil {
			worst[t.medium] = make(map[string]miss)
		}
		if before, ok := worst[t.medium][t.manual]; !ok || before.distance < distances[i] {
			worst[t.medium][t.manual] = miss{distances[i], t.manual, t.A, t.B}
		}
	}
	for medium, of := range worst {
		r.worst[medium] = slices.SortedFunc(maps.Values(of), func(a, b miss) int {
			return cmp.Or(b.distance-a.distance, strings.Compare(a.manual, b.manual))
		})
		r.worst[medium] = r.worst[medium][:min(missesShown, len(of))]
	}
	return nil
}

// reference is the subject that ranks the worst pairs. It is the first SimHash for several scripts,
// or else any subject.
func (r *run) reference() string {
	if r.meter.find("sm1") >= 0 {
		return "sm1"
	}
	return r.meter.subjects[0].name()
}

// measureVersions compares texts with earlier or other versions of them.
func (r *run) measureVersions(ctx context.Context) error {
	type task struct{ detail, a, b string }
	var tasks []task
	for _, v := range r.library.revisions {
		tasks = append(tasks, task{"Django " + v.releases, v.from, v.to})
		if v.from == v.to {
			r.counted.revisionsSame++
		}
	}
	for _, m := range r.library.manuals {
		if m.principal {
			continue
		}
		for _, p := range r.principal(m.language) {
			if p.work == m.work {
				tasks = append(tasks, task{fmt.Sprintf("%s %s and %s", m.work, p.version, m.version), p.text(), m.text()})
			}
		}
	}
	return r.each(ctx, "versions", len(tasks), func(w *worker, i int) {
		t := tasks[i]
		a, b := w.sketch(t.a), w.sketch(t.b)
		w.tally.count(cell{set: versions, detail: t.detail}, &a, &b)
	})
}
