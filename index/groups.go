package index

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// groups brings together the numbers from 0 to n-1 that have the same hash. Each worker parts some of the
// numbers by the highest bits of the hash. Then each part fits into the processor's cache.
type groups struct {
	n, workers int
	partBits   int
	hashes     []uint64 // by number; 0 if it has none
	items      []uint64 // the low half of a hash, and the number
	parts      [][]int  // by worker: where in items the next of each part goes
	ends       []int    // of parts
	scratch    []scratch
}

// scratch is what a worker needs for a part.
type scratch struct {
	sorted []uint64
	group  []uint32
}

func newGroups(n int) *groups {
	const inCache = 11 // bits of the size of a part
	g := &groups{n: n, workers: runtime.GOMAXPROCS(0), partBits: min(max(0, bits.Len(uint(n))-inCache), 14)}
	if n < 1<<inCache {
		g.workers = 1
	}
	g.hashes, g.items = make([]uint64, n), make([]uint64, n)
	g.ends = make([]int, 1<<g.partBits)
	g.parts = make([][]int, g.workers)
	for i := range g.parts {
		g.parts[i] = make([]int, 1<<g.partBits)
	}
	g.scratch = make([]scratch, g.workers)
	return g
}

// each calls found with the numbers of each hash that several have, ascending. All workers call it, some
// at the same time. A few numbers with another hash may be among them. Numbers without a hash are in no
// group. The next group overwrites the slice.
func (g *groups) each(ctx context.Context, hash func(i uint32) (hash uint64, ok bool), found func(worker int, group []uint32)) error {
	g.all(func(w int) {
		clear(g.parts[w])
		for i := g.from(w); i < g.from(w+1); i++ {
			g.hashes[i] = 0
			if h, ok := hash(uint32(i)); ok {
				if g.hashes[i] = h; h == 0 {
					g.hashes[i] = 1 << 32 // with the same lower half
				}
				g.parts[w][g.part(g.hashes[i])]++
			}
		}
	})
	at := 0
	for part := range g.ends {
		for w := range g.workers {
			g.parts[w][part], at = at, at+g.parts[w][part]
		}
		g.ends[part] = at
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	g.all(func(w int) {
		for i := g.from(w); i < g.from(w+1); i++ {
			if h := g.hashes[i]; h != 0 {
				to := &g.parts[w][g.part(h)]
				g.items[*to] = h<<32 | uint64(i)
				*to++
			}
		}
	})
	var next atomic.Int64
	g.all(func(w int) {
		for {
			part := int(next.Add(1)) - 1
			if part >= len(g.ends) || ctx.Err() != nil {
				return
			}
			from := 0
			if part > 0 {
				from = g.ends[part-1]
			}
			g.eachOf(g.items[from:g.ends[part]], w, found)
		}
	})
	return ctx.Err()
}

func (g *groups) from(worker int) int { return int(int64(g.n) * int64(worker) / int64(g.workers)) }

func (g *groups) part(hash uint64) uint64 { return hash >> 1 >> (63 - g.partBits) }

// all calls f as each worker, and waits.
func (g *groups) all(f func(worker int)) {
	var done recovery.Group
	for w := 1; w < g.workers; w++ {
		done.Go(func() { f(w) })
	}
	f(0)
	done.Wait()
}

// share calls do with each number from 0 to n-1. All workers call it, some at the same time. A worker whose
// call returns false does no more.
func (g *groups) share(n int, do func(worker, i int) bool) {
	var next atomic.Int64
	g.all(func(w int) {
		for {
			i := int(next.Add(1)) - 1
			if i >= n || !do(w, i) {
				return
			}
		}
	})
}

// eachOf calls found with the groups of a part. It counts the items by a digit, and sorts the few items
// with the same digit.
func (g *groups) eachOf(items []uint64, w int, found func(worker int, group []uint32)) {
	if len(items) < 2 {
		return
	}
	const digitBits = 11
	shift := 64 - digitBits
	var at [1<<digitBits + 1]int32
	for _, item := range items {
		at[item>>shift+1]++
	}
	for i := range at[1:] {
		at[i+1] += at[i]
	}
	s := &g.scratch[w]
	s.sorted = slices.Grow(s.sorted[:0], len(items))[:len(items)]
	for _, item := range items {
		to := &at[item>>shift]
		s.sorted[*to] = item
		*to++
	}
	from := int32(0)
	for _, end := range at[:1<<digitBits] {
		if end-from > 1 {
			g.eachIn(s.sorted[from:end], w, found)
		}
		from = end
	}
}

// eachIn calls found with the groups of few items.
func (g *groups) eachIn(items []uint64, w int, found func(worker int, group []uint32)) {
	if len(items) == 2 {
		if items[0]>>32 == items[1]>>32 {
			g.call(items, w, found)
		}
		return
	}
	slices.Sort(items)
	for from := 0; from < len(items); {
		to := from + 1
		for to < len(items) && items[to]>>32 == items[from]>>32 {
			to++
		}
		if to-from > 1 {
			g.call(items[from:to], w, found)
		}
		from = to
	}
}

func (g *groups) call(items []uint64, w int, found func(worker int, group []uint32)) {
	s := &g.scratch[w]
	s.group = s.group[:0]
	for _, item := range items {
		s.group = append(s.group, uint32(item))
	}
	found(w, s.group)
}

// split calls each with the members of a group that are the same, if there are two or more. It changes
// the order of the group, but not of members that are the same.
func split(group []uint32, same func(a, b uint32) bool, each func(same []uint32)) {
	for len(group) > 1 {
		n := 1
		for i, number := range group[1:] {
			if same(group[0], number) {
				// Those between are others, and move up by one.
				copy(group[n+1:i+2], group[n:i+1])
				group[n] = number
				n++
			}
		}
		if n > 1 {
			each(group[:n:n])
		}
		group = group[n:]
	}
}
