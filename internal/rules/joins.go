package rules

import (
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A LineJoiner is R2.9: it joins words that were broken at the end of a line. Letters in
// parentheses refer to the rule.
type LineJoiner struct {
	Letter  func(rune) bool              // what (a) follows,
	Mark    func(rune) bool              // with these between the two
	Hyphen  func(rune) bool              // (a)
	Blank   func(rune) bool              // (b), (d)
	Fits    func(before, after int) bool // how many blanks there may be in (b) and in (d)
	LineEnd func(text []rune) int        // (c): the length of a line end at the start of the text, or 0
	Small   func(rune) bool              // (e)
	Left    func(place []rune) []rune    // what is left of (a) to (d)
}

// NewLineJoiner returns the LineJoiner of the multi schemes.
func NewLineJoiner() *LineJoiner {
	return &LineJoiner{
		Letter:  In(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo),
		Mark:    IsMark,
		Hyphen:  OneOf("-\u00AD\u2010"),
		Blank:   OneOf("\t \u00A0"),
		Fits:    func(before, after int) bool { return before <= 64 && after <= 64 },
		LineEnd: OneLineEnd("\n\v\f\r\u0085\u2028"),
		Small:   In(ucd.Ll),
		Left:    func([]rune) []rune { return nil },
	}
}

// Text joins the lines of a text. All places are found in the unchanged text.
func (l *LineJoiner) Text(text string) string {
	runes := []rune(text)
	var joined []rune
	for i := 0; i < len(runes); {
		if n := l.place(runes, i); n > 0 {
			joined = append(joined, l.Left(runes[i:i+n])...)
			i += n
		} else {
			joined = append(joined, runes[i])
			i++
		}
	}
	return string(joined)
}

// place returns the length of (a) to (d) at index i, if the text around it meets R2.9. Otherwise it
// returns 0.
func (l *LineJoiner) place(text []rune, i int) int {
	if !l.Hyphen(text[i]) || !l.Letter(LastBut(l.Mark)(text[:i])) { // (a)
		return 0
	}
	rest := text[i+1:]
	before := CountLeading(rest, l.Blank) // (b)
	rest = rest[before:]
	end := l.LineEnd(rest) // (c)
	rest = rest[end:]
	after := CountLeading(rest, l.Blank) // (d)
	rest = rest[after:]
	if end == 0 || !l.Fits(before, after) || len(rest) == 0 || !l.Small(rest[0]) { // (e)
		return 0
	}
	return 1 + before + end + after
}

// OneLineEnd returns a function that finds one line end at the start of a text. It may be U+000D
// U+000A, or one of the given code points. The function returns its length, or 0.
func OneLineEnd(ends string) func(text []rune) int {
	return func(text []rune) int {
		switch {
		case len(text) > 1 && text[0] == '\r' && text[1] == '\n':
			return 2
		case len(text) > 0 && strings.ContainsRune(ends, text[0]):
			return 1
		}
		return 0
	}
}

// A SpaceJoiner is R2.10: it deletes white space in scripts without spaces.
type SpaceJoiner struct {
	Space  func(rune) bool                // what a sequence is of
	Before func(text []rune) rune         // the code point that counts of the text before it; -1: none
	After  func(text []rune) rune         // the code point that counts of the text after it; -1: none
	Class  func(rune) Class               // the class of these two (R4.5)
	Joins  func(before, after Class) bool // whether the sequence is deleted between two such
	Left   func(spaces []rune) []rune     // what is left of a sequence where it is
}

// NewSpaceJoiner returns the SpaceJoiner of the multi schemes.
func NewSpaceJoiner() *SpaceJoiner {
	return &SpaceJoiner{
		Space:  func(r rune) bool { return ucd.IsWhiteSpace(r) || r == 0x200B },
		Before: LastBut(IsMark),
		After:  First,
		Class:  ClassOf,
		Joins:  func(before, after Class) bool { return before == after && before.Clustered() },
		Left: func(spaces []rune) []rune {
			if len(spaces) > 256 {
				return spaces
			}
			return nil
		},
	}
}

// Text deletes white space of a text.
func (s *SpaceJoiner) Text(text string) string {
	runes := []rune(text)
	var joined []rune
	for i := 0; i < len(runes); {
		n := CountLeading(runes[i:], s.Space)
		if n == 0 {
			joined = append(joined, runes[i])
			i++
			continue
		}
		before, spaces, after := runes[:i], runes[i:i+n], runes[i+n:]
		if s.Joins(s.Class(s.Before(before)), s.Class(s.After(after))) {
			spaces = s.Left(spaces)
		}
		joined = append(joined, spaces...)
		i += n
	}
	return string(joined)
}

// LastBut returns a function that finds the last code point of a text that is not of a kind. It
// returns -1 if there is none.
func LastBut(kind func(rune) bool) func(text []rune) rune {
	return func(text []rune) rune {
		for i := len(text) - 1; i >= 0; i-- {
			if !kind(text[i]) {
				return text[i]
			}
		}
		return -1
	}
}

// First returns the first code point of a text, or -1.
func First(text []rune) rune {
	if len(text) == 0 {
		return -1
	}
	return text[0]
}
