package evaluation

import (
	"maps"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// row is a class of pairs that a table shows on one line.
type row struct {
	label string
	where func(c cell) bool
}

// sum is the histogram of a row by a subject.
func (r *run) sum(name string, where func(c cell) bool) histogram {
	return r.tally.sum(r.meter.find(name), where)
}

// cells lists all classes of pairs, in order.
func (r *run) cells() []cell {
	return slices.SortedFunc(maps.Keys(r.tally.cells), func(a, b cell) int {
		return strings.Compare(string(a.set)+a.detail+a.group, string(b.set)+b.detail+b.group)
	})
}

// details lists what a set has as details, in order.
func (r *run) details(s set) []string {
	var all []string
	for _, c := range r.cells() {
		if c.set == s {
			all = append(all, c.detail)
		}
	}
	return slices.Compact(all)
}

func inEdits(source string, share float64) func(c cell) bool {
	return func(c cell) bool {
		return c.set == edits && c.source == source && c.detail == percent(share) && c.group != noDictionary
	}
}

func inMedium(medium corpus.Medium, words int) func(c cell) bool {
	return func(c cell) bool { return c.set == media && c.medium == medium && c.words == words }
}

func inSet(s set, words int) func(c cell) bool {
	return func(c cell) bool { return c.set == s && c.words == words && c.detail == "" }
}

func inGroup(group string, where func(c cell) bool) func(c cell) bool {
	return func(c cell) bool { return c.group == group && where(c) }
}

func quoting(where func(c cell) bool) func(c cell) bool {
	return func(c cell) bool {
		if c.detail != quoted {
			return false
		}
		c.detail = ""
		return where(c)
	}
}

// lengthName spells a length.
func lengthName(words int) string {
	switch words {
	case 0:
		return "whole"
	case paragraphs:
		return "three paragraphs"
	case page:
		return "a page"
	}
	return grouped(words/page) + " pages"
}

// related are the rows of true pairs.
func (r *run) related() []row {
	var all []row
	for _, source := range []string{ofDeclarations, ofPages} {
		for _, share := range shares {
			all = append(all, row{percent(share) + " of the words of " + source + " edited", inEdits(source, share)})
		}
	}
	all = append(all, row{"pages with a menu of 15 % in front", inSet(boilerplate, page)})
	for _, medium := range otherMedia {
		for _, words := range append(slices.Clone(twinLengths), 0) {
			what := lengthName(words)
			if words == 0 {
				what = "whole manuals"
			}
			all = append(all, row{"HTML and " + strings.ToUpper(string(medium)) + ", " + what, inMedium(medium, words)})
		}
	}
	for _, detail := range r.details(versions) {
		all = append(all, row{detail, func(c cell) bool { return c.set == versions && c.detail == detail }})
	}
	return all
}

// unrelated are the rows of pairs that are not.
func (r *run) unrelated() []row {
	all := []row{{"pages of different works", inSet(otherWork, page)}}
	for _, g := range groups {
		if r.sum(r.reference(), inGroup(g, inSet(otherWork, page))).total() >= enough {
			all = append(all, row{"… both " + g, inGroup(g, inSet(otherWork, page))})
		}
	}
	return append(all,
		row{"pages of the same manual", inSet(sameManual, page)},
		row{"whole manuals", inSet(otherManual, 0)},
		row{"translations of the declaration", inSet(translations, 0)},
		row{"pages that quote the same, of different works", quoting(inSet(otherWork, page))},
		row{"pages that quote the same, of one manual", quoting(inSet(sameManual, page))})
}

// enough pairs are needed for a row of its own.
const enough = 1000
