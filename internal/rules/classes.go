package rules

import (
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A Class is the class of a code point in text without spaces (R4.5).
type Class string

// The classes of R4.5. Each of the four scripts of class T is a class of its own.
const (
	NoClass Class = ""
	W       Class = "W"
	K       Class = "K"
	Thai    Class = "T Thai"
	Lao     Class = "T Lao"
	Khmer   Class = "T Khmer"
	Myanmar Class = "T Myanmar"
)

// Clustered reports whether a run of the class is split into clusters, as runs of K and T are
// (R4.7).
func (c Class) Clustered() bool { return c != NoClass && c != W }

// ClassOf returns the class of a code point in any text. It returns NoClass for a mark, or a code
// point that is never in a sequence.
func ClassOf(r rune) Class {
	if !hasClass(r) {
		return NoClass
	}
	return ClassInSequence(r)
}

// hasClass reports whether R4.5 assigns a class to a code point.
var hasClass = In(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo, ucd.Nd, ucd.Nl, ucd.Pc)

// ClassInSequence returns the class of a code point in a sequence that is not a mark (R4.5).
func ClassInSequence(r rune) Class {
	script := ucd.ScriptOf(r)
	switch script {
	case ucd.Han, ucd.Hiragana, ucd.Katakana:
		return K
	}
	if strings.ContainsRune("\u3006\u3031\u3032\u3033\u3034\u3035\u303C\u30FC\uFF70\uFF9E\uFF9F", r) {
		return K
	}
	if ucd.CategoryOf(r) != ucd.Nd {
		switch script {
		case ucd.Thai:
			return Thai
		case ucd.Lao:
			return Lao
		case ucd.Khmer:
			return Khmer
		case ucd.Myanmar:
			return Myanmar
		}
	}
	return W
}

// IsMark reports whether a code point is a mark (chapter 0).
func IsMark(r rune) bool { return isMark(r) }

var isMark = In(ucd.Mn, ucd.Mc, ucd.Me)

// Apostrophes are the letters of R4.4 that look like apostrophes.
const Apostrophes = "\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02EE\u07F4\u07F5\uA78B\uA78C"

// IsApostrophe reports whether a code point is one of Apostrophes.
func IsApostrophe(r rune) bool { return strings.ContainsRune(Apostrophes, r) }

// In returns a function that reports whether the category of a code point is one of a
// list.
func In(categories ...ucd.Category) func(rune) bool {
	set := ucd.CategoriesOf(categories...)
	return func(r rune) bool { return set.Contains(ucd.CategoryOf(r)) }
}

// OneOf returns a function that reports whether a code point is in a string.
func OneOf(chars string) func(rune) bool {
	return func(r rune) bool { return strings.ContainsRune(chars, r) }
}

// CountLeading returns the number of elements of a kind at the start of a text.
func CountLeading[T any](text []T, kind func(T) bool) int {
	n := 0
	for n < len(text) && kind(text[n]) {
		n++
	}
	return n
}
