package numeral

import (
	"encoding/binary"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// A Sum is an [io.Writer] that adds up the numerals that stand as numbers in the text written to it. The
// zero Sum is of the empty text.
type Sum struct {
	sum          uint64
	before, last rune   // the last two code points that count, 0 if there are none
	part         []byte // the start of a code point, at the end of what was written
}

// Write implements [io.Writer]. It returns no error.
func (s *Sum) Write(p []byte) (int, error) {
	text := p
	if len(s.part) > 0 {
		s.part = append(s.part, p...)
		text = s.part
	}
	for len(text) > 0 {
		if n := lengthOfOthers(text); n > 0 {
			s.takeOthers(text[:n])
			text = text[n:]
			continue
		}
		if !utf8.FullRune(text) {
			break
		}
		r, size := utf8.DecodeRune(text)
		s.take(r)
		text = text[size:]
	}
	s.part = append(s.part[:0], text...)
	return len(p), nil
}

// Sum ends the text. It returns equal values for texts with the same numerals in the same order, and 0 without
// numerals.
func (s *Sum) Sum() uint64 {
	s.end(0)
	return s.sum
}

// Reset begins another text.
func (s *Sum) Reset() { *s = Sum{part: s.part[:0]} }

// noNumerals is the least first byte of code points among which numerals that are letters are. A code point with a
// lesser one has at most two bytes.
const noNumerals = 0xE0

// lengthOfOthers returns how many bytes of whole code points without numerals a text begins with.
func lengthOfOthers(p []byte) (n int) {
	for ; n+8 <= len(p); n += 8 {
		if x := binary.LittleEndian.Uint64(p[n:]); x&(x<<1)&(x<<2)&0x8080808080808080 != 0 {
			break
		}
	}
	for n < len(p) && p[n] < noNumerals {
		n++
	}
	if n == len(p) && n > 0 && !utf8.FullRune(p[n-1:]) {
		n--
	}
	return n
}

// takeOthers takes code points without numerals, so that only the first and the last count.
func (s *Sum) takeOthers(p []byte) {
	for len(p) > 0 {
		r, size := utf8.DecodeRune(p)
		p = p[size:]
		if !isBetween(r) {
			s.end(r)
			break
		}
	}
	if r := last(p); r != 0 {
		s.before, s.last = 0, r
	}
}

func (s *Sum) take(r rune) {
	if !isBetween(r) {
		s.end(r)
	}
}

// end takes a code point that counts, and adds the one before it if that is a number.
func (s *Sum) end(r rune) {
	if s.last >= 0x2160 && stands(s.before, s.last, r) {
		s.sum = (s.sum ^ uint64(unicode.ToLower(s.last))) * splitmix.Gamma
	}
	s.before, s.last = s.last, r
}
