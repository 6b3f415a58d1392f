package tokenize

import (
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// segmenter is stage 4: runs to tokens.
type segmenter struct {
	rules Rules
	emit  func(token []byte)

	word       []byte // the word so far, where the input cut it
	alphabetic bool
	tooLong    bool
}

func (s *segmenter) write(p []byte) {
	start := -1 // of the word in p
	if len(s.word) > 0 || s.tooLong {
		start = 0
	}
	for i := 0; i < len(p); {
		r, size := rune(p[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(p[i:])
		}
		c := ucd.Lookup(r)
		if s.rules.words.Contains(c.Category) { // R4.1
			if start < 0 {
				start = i
			}
			s.alphabetic = s.alphabetic || c.Alphabetic
		} else if start >= 0 {
			s.end(p[start:i])
			start = -1
		}
		i += size
	}
	if start >= 0 {
		s.hold(p[start:])
	}
}

// hold keeps a piece of a word that goes on.
func (s *segmenter) hold(piece []byte) {
	if s.tooLong || len(s.word)+len(piece) > MaxToken {
		s.word, s.tooLong = s.word[:0], true
		return
	}
	s.word = append(s.word, piece...)
}

// end ends a word, whose last piece is given.
func (s *segmenter) end(piece []byte) {
	word := piece
	if len(s.word) > 0 || s.tooLong {
		s.hold(piece)
		word = s.word
	}
	if !s.tooLong && len(word) <= MaxToken && len(word) > 0 && // R4.3
		(s.alphabetic || !s.rules.alphabetic) { // R4.2
		s.emit(word)
	}
	s.word, s.alphabetic, s.tooLong = s.word[:0], false, false
}

func (s *segmenter) close() { s.end(nil) }
