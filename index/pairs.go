package index

import (
	"context"
	"iter"
)

// A Pair is two linked documents: their numbers in the order of [Set.Add], and their similarity. First
// comes before Other in the order of R13.1.
type Pair struct {
	First, Other int
	Similarity   float64
}

// Pairs yields the pairs of linked documents (R13.5) in the order of R13.1. It yields each copy with
// its first document only. After an error it yields nothing more.
func (s *Set) Pairs(ctx context.Context, o Settings) iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) {
		c, f, err := s.find(ctx, o, false)
		if err != nil {
			yield(Pair{}, err)
			return
		}
		copies := make([][]uint32, len(f.firsts))
		for _, document := range f.order {
			if first := f.places[document]; f.is(document) {
				copies[first] = append(copies[first], document)
			}
		}
		for place, first := range f.firsts {
			for _, other := range copies[place] {
				if !yield(Pair{int(first), int(other), 1}, nil) {
					return
				}
			}
			for _, near := range f.links.near(uint32(place)) {
				if near < uint32(place) {
					continue // it had this pair
				}
				other := f.firsts[near]
				similarity, err := c.of(ctx, first, other)
				if !yield(Pair{int(first), int(other), similarity}, err) || err != nil {
					return
				}
			}
		}
	}
}
