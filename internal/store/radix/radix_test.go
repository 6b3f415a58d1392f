package radix

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// Sort does what a stable sort does.
func TestSort(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, test := range []struct {
		key func(i int) uint64
		why string
	}{
		{func(int) uint64 { return rnd.Uint64() }, "uniform"},
		{func(int) uint64 { return 7 }, "all equal"},
		{func(int) uint64 { return rnd.Uint64N(3) << 40 }, "three keys"},
		{func(int) uint64 { return rnd.Uint64() & 0x8000000000000001 }, "the first bit and the last"},
		{func(int) uint64 { return 1 << rnd.IntN(64) }, "each part is parted once more"},
		{func(i int) uint64 { return uint64(i) }, "sorted"},
		{func(i int) uint64 { return -uint64(i) }, "sorted the other way"},
		{func(i int) uint64 { return uint64(max(0, i-100)) >> 9 * rnd.Uint64N(2) }, "half of one key, the others of few"},
	} {
		for _, n := range []int{0, 1, 2, few, few + 1, 1000, shared - 1, shared, 3 * shared} {
			keys, places := make([]uint64, n), make([]uint32, n)
			for i := range keys {
				keys[i], places[i] = test.key(i), uint32(i)
			}
			type number struct {
				Key   uint64
				Place uint32
			}
			list := func(keys []uint64, places []uint32) (all []number) {
				for i := range keys {
					all = append(all, number{keys[i], places[i]})
				}
				return all
			}
			want := list(keys, places)
			slices.SortStableFunc(want, func(a, b number) int { return cmp.Compare(a.Key, b.Key) })
			alone := slices.Clone(keys)
			Sort(keys, places, make([]uint64, n), make([]uint32, n))
			if got := list(keys, places); !slices.Equal(want, got) {
				t.Errorf("%d, %s: not in order, or not stable", n, test.why)
			}
			Sort(alone, nil, make([]uint64, n), nil)
			if !slices.Equal(keys, alone) {
				t.Errorf("%d, %s: without places another order", n, test.why)
			}
		}
	}
}

func BenchmarkSort(b *testing.B) {
	for _, n := range []int{1e5, 1e7} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rnd := rand.New(rand.NewPCG(1, 2))
			from, keys, places := make([]uint64, n), make([]uint64, n), make([]uint32, n)
			for i := range from {
				from[i] = rnd.Uint64()
			}
			spareKeys, sparePlaces := make([]uint64, n), make([]uint32, n)
			for b.Loop() {
				copy(keys, from)
				Sort(keys, places, spareKeys, sparePlaces)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/key")
		})
	}
}
