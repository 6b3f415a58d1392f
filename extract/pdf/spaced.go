package pdf

import (
	"unicode"
	"unicode/utf8"
)

// In a line whose letters are spaced, as those of listings are that TeX puts into columns of one
// width, gaps between letters are at most letterGap wide, and those between words at least
// spacedGap, in heights of the line; no gap is between the two. At least fewestLetters gaps are
// between letters, and most of what they are between is one letter.
const (
	letterGap     = 0.2
	spacedGap     = 0.4
	fewestLetters = 3
)

// spaced reports whether the letters of a row are spaced, so that pdftotext sees them as words.
func (r *row) spaced() bool {
	gaps, single, longer := 0, 0, 0
	for i := 1; i < len(r.words); i++ {
		a, b := &r.words[i-1], &r.words[i]
		height, gap := a.base-a.top, b.left-a.right
		switch {
		case gap >= spacedGap*height || !a.level(b):
			continue
		case gap > letterGap*height:
			return false
		case gap <= wordGap*height || !isLatin(a) || !isLatin(b):
			continue
		}
		gaps++
		for _, w := range []*word{a, b} {
			if utf8.RuneCountInString(w.text) == 1 {
				single++
			} else {
				longer++
			}
		}
	}
	return gaps >= fewestLetters && single > 2*longer
}

// isLatin reports whether a word begins with Latin, Greek or Cyrillic. Others have words of one letter.
func isLatin(w *word) bool {
	r, _ := utf8.DecodeRuneInString(w.text)
	return unicode.IsLetter(r) && r < firstRight
}

// near reports whether the next word is as close as the next letter of a spaced word.
func (w *word) near(next *word) bool {
	gap := next.left - w.right
	return gap > 0 && gap < spacedGap*(w.base-w.top) && w.level(next)
}
