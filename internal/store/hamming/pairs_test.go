package hamming

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

func collect(sketches []uint64, distance int) (pairs []pair) {
	for i, j := range Pairs(context.Background(), sketches, distance) {
		pairs = append(pairs, pair{i, j})
	}
	return pairs
}

// Pairs finds what comparing all finds, each once, for every distance and kind of sketches.
func TestPairsAreBruteForce(t *testing.T) {
	for at, set := range sets {
		for _, n := range []int{0, 1, 2, 10, 300, 2*alone + 5} {
			rnd := rand.New(rand.NewPCG(1, uint64(n)))
			sketches := make([]uint64, n)
			for i := range sketches {
				sketches[i] = set.sketch(rnd, i)
			}
			slices.Sort(sketches)
			sketches = slices.Compact(sketches) // copies are found before
			rnd.Shuffle(len(sketches), func(i, j int) { sketches[i], sketches[j] = sketches[j], sketches[i] })
			distances := []int{0, 1, 2, 3, 4, 6, 7, 10, 13, 33, 63, 64}
			if n > 300 {
				distances = []int{0, 3, 7, 10} // short: 3 or 10
				if testing.Short() {
					distances = distances[at%2*2+1:][:1]
				}
			}
			for _, distance := range distances {
				found := collect(sketches, distance)
				for _, p := range found {
					if p.i >= p.j || bits.OnesCount64(sketches[p.i]^sketches[p.j]) > distance {
						t.Fatalf("%d %s, distance %d: %v is not near", n, set.why, distance, p)
					}
				}
				slices.SortFunc(found, func(a, b pair) int { return cmp.Or(cmp.Compare(a.i, b.i), cmp.Compare(a.j, b.j)) })
				if len(slices.Compact(found)) != len(found) {
					t.Fatalf("%d %s, distance %d: a pair twice", n, set.why, distance)
				}
				want := 0
				for j, b := range sketches {
					for _, a := range sketches[:j] {
						if bits.OnesCount64(a^b) <= distance {
							want++
						}
					}
				}
				if want != len(found) {
					t.Errorf("%d %s, distance %d: %d pairs, want %d", n, set.why, distance, len(found), want)
				}
			}
		}
	}
}

// The same pairs in the same order, on one processor and on several, until the context ends.
func TestPairsAreDeterministic(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	sketches := make([]uint64, 5*alone)
	for i := range sketches {
		sketches[i] = sets[1].sketch(rnd, i)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want := collect(sketches, 3)
	runtime.GOMAXPROCS(5)
	if got := collect(sketches, 3); !slices.Equal(want, got) || len(got) < 1000 {
		t.Errorf("%d pairs on five processors, and %d on one", len(got), len(want))
	}
	n := 0
	for range Pairs(t.Context(), sketches, 3) {
		if n++; n == 10 {
			break
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for range 1000 { // any processor may see the end first
		for i, j := range Pairs(stopped, sketches[:2*alone], 3) {
			t.Fatalf("%d and %d, after the end", i, j)
		}
	}
	for last := range 100 { // whichever processor waits for its turn then
		stopped, stop := context.WithCancel(t.Context())
		n := 0
		for range Pairs(stopped, sketches, 3) {
			if n++; n == 10*last {
				stop()
			} else if n > 10*last {
				break
			}
		}
		stop()
	}
}

func BenchmarkPairs(b *testing.B) {
	for _, n := range []int{1e5, 1e6, 1e7} {
		rnd := rand.New(rand.NewPCG(1, 2))
		sketches := make([]uint64, n)
		for i := range sketches {
			sketches[i] = rnd.Uint64()
		}
		for _, distance := range []int{3, 7} {
			if distance == 7 && n > 1e6 {
				continue
			}
			b.Run(fmt.Sprintf("%d/distance=%d", n, distance), func(b *testing.B) {
				for b.Loop() {
					for range Pairs(b.Context(), sketches, distance) {
					}
				}
			})
		}
	}
}
