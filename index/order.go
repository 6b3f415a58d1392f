package index

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"slices"
)

// order returns the numbers of all documents in the order of R13.1.
func (s *Set) order(ctx context.Context, g *groups) ([]uint32, error) {
	if err := s.unique(ctx, g); err != nil {
		return nil, err
	}
	order := make([]uint32, s.n)
	keys := make([]sortKey, s.n)
	for i := range keys {
		keys[i] = sortKey{^uint64(s.weight(uint32(i))), uint32(i)}
	}
	s.sort(keys, func(same []sortKey) { s.sortIDs(same, 0) })
	for i, k := range keys {
		order[i] = k.document
	}
	return order, ctx.Err()
}

// sortKey is a document, and what it is sorted by.
type sortKey struct {
	key      uint64
	document uint32
}

// sort sorts by keys, and calls each with those that have the same.
func (s *Set) sort(keys []sortKey, each func(same []sortKey)) {
	slices.SortFunc(keys, func(a, b sortKey) int { return cmp.Compare(a.key, b.key) })
	for from := 0; from < len(keys); {
		to := from + 1
		for to < len(keys) && keys[to].key == keys[from].key {
			to++
		}
		if to-from > 1 {
			each(keys[from:to])
		}
		from = to
	}
}

// sortIDs sorts documents whose ids are all different, and begin with the same number of equal bytes.
func (s *Set) sortIDs(keys []sortKey, common int) {
	const few = 8
	if len(keys) < few {
		slices.SortFunc(keys, func(a, b sortKey) int { return bytes.Compare(s.id(a.document), s.id(b.document)) })
		return
	}
	head := s.id(keys[0].document)
	for _, k := range keys[1:] {
		id := s.id(k.document)
		head = head[:min(len(head), len(id))]
		for i := common; i < len(head); i++ {
			if head[i] != id[i] {
				head = head[:i]
			}
		}
	}
	common = len(head)
	for i := range keys {
		// Seven bytes, and how many there are: an id that ends here comes before an id with zeros.
		var next [8]byte
		next[7] = byte(min(8, len(s.id(keys[i].document))-common))
		copy(next[:7], s.id(keys[i].document)[common:])
		keys[i].key = binary.BigEndian.Uint64(next[:])
	}
	s.sort(keys, func(same []sortKey) { s.sortIDs(same, common+7) })
}

// unique returns an error if two documents have the same id. It names the least such id.
func (s *Set) unique(ctx context.Context, g *groups) error {
	seed := maphash.MakeSeed()
	hash := func(document uint32) (uint64, bool) { return maphash.Bytes(seed, s.id(document)), true }
	same := func(a, b uint32) bool { return bytes.Equal(s.id(a), s.id(b)) }
	twice := make([][]byte, g.workers) // by worker
	err := g.each(ctx, hash, func(worker int, group []uint32) {
		split(group, same, func(same []uint32) {
			if id := s.id(same[0]); twice[worker] == nil || bytes.Compare(id, twice[worker]) < 0 {
				twice[worker] = id
			}
		})
	})
	if err != nil {
		return err
	}
	twice = slices.DeleteFunc(twice, func(id []byte) bool { return id == nil })
	if len(twice) > 0 {
		return fmt.Errorf("two documents have the same id: %q", slices.MinFunc(twice, bytes.Compare))
	}
	return nil
}
