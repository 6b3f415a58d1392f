package tokenize

import (
	"iter"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// class is what a code point counts as in segmentation by classes (R4.5).
type class uint8

const (
	classNone class = iota // ends a run
	classMark              // takes the class of what stands before it
	classW                 // words
	classK                 // Han, Hiragana, Katakana
	classThai
	classLao
	classKhmer
	classMyanmar
)

// clustered reports that runs of the class become bigrams of clusters.
func (c class) clustered() bool { return c >= classK }

var (
	letters = ucd.CategoriesOf(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo)
	marksOf = ucd.CategoriesOf(ucd.Mn, ucd.Mc, ucd.Me)
)

// inClasses are the categories that have a class (R4.5).
var inClasses = letters | marksOf | ucd.CategoriesOf(ucd.Nd, ucd.Nl, ucd.Pc)

// classOf returns the class of r (R4.5).
func classOf(r rune) class {
	p := ucd.Lookup(r)
	if !inClasses.Contains(p.Category) {
		return classNone
	}
	return classIn(r, p)
}

// classIn is classOf for a code point of a category that has a class.
func classIn(r rune, p ucd.Properties) class {
	if marksOf.Contains(p.Category) {
		return classMark
	}
	switch p.Script {
	case ucd.Han, ucd.Hiragana, ucd.Katakana:
		return classK
	case ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar:
		if p.Category == ucd.Nd {
			return classW
		}
		switch p.Script {
		case ucd.Thai:
			return classThai
		case ucd.Lao:
			return classLao
		case ucd.Khmer:
			return classKhmer
		}
		return classMyanmar
	}
	switch {
	case r == 0x3006, 0x3031 <= r && r <= 0x3035, r == 0x303C, r == 0x30FC,
		r == 0xFF70, r == 0xFF9E, r == 0xFF9F:
		return classK
	}
	return classW
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

// Clusters yields the clusters of a token that [Rules] with classes K and T made
// of them: a code point that is no mark and the marks after it (R4.7). Other
// tokens have none.
func Clusters(token []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		// All of K and T lies from U+0E01 on.
		if len(token) == 0 || token[0] < 0xE0 {
			return
		}
		r, size := utf8.DecodeRune(token)
		if !classOf(r).clustered() {
			return
		}
		start := 0
		for i := size; i < len(token); i += size {
			r, size = utf8.DecodeRune(token[i:])
			if classOf(r) != classMark {
				if !yield(token[start:i]) {
					return
				}
				start = i
			}
		}
		yield(token[start:])
	}
}

// classSegmenter is stage 4 by classes: R4.4 to R4.8.
type classSegmenter struct {
	rules Rules
	emit  func(token []byte)
	ascii [utf8.RuneSelf]looked // look of ASCII

	class class     // of the run so far
	words segmenter // the run, if its class is W

	// The run, if its class is clustered: its last clusters, the one that goes on
	// last, and where in buf each of them begins.
	buf    []byte
	starts []int
}

// looked is what there is to know of a code point in a run.
type looked struct {
	class      class
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
		c, mark := of.class, of.class == classMark
		if mark { // R4.6
			c = s.class
		}
		if c != s.class {
			s.end(p[from:i])
			s.class, from = c, i
		}
		switch {
		case c == classW:
			s.words.alphabetic = s.words.alphabetic || of.alphabetic
		case c.clustered():
			s.add(p[i:i+size], mark)
		}
		i += size
	}
	if s.class == classW {
		s.words.hold(p[from:])
	}
}

// look looks r up.
func (s *classSegmenter) look(r rune) looked {
	p := ucd.Lookup(r)
	switch {
	case !s.rules.words.Contains(p.Category), s.rules.apostrophes && isApostrophe(r):
		return looked{}
	case r < 0x0E00 && !marksOf.Contains(p.Category): // before K and T
		return looked{classW, p.Alphabetic}
	}
	return looked{classIn(r, p), p.Alphabetic}
}

// end ends a run; piece is the last of it, if its class is W.
func (s *classSegmenter) end(piece []byte) {
	switch {
	case s.class == classW:
		s.words.end(piece)
	case s.class.clustered():
		s.emitGram()
		s.buf, s.starts = s.buf[:0], s.starts[:0]
	}
	s.class = classNone
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
