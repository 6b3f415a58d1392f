package evaluation

import (
	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// set says what pairs are.
type set string

// The sets of true pairs, and of unrelated ones.
const (
	edits       set = "edits"
	boilerplate set = "boilerplate"
	media       set = "media"
	versions    set = "versions"
	lengths     set = "lengths"

	otherWork     set = "different works"
	sameManual    set = "the same manual"
	translations  set = "translations"
	otherManual   set = "whole manuals"
	otherAtLength set = "different works by length"
)

// quoting, as the detail of a cell of unrelated pairs, means that both quote the same text. These
// are counted separately.
const quoted = "quoting the same"

// cell is a class of pairs that are counted together. What does not apply is empty.
type cell struct {
	set    set
	source string        // what texts: declarations or pages
	group  string        // of scripts
	medium corpus.Medium // against HTML
	detail string        // the share of words edited, the releases compared
	words  int           // the length of the texts, 0 for whole documents
}

// tally counts pairs by cell, and by subject, by distance.
type tally struct {
	meter *meter
	cells map[cell][]histogram
}

func newTally(m *meter) *tally {
	return &tally{m, make(map[cell][]histogram)}
}

func (t *tally) count(c cell, a, b *sketches) {
	counts, ok := t.cells[c]
	if !ok {
		counts = make([]histogram, len(t.meter.subjects))
		for i, s := range t.meter.subjects {
			counts[i] = make(histogram, s.greatest()+1)
		}
		t.cells[c] = counts
	}
	for i := range counts {
		if d, ok := t.meter.distance(i, a, b); ok {
			counts[i][d]++
		}
	}
}

func (t *tally) merge(o *tally) {
	for c, counts := range o.cells {
		if _, ok := t.cells[c]; !ok {
			t.cells[c] = counts
			continue
		}
		for i := range counts {
			t.cells[c][i] = t.cells[c][i].plus(counts[i])
		}
	}
}

// sum adds up what a subject counted in the cells that are chosen.
func (t *tally) sum(subject int, chosen func(c cell) bool) histogram {
	var h histogram
	for c, counts := range t.cells {
		if chosen(c) {
			h = h.plus(counts[subject])
		}
	}
	return h
}
