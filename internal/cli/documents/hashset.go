package documents

import "hash/maphash"

// hashSet is a set of names. It stores a hash of 128 bits for each. Among a thousand million names, two
// have the same hash with a probability below 1 in 10^20. A name takes 21 to 43 bytes.
type hashSet struct {
	seeds  [2]maphash.Seed
	shards [256]shard
}

type shard struct {
	n     int
	slots [][2]uint64 // with linear probing; zero: free
}

func newHashSet() *hashSet {
	return &hashSet{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}}
}

// add adds a name, and reports whether it was not there.
func (s *hashSet) add(name string) bool {
	h := [2]uint64{maphash.String(s.seeds[0], name) | 1, maphash.String(s.seeds[1], name)}
	return s.shards[h[0]>>56].add(h)
}

func (s *shard) add(h [2]uint64) bool {
	if 4*s.n >= 3*len(s.slots) {
		old := s.slots
		s.slots = make([][2]uint64, max(16, 2*len(old)))
		for _, h := range old {
			if h != [2]uint64{} {
				s.slots[s.find(h)] = h
			}
		}
	}
	i := s.find(h)
	if s.slots[i] == h {
		return false
	}
	s.slots[i] = h
	s.n++
	return true
}

// find returns the slot of a hash, or the free one for it.
func (s *shard) find(h [2]uint64) int {
	last := len(s.slots) - 1 // there are a power of 2 of them
	i := int(h[1]) & last
	for s.slots[i] != h && s.slots[i] != [2]uint64{} {
		i = (i + 1) & last
	}
	return i
}
