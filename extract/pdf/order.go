package pdf

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// order is how the words of a page become lines in logical order.
type order struct {
	right     bool // most letters run from right to left
	intricate bool // there are letters of intricate scripts, or blanks that were marked
	marked    bool // words of intricate scripts have blanks between them where they should
	blanks    bool // there are blanks that were marked, and not just a few
}

// orderOf looks at the words of a page.
func orderOf(rows []row) order {
	left, right, blanks, gaps, intricate := 0, 0, 0, 0, 0
	for _, r := range rows {
		for i, w := range r.words {
			for _, c := range w.text {
				switch {
				case c == blank:
					blanks++
				case isRight(c):
					right++
					intricate++
				case isIntricate(c):
					left++
					intricate++
				case unicode.IsLetter(c):
					left++
				}
			}
			if i > 0 && r.words[i-1].unmarked(&w) {
				gaps++
			}
		}
	}
	if blanks > 0 && 4*blanks < gaps {
		blanks -= joiners(rows)
	}
	return order{
		right: right > left, intricate: intricate+blanks > 0, marked: intricate > 0 && blanks > 0 && 2*blanks >= gaps, blanks: blanks > 0 && 4*blanks >= gaps,
	}
}

// turned reverses a letter and the marks before it. It is for lines from right to left that are not
// in logical order. pdftotext puts marks that are drawn separately before it. Other texts are
// returned unchanged.
func turned(text string) string {
	_, n := utf8.DecodeRuneInString(text)
	marks := []rune(text[n:])
	if len(marks) == 0 || slices.ContainsFunc(marks, func(r rune) bool { return !isRightMark(r) }) {
		return text
	}
	slices.Reverse(marks)
	return string(marks) + text[:n]
}

// unmarked reports whether a gap without a blank separates two intricate words or punctuation.
func (w *word) unmarked(next *word) bool {
	a, _ := utf8.DecodeLastRuneInString(w.text)
	b, _ := utf8.DecodeRuneInString(next.text)
	return clings(a) && (clings(b) || unicode.IsPunct(b)) || clings(b) && unicode.IsPunct(a)
}

// clings reports whether a character is of an intricate script, or a shared vowel sign or joiner.
func clings(r rune) bool {
	return isIntricate(r) || r >= firstMark && unicode.Is(unicode.Mn, r) || r == '\u200c' || r == '\u200d'
}

// wordGap is the minimum width of a blank, in heights of the line. markGap is for words of
// intricate scripts in lines with blanks of their own, where signs are narrower than declared.
// glueGap is for words of intricate scripts in documents without blanks.
const (
	wordGap = 0.05
	markGap = 0.6
	glueGap = 0.12
)

// blankBetween reports whether there is a blank between two words of a line. At a change of the
// font or its size, pdftotext begins a word even without a gap. An example is small capitals after
// a capital. In intricate scripts, words overlap for other reasons.
func (o order) blankBetween(w, next *word) bool {
	height, gap := w.base-w.top, next.left-w.right
	// Syllables of Tibetan have their own sign between them.
	if (o.marked || isTibetan(w.text) && isTibetan(next.text) && (o.blanks || !w.isShad())) && w.unmarked(next) {
		return gap > height*markGap
	}
	if (!o.blanks && next.isIndicSign() || next.isMark() && w.takes(next)) && gap < height*markGap {
		return false // it is of the word before it
	}
	if !o.blanks && !o.right && w.unmarked(next) && 0 < gap && gap < height*glueGap {
		return false
	}
	if gap < 0 && o.blanks && w.unmarked(next) || gap < -height*wordGap || gap > height*wordGap || !w.level(next) {
		return true
	}
	return next.apart
}

// level reports whether two words stand in one line, not one below the other in turned text.
func (w *word) level(next *word) bool {
	return next.base > w.top && next.top < w.base
}

// lines returns the text of the rows of a block.
func (o order) lines(rows []row) []string {
	if o.intricate {
		for _, r := range rows {
			for i := range r.words {
				if !o.blanks {
					r.words[i].text = turned(r.words[i].text)
				}
			}
		}
		rows = joined(rows, o.blanks)
	}
	texts := make([][]rune, len(rows))
	left, right := 0, 0
	for i, r := range rows {
		var b strings.Builder
		spaced, tight := !o.intricate && r.spaced(), !o.intricate && r.tight()
		for j := range r.words {
			if j > 0 {
				last, w := &r.words[j-1], &r.words[j]
				switch {
				case o.intricate && w.left-last.right > wide*(last.base-last.top):
					b.WriteRune(cellGap)
				case o.blankBetween(last, w) && !(spaced && last.near(w)) || tight && last.divides(w):
					b.WriteByte(' ')
				}
			}
			b.WriteString(r.words[j].text)
		}
		if !o.intricate {
			texts[i] = []rune(b.String())
			continue
		}
		for _, c := range b.String() {
			if c == blank {
				c = ' '
			}
			if isRight(c) {
				right++
			} else if unicode.IsLetter(c) {
				left++
			}
			texts[i] = append(texts[i], c)
		}
	}
	if right > 0 || o.right && left == 0 {
		texts = inLogicalOrder(texts, rows, right > left || o.right)
	}
	lines := make([]string, len(texts))
	for i, t := range texts {
		if o.intricate {
			ordered(t)
		}
		lines[i] = string(t)
		if o.intricate {
			lines[i] = whole(lines[i])
		}
	}
	return lines
}

// whole returns a line with one blank between words, and letters in place of Unicode's presentation
// forms.
func whole(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if strings.ContainsFunc(s, isForm) {
		var b strings.Builder
		for _, c := range s {
			if isForm(c) {
				b.WriteString(norm.NFKC.String(string(c)))
			} else {
				b.WriteRune(c)
			}
		}
		s = b.String()
	}
	return s
}

// isForm reports whether a character is the shape of a letter or of several.
func isForm(r rune) bool {
	return 0xfb00 <= r && r <= 0xfdff && unicode.IsLetter(r) || 0xfe70 <= r && r <= 0xfefc
}
