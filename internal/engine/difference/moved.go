package difference

import "slices"

// shortestMove is the least length of a passage that moved. Shorter ones may be equal by chance.
const shortestMove = 5

// moves returns passages that are in one edit of a and in another of b, without overlaps.
// Going through a, it takes at each word the longest passage that begins there, and the
// first in b of equally long ones.
func moves(edits []Edit, a, b []int32) (all []Move) {
	// The places in b of each sequence of shortestMove added words, by its hash.
	begins := make(map[uint64][]int)
	for _, e := range edits {
		for j := e.New.From; j+shortestMove <= e.New.To; j++ {
			h := seed(b[j:])
			if len(begins[h]) < maxCandidates {
				begins[h] = append(begins[h], j)
			}
		}
	}
	ends := make(map[int]int) // the end of the edit, by place
	if len(begins) == 0 {
		return nil
	}
	for _, e := range edits {
		for j := e.New.From; j+shortestMove <= e.New.To; j++ {
			ends[j] = e.New.To
		}
	}
	taken := make(map[int]bool) // words of the new text
	for _, e := range edits {
		for i := e.Old.From; i+shortestMove <= e.Old.To; {
			best := Move{Old: i}
			for _, j := range begins[seed(a[i:])] {
				n := 0
				for i+n < e.Old.To && j+n < ends[j] && a[i+n] == b[j+n] && !taken[j+n] {
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
