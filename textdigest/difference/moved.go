package difference

import "slices"

// shortestMove is how many words a passage must have for it to be said to have moved:
// fewer may be there by chance.
const shortestMove = 5

// moves finds passages that went from one place and came at another. Longer ones do not
// overlap with those found before: from the start of the old text, each time the
// longest that begins there, and of equally long ones the first.
func moves(edits []Edit, a, b []int32) (all []Move) {
	// Where in the new text so many words begin that came, by a hash of them.
	begins := make(map[uint64][]int)
	for _, e := range edits {
		for j := e.New.From; j+shortestMove <= e.New.To; j++ {
			h := seed(b[j:])
			if len(begins[h]) < maxCandidates {
				begins[h] = append(begins[h], j)
			}
		}
	}
	ends := make(map[int]int) // of the edit that a begin is in
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

// maxCandidates bounds the work where the same words come again and again.
const maxCandidates = 16

// seed hashes the first words (FNV-1a, by words).
func seed(words []int32) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words[:shortestMove] {
		h = (h ^ uint64(uint32(w))) * 1099511628211
	}
	return h
}

// byNew returns moves in the order of the new text, each with its number from 1.
func byNew(moves []Move) (order []int) {
	for i := range moves {
		order = append(order, i)
	}
	slices.SortFunc(order, func(x, y int) int { return moves[x].New - moves[y].New })
	return order
}
