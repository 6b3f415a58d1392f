package evaluation

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// measureDeclarations compares all translations into different languages.
func (r *run) measureDeclarations(ctx context.Context) error {
	all := r.library.declarations
	texts := make([]string, len(all))
	for i, d := range all {
		texts[i] = d.text
	}
	sketched, err := r.sketchAll(ctx, "declarations", texts)
	if err != nil {
		return err
	}
	return r.each(ctx, "pairs of declarations", len(all), func(w *worker, i int) {
		for j := range i {
			// "und" is the code of a language that has none.
			if all[i].language != all[j].language || all[i].language == "und" {
				w.tally.count(cell{set: translations}, &sketched[i], &sketched[j])
			}
		}
	})
}

// passage is a part of a manual.
type passage struct{ work, language, group, text string }

// passages cuts the manuals into passages of a length, at most a number of each.
func (r *run) passages(length, most int) []passage {
	var all []passage
	for _, m := range r.library.manuals {
		if !m.principal {
			continue
		}
		for _, text := range pieces(m.text(), length, most) {
			all = append(all, passage{m.work, m.language, groupOf(text), text})
		}
	}
	return all
}

// pairCells say which cells pairs of passages are counted in; nil: not at all.
type pairCells struct{ different, same *cell }

// compareAll counts all pairs of passages in one language. They are pairs of different works, pairs
// of the same work, and pairs of either that quote the same text.
func (r *run) compareAll(ctx context.Context, step string, all []passage, kinds pairCells) error {
	texts := make([]string, len(all))
	byLanguage := make(map[string][]int)
	for i, p := range all {
		texts[i] = p.text
		byLanguage[p.language] = append(byLanguage[p.language], i)
	}
	sketched, err := r.sketchAll(ctx, step, texts)
	if err != nil {
		return err
	}
	quoting, err := r.findQuotes(ctx, texts, slices.Collect(maps.Values(byLanguage)))
	if err != nil {
		return err
	}
	return r.each(ctx, "pairs of "+step, len(all), func(w *worker, i int) {
		for _, j := range byLanguage[all[i].language] {
			if j >= i {
				break
			}
			of := kinds.different
			if all[i].work == all[j].work {
				of = kinds.same
			}
			if of == nil {
				continue
			}
			c := *of
			if quoting[[2]int{i, j}] {
				c.detail = quoted
			}
			if all[i].group == all[j].group {
				c.group = all[i].group
			}
			w.tally.count(c, &sketched[i], &sketched[j])
		}
	})
}

// measurePages compares all pages in one language.
func (r *run) measurePages(ctx context.Context) error {
	all := r.passages(page, r.plan.pagesOfWork)
	r.counted.pages = len(all)
	r.counted.languages = len(r.languages())
	works := make(map[string]bool)
	for _, m := range r.library.manuals {
		works[m.work] = true
		if m.principal {
			r.counted.manuals++
		}
	}
	r.counted.works = len(works)
	return r.compareAll(ctx, "pages", all,
		pairCells{different: &cell{set: otherWork, words: page}, same: &cell{set: sameManual, words: page}})
}

// measureWhole compares all whole manuals in one language.
func (r *run) measureWhole(ctx context.Context) error {
	var all []passage
	for _, m := range r.library.manuals {
		if m.principal {
			all = append(all, passage{m.work, m.language, groupOf(m.text()), m.text()})
		}
	}
	return r.compareAll(ctx, "whole manuals", all, pairCells{different: &cell{set: otherManual}})
}

// ofLength is how many texts of each length and language are edited. It is also how many of each
// manual are compared.
var ofLength = []struct{ words, edited, unrelated int }{
	{paragraphs, 40, 30},
	{page, 40, 0}, // the pages are compared in measurePages
	{fivePages, 20, 30},
	{fifty, 5, 10},
	{thousand, 1, 0}, // no language has two
}

// measureLengths compares texts of each length with themselves, edited, and with
// others. What is longer than a manual is of several, one after the other.
func (r *run) measureLengths(ctx context.Context) error {
	type task struct {
		id, text string
		words    int
	}
	var tasks []task
	for _, length := range ofLength {
		if r.options.Quick && length.words > fivePages {
			continue
		}
		for _, language := range r.languages() {
			text := ""
			for _, m := range r.principal(language) {
				text += m.text() + "\n"
			}
			all := corpus.Pieces(text, length.words)
			// The last may be shorter.
			if n := len(all); n > 0 && float64(len(words(segments(all[n-1])))) < .8*float64(length.words) {
				all = all[:n-1]
			}
			for n, piece := range spread(all, length.edited) {
				tasks = append(tasks, task{fmt.Sprint(language, " ", length.words, " ", n), piece, length.words})
			}
		}
	}
	err := r.each(ctx, "lengths", len(tasks), func(w *worker, i int) {
		t := tasks[len(tasks)-1-i] // the longest first: they take longest
		whole, all := w.sketch(t.text), segments(t.text)
		for _, share := range shares {
			edited := w.sketch(edit(all, share, random(r.options.Seed, string(lengths), t.id, percent(share))))
			w.tally.count(cell{set: lengths, detail: percent(share), words: t.words}, &whole, &edited)
		}
	})
	if err != nil {
		return err
	}
	for _, length := range ofLength {
		if length.unrelated == 0 || r.options.Quick && length.words > fivePages {
			continue
		}
		all := r.passages(length.words, length.unrelated)
		if err := r.compareAll(ctx, "passages", all,
			pairCells{different: &cell{set: otherAtLength, words: length.words}}); err != nil {
			return err
		}
	}
	return nil
}
