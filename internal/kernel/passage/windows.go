package passage

import (
	"math/bits"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// MaxWords is the length of the longest windows, in words. No window has more than 64 items, for each of
// which the hash is rotated by one bit (R13.16).
const MaxWords = 16

// A Window is the shortest sequence of items from one on that is as long as asked for (R13.14).
type Window struct {
	Hash     uint64
	From, To int // items
}

// Windows calls emit with each window of so many words, in order.
func (i *Items) Windows(words int, emit func(Window)) {
	least := words * Word
	var h uint64
	from, weight := 0, 0
	for to, x := range i.Hashes {
		h = bits.RotateLeft64(h, 1) ^ x
		weight += int(i.Weights[to])
		for weight >= least {
			emit(Window{splitmix.Mix(h), from, to + 1})
			h ^= bits.RotateLeft64(i.Hashes[from], to-from)
			weight -= int(i.Weights[from])
			from++
		}
	}
}

// A Selection says which windows are selected to find those of Words words that two texts share: windows
// of Selected words, so that each window of Words words has one (R13.19).
type Selection struct{ Words, Selected int }

// SelectionFor returns the Selection for windows of so many words. Of 16, it keeps about 30 windows in
// 850 bytes of English.
func SelectionFor(words int) Selection { return Selection{words, (words + 1) / 2} }

// A Selector selects windows. It belongs to one goroutine.
type Selector struct {
	Selection
	all      []Window // that may be selected
	least    queue
	selected []Window
}

// Select returns the selected windows of items, in order, until the next call. Each window of s.Words words
// contains one. Texts that share such a window share the hash of a selected one within it: of those that
// begin in its first words, the one with the least hash is selected.
func (s *Selector) Select(items *Items) []Window {
	s.all, s.selected, s.least = s.all[:0], s.selected[:0], queue{places: s.least.places[:0]}
	items.Windows(s.Selected, func(w Window) { s.all = append(s.all, w) })
	span := int64(s.Words-s.Selected-1) * Word // from the first item of a window to that of a selected one
	next := 0                                  // of s.all, the first that is not in s.least
	weight := int64(0)                         // of the items before it, from the first one on
	items.Windows(s.Words, func(w Window) {
		for next < len(s.all) && weight <= span {
			s.least.push(s.all, next)
			weight += int64(items.Weights[next])
			next++
		}
		n := len(s.selected)
		best := s.least.best(s.all, w.From)
		// Among equal hashes, the one that is selected already, else the last (Schleimer et al. 2003).
		if n == 0 || s.selected[n-1].From < w.From || s.selected[n-1].Hash != best.Hash {
			s.selected = append(s.selected, best)
		}
		weight -= int64(items.Weights[w.From])
	})
	return s.selected
}

// A queue has the places of windows that may be the least one of a range that moves on. Their hashes ascend.
type queue struct {
	places []int
	first  int
}

// push appends a window, and removes those with a greater hash.
func (q *queue) push(all []Window, place int) {
	for len(q.places) > q.first && all[q.places[len(q.places)-1]].Hash > all[place].Hash {
		q.places = q.places[:len(q.places)-1]
	}
	q.places = append(q.places, place)
}

// best removes windows before from. It returns the window with the least hash, the last of those.
func (q *queue) best(all []Window, from int) Window {
	for q.places[q.first] < from {
		q.first++
	}
	at := q.first
	for at+1 < len(q.places) && all[q.places[at+1]].Hash == all[q.places[at]].Hash {
		at++
	}
	return all[q.places[at]]
}
