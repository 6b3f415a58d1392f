package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// markRise is how far a raised word's lower edge is above its neighbour's, at least. The unit is the
	// neighbour's height.
	markRise = 0.2
	// noteSize is the greatest height of a note's line, in heights of the word with the mark. aloneSize applies
	// to a number that is a line by itself.
	noteSize  = 0.95
	aloneSize = 0.75
	// shortUnit is the most letters or digits of a unit, an element, a variable or ten. A number that is
	// raised after one is a power or a charge.
	shortUnit = 2
)

// raises reports whether a word beside w stands above its line.
func (w *word) raises(beside *word) bool { return w.base-beside.base > markRise*(w.base-w.top) }

// note is the beginning of a footnote. Its text is nil if its number is a line by itself.
type note struct {
	number, text *word
	size         float64 // the least height of the word with its mark
}

// divideNotes puts blanks before the marks of notes, and after the numbers of the notes. A mark is a raised word.
// It also begins a line below, where it is raised or in smaller type. A raised link into the document is a mark, too:
// its note may be on another page. A fraction is also divided from the number before it.
// Other raised words are powers, charges or ends of ordinals, and stay with the word before them.
func divideNotes(rows []row, right bool) {
	notes := make(map[string]note)
	for i := range rows {
		n, ok := rows[i].note(right)
		if last, has := notes[n.number.mark()]; ok && (!has || n.size < last.size) {
			notes[n.number.mark()] = n
		}
	}
	for _, r := range rows {
		words := r.words
		for j := 1; j < len(words); j++ {
			host, mark := &words[j-1], &words[j]
			if right {
				host, mark = mark, host
			}
			if !host.raises(mark) {
				continue
			}
			if j+1 < len(words) && strings.HasPrefix(words[j+1].text, "/") && host.endsNumber() && mark.endsNumber() {
				mark.apart = true
			}
			if mark.linked {
				words[j].apart = true
			} else if host.isUnit() {
				continue
			}
			if n, ok := notes[mark.mark()]; ok && n.number.top > host.base && n.size < host.base-host.top {
				words[j].apart = true
				if right {
					n.number.apart = true
				} else if n.text != nil {
					n.text.apart = true
				}
			}
		}
	}
}

// note returns the note that may begin with a row.
func (r *row) note(right bool) (n note, ok bool) {
	first, second := 0, 1
	if right {
		first, second = len(r.words)-1, len(r.words)-2
	}
	n.number = &r.words[first]
	if len(r.words) == 1 {
		n.size = (n.number.base - n.number.top) / aloneSize
	} else if n.text = &r.words[second]; n.text.raises(n.number) {
		return n, true
	} else {
		n.size = (n.text.base - n.text.top) / noteSize
	}
	return n, !strings.ContainsFunc(n.number.mark(), func(r rune) bool { return !unicode.IsDigit(r) })
}

// mark returns the text of the mark of a note without points and brackets.
func (w *word) mark() string { return strings.Trim(w.text, ".,;:()[]") }

// endsNumber reports whether a word ends with a digit.
func (w *word) endsNumber() bool {
	r, _ := utf8.DecodeLastRuneInString(w.text)
	return unicode.IsDigit(r)
}

// isUnit reports whether a word is as short as a unit, in a script with longer words.
func (w *word) isUnit() bool {
	r, _ := utf8.DecodeRuneInString(w.text)
	return (isLatin(w) || unicode.IsDigit(r)) && utf8.RuneCountInString(w.text) <= shortUnit
}
