// Package difference says which words of a text went, which came and which moved, as a
// person would who holds two copies side by side: in words, not in octets or lines.
//
//	d := difference.Between(old, new)
//	fmt.Println(d.Count())
//	for _, h := range d.Hunks(difference.Layout{}) {
//		fmt.Println(h)
//	}
//
// prints, of a sentence that was altered,
//
//	1 word went
//	... the keeper did [-not-] light the lamp ...
//
// Words are those of the text digest of package textdigest, each as it is spelled in its
// text: what the digest passes over, such as capital letters, punctuation and line ends,
// is no difference, and each digit is one. In Chinese, Japanese, Thai and other scripts
// without blanks, each letter counts as a word.
//
// The words that went and came are as few as can be, unless the texts have so little in
// common that to find the fewest would take too long: see [Difference.Shortest]. Time is
// bounded by the lengths of the texts, and memory is some 50 octets a word.
package difference

import (
	"fmt"
	"strings"
)

// Difference is how one text becomes another.
type Difference struct {
	// Edits ascend in both texts, and between two there are words that are equal. There
	// are none if the text digests are equal.
	Edits []Edit
	// Moves are passages that are in an edit of the old text and in another of the new.
	Moves []Move
	// Shortest reports that no shorter edits exist. It is false for texts that differ in
	// tens of thousands of words.
	Shortest bool

	old, new text
}

// Edit is words that went, and words that came in their place.
type Edit struct{ Old, New Span }

// Span is the words from From, counted from 0, up to To, which is none of them.
type Span struct{ From, To int }

// Len returns the number of words.
func (s Span) Len() int { return s.To - s.From }

// Move is so many words that stood at Old and stand at New.
type Move struct{ Old, New, Words int }

// Between compares two texts in UTF-8, which it keeps.
func Between(old, new []byte) *Difference { return between(old, new, budget) }

func between(old, new []byte, budget int) *Difference {
	n := newNumbering()
	d := &Difference{Shortest: true}
	var a, b []int32
	d.old, a = n.read(old)
	d.new, b = n.read(new)
	if n.digest(old) == n.digest(new) {
		return d // though a word may be divided elsewhere
	}
	c := compare(a, b, len(n.byDigest), budget)
	d.Shortest = c.shortest
	all := c.edits()
	d.slide(all, a, b)
	for _, e := range all {
		if !d.same(e, n) {
			d.Edits = append(d.Edits, e)
		}
	}
	if len(d.Edits) == 0 {
		d.Edits = all // each says the same, but together they do not
	}
	d.Moves = moves(d.Edits, a, b)
	return d
}

// same reports that both sides of an edit say the same: a word that a line end divides.
func (d *Difference) same(e Edit, n *numbering) bool {
	if e.Old.Len() == 0 || e.New.Len() == 0 {
		return false
	}
	return n.digest(d.old.slice(e.Old.From, e.Old.To)) == n.digest(d.new.slice(e.New.From, e.New.To))
}

// edits gathers what is marked.
func (c *comparison) edits() (all []Edit) {
	for i, j := 0, 0; i < len(c.a) || j < len(c.b); {
		e := Edit{Span{i, i}, Span{j, j}}
		for i < len(c.a) && c.gone[i] {
			i++
		}
		for j < len(c.b) && c.came[j] {
			j++
		}
		if e.Old.To, e.New.To = i, j; e.Old.Len()+e.New.Len() > 0 {
			all = append(all, e)
			continue
		}
		i, j = i+1, j+1
	}
	return all
}

// Count is a difference in numbers of words.
type Count struct {
	Old   int `json:"old"`   // words of the old text
	New   int `json:"new"`   // of the new one
	Went  int `json:"went"`  // without those that moved
	Came  int `json:"came"`  // the same
	Moved int `json:"moved"` // in passages
	// Passages that moved.
	Passages int  `json:"passages"`
	Shortest bool `json:"shortest"` // or fewer might have gone and come
}

// Count counts.
func (d *Difference) Count() Count {
	c := Count{Old: len(d.old.words), New: len(d.new.words), Passages: len(d.Moves), Shortest: d.Shortest}
	for _, e := range d.Edits {
		c.Went += e.Old.Len()
		c.Came += e.New.Len()
	}
	for _, m := range d.Moves {
		c.Moved += m.Words
	}
	c.Went -= c.Moved
	c.Came -= c.Moved
	return c
}

// String returns "12 words went, 3 came, 2 passages of 40 words moved".
func (c Count) String() string {
	var parts []string
	say := func(n int, what string) {
		if n == 0 {
			return
		}
		if len(parts) == 0 {
			what = plural(n, "word") + " " + what
		} else {
			what = fmt.Sprintf("%d %s", n, what)
		}
		parts = append(parts, what)
	}
	say(c.Went, "went")
	say(c.Came, "came")
	if c.Passages > 0 {
		parts = append(parts, fmt.Sprintf("%s of %s moved", plural(c.Passages, "passage"), plural(c.Moved, "word")))
	}
	if len(parts) == 0 {
		return "no words went or came"
	}
	return strings.Join(parts, ", ")
}

func plural(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}
