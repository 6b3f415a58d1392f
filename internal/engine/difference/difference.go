// Package difference finds the words that were removed from a text, added to it or moved.
//
//	d, err := difference.Between(ctx, old, new)
//	fmt.Println(d.Count())
//	for _, h := range d.Hunks(difference.Layout{}) {
//		fmt.Println(h)
//	}
//
// prints, for example,
//
//	1 word went
//	... the keeper did [-not-] light the lamp ...
//
// Words consist of the items of the text digest (see package textdigest), and are equal if their
// items are. So there are edits if and only if the text digests differ. Capitals, punctuation,
// white space and line ends make no difference. Every digit, sign and symbol does. In Chinese,
// Japanese, Thai and other scripts without blanks, each letter is a word.
//
// The result has the least number of removed and added words. Texts with little in common are an
// exception: see [Difference.Shortest]. The time is bounded in proportion to the lengths of the
// texts. Memory is about 20 bytes per word, and up to 100 bytes per edit.
package difference

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Difference describes how an old text becomes a new one.
type Difference struct {
	// Edits are in the order of both texts. Texts with the same text digest have none, and only they.
	Edits []Edit
	// Moves are the passages of five words or more in one edit of each text.
	Moves []Move
	// Shortest reports whether no shorter edits exist. It may be false beyond tens of thousands of words.
	Shortest bool

	old, new               *text
	oldAnchors, newAnchors []int // see [Anchor]
	reading                *reading
	classes                []Class // of the edits; see [Difference.Classes]
	counts                 []int32 // by spelling, all 0; see [Difference.sameMultiset]
}

// An Edit replaces words of the old text by words of the new text. Either may be empty.
type Edit struct{ Old, New Span }

// A Span is the words of a text from the index From up to, but not including, To.
type Span struct{ From, To int }

// Len returns the number of words in s.
func (s Span) Len() int { return s.To - s.From }

// A Move is a passage from word Old of the old text and word New of the new text.
type Move struct {
	Old, New int
	Words    int // its length
}

// Between compares two texts, which are UTF-8. The Difference refers to them, so they must
// not be modified. Texts of a million words may take seconds; when ctx is done, Between
// returns its error. The only other one is for texts of 2 GiB or more.
func Between(ctx context.Context, old, new []byte) (*Difference, error) {
	return between(ctx, old, new, budget)
}

// BetweenAnchored is like Between for texts with anchors, see [Anchor]. They help to tell marks of notes
// from other numbers.
func BetweenAnchored(ctx context.Context, old, new []byte) (*Difference, error) {
	old, oldAnchors := Unanchored(old)
	new, newAnchors := Unanchored(new)
	d, err := Between(ctx, old, new)
	if err == nil {
		d.oldAnchors, d.newAnchors = oldAnchors, newAnchors
	}
	return d, err
}

func between(ctx context.Context, old, new []byte, budget int) (*Difference, error) {
	if max(len(old), len(new)) > math.MaxInt32 {
		return nil, errors.New("text too long to compare its words: expected less than 2 GiB")
	}
	n := newReading()
	d := &Difference{Shortest: true, reading: n}
	d.old = n.read(ctx, old)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.new = n.read(ctx, new)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	n.end()
	a, b := d.old.numbers, d.new.numbers
	if d.sameAtoms(Edit{Span{0, len(a)}, Span{0, len(b)}}) {
		return d, nil // words may be divided at different places
	}
	c := compare(ctx, a, b, len(n.words.ends), budget)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.Shortest = c.shortest
	all := c.edits()
	d.slide(all, a, b)
	d.Edits = d.telling(d.apart(all))
	d.Moves = moves(d.Edits, a, b)
	return d, nil
}

// telling returns the edits that change atoms. Where a blank divides a number from its unit, an edit
// has the same atoms on both sides. If the texts differ, there is an edit.
func (d *Difference) telling(all []Edit) []Edit {
	return slices.DeleteFunc(all, d.sameAtoms)
}

// sameAtoms reports whether both sides of an edit have the same atoms.
func (d *Difference) sameAtoms(e Edit) bool {
	old, new := d.speller(d.old, e.Old), d.speller(d.new, e.New)
	for {
		a, more := old.next()
		b, also := new.next()
		if a != b || more != also {
			return false
		}
		if !more {
			return true
		}
	}
}

// apart divides each edit that has all letters of one side at the beginning of the other. So "berth1" and
// "berth 1 now" differ in a blank, and in a word.
func (d *Difference) apart(all []Edit) (parts []Edit) {
	parts = make([]Edit, 0, len(all))
	for _, e := range all {
		first := e
		switch same, was, is := d.prefix(e); {
		case e.Old.Len() == 0 || e.New.Len() == 0:
		case was:
			first.New.To = d.after(d.new, e.New, same)
		case is:
			first.Old.To = d.after(d.old, e.Old, same)
		}
		parts = append(parts, first)
		if rest := (Edit{Span{first.Old.To, e.Old.To}, Span{first.New.To, e.New.To}}); rest.Old.Len()+rest.New.Len() > 0 {
			parts = append(parts, rest)
		}
	}
	return parts
}

// after returns the word of a span that follows n bytes, or its end if no word does.
func (d *Difference) after(t *text, s Span, n int) int {
	for i := s.From; i < s.To; i++ {
		if n -= d.reading.letters(t.numbers[i]); n <= 0 {
			if n == 0 {
				return i + 1
			}
			break
		}
	}
	return s.To
}

// edits returns the marked words as edits.
func (c *comparison) edits() []Edit {
	count := 0
	c.eachEdit(func(Edit) { count++ })
	all := make([]Edit, 0, count)
	c.eachEdit(func(e Edit) { all = append(all, e) })
	return all
}

func (c *comparison) eachEdit(yield func(Edit)) {
	for i, j := 0, 0; i < len(c.a) || j < len(c.b); {
		e := Edit{Span{i, i}, Span{j, j}}
		for i < len(c.a) && c.gone[i] {
			i++
		}
		for j < len(c.b) && c.came[j] {
			j++
		}
		if e.Old.To, e.New.To = i, j; e.Old.Len()+e.New.Len() > 0 {
			yield(e)
			continue
		}
		i, j = i+1, j+1
	}
}

// A Count summarises a Difference in numbers of words.
type Count struct {
	Old      int  `json:"old"`      // words in the old text
	New      int  `json:"new"`      // words in the new text
	Went     int  `json:"went"`     // words removed, without those that moved
	Came     int  `json:"came"`     // words added, without those that moved
	Moved    int  `json:"moved"`    // words moved
	Passages int  `json:"passages"` // passages moved
	Shortest bool `json:"shortest"` // see [Difference.Shortest]
}

// Count returns the summary of d.
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

// String returns a summary such as "12 words went, 3 came, 2 passages of 40 words moved". It begins
// with "at most" if there may be shorter edits.
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
	if !c.Shortest {
		parts[0] = "at most " + parts[0]
	}
	return strings.Join(parts, ", ")
}

func plural(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}
