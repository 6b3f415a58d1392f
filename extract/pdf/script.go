package pdf

import (
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// intricate are the scripts that run from right to left, or put signs around their letters.
var intricate = []*unicode.RangeTable{
	unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Samaritan, unicode.Mandaic, unicode.Adlam,
	unicode.Hanifi_Rohingya, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
	unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Thai, unicode.Lao, unicode.Tibetan,
	unicode.Myanmar, unicode.Khmer, unicode.Mongolian, unicode.New_Tai_Lue, unicode.Tai_Tham, unicode.Balinese, unicode.Javanese,
	unicode.Sundanese, unicode.Limbu, unicode.Meetei_Mayek, unicode.Ol_Chiki, unicode.Cham, unicode.Lepcha, unicode.Buginese,
}

func isIntricate(r rune) bool { return r >= firstRight && unicode.In(r, intricate...) }

// class returns how a character counts for the order in which it is shown.
func class(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}

// firstRight is the first letter that runs from right to left.
const firstRight = 0x590

func isRight(r rune) bool {
	if r < firstRight {
		return false
	}
	c := class(r)
	return c == bidi.R || c == bidi.AL
}

// shown converts a line between logical order and the order of display from left to right. Nearly
// all lines are unchanged after two conversions. It is the bidirectional algorithm (UAX #9),
// without the parts that cannot be undone. right means that the line runs from right to left.
func shown(line []rune, right bool) {
	if !right {
		for start := 0; start < len(line); start++ {
			if isRight(line[start]) {
				end := reach(line, start, bidi.L, bidi.L, isRight)
				shown(line[start:end], true)
				start = end - 1
			}
		}
		return
	}
	backwards(line)
	for start := 0; start < len(line); {
		end := start
		switch class(line[start]) {
		case bidi.L:
			end = start + 1
			for end < len(line) && isDigit(line[end]) {
				end++
			}
			end = max(end, reach(line, start, bidi.R, bidi.AL, isLeft))
		case bidi.EN, bidi.AN:
			end = start + 1
			for end < len(line) && (isDigit(line[end]) || end+1 < len(line) && isSeparator(line[end]) && isDigit(line[end+1])) {
				end++
			}
			// A number after letters that run from left to right is part of their run.
			end = max(end, reach(line, start, bidi.R, bidi.AL, isLeft))
		default:
			start++
			continue
		}
		backwards(line[start:end])
		start = end
	}
}

// farthest is how many characters between two letters may belong to their run.
const farthest = 64

// reach returns the end of the run that begins at start, at the first of the ending classes.
func reach(line []rune, start int, one, other bidi.Class, part func(rune) bool) (end int) {
	end = start + 1
	for i := end; i < len(line) && i-end < farthest; i++ {
		if c := class(line[i]); c == one || c == other {
			break
		}
		if part(line[i]) {
			end = i + 1
		}
	}
	return end
}

func isLeft(r rune) bool { return class(r) == bidi.L }

func isDigit(r rune) bool {
	c := class(r)
	return c == bidi.EN || c == bidi.AN
}

// isSeparator reports whether a character between two digits is part of the number.
func isSeparator(r rune) bool {
	c := class(r)
	return c == bidi.CS || c == bidi.ES || c == bidi.ET
}

func backwards(line []rune) {
	for i, j := 0, len(line)-1; i < j; i, j = i+1, j-1 {
		line[i], line[j] = line[j], line[i]
	}
}
