package hamming

import (
	"encoding/binary"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/store/radix"
)

// Build makes the tables of at most [MostSketches] sketches. order lists the number of the sketch
// at each place; equal sketches ascend by number. Build needs 16 bytes a sketch besides its result.
// The bytes are the same on every machine.
func Build(l Layout, sketches []uint64) (order []uint32, sections [][]byte) {
	order = make([]uint32, len(sketches))
	for i := range order {
		order[i] = uint32(i)
	}
	first := newTable(l.Tables[0], len(sketches))
	keys, spare := make([]uint64, len(sketches)), make([]uint64, len(sketches))
	for i, s := range sketches {
		keys[i] = first.to.apply(s)
	}
	radix.Sort(keys, order, spare, make([]uint32, len(sketches)))
	sections = first.sections(keys)
	keys = slices.Compact(keys)
	spare = spare[:len(keys)]
	back := first.back
	for _, shape := range l.Tables[1:] {
		t := newTable(shape, len(sketches))
		for i, k := range keys {
			keys[i] = t.to.apply(back.apply(k))
		}
		radix.Sort(keys, nil, spare, nil)
		sections = append(sections, t.sections(keys)...)
		back = t.back
	}
	return order, sections
}

// sections returns the sections for permuted sketches in ascending order.
func (t *table) sections(sorted []uint64) [][]byte {
	offsets := make([]byte, 4*(1<<t.bits+1))
	hots, colds := make([]byte, 4*len(sorted)), make([]byte, t.cold*len(sorted))
	next := uint64(0) // bucket
	for i, k := range sorted {
		for bucket := k >> (64 - t.bits); next <= bucket; next++ {
			binary.LittleEndian.PutUint32(offsets[4*next:], uint32(i))
		}
		binary.LittleEndian.PutUint32(hots[4*i:], uint32(k))
		k &= ^uint64(0) >> t.bits
		for j := range t.cold {
			colds[t.cold*i+j] = byte(k >> (32 + 8*j))
		}
	}
	for ; next <= 1<<t.bits; next++ {
		binary.LittleEndian.PutUint32(offsets[4*next:], uint32(len(sorted)))
	}
	return [][]byte{offsets, hots, colds}
}
