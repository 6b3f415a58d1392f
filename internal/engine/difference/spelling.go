package difference

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// spellWord returns the items of a word.
func (d *Difference) spellWord(t *text, i int) string {
	if key := d.reading.words.of(t.numbers[i]); len(key) == 4 {
		return string(d.reading.names.of(firstAtom(key)))
	}
	var b strings.Builder
	for a := range d.reading.atomsOfWord(t.numbers[i]) {
		b.Write(d.reading.names.of(a))
	}
	return b.String()
}

// letters returns the length in bytes of the items of a word.
func (n *reading) letters(word int32) (length int) {
	for a := range n.atomsOfWord(word) {
		length += len(n.names.of(a))
	}
	return length
}

// spelling returns the number of the spelling of a word. Words of other items may have the same one.
func (n *reading) spelling(word int32) int32 {
	key := n.words.of(word)
	if len(key) == 4 {
		return firstAtom(key)
	}
	n.key = n.key[:0]
	for a := range n.atomsOfWord(word) {
		n.key = append(n.key, n.names.of(a)...)
	}
	return n.names.number(n.key)
}

// A speller reads the atoms of a span.
type speller struct {
	n     *reading
	words []int32 // those left
	key   []byte  // the atoms left of the word before these
	word  int     // its index in the text
	begun bool    // the last atom was not the first of its word
}

func (d *Difference) speller(t *text, s Span) speller {
	return speller{n: d.reading, words: t.numbers[s.From:s.To], word: s.From - 1}
}

func (s *speller) next() (a atom, ok bool) {
	s.begun = len(s.key) > 0
	if !s.begun {
		if len(s.words) == 0 {
			return 0, false
		}
		s.key, s.words = s.n.words.of(s.words[0]), s.words[1:]
		s.word++
	}
	a, s.key = firstAtom(s.key), s.key[4:]
	return a, true
}

// prefix returns the number of bytes of letters that both sides of an edit begin with. It reports whether these are
// all letters of the old side, and of the new one.
func (d *Difference) prefix(e Edit) (same int, allOld, allNew bool) {
	old, new := d.speller(d.old, e.Old), d.speller(d.new, e.New)
	var a, b []byte
	for {
		if len(a) == 0 {
			if x, more := old.next(); more {
				a = d.reading.names.of(x)
			}
		}
		if len(b) == 0 {
			if x, more := new.next(); more {
				b = d.reading.names.of(x)
			}
		}
		n := min(len(a), len(b))
		if n == 0 || !bytes.Equal(a[:n], b[:n]) {
			return same, len(a) == 0, len(b) == 0
		}
		a, b, same = a[n:], b[n:], same+n
	}
}

// areAlike reports whether both sides of an edit have the same letters.
func (d *Difference) areAlike(e Edit) bool {
	_, was, is := d.prefix(e)
	return was && is
}

// A border is what begins at a place within an edit on one side.
type border struct {
	word int  // its index, or -1 if no word begins
	item bool // an item begins that is not the first of a word
}

// begins reports whether an item begins.
func (b border) begins() bool { return b.word >= 0 || b.item }

// borders calls is where an item begins on either side of an edit. The sides have the same letters. It stops with
// false at the first place where is returns false. The code point before the first one is 0.
func (d *Difference) borders(e Edit, is func(last, first rune, old, new border) bool) bool {
	spellers := [2]speller{d.speller(d.old, e.Old), d.speller(d.new, e.New)}
	var left [2][]byte
	last := rune(0)
	for {
		borders := [2]border{{word: -1}, {word: -1}}
		var first rune
		for side := range spellers {
			if s := &spellers[side]; len(left[side]) == 0 {
				a, more := s.next()
				if !more {
					return true
				}
				left[side] = d.reading.names.of(a)
				first, _ = utf8.DecodeRune(left[side])
				if borders[side].item = s.begun; !s.begun {
					borders[side].word = s.word
				}
			}
		}
		if !is(last, first, borders[0], borders[1]) {
			return false
		}
		n := min(len(left[0]), len(left[1]))
		last, _ = utf8.DecodeLastRune(left[0][:n])
		left[0], left[1] = left[0][n:], left[1][n:]
	}
}
