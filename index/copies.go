package index

import (
	"bytes"
	"context"
	"hash/maphash"
)

// copies maps documents to the documents that they are copies of (R13.2).
type copies struct {
	firsts []uint32 // the documents that are not copies, in the order of R13.1
	places []uint32 // by document: the place of its first in firsts
	copied []uint64 // by document, a bit: it is a copy
}

// is reports whether a document is a copy of one before it.
func (c *copies) is(document uint32) bool { return c.copied[document/64]>>(document%64)&1 != 0 }

// copies finds the copies among all documents, given in their order: documents with the same sketch. If
// similarity is not nil, they must also have a similarity of 1.
func (s *Set) copies(ctx context.Context, g *groups, order []uint32,
	similarity func(ctx context.Context, a, b int) (float64, error)) (copies, error) {
	places := make([]uint32, len(order)) // in order, and of those that have been seen in firsts
	for place, document := range order {
		places[document] = uint32(place)
	}
	first := make([]uint32, len(order))
	for document := range first {
		first[document] = uint32(document)
	}
	seed := maphash.MakeSeed()
	hash := func(document uint32) (uint64, bool) { return maphash.Bytes(seed, s.sketch(document)), true }
	same := func(a, b uint32) bool { return bytes.Equal(s.sketch(a), s.sketch(b)) }
	err := g.each(ctx, hash, func(_ int, group []uint32) {
		split(group, same, func(same []uint32) {
			least := same[0]
			for _, document := range same[1:] {
				if places[document] < places[least] {
					least = document
				}
			}
			for _, document := range same {
				first[document] = least
			}
		})
	})
	if err != nil {
		return copies{}, err
	}
	if similarity != nil {
		for n, document := range order {
			of := first[document]
			if n%1024 == 0 && ctx.Err() != nil {
				return copies{}, ctx.Err()
			}
			if of == document {
				continue
			}
			is, err := similarity(ctx, int(of), int(document))
			if err != nil {
				return copies{}, err
			}
			if is < 1 {
				first[document] = document
			}
		}
	}
	c := copies{places: places, copied: make([]uint64, (len(order)+63)/64)}
	for _, document := range order {
		if of := first[document]; of != document {
			c.copied[document/64] |= 1 << (document % 64)
			places[document] = places[of]
			continue
		}
		places[document] = uint32(len(c.firsts))
		c.firsts = append(c.firsts, document)
	}
	return c, nil
}
