package pdf

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// joined joins adjacent rows of a block. pdftotext splits a line at a vowel sign or a tone mark that is drawn
// separately, above its letter. In documents without blanks, from TeX, other marks are drawn back over their
// letters.
func joined(rows []row, blanks bool) []row {
	var all []row
	for _, r := range rows {
		if n := len(all); n > 0 && all[n-1].beside(&r) {
			all[n-1].words = append(slices.Clip(all[n-1].words), r.words...)
			all[n-1].length += r.length
			all[n-1].divided = true
		} else {
			all = append(all, r)
		}
	}
	for i := range all {
		if !blanks {
			all[i].settle()
		}
		if all[i].divided || slices.ContainsFunc(all[i].words, isSign) || all[i].strays() {
			all[i].arrange()
		}
	}
	return all
}

// strays reports whether a mark comes after the letter that stands to the right of it.
func (r *row) strays() bool {
	for i := 1; i < len(r.words); i++ {
		m, before := &r.words[i], &r.words[i-1]
		c, _ := utf8.DecodeRuneInString(m.text)
		if m.isMark() && !isRightMark(c) && m.narrow() && m.left < before.left+markShift*(m.base-m.top) {
			return true
		}
	}
	return false
}

// narrow reports whether a word takes hardly any room.
func (w *word) narrow() bool { return w.right-w.left < markShift*(w.base-w.top) }

// beside reports whether a row stands in the same line as the next.
func (r *row) beside(next *row) bool {
	a, b := &r.words[0], &next.words[0]
	common := min(a.base, b.base) - max(a.top, b.top)
	return common > sameLine*min(a.base-a.top, b.base-b.top)
}

// initialSize is the least height of an initial, and initialGap the greatest distance from it. The unit is
// the height of the line beside it.
const (
	initialSize = 1.8
	initialGap  = 0.5
)

// initial reports whether a row is a large capital letter that begins the next row to its right.
func (r *row) initial(next *row) bool {
	w, line := &r.words[0], &next.words[0]
	height := line.base - line.top
	return len(r.words) == 1 && w.base-w.top > initialSize*height && w.level(line) &&
		math.Abs(line.left-w.right) < initialGap*height && isInitial(w.text)
}

// isInitial reports whether a text is one capital letter, maybe after a quotation mark.
func isInitial(s string) bool {
	s = strings.TrimLeftFunc(s, unicode.IsPunct)
	c, n := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(c) && n == len(s)
}

// footGap is the minimum distance of a foot line from the text above it, in heights of the line. footPlace is
// the minimum position of its end, in heights of the page.
const (
	footGap   = 0.5
	footPlace = 0.85
)

// footed reports whether the last row is a single word at the foot of a page, well below all others. height
// is the height of the page.
func footed(rows []row, height float64) bool {
	if len(rows) < 2 || len(rows[len(rows)-1].words) > 1 {
		return false
	}
	foot := rows[len(rows)-1].words[0]
	for _, r := range rows[:len(rows)-1] {
		for _, w := range r.words {
			if foot.top-w.base < footGap*(foot.base-foot.top) {
				return false
			}
		}
	}
	return height > 0 && foot.base > footPlace*height
}

// sameLine is the minimum overlap of two words of a line, as a share of their height. markShift is how far a
// mark may be to the right of its place, in heights.
const (
	sameLine  = 0.6
	markShift = 0.1
	// rightShift is how far it may be to the left, in scripts that run from right to left.
	rightShift = 0.02
)

// longestArranged is the most bytes of a line whose marks are put into its words.
const longestArranged = 8 << 10

// arrange puts the words of a row into their order in place, and marks into their words.
func (r *row) arrange() {
	var words, marks []word
	for _, w := range r.words {
		if w.isMark() && w.narrow() && r.length <= longestArranged {
			marks = append(marks, w)
		} else {
			words = append(words, w)
		}
	}
	byPlace := func(a, b word) int { return cmp.Compare(a.place(), b.place()) }
	slices.SortStableFunc(words, byPlace)
	for _, m := range marks {
		if isSign(m) && stack(words, &m) {
			continue
		}
		i, _ := slices.BinarySearchFunc(words, m, byPlace)
		switch {
		case i > 0 && words[i-1].put(&m):
		case i > 0 && words[i-1].takes(&m):
			words[i-1].text += m.text
		default:
			words = slices.Insert(words, i, m)
		}
	}
	r.words = words
}

// isTibetan reports whether a word begins with a character of Tibetan.
func isTibetan(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.Is(unicode.Tibetan, r)
}

func isSign(w word) bool { return isTibetan(w.text) && w.isMark() }

// stack puts a vowel sign of Tibetan at the end of the word around it. pdftotext splits a word at a sign that
// is drawn where its letter begins. It returns false if there is no such word.
func stack(words []word, mark *word) bool {
	place := mark.left + markShift*(mark.base-mark.top)
	i, _ := slices.BinarySearchFunc(words, place, func(w word, place float64) int { return cmp.Compare(w.left, place) })
	if i == 0 || !isTibetan(words[i-1].text) || words[i-1].right < mark.left {
		return false
	}
	words[i-1].text += mark.text
	return true
}

// isMark reports whether a word begins with a mark of a letter before it.
func (w *word) isMark() bool {
	r, _ := utf8.DecodeRuneInString(w.text)
	return unicode.Is(unicode.M, r)
}

// place returns the position of a word in its line. A mark is drawn at the end of its letter. In scripts from
// right to left it is drawn above or below the letter. The alef of a ligature with lam may have no width.
func (w *word) place() float64 {
	switch r, _ := utf8.DecodeRuneInString(w.text); {
	case isRight(r) && w.right <= w.left:
		return w.left - rightShift*(w.base-w.top)
	case !unicode.Is(unicode.M, r), !isRightMark(r) && !w.narrow():
		return w.left
	case isRightMark(r):
		return w.left + rightShift*(w.base-w.top)
	}
	return w.left - markShift*(w.base-w.top)
}

// isRightMark reports whether a mark is of a script that runs from right to left.
func isRightMark(r rune) bool { return 0x590 <= r && r < 0x900 && unicode.Is(unicode.Mn, r) }

// put inserts a mark into a word, at its letter, assuming letters of equal width. It returns false if the
// mark is at the end of the word.
func (w *word) put(mark *word) bool {
	first, _ := utf8.DecodeRuneInString(mark.text)
	right := isRightMark(first)
	if end := w.right; right && mark.left >= end || !right && mark.place() >= end-markShift*(w.base-w.top) {
		return false
	}
	var letters []int // where they begin in the text
	below := false
	for i, c := range w.text {
		if !unicode.Is(unicode.M, c) && c != blank && !below {
			letters = append(letters, i)
		}
		below = bindsNext(c)
	}
	if len(letters) == 0 {
		return false
	}
	// A mark belongs to the letter before it. From right to left, it precedes its letter until the line is in
	// logical order.
	at := (mark.left - w.left) / (w.right - w.left) * float64(len(letters))
	if !right {
		at += 0.5
	}
	if n := max(0, int(min(at, float64(len(letters))))); n < len(letters) {
		w.text = w.text[:letters[n]] + mark.text + w.text[letters[n]:]
	} else {
		w.text += mark.text
	}
	return true
}

// takes reports whether a mark near the end of a word belongs to its last letter, from left to right.
func (w *word) takes(mark *word) bool {
	first, _ := utf8.DecodeRuneInString(mark.text)
	last, _ := utf8.DecodeLastRuneInString(w.text)
	return isIntricate(last) && !isRight(last) && !isRightMark(first) && mark.left <= w.right+markShift*(mark.base-mark.top)
}

// bindsNext reports whether a sign of Khmer or Burmese puts the next letter below the last.
func bindsNext(r rune) bool { return r == coeng || r == '\u1039' }
