package index

import (
	"context"
	"slices"
)

// CompareBands finds the links of the documents (R13.5) by the bands of o, and by other bands. It
// returns the figures of both, with the number of links that only these bands find. It cannot see
// links that neither finds: see [Bands.Recall].
func (s *Set) CompareBands(ctx context.Context, o Settings, other Bands) (own, others Stats, err error) {
	var graphs [2]graph
	for i, stats := range []*Stats{&own, &others} {
		if i == 1 {
			o.Bands = other
		}
		c, f, err := s.find(ctx, o, false)
		if err != nil {
			return own, others, err
		}
		*stats, graphs[i] = c.Stats, f.links
	}
	for place := range uint32(own.Documents - own.Copies) {
		x, y := graphs[0].near(place), graphs[1].near(place)
		own.Only += without(x, y, place)
		others.Only += without(y, x, place)
	}
	return own, others, nil
}

// without returns the number of places in x, after a place, that are not in y. Both ascend.
func without(x, y []uint32, after uint32) (n int64) {
	for _, place := range x {
		if _, both := slices.BinarySearch(y, place); !both && place > after {
			n++
		}
	}
	return n
}
