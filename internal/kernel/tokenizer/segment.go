package tokenizer

import (
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// segmenter is stage 4 where words are the only tokens: runs to tokens (R4.1 to R4.3).
type segmenter struct {
	rules Rules
	emit  func(token []byte)

	word       []byte // what came of a word before the text at hand
	alphabetic bool   // the word has an Alphabetic code point (R4.2)
	tooLong    bool   // the word is longer than MaxToken (R4.3)
}

func (s *segmenter) write(p []byte, _ int) {
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

// hold keeps a piece of a word that may continue.
func (s *segmenter) hold(piece []byte) {
	if s.tooLong || len(s.word)+len(piece) > MaxToken {
		s.word, s.tooLong = s.word[:0], true
		return
	}
	s.word = append(s.word, piece...)
}

// end ends a word, and emits it unless a rule drops it. piece is the last of it.
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
