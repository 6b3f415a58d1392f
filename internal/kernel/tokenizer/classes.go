package tokenizer

import (
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// isWord reports whether c may be part of a word (R4.1, R4.4).
func (r *Rules) isWord(c rune, p ucd.Properties) bool {
	return r.words.Contains(p.Category) && !(r.apostrophes && isApostrophe(c))
}

// isApostrophe reports whether r is a letter that looks like an apostrophe (R4.4).
func isApostrophe(r rune) bool {
	switch {
	case r < 0x02B9:
		return false
	case r == 0x02B9, 0x02BB <= r && r <= 0x02BF, r == 0x02C8, r == 0x02EE,
		r == 0x07F4, r == 0x07F5, r == 0xA78B, r == 0xA78C:
		return true
	}
	return false
}

// classSegmenter is stage 4 where scripts without spaces have grams (R4.2 to R4.8).
type classSegmenter struct {
	rules Rules
	emit  func(token []byte)
	ascii [utf8.RuneSelf]looked // what look returns for ASCII

	class class.Class // of the class run so far; None outside a sequence
	words segmenter   // the class run, if it is of W

	// The last clusters of a class run of K or T, whose last may continue, and their places in buf.
	buf    []byte
	starts []int

	places *[]place // of the code points that it receives; nil if no one asks
	place  place    // of the class run, or of the last cluster
}

// looked is what look returns.
type looked struct {
	class      class.Class
	alphabetic bool
}

func newClassSegmenter(r Rules, emit func(token []byte)) classSegmenter {
	s := classSegmenter{rules: r, emit: emit, words: segmenter{rules: r, emit: emit}}
	for c := range s.ascii {
		s.ascii[c] = s.look(rune(c))
	}
	return s
}

func (s *classSegmenter) write(p []byte, _ int) {
	from := 0 // of the class run, if it is of W
	for i, n := 0, 0; i < len(p); n++ {
		var of looked
		size := 1
		if p[i] < utf8.RuneSelf {
			of = s.ascii[p[i]]
		} else {
			var r rune
			r, size = utf8.DecodeRune(p[i:])
			of = s.look(r)
		}
		c, mark := of.class, of.class == class.Mark
		if mark { // R4.6: at the start of a sequence, s.class is None, and the mark is dropped
			c = s.class
		}
		if c != s.class { // R4.7
			s.end(p[from:i])
			s.class, from = c, i
		}
		switch {
		case c == class.W:
			s.words.alphabetic = s.words.alphabetic || of.alphabetic
		case c.IsClustered():
			s.add(p[i:i+size], mark)
		}
		if s.places != nil && c != class.None {
			s.note((*s.places)[n])
		}
		i += size
	}
	if s.class == class.W {
		s.words.hold(p[from:])
	}
}

// look returns the class of r (R4.4, R4.5), and whether it is Alphabetic.
func (s *classSegmenter) look(r rune) looked {
	p := ucd.Lookup(r)
	if !s.rules.isWord(r, p) {
		return looked{}
	}
	c := class.In(r, p)
	if c == class.None { // of a category that has no class, which the rules add to words
		c = class.W
	}
	return looked{c, p.Alphabetic}
}

// end ends a class run. piece is the last of it, if it is of W.
func (s *classSegmenter) end(piece []byte) {
	switch {
	case s.class == class.W:
		s.words.end(piece) // R4.2, R4.3
	case s.class.IsClustered():
		s.emitGram() // R4.8
		s.buf, s.starts = s.buf[:0], s.starts[:0]
	}
	s.class, s.place = class.None, place{}
}

// note adds the place of a code point to that of the token.
func (s *classSegmenter) note(at place) {
	if s.place == (place{}) {
		s.place = at
	}
	s.place = s.place.with(at)
}

// add takes the next code point of a class run of K or T.
func (s *classSegmenter) add(p []byte, mark bool) {
	if !mark { // R4.7: a cluster begins
		if len(s.starts) == s.rules.grams { // R4.8
			s.emitGram()
			s.forgetFirst()
			s.place = place{}
		}
		s.starts = append(s.starts, len(s.buf))
	}
	// More of a cluster that is too long for a token is not needed (R4.3).
	if len(s.buf)-s.starts[len(s.starts)-1] <= MaxToken {
		s.buf = append(s.buf, p...)
	}
}

// forgetFirst removes the first cluster.
func (s *classSegmenter) forgetFirst() {
	first := len(s.buf)
	if len(s.starts) > 1 {
		first = s.starts[1]
	}
	s.buf = append(s.buf[:0], s.buf[first:]...)
	s.starts = append(s.starts[:0], s.starts[1:]...)
	for i := range s.starts {
		s.starts[i] -= first
	}
}

// emitGram emits the clusters as one gram, unless R4.3 drops it.
func (s *classSegmenter) emitGram() {
	if len(s.buf) <= MaxToken { // R4.3
		s.emit(s.buf)
	}
}

func (s *classSegmenter) close() { s.end(nil) }
