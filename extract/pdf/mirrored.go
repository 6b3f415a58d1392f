package pdf

import (
	"math"
	"slices"
	"unicode"
	"unicode/utf8"
)

// fewestMirrored is the least number of letters of a mirrored line that touch the next.
const fewestMirrored = 4

// unmirrored orders the letters of mirrored lines as they are drawn. Such lines are printed to be seen from behind.
// pdftotext orders letters by their place. It makes a word of a letter that is drawn left of the last one. It makes
// one word of letters of one font that are drawn from left to right. So only a line from right to left consists of
// single letters that touch.
func unmirrored(rows []row) {
	for i := range rows {
		if rows[i].mirrored() {
			rows[i].unmirror()
		}
	}
}

// touches reports whether no gap is between two words of one font.
func (w *word) touches(next *word) bool {
	return w.top == next.top && w.base == next.base && w.right-w.left > touching && math.Abs(next.left-w.right) < touching
}

func (r *row) mirrored() bool {
	touch := 0
	for i := range r.words {
		c, size := utf8.DecodeRuneInString(r.words[i].text)
		if size < len(r.words[i].text) || c >= firstRight || !unicode.IsGraphic(c) {
			return false
		}
		if i > 0 && unicode.IsLetter(c) && r.words[i-1].touches(&r.words[i]) {
			touch++
		}
	}
	return touch >= fewestMirrored && 2*touch >= len(r.words)
}

func (r *row) unmirror() {
	edges := r.words[0].left + r.words[len(r.words)-1].right
	slices.Reverse(r.words)
	var words []word
	for _, w := range r.words {
		w.left, w.right = edges-w.right, edges-w.left
		if n := len(words); n > 0 && words[n-1].touches(&w) {
			words[n-1].text += w.text
			words[n-1].right = w.right
			continue
		}
		words = append(words, w)
	}
	r.words = words
}
