// Package radix sorts numbers, and places along with them, on all processors. It divides them by
// their highest bits until a part fits into the nearest cache.
package radix

import (
	"math/bits"
	"runtime"
	"sync/atomic"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

const (
	digit  = 11 // most bits to part by
	few    = 32 // numbers that are sorted without parting
	shared = 1 << 16
)

// numbers are keys, with a place for each, or without places.
type numbers struct {
	keys   []uint64
	places []uint32
}

func (n numbers) part(from, to int) numbers {
	if n.places == nil {
		return numbers{n.keys[from:to], nil}
	}
	return numbers{n.keys[from:to], n.places[from:to]}
}

// Sort sorts keys, and places with them unless they are nil. Places of equal keys keep their order.
// The spares must have the same length; their content is lost.
func Sort(keys []uint64, places []uint32, spareKeys []uint64, sparePlaces []uint32) {
	all, spare := numbers{keys, places}, numbers{spareKeys, sparePlaces}
	workers := runtime.GOMAXPROCS(0)
	if len(keys) < shared || workers == 1 {
		all.sort(spare, nil)
		return
	}
	share := func(w int) numbers { return all.part(len(keys)*w/workers, len(keys)*(w+1)/workers) }
	differ := make([]uint64, workers)
	each(workers, func(w int) {
		for _, k := range share(w).keys {
			differ[w] |= k ^ keys[0]
		}
	})
	var any uint64
	for _, d := range differ {
		any |= d
	}
	if any == 0 {
		return
	}
	by := partingOf(any, digit)
	at := make([][]int, workers)
	each(workers, func(w int) {
		at[w] = make([]int, 1<<digit)
		share(w).count(by, at[w])
	})
	ends := make([]int, 1<<digit)
	sum := 0
	for d := range ends {
		for w := range at {
			at[w][d], sum = sum, sum+at[w][d]
		}
		ends[d] = sum
	}
	each(workers, func(w int) { share(w).scatter(spare, by, at[w]) })
	var next atomic.Int64
	each(workers, func(int) {
		var scratch []int
		for {
			d := int(next.Add(1)) - 1
			if d >= len(ends) {
				return
			}
			from := 0
			if d > 0 {
				from = ends[d-1]
			}
			part, other := all.part(from, ends[d]), spare.part(from, ends[d])
			part.copy(other)
			scratch = part.sort(other, scratch)
		}
	})
}

// each runs a function for each worker.
func each(workers int, f func(worker int)) {
	var wait recovery.Group
	for w := range workers {
		wait.Go(func() { f(w) })
	}
	wait.Wait()
}

// sort sorts on this processor. It returns its scratch memory, for the next.
func (n numbers) sort(spare numbers, scratch []int) []int {
	if len(n.keys) <= few {
		n.insert()
		return scratch
	}
	var any uint64
	for _, k := range n.keys {
		any |= k ^ n.keys[0]
	}
	if any == 0 {
		return scratch
	}
	by := partingOf(any, min(digit, bits.Len(uint(len(n.keys)))-2))
	base := len(scratch)
	scratch = append(scratch, make([]int, by.mask+1)...)
	at := scratch[base:]
	n.count(by, at)
	sum := 0
	for d := range at {
		at[d], sum = sum, sum+at[d]
	}
	n.scatter(spare, by, at)
	n.copy(spare)
	from := 0
	for d := range by.mask + 1 {
		to := scratch[base+int(d)] // where the part ends
		if to-from > 1 {
			scratch = n.part(from, to).sort(spare.part(from, to), scratch)
		}
		from = to
	}
	return scratch[:base]
}

// parting selects the bits by which numbers are divided.
type parting struct {
	shift int
	mask  uint64
}

// partingOf returns the highest width bits in which numbers differ; any has all differing bits.
func partingOf(any uint64, width int) parting {
	return parting{max(0, bits.Len64(any)-width), 1<<width - 1}
}

func (n numbers) count(by parting, at []int) {
	for _, k := range n.keys {
		at[k>>by.shift&by.mask]++
	}
}

// scatter moves numbers to their parts, which begin at the given places, and leaves their ends there.
func (n numbers) scatter(to numbers, by parting, at []int) {
	if n.places == nil {
		for _, k := range n.keys {
			i := &at[k>>by.shift&by.mask]
			to.keys[*i] = k
			*i++
		}
		return
	}
	for j, k := range n.keys {
		i := &at[k>>by.shift&by.mask]
		to.keys[*i], to.places[*i] = k, n.places[j]
		*i++
	}
}

func (n numbers) copy(from numbers) {
	copy(n.keys, from.keys)
	copy(n.places, from.places)
}

// insert sorts few numbers.
func (n numbers) insert() {
	if n.places == nil {
		for i, k := range n.keys {
			j := i
			for ; j > 0 && n.keys[j-1] > k; j-- {
				n.keys[j] = n.keys[j-1]
			}
			n.keys[j] = k
		}
		return
	}
	for i, k := range n.keys {
		place, j := n.places[i], i
		for ; j > 0 && n.keys[j-1] > k; j-- {
			n.keys[j], n.places[j] = n.keys[j-1], n.places[j-1]
		}
		n.keys[j], n.places[j] = k, place
	}
}
