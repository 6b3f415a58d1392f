// Package class returns the class of a code point where text is cut into tokens by classes (R4.5).
package class

import (
	"iter"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A Class is what a code point counts as.
type Class uint8

// The classes of R4.5, and None. The classes T, one for each script, are from Thai on.
const (
	None Class = iota // ends a run
	Mark              // takes the class of what stands before it
	W                 // words
	K                 // Han, Hiragana, Katakana
	Thai
	Lao
	Khmer
	Myanmar
)

// IsClustered reports whether runs of the class become sequences of clusters.
func (c Class) IsClustered() bool { return c >= K }

// The categories of letters, of marks, and of digits and letters that are numbers.
var (
	Letters = ucd.CategoriesOf(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo)
	Marks   = ucd.CategoriesOf(ucd.Mn, ucd.Mc, ucd.Me)
	Numbers = ucd.CategoriesOf(ucd.Nd, ucd.Nl)
)

// classified are the categories whose code points have a class.
var classified = Letters | Marks | Numbers | ucd.CategoriesOf(ucd.Pc)

// Of returns the class of r (R4.5).
func Of(r rune) Class {
	return In(r, ucd.Lookup(r))
}

// In returns the class of r, whose properties are p.
func In(r rune, p ucd.Properties) Class {
	switch {
	case !classified.Contains(p.Category):
		return None
	case Marks.Contains(p.Category):
		return Mark
	case r < 0x0E00: // no letter of K or T is before U+0E01
		return W
	}
	switch p.Script {
	case ucd.Han, ucd.Hiragana, ucd.Katakana:
		return K
	case ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar:
		if p.Category == ucd.Nd {
			return W
		}
		switch p.Script {
		case ucd.Thai:
			return Thai
		case ucd.Lao:
			return Lao
		case ucd.Khmer:
			return Khmer
		}
		return Myanmar
	}
	switch {
	case r == 0x3006, 0x3031 <= r && r <= 0x3035, r == 0x303C, r == 0x30FC,
		r == 0xFF70, r == 0xFF9E, r == 0xFF9F:
		return K
	}
	return W
}

// Clusters yields the clusters of a token of class K or T (R4.7). Other tokens have none.
func Clusters(token []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		// All of K and T lies from U+0E01 on.
		if len(token) == 0 || token[0] < 0xE0 {
			return
		}
		r, size := utf8.DecodeRune(token)
		if !Of(r).IsClustered() {
			return
		}
		start := 0
		for i := size; i < len(token); i += size {
			r, size = utf8.DecodeRune(token[i:])
			if Of(r) != Mark {
				if !yield(token[start:i]) {
					return
				}
				start = i
			}
		}
		yield(token[start:])
	}
}
