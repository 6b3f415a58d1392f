package passage

import (
	"slices"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// MaxWords is the length of the longest windows, in words.
const MaxWords = 32

// powers are the powers of the factor of R13.16.
var powers = func() (p [MaxWords * Word]uint64) {
	p[0] = 1
	for i := range p[1:] {
		p[i+1] = p[i] * splitmix.Gamma
	}
	return p
}()

// A Window is the shortest sequence of items from one on that is as long as asked for (R13.14).
type Window struct {
	Hash     uint64
	From, To int // items
}

// Windows calls emit with each window of a length in words, in order.
func (i *Items) Windows(words int, emit func(Window)) {
	least := words * Word
	var h uint64
	from, weight := 0, 0
	for to, x := range i.Hashes {
		h = h*splitmix.Gamma + x
		weight += int(i.Weights[to])
		for weight >= least {
			emit(Window{splitmix.Mix(h), from, to + 1})
			h -= i.Hashes[from] * powers[to-from]
			weight -= int(i.Weights[from])
			from++
		}
	}
}

// A Selection says which windows are selected to find the windows of Words words that two texts share. They
// have Selected words, so that each window of Words words contains one.
type Selection struct{ Words, Selected int }

// SelectionFor returns the Selection for windows of a length in words. With 16 words, it keeps about 30
// windows in 850 bytes of English.
func SelectionFor(words int) Selection { return Selection{words, (words + 1) / 2} }

// A Selector selects windows. It belongs to one goroutine.
type Selector struct {
	Selection
	hashes   []uint64 // of the windows that may be selected, by their first items
	ends     []uint32 // the items after them
	least    queue
	selected []Window
	served   []uint32 // see Served
}

// Select returns the selected windows of items, in order, until the next call. Each window of s.Words words
// contains a selected one. Texts that share such a window share the hash of a selected window within it. Of
// the windows that begin in its first words, the one with the least hash is selected.
func (s *Selector) Select(items *Items) []Window {
	s.hashes, s.ends, s.selected = slices.Grow(s.hashes[:0], items.Len()), slices.Grow(s.ends[:0], items.Len()), s.selected[:0]
	s.least, s.served = queue{places: s.least.places[:0]}, s.served[:0]
	items.Windows(s.Selected, func(w Window) {
		s.hashes, s.ends = append(s.hashes, w.Hash), append(s.ends, uint32(w.To))
	})
	span := int64(s.Words-s.Selected-1) * Word // from the first item of a window to that of a selected one
	next := 0                                  // of the windows, the first that is not in s.least
	weight := int64(0)                         // of the items before it, from the first one on
	items.Windows(s.Words, func(w Window) {
		for next < len(s.hashes) && weight <= span {
			s.least.push(s.hashes, next)
			weight += int64(items.Weights[next])
			next++
		}
		n := len(s.selected)
		best := s.least.best(s.hashes, w.From)
		// Among equal hashes, the window selected already, else the last (Schleimer et al. 2003).
		if n == 0 || s.selected[n-1].From < w.From || s.selected[n-1].Hash != s.hashes[best] {
			s.selected = append(s.selected, Window{s.hashes[best], int(best), int(s.ends[best])})
			s.served = append(s.served, uint32(w.From))
		}
		weight -= int64(items.Weights[w.From])
	})
	return s.selected
}

// Served returns an item for each window that Select returned. The windows of s.Words words that begin there, or
// later but before the next such item, need the selected window. Texts that share one of them share its hash.
func (s *Selector) Served() []uint32 { return s.served }

// A queue has the places of windows that may be the least one of a range that moves on. Their hashes ascend.
type queue struct {
	places []uint32
	first  int
}

// push appends a window, and removes those with a greater hash.
func (q *queue) push(hashes []uint64, place int) {
	for len(q.places) > q.first && hashes[q.places[len(q.places)-1]] > hashes[place] {
		q.places = q.places[:len(q.places)-1]
	}
	if q.first > 64 && 2*q.first > len(q.places) { // most of it is behind
		q.places, q.first = q.places[:copy(q.places, q.places[q.first:])], 0
	}
	q.places = append(q.places, uint32(place))
}

// best removes windows before from. It returns the one with the least hash, the last of those.
func (q *queue) best(hashes []uint64, from int) uint32 {
	for int(q.places[q.first]) < from {
		q.first++
	}
	at := q.first
	for at+1 < len(q.places) && hashes[q.places[at+1]] == hashes[q.places[at]] {
		at++
	}
	return q.places[at]
}
