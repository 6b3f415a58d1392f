package escape

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isInvisible reports whether r is nothing that a person sees in a name. Go does not print control and format
// characters, and blanks other than U+0020. Unicode has no display for the other code points with the property
// Default_Ignorable_Code_Point, such as fillers of Hangul. U+2800 is a pattern of Braille without dots.
func isInvisible(r rune) bool {
	const noDots = 0x2800
	return !unicode.IsPrint(r) || r == noDots ||
		r > unicode.MaxLatin1 && unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// quoted returns s as a quoted Go string, in which all that is invisible is escaped.
func quoted(s string) string {
	s = strconv.Quote(s)
	if !strings.ContainsFunc(s, isInvisible) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !isInvisible(r):
			b.WriteRune(r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// Quote returns a name for people: unchanged, or as a quoted Go string if a part is invisible.
func Quote(name string) string {
	if !utf8.ValidString(name) || strings.ContainsFunc(name, isInvisible) {
		return quoted(name)
	}
	return name
}

// maxWord bounds a word that appears unquoted among others, in bytes.
const maxWord = 100

// Word returns foreign text as one word. It is unchanged if it is a visible word. Otherwise it is a
// quoted Go string, so that its end is clear.
func Word(s string) string {
	odd := func(r rune) bool { return isInvisible(r) || r == ' ' || r == '"' }
	if s == "" || !utf8.ValidString(s) || strings.ContainsFunc(s, odd) || len(s) > maxWord {
		return Abridge(s, maxWord)
	}
	return s
}

// Words returns words, without those that are empty, with spaces between.
func Words(words ...string) string {
	var said []string
	for _, w := range words {
		if w != "" {
			said = append(said, Word(w))
		}
	}
	return strings.Join(said, " ")
}

// Abridge quotes a text. If it is longer than most bytes, it quotes the beginning and adds the
// length.
func Abridge(s string, most int) string {
	if len(s) <= most {
		return quoted(s)
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return fmt.Sprintf("%s… (%d bytes)", quoted(s[:most]), len(s))
}
