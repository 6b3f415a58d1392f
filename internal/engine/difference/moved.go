package difference

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// shortestMove is the least length of a passage that moved. Shorter ones may be equal by chance.
const shortestMove = 5

// moves returns passages that are in one edit of a and in another of b, without overlaps. It goes
// through a. At each word it takes the longest passage that begins there, and the first in b of
// equally long ones.
func moves(edits []Edit, a, b []int32) (all []Move) {
	p := placesOf(edits, b)
	if p == nil {
		return nil
	}
	taken := make([]bool, len(b))
	for _, e := range edits {
		for i := e.Old.From; i+shortestMove <= e.Old.To; {
			best := Move{Old: i}
			for at := p.slots[p.slot(seed(a[i:]))]; at != 0; at = p.next[at-1] {
				j, n := int(at-1), 0
				end := endOf(edits, j)
				for i+n < e.Old.To && j+n < end && a[i+n] == b[j+n] && !taken[j+n] {
					n++
				}
				if n > best.Words {
					best.New, best.Words = j, n
				}
			}
			if best.Words < shortestMove {
				i++
				continue
			}
			for n := range best.Words {
				taken[best.New+n] = true
			}
			all = append(all, best)
			i += best.Words
		}
	}
	return all
}

// places finds the first places in b of each sequence of shortestMove added words, by its hash.
type places struct {
	b      []int32
	factor uint64  // of hashes: which of them share slots cannot be foreseen
	slots  []int32 // places + 1
	next   []int32 // the next place with the same hash + 1, by place
}

// placesOf returns nil if there are no such sequences, or no sequences that could be the same.
func placesOf(edits []Edit, b []int32) *places {
	count, most := 0, 0
	for _, e := range edits {
		count += max(0, e.New.Len()-shortestMove+1)
		most = max(most, e.Old.Len())
	}
	if count == 0 || most < shortestMove {
		return nil
	}
	size := 1 << bits.Len(uint(count+count/4))
	p := &places{b: b, factor: rand.Uint64() | 1, slots: make([]int32, size), next: make([]int32, len(b))}
	for _, e := range edits {
		for j := e.New.From; j+shortestMove <= e.New.To; j++ {
			at := &p.slots[p.slot(seed(b[j:]))]
			n := 0
			for ; *at != 0 && n < maxCandidates; n++ {
				at = &p.next[*at-1]
			}
			if n < maxCandidates {
				*at = int32(j) + 1
			}
		}
	}
	return p
}

// slot returns where the places of a hash begin.
func (p *places) slot(hash uint64) int {
	most := len(p.slots) - 1
	slot := int(hash*p.factor>>32) & most
	for p.slots[slot] != 0 && seed(p.b[p.slots[slot]-1:]) != hash {
		slot = (slot + 1) & most
	}
	return slot
}

// endOf returns the end of the edit that adds a word.
func endOf(edits []Edit, word int) int {
	n, _ := slices.BinarySearchFunc(edits, word, func(e Edit, word int) int {
		if e.New.To <= word {
			return -1
		}
		return 1
	})
	return edits[n].New.To
}

// maxCandidates bounds the work for texts that repeat the same words many times.
const maxCandidates = 16

// seed returns a hash of the first shortestMove words (FNV-1a, word by word).
func seed(words []int32) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words[:shortestMove] {
		h = (h ^ uint64(uint32(w))) * 1099511628211
	}
	return h
}

// byNew returns the indexes of moves in the order of the new text.
func byNew(moves []Move) (order []int) {
	for i := range moves {
		order = append(order, i)
	}
	slices.SortFunc(order, func(x, y int) int { return moves[x].New - moves[y].New })
	return order
}
