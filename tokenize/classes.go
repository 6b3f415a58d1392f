package tokenize

import (
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/class"
	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// isWord reports whether c may be part of a word (R4.1, R4.4).
func (r *Rules) isWord(c rune, p ucd.Properties) bool {
	return r.words.Contains(p.Category) && !(r.apostrophes && isApostrophe(c))
}

// isApostrophe is R4.4's list of letters that look like apostrophes.
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

// classSegmenter is stage 4 by classes: R4.4 to R4.8.
type classSegmenter struct {
	rules Rules
	emit  func(token []byte)
	ascii [utf8.RuneSelf]looked // look of ASCII

	class class.Class // of the run so far
	words segmenter   // the run, if its class is W

	// The run, if its class is clustered: its last clusters, the one that goes on
	// last, and where in buf each of them begins.
	buf    []byte
	starts []int
}

// looked is what there is to know of a code point in a run.
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

func (s *classSegmenter) write(p []byte) {
	from := 0 // of the piece of a run of class W
	for i := 0; i < len(p); {
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
		if mark { // R4.6
			c = s.class
		}
		if c != s.class {
			s.end(p[from:i])
			s.class, from = c, i
		}
		switch {
		case c == class.W:
			s.words.alphabetic = s.words.alphabetic || of.alphabetic
		case c.IsClustered():
			s.add(p[i:i+size], mark)
		}
		i += size
	}
	if s.class == class.W {
		s.words.hold(p[from:])
	}
}

// look looks r up.
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

// end ends a run; piece is the last of it, if its class is W.
func (s *classSegmenter) end(piece []byte) {
	switch {
	case s.class == class.W:
		s.words.end(piece)
	case s.class.IsClustered():
		s.emitGram()
		s.buf, s.starts = s.buf[:0], s.starts[:0]
	}
	s.class = class.None
}

// add takes the next code point of a clustered run.
func (s *classSegmenter) add(octets []byte, mark bool) {
	if !mark {
		if len(s.starts) == s.rules.grams { // R4.8
			s.emitGram()
			s.forgetFirst()
		}
		s.starts = append(s.starts, len(s.buf))
	}
	// A cluster that is too long for a token need not be kept whole.
	if len(s.buf)-s.starts[len(s.starts)-1] <= MaxToken {
		s.buf = append(s.buf, octets...)
	}
}

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

func (s *classSegmenter) emitGram() {
	if len(s.buf) <= MaxToken { // R4.3
		s.emit(s.buf)
	}
}

func (s *classSegmenter) close() { s.end(nil) }
