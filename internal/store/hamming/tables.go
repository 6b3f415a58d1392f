package hamming

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sort"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// MostSketches is the number of sketches that tables can have: places are numbers of 32 bits.
const MostSketches = math.MaxUint32 - 1

// Sections is the number of sections of each table.
const Sections = 3

// ErrSections means that sections are not the result of [Build].
var ErrSections = errors.New("no tables of sketches")

// Tables find sketches. Each table has three sections, with all numbers little-endian:
//
//  1. The directory has 4 bytes for each number of b bits, and for the next. They count the
//     sketches that begin with less. b is the least of 32, the bits of the key, and
//     floor(log2(number of sketches)) - 2.
//  2. Each sketch has its last 32 bits, in 4 bytes.
//  3. Each sketch has the 32 - b bits between these and its first b bits, in as few bytes as
//     possible.
//
// Here the bits of a sketch are permuted, with the bits of the mask first. A table is in ascending
// order of the permuted sketches. The first table has all sketches, and a place is the number of a
// sketch in it. The other tables have each different sketch once, and no places; what they find is
// looked up in the first.
//
// The sections may come from a stranger. Then the tables return nonsense, but do not fail. Tables
// are safe for concurrent use.
type Tables struct {
	layout Layout
	tables []table
}

// table is a table of a layout.
type table struct {
	Table
	to, back permutation
	size     int    // sketches
	bits     int    // of the directory
	read     uint64 // which bits of a sketch the directory is made of
	cold     int    // bytes of a sketch in colds
	offsets  []byte
	hots     []byte
	colds    []byte
}

// Open returns the tables that [Build] made for a layout and a number of sketches. It checks the
// lengths of the sections but not their contents, and keeps the sections. An error wraps
// [ErrSections].
func Open(l Layout, sketches int, sections [][]byte) (*Tables, error) {
	if len(l.Tables) == 0 || len(sections) != Sections*len(l.Tables) {
		return nil, fmt.Errorf("%w: %d sections for %d tables", ErrSections, len(sections), len(l.Tables))
	}
	if sketches < 0 || int64(sketches) > MostSketches {
		return nil, fmt.Errorf("%w: %d sketches", ErrSections, sketches)
	}
	t := &Tables{layout: l}
	for i, shape := range l.Tables {
		own := newTable(shape, sketches)
		own.offsets, own.hots, own.colds = sections[Sections*i], sections[Sections*i+1], sections[Sections*i+2]
		own.size = len(own.hots) / 4
		switch {
		case len(own.offsets) != 4*(1<<own.bits+1), len(own.hots)%4 != 0, len(own.colds) != own.cold*own.size,
			i == 0 && own.size != sketches, own.size > sketches, shape.Radius < 0:
			return nil, fmt.Errorf("%w: table %d has sections of %d, %d and %d bytes for %d sketches",
				ErrSections, i, len(own.offsets), len(own.hots), len(own.colds), sketches)
		}
		t.tables = append(t.tables, own)
	}
	return t, nil
}

// newTable returns a table without sections. sketches is the number in the first table.
func newTable(shape Table, sketches int) table {
	b := shape.directoryBits(sketches)
	t := table{Table: shape, to: permutationOf(shape.Mask), bits: b, cold: coldOctets(b)}
	t.back = t.to.inverse()
	t.read = t.back.apply(^(^uint64(0) >> b))
	return t
}

// Len returns the number of sketches.
func (t *Tables) Len() int { return t.tables[0].size }

// Layout returns the layout.
func (t *Tables) Layout() Layout { return t.layout }

// Sketch returns the sketch of a place, which is less than [Tables.Len].
func (t *Tables) Sketch(place uint32) uint64 {
	first := &t.tables[0]
	bucket := sort.Search(1<<first.bits, func(i int) bool { return binary.LittleEndian.Uint32(first.offsets[4*i+4:]) > place })
	bucket = min(bucket, 1<<first.bits-1)
	return first.back.apply(uint64(bucket)<<(64-first.bits) | first.rest(int(place)))
}

// All calls yield with each place and its sketch, in the order of places, until it returns false.
func (t *Tables) All(yield func(place uint32, sketch uint64) bool) {
	t.tables[0].all(func(i int, permuted uint64) bool {
		return yield(uint32(i), t.tables[0].back.apply(permuted))
	})
}

// all yields the permuted sketches of a table that the directory covers, each once.
func (t *table) all(yield func(i int, permuted uint64) bool) {
	next := 0
	for bucket := range uint64(1) << t.bits {
		from, to := t.bucket(bucket)
		for next = max(next, from); next < to; next++ {
			if !yield(next, bucket<<(64-t.bits)|t.rest(next)) {
				return
			}
		}
	}
}

// bucket returns the range of the sketches that begin with the bits of the directory.
func (t *table) bucket(number uint64) (from, to int) {
	two := binary.LittleEndian.Uint64(t.offsets[4*number:])
	size := uint64(t.size)
	from, to = int(min(two&math.MaxUint32, size)), int(min(two>>32, size))
	return from, max(from, to)
}

// rest returns the part of a permuted sketch that is not in the directory.
func (t *table) rest(i int) uint64 {
	rest := uint64(binary.LittleEndian.Uint32(t.hots[4*i:]))
	for j, octet := range t.colds[t.cold*i:][:t.cold] {
		rest |= uint64(octet) << (32 + 8*j)
	}
	return rest & (^uint64(0) >> t.bits)
}

// Verify returns an error if no sketches could give these tables. It finds a directory or a table
// that is out of order, and tables of different sketches. The error wraps [ErrSections].
func (t *Tables) Verify() error {
	var want, different uint64 // of the first table, each sketch once: a sum, and how many
	for i := range t.tables {
		own := &t.tables[i]
		var sum, n uint64
		var before uint64
		next := 0
		wrong := -1
		own.all(func(j int, permuted uint64) bool {
			if j != next || j > 0 && permuted < before || i > 0 && j > 0 && permuted == before {
				wrong = j
				return false
			}
			if j == 0 || permuted != before {
				sum += splitmix.Mix(own.back.apply(permuted))
				n++
			}
			before = permuted
			next++
			return true
		})
		last := int(binary.LittleEndian.Uint32(own.offsets[4<<own.bits:]))
		switch {
		case wrong >= 0:
			return fmt.Errorf("%w: table %d is out of order at %d of %d sketches", ErrSections, i, wrong, own.size)
		case next != own.size || last != own.size:
			return fmt.Errorf("%w: the directory of table %d has %d of %d sketches", ErrSections, i, next, own.size)
		case i == 0:
			want, different = sum, n
		case sum != want || n != different:
			return fmt.Errorf("%w: table %d has other sketches than the first", ErrSections, i)
		}
	}
	return nil
}
