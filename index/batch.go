package index

import (
	"bytes"
	"hash/maphash"
	"slices"
)

// batch is what was added and removed since the last segment was written: each id once.
type batch struct {
	ids      []byte
	ends     []int64
	sketches []byte // of what was removed, zeros
	removed  []bool
	size     int // bytes of a sketch

	seed   maphash.Seed
	places map[uint64]int32 // of the id with that hash
	others map[string]int32 // of ids that share their hash with another
	order  []int32          // by id
}

func newBatch(size int) *batch {
	return &batch{size: size, seed: maphash.MakeSeed(), places: make(map[uint64]int32), others: make(map[string]int32)}
}

func (b *batch) at(i int32) []byte {
	from := int64(0)
	if i > 0 {
		from = b.ends[i-1]
	}
	return b.ids[from:b.ends[i]:b.ends[i]]
}

// find returns the place of an id, or -1.
func (b *batch) find(id string) int32 {
	if b == nil {
		return -1
	}
	i, ok := b.places[maphash.String(b.seed, id)]
	if ok && string(b.at(i)) == id {
		return i
	}
	if i, ok := b.others[id]; ok {
		return i
	}
	return -1
}

// put sets what is to become of an id: it has a sketch, or is removed if that is nil.
func (b *batch) put(id string, sketch []byte) {
	i := b.find(id)
	if i < 0 {
		i = int32(len(b.ends))
		if hash := maphash.String(b.seed, id); b.has(hash) {
			b.others[id] = i
		} else {
			b.places[hash] = i
		}
		b.ids = append(b.ids, id...)
		b.ends = append(b.ends, int64(len(b.ids)))
		b.sketches = append(b.sketches, make([]byte, b.size)...)
		b.removed = append(b.removed, false)
	}
	b.removed[i] = sketch == nil
	copy(b.sketches[int(i)*b.size:][:b.size], sketch)
}

func (b *batch) has(hash uint64) bool {
	_, ok := b.places[hash]
	return ok
}

// memory returns about how many bytes the batch needs. A slice that grows needs twice its length.
func (b *batch) memory() int64 {
	const each = 8 + 1 + 4 + 40 // of ends, removed, order and places
	return 2*int64(len(b.ids)+len(b.sketches)) + 2*each*int64(len(b.ends))
}

// sort orders the documents by their ids.
func (b *batch) sort() {
	b.order = b.order[:0]
	for i := range b.ends {
		b.order = append(b.order, int32(i))
	}
	slices.SortFunc(b.order, func(x, y int32) int { return bytes.Compare(b.at(x), b.at(y)) })
}

// A batch is a source once it is sorted.

func (b *batch) len() int          { return len(b.order) }
func (b *batch) id(i int) []byte   { return b.at(b.order[i]) }
func (b *batch) leaves(i int) bool { return b.removed[b.order[i]] }
func (b *batch) sketch(i int) []byte {
	return b.sketches[int(b.order[i])*b.size:][:b.size:b.size]
}
