package pdf

import (
	"unicode"
	"unicode/utf8"
)

// Some lines have spaced letters, such as listings that TeX sets in columns of one width. Gaps between their
// letters are at most letterGap wide, in heights of the line. Gaps between words are at least spacedGap. No
// gap is in between. At least fewestLetters gaps are between letters, and most parts are single letters.
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

// tightGap is the least width of a blank in a row whose blanks are tight, in widths of a letter.
const tightGap = 0.04

// tight reports whether no gap of a row is as wide as a blank. Then its blanks are tight, or its font has high
// boxes.
func (r *row) tight() bool {
	for i := 1; i < len(r.words); i++ {
		if a, b := &r.words[i-1], &r.words[i]; b.left-a.right > wordGap*(a.base-a.top) || !a.level(b) {
			return false
		}
	}
	return true
}

// divides reports whether a blank stands between two words of a row with tight blanks. pdftotext divides
// words of one font only at blanks and at wide gaps.
func (w *word) divides(next *word) bool {
	least := tightGap * (w.right - w.left) / float64(utf8.RuneCountInString(w.text))
	return w.top == next.top && w.base == next.base && 0 < least && least < next.left-w.right
}
