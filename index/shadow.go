package index

import (
	"context"
	"fmt"
	"slices"
)

// A Trial is what some bands find among the documents of a set.
type Trial struct {
	Bands      Bands
	Documents  int   // that are not copies of others
	Candidates int64 // pairs
	Links      int64 // pairs whose similarity is at least the threshold
	Only       int64 // links that the other bands do not find
	Hot        int64 // buckets of more than [Settings].Most
}

// Shadow tries other bands beside those of the settings, on the sketches that are there: how
// many candidates each of the two has, how many of these are near one another, and which links
// only one of them finds. What neither finds is not seen: [Bands.Recall] says how much to expect.
func (s *Set) Shadow(ctx context.Context, o Settings, other Bands) (now, shadow Trial, err error) {
	var graphs [2]graph
	for i, t := range []*Trial{&now, &shadow} {
		if i == 1 {
			o.Bands = other
		}
		c, f, err := s.find(ctx, o)
		if err != nil {
			return now, shadow, err
		}
		*t = Trial{o.Bands, len(f.firsts), c.Stats.Candidates, c.Stats.Links, 0, c.Stats.Hot}
		graphs[i] = f.graph
	}
	for place := range uint32(now.Documents) {
		x, y := graphs[0].near(place), graphs[1].near(place)
		for _, other := range x {
			if _, both := slices.BinarySearch(y, other); !both && place < other {
				now.Only++
			}
		}
		for _, other := range y {
			if _, both := slices.BinarySearch(x, other); !both && place < other {
				shadow.Only++
			}
		}
	}
	return now, shadow, nil
}

// Shadow tries other bands beside those of the index, on the documents that are in it, by the
// similarity that it is made for. It holds all sketches and ids in memory.
func (x *Index) Shadow(ctx context.Context, other Bands) (now, shadow Trial, err error) {
	if x.width == 0 {
		return now, shadow, fmt.Errorf("an index of %s has no bands: expected MinHashes", x.scheme.ID())
	}
	var s Set
	for d, err := range x.Documents(ctx) {
		if err != nil {
			return now, shadow, err
		}
		if err := s.Add(d.ID, 0, d.Fingerprint); err != nil {
			return now, shadow, err
		}
	}
	const most = 1000 // documents of which all pairs are compared
	t := x.tables
	return s.Shadow(ctx, Settings{Threshold: t.Similarity, Floor: t.Similarity, Bands: t.Bands, Most: most}, other)
}
