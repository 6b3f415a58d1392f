package main

import (
	"maps"
	"slices"
)

// comparison says how far a text is from those of the judges.
type comparison struct {
	Judges  int      // that found words
	Words   int      // that all of those have
	Missing []string // of those words, ascending
	Ours    int      // different words that we have
	Extra   []string // of those, what no judge has, ascending
	Length  float64  // our words by number, and those of the judge whose number is nearest
}

// Found is the share of the judges' words that we have, or 1 if they have none in common.
func (c comparison) Found() float64 { return share(c.Words-len(c.Missing), c.Words, 1) }

// Excess is the share of our words that no judge has, or 0 if there is none.
func (c comparison) Excess() float64 { return share(len(c.Extra), c.Ours, 0) }

func share(part, whole int, empty float64) float64 {
	if whole == 0 {
		return empty
	}
	return float64(part) / float64(whole)
}

// compare compares our text with those of the judges, by one rule for words. A judge who found no
// word is no judge.
func compare(ours string, judges [][]string, split func(string) []string) comparison {
	our := wordsOf(ours, split)
	var c comparison
	var common, any map[string]bool
	for _, texts := range judges {
		var w words
		for _, text := range texts {
			w = w.with(wordsOf(text, split))
		}
		if w.count == 0 {
			continue
		}
		c.Judges++
		if common == nil {
			common, any = maps.Clone(w.certain), maps.Clone(w.possible)
		} else {
			maps.DeleteFunc(common, func(word string, _ bool) bool { return !w.certain[word] })
			maps.Copy(any, w.possible)
		}
		length := share(our.count, w.count, 0)
		if c.Judges == 1 || distance(length) < distance(c.Length) {
			c.Length = length
		}
	}
	c.Words, c.Ours = len(common), len(our.certain)
	for _, word := range slices.Sorted(maps.Keys(common)) {
		if !our.possible[word] {
			c.Missing = append(c.Missing, word)
		}
	}
	for _, word := range slices.Sorted(maps.Keys(our.certain)) {
		if c.Judges > 0 && !any[word] {
			c.Extra = append(c.Extra, word)
		}
	}
	return c
}

// distance says how far a ratio is from 1.
func distance(ratio float64) float64 {
	if ratio < 1 && ratio > 0 {
		ratio = 1 / ratio
	}
	if ratio == 0 {
		return 1e9
	}
	return ratio - 1
}
