package hamming

import (
	"fmt"
	"math"
	"math/bits"
)

// MostDistance is the greatest distance with layouts. Beyond it, searches compare every sketch.
const MostDistance = 10

// A Table finds the sketches that differ from a query in at most Radius of the bits of Mask. It
// sorts sketches by those bits, the key, and probes every place where a match can be.
type Table struct {
	Mask   uint64
	Radius int
}

// A Layout is a set of tables that together find every sketch that differs in at most Distance
// bits. For any such set of bits, the mask of some table contains at most Radius of them.
type Layout struct {
	Name     string
	Distance int
	Tables   []Table
}

// LayoutFor returns the layout for a number of sketches and a distance of at least 0. It is the
// layout of [Layouts] with the least product of time and bytes. So twice the memory must make a
// query twice as fast. For more than [MostDistance] bits, it compares every sketch.
func LayoutFor(sketches, distance int) Layout {
	all := Layouts(distance)
	best, least := 0, math.Inf(1)
	for i, l := range all {
		if cost := l.Nanoseconds(sketches) * l.Octets(sketches); cost < least {
			best, least = i, cost
		}
	}
	return all[best]
}

// Layouts returns all layouts for a distance, the linear scan first.
func Layouts(distance int) []Layout {
	all := []Layout{{"linear scan", distance, []Table{{0, 0}}}}
	if distance > MostDistance {
		return all
	}
	for n := 1; n <= distance+1; n++ {
		all = append(all, multiIndex(n, distance))
	}
	const mostTables = 40
	for n := distance + 2; distance > 0 && n <= distance+3; n++ {
		if binomial(n, distance) <= mostTables {
			all = append(all, choice(n, distance))
		}
	}
	if distance > 0 && distance <= 3 {
		all = append(all, nested(distance))
	}
	return all
}

// multiIndex cuts the bits into n blocks. If each block had more errors than its radius, there
// would be more than distance in all. The radii and n add up to distance + 1 (Norouzi, Punjani and
// Fleet 2012).
func multiIndex(n, distance int) Layout {
	l := Layout{Distance: distance}
	least, more := (distance+1)/n-1, (distance+1)%n
	for i, mask := range cut(^uint64(0), n) {
		radius := least
		if i < more {
			radius++
		}
		l.Tables = append(l.Tables, Table{mask, radius})
	}
	l.Name = fmt.Sprintf("%d x %d bits", n, 64/n)
	if most := l.Tables[0].Radius; most > 0 {
		l.Name += fmt.Sprintf(", radius %d", most)
	}
	return l
}

// choice cuts the bits into n blocks. At least n - distance of them have no error. It has a table
// for each choice of n - distance blocks (Manku, Jain and Das Sarma 2007).
func choice(n, distance int) Layout {
	l := Layout{Distance: distance}
	for mask := range choices(cut(^uint64(0), n), n-distance) {
		l.Tables = append(l.Tables, Table{mask, 0})
	}
	l.Name = fmt.Sprintf("%d tables, %d of %d blocks", len(l.Tables), n-distance, n)
	return l
}

// nested cuts the bits into distance + 1 blocks, one of them without an error. It cuts the other
// bits in the same way. This is by Manku, Jain and Das Sarma 2007: 16 tables of 28 bits for
// distance 3.
func nested(distance int) Layout {
	l := Layout{Distance: distance}
	for _, outer := range cut(^uint64(0), distance+1) {
		for _, inner := range cut(^outer, distance+1) {
			l.Tables = append(l.Tables, Table{outer | inner, 0})
		}
	}
	l.Name = fmt.Sprintf("%d tables of %d bits", len(l.Tables), bits.OnesCount64(l.Tables[0].Mask))
	return l
}

// cut cuts the bits of a mask into n blocks of nearly equal size, the highest bits first.
func cut(mask uint64, n int) (blocks []uint64) {
	all := bits.OnesCount64(mask)
	for i := range n {
		var block uint64
		for range all*(i+1)/n - all*i/n {
			top := uint64(1) << (63 - bits.LeadingZeros64(mask))
			block, mask = block|top, mask&^top
		}
		blocks = append(blocks, block)
	}
	return blocks
}

// choices yields the union of each choice of chosen blocks, those with early blocks first.
func choices(blocks []uint64, chosen int) func(yield func(uint64) bool) {
	return func(yield func(uint64) bool) {
		var choose func(from, left int, mask uint64) bool
		choose = func(from, left int, mask uint64) bool {
			if left == 0 {
				return yield(mask)
			}
			for i := from; i+left <= len(blocks); i++ {
				if !choose(i+1, left-1, mask|blocks[i]) {
					return false
				}
			}
			return true
		}
		choose(0, chosen, 0)
	}
}

func binomial(n, k int) float64 {
	product := 1.0
	for i := range k {
		product = product * float64(n-i) / float64(i+1)
	}
	return math.Round(product)
}

// directoryBits returns the number of first bits of a key that index the directory of a table. An
// entry has four to eight sketches, so that the directory costs at most a byte for each.
func (t Table) directoryBits(sketches int) int {
	return max(0, min(bits.Len(uint(sketches))-3, bits.OnesCount64(t.Mask), 32))
}

// coldOctets returns the bytes of a sketch outside a directory of these bits and the last 32.
func coldOctets(directory int) int { return (32 - directory + 7) / 8 }

// It returns the number of bytes for each sketch, without ids.
func (l Layout) Octets(sketches int) float64 {
	octets := 0.0
	for _, t := range l.Tables {
		b := t.directoryBits(sketches)
		octets += float64(4+coldOctets(b)) + 4*float64(uint64(1)<<b+1)/float64(max(1, sketches))
	}
	return octets
}

// Probes returns the number of directory entries that a query looks up.
func (l Layout) Probes(sketches int) float64 {
	probes := 0.0
	for _, t := range l.Tables {
		probes += t.probes(sketches)
	}
	return probes
}

func (t Table) probes(sketches int) (probes float64) {
	b := t.directoryBits(sketches)
	for flipped := 0; flipped <= min(t.Radius, b); flipped++ {
		probes += binomial(b, flipped)
	}
	return probes
}

// Candidates returns the number of sketches that a query is compared with, if sketches are uniform.
func (l Layout) Candidates(sketches int) float64 {
	candidates := 0.0
	for _, t := range l.Tables {
		candidates += math.Ldexp(t.probes(sketches)*float64(sketches), -t.directoryBits(sketches))
	}
	return candidates
}

// A model of the cost of a query, in nanoseconds on a processor of 2.5 GHz. A probe reads the
// directory and the sketches, and neither is near the last read. So it costs a fetch from memory or
// from a cache, whichever contains the table; some fetches run at once. A candidate is next to
// another one, and costs about as much as counting its bits.
const (
	probeInCache  = 9.0
	probeInMemory = 75.0
	candidateCost = 0.8
	cacheOctets   = 8 << 20
)

// Nanoseconds returns the approximate time of a query.
func (l Layout) Nanoseconds(sketches int) float64 {
	octets := l.Octets(sketches) * float64(sketches)
	inMemory := max(0, 1-cacheOctets/max(1, octets))
	probe := probeInCache + inMemory*(probeInMemory-probeInCache)
	return l.Probes(sketches)*probe + l.Candidates(sketches)*candidateCost
}
