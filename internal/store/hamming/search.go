package hamming

import (
	"encoding/binary"
	"math/bits"
	"sort"
)

// Search calls yield with each sketch that differs from a query in at most distance bits, and its
// place. It stops when yield returns false. The order is deterministic but meaningless. If the
// distance exceeds the layout's, it compares every sketch.
func (t *Tables) Search(query uint64, distance int, yield func(place uint32, sketch uint64) bool) {
	s := search{tables: t, query: query, distance: distance, yield: yield}
	if distance > t.layout.Distance {
		s.everything()
		return
	}
	for i := range t.tables {
		if !s.table(i) {
			return
		}
	}
}

// batch is the number of concurrent probes, so that none waits for another's memory access. A
// processor has about 12 fetches in flight.
const batch = 32 // at most 64

// search is a running search.
type search struct {
	tables   *Tables
	query    uint64
	distance int
	yield    func(place uint32, sketch uint64) bool

	at       int    // the table
	permuted uint64 // the query, permuted for the table
	n        int    // probes that wait
	probes   [batch]probe
}

// probe is a set of sketches that begin like the query, except for some bits.
type probe struct {
	bucket   uint64
	flipped  int
	from, to int
}

// table searches a table. It returns false if the search should stop.
func (s *search) table(at int) bool {
	t := &s.tables.tables[at]
	s.at, s.permuted = at, t.to.apply(s.query)
	bucket := s.permuted >> (64 - t.bits)
	for flipped := 0; flipped <= min(t.Radius, t.bits, s.distance); flipped++ {
		flips := uint64(1)<<flipped - 1
		for flips>>t.bits == 0 {
			s.probes[s.n] = probe{bucket: bucket ^ flips, flipped: flipped}
			if s.n++; s.n == batch && !s.flush() {
				return false
			}
			if flips == 0 {
				break
			}
			flips = successor(flips)
		}
	}
	return s.flush()
}

// successor returns the next number with the same number of bits set.
func successor(x uint64) uint64 {
	filled := x | (x - 1)
	return (filled + 1) | (^filled&-^filled-1)>>(bits.TrailingZeros64(x)+1)
}

// flush examines the waiting probes.
func (s *search) flush() bool {
	t := &s.tables.tables[s.at]
	probes := s.probes[:s.n]
	s.n = 0
	for near := t.scan(probes, uint32(s.permuted), s.distance); near != 0; near &= near - 1 {
		p := &probes[bits.TrailingZeros64(near)]
		for i := p.from; i < p.to; i++ {
			if t.isNear(i, uint32(s.permuted), s.distance-p.flipped) && !s.candidate(t, p, i) {
				return false
			}
		}
	}
	return true
}

// isNear reports whether the last 32 bits of a sketch differ in at most most bits.
func (t *table) isNear(i int, hot uint32, most int) bool {
	return bits.OnesCount32(binary.LittleEndian.Uint32(t.hots[4*i:])^hot) <= most
}

// scanGeneric locates the probes. In its result, each probe has a bit; the first has the lowest.
// The bit is set if the last 32 bits of a sketch are near enough. It first looks up all probes in
// the directory. Then it compares the first and the last sketch of each, and then those between,
// two at a time.
func (t *table) scanGeneric(probes []probe, hot uint32, distance int) (near uint64) {
	for i := range probes {
		p := &probes[i]
		p.from, p.to = t.bucket(p.bucket)
	}
	for n := range probes {
		p := &probes[n]
		if most := distance - p.flipped; p.from < p.to && (t.isNear(p.from, hot, most) || t.isNear(p.to-1, hot, most)) {
			near |= 1 << n
		}
	}
	for n := range probes {
		p := &probes[n]
		hots, most := t.hots[4*p.from:4*p.to], distance-p.flipped
		for ; len(hots) >= 8; hots = hots[8:] {
			two := binary.LittleEndian.Uint64(hots)
			if bits.OnesCount32(uint32(two)^hot) <= most || bits.OnesCount32(uint32(two>>32)^hot) <= most {
				near |= 1 << n
				break
			}
		}
	}
	return near
}

// candidate processes a sketch whose last bits are near the query's.
func (s *search) candidate(t *table, p *probe, i int) bool {
	permuted := p.bucket<<(64-t.bits) | t.rest(i)
	if bits.OnesCount64(permuted^s.permuted) > s.distance {
		return true
	}
	if s.at == 0 {
		return s.yield(uint32(i), t.back.apply(permuted))
	}
	sketch := t.back.apply(permuted)
	differ := sketch ^ s.query
	for _, earlier := range s.tables.tables[:s.at] {
		if bits.OnesCount64(differ&earlier.read) <= earlier.Radius {
			return true // that table found it
		}
	}
	return s.places(sketch)
}

func (s *search) places(sketch uint64) bool {
	t := &s.tables.tables[0]
	permuted := t.to.apply(sketch)
	from, to := t.bucket(permuted >> (64 - t.bits))
	rest := permuted & (^uint64(0) >> t.bits)
	from += sort.Search(to-from, func(i int) bool { return t.rest(from+i) >= rest })
	for ; from < to && t.rest(from) == rest; from++ {
		if !s.yield(uint32(from), sketch) {
			return false
		}
	}
	return true
}

func (s *search) everything() {
	s.tables.All(func(place uint32, sketch uint64) bool {
		return bits.OnesCount64(sketch^s.query) > s.distance || s.yield(place, sketch)
	})
}
