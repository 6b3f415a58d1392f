package index

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/internal/store/hamming"
)

// stars makes the same clusters as join (R13.6), of SimHashes whose floor is the threshold or more. Then each
// member is linked with the representative, and other links do not matter. So it searches for what is near each
// representative. It holds no links: n documents may have n².
func (c *Clusters) stars(ctx context.Context, f found, o Settings) error {
	const none = math.MaxUint32
	words, err := c.wordTables(ctx, f, o)
	if err != nil {
		return err
	}
	representative := slices.Repeat([]uint32{none}, len(f.firsts))
	similarity := make([]float64, len(f.firsts)) // to it
	for r := range uint32(len(f.firsts)) {
		if representative[r] != none {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		representative[r], similarity[r] = r, 1
		for _, w := range words {
			w.search(c.set.sketch(f.firsts[r]), func(other uint32) {
				if representative[other] != none {
					return
				}
				if s := c.set.similarity(f.firsts[r], f.firsts[other]); s >= o.Floor {
					representative[other], similarity[other] = r, s
				}
			})
		}
	}
	c.group(f, representative, similarity)
	return nil
}

// wordTable finds documents by one word of their SimHashes.
type wordTable struct {
	word, distance int
	tables         *hamming.Tables
	order          []uint32 // place in firsts, by place in the tables
}

// wordTables returns a table for each word. Of two near sketches of several words, one word is near enough.
func (c *Clusters) wordTables(ctx context.Context, f found, o Settings) ([]wordTable, error) {
	n, words := len(f.firsts), c.set.size/8
	distance := min(64, c.set.hamming(o.Threshold)/words)
	layout := hamming.LayoutFor(n, distance)
	const building = 28 // bytes for each sketch and its place, twice, and its order
	if err := budget.AccountOf(ctx).Hold(int64(float64(words*n) * (layout.Octets(n) + building))); err != nil {
		return nil, err
	}
	all := make([]wordTable, words)
	sketches := make([]uint64, n)
	for word := range all {
		for i, document := range f.firsts {
			sketches[i] = binary.BigEndian.Uint64(c.set.sketch(document)[8*word:])
		}
		order, sections := hamming.Build(layout, sketches)
		tables, err := hamming.Open(layout, n, sections)
		if err != nil {
			return nil, err
		}
		all[word] = wordTable{word, distance, tables, order}
	}
	return all, nil
}

// search calls near with the place of each document that has a near word.
func (w *wordTable) search(sketch []byte, near func(place uint32)) {
	w.tables.Search(binary.BigEndian.Uint64(sketch[8*w.word:]), w.distance, func(place uint32, _ uint64) bool {
		near(w.order[place])
		return true
	})
}
