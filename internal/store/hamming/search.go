package hamming

import (
	"encoding/binary"
	"math/bits"
	"sort"
)

// Search calls yield with the place of each sketch that differs from a query in at most so many
// bits, each once, and with the sketch, until it returns false. Their order is always the same,
// and means nothing. For a greater distance than that of the layout it looks at every sketch.
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

// batch is how many probes are under way at once: none waits for the memory that another waits
// for. A processor has some 12 fetches in flight.
const batch = 32 // at most 64

// search is a search under way.
type search struct {
	tables   *Tables
	query    uint64
	distance int
	yield    func(place uint32, sketch uint64) bool

	at       int    // the table
	permuted uint64 // the query, as the table has it
	n        int    // probes that wait
	probes   [batch]probe
}

// probe is sketches that begin as the query does, but for some bits.
type probe struct {
	bucket   uint64
	flipped  int
	from, to int
}

// table searches a table. It returns false if the search is at its end.
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

// successor returns the next number with so many bits set.
func successor(x uint64) uint64 {
	filled := x | (x - 1)
	return (filled + 1) | (^filled&-^filled-1)>>(bits.TrailingZeros64(x)+1)
}

// flush looks at what waits.
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

// isNear reports whether the last 32 bits of a sketch differ in at most so many.
func (t *table) isNear(i int, hot uint32, most int) bool {
	return bits.OnesCount32(binary.LittleEndian.Uint32(t.hots[4*i:])^hot) <= most
}

// scanGeneric says where probes are, and in which of them there is a sketch whose last 32 bits
// are near enough: each is a bit, that of the first probe the lowest. It looks for all in the
// directory first, then at the first and the last sketch of each, and then, two at a time, at
// those between.
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

// candidate takes a sketch of which the last bits are near the query's.
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
