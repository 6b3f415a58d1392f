package pdf

import (
	"math"
	"slices"
)

// addButtons adds the boxes to tick of a form to the lines beside them. pdftotext does not print them. A box that has a
// sign in it shows its state already. What is chosen in a list comes after its entries.
func (l *layout) addButtons(boxes []box) {
	for _, b := range boxes {
		if b.button == "" {
			continue
		}
		last := l.lastIn(b)
		if last >= 0 && !b.list {
			continue
		}
		w := word{text: b.button, left: b.left, top: b.low, right: b.right, base: b.high}
		if at, row := l.beside(b); row != nil && !b.list {
			w.top, w.base = row.words[0].top, row.words[0].base
			row.words = slices.Insert(row.words, at, w)
			continue
		}
		at := len(l.rows)
		if last >= 0 {
			for at = last + 1; at < len(l.rows) && l.rows[at].block == l.rows[last].block; {
				at++
			}
			w.top, w.base = l.rows[last].words[0].top, l.rows[last].words[0].base
		}
		l.block++
		l.rows = slices.Insert(l.rows, at, row{words: []word{w}, block: l.block, logical: b.list})
	}
}

// lastIn returns the index of the last line with a word in a box, or -1.
func (l *layout) lastIn(b box) int {
	for i, r := range slices.Backward(l.rows) {
		if !r.logical && slices.ContainsFunc(r.words, func(w word) bool { return b.has((w.left+w.right)/2, (w.top+w.base)/2) }) {
			return i
		}
	}
	return -1
}

// has reports whether a place is in the box.
func (b box) has(x, y float64) bool { return b.left <= x && x <= b.right && b.low <= y && y <= b.high }

// beside returns the line with the nearest word on either side, and the index of the word after the box.
func (l *layout) beside(b box) (at int, beside *row) {
	nearest := math.Inf(1)
	x, y := (b.left+b.right)/2, (b.low+b.high)/2
	for i := range l.rows {
		if l.rows[i].logical {
			continue
		}
		words := l.rows[i].words
		for j, w := range words {
			if w.top > y || y > w.base {
				continue
			}
			index, gap := j, w.left-b.right
			if x > (w.left+w.right)/2 {
				index, gap = j+1, b.left-w.right
			}
			if gap < nearest {
				at, beside, nearest = index, &l.rows[i], gap
			}
		}
	}
	return at, beside
}
