package sketch

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// TestTally compares a tally with a map of weights while it grows and is emptied.
func TestTally(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var k tally
	for round := range 60 {
		k.reset()
		want := map[uint64]int{}
		var got, fresh []uint64
		hashes := 1 << random.IntN(14)
		if round == 50 {
			hashes = keepSlots
		}
		for len(want) < hashes {
			if random.IntN(2) == 0 {
				h := random.Uint64N(uint64(2 * hashes)) // 0 is a hash, too
				want[h] += 3
				*k.weight(h) += 3
				continue
			}
			batch := make([]uint64, random.IntN(300))
			for i := range batch {
				batch[i] = random.Uint64N(uint64(2 * hashes))
				if want[batch[i]] == 0 {
					want[batch[i]] = 1
					fresh = append(fresh, batch[i])
				}
			}
			got = k.appendElements(got, batch, 1, 0)
		}
		if diff := cmp.Diff(fresh, got); diff != "" {
			t.Fatalf("round %d: new hashes of batches (-want +got):\n%s", round, diff)
		}
		if k.used != len(want) || 2*k.used > len(k.slots) {
			t.Fatalf("round %d: %d hashes in %d slots, want %d in twice as many at least", round, k.used, len(k.slots), len(want))
		}
		found := map[uint64]int{}
		for _, s := range k.slots {
			if s.weight != 0 {
				found[s.hash] = s.weight
			}
		}
		if diff := cmp.Diff(want, found); diff != "" {
			t.Fatalf("round %d: weights (-want +got):\n%s", round, diff)
		}
	}
}

// BenchmarkTally measures a set of distinct tokens and emptying it. It has 1,650 tokens, 440 of
// them distinct, as in 10 kB of English.
func BenchmarkTally(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(random, 1.2, 3, 900)
	hashes := make([]uint64, 1650)
	distinct := map[uint64]bool{}
	for i := range hashes {
		hashes[i] = (zipf.Uint64() + 1) * splitmix.Gamma
		distinct[hashes[i]] = true
	}
	var k tally
	var fresh []uint64
	for b.Loop() {
		k.reset()
		fresh = fresh[:0]
		for rest := hashes; len(rest) > 0; {
			n := min(len(rest), hashesAtOnce)
			fresh = k.appendElements(fresh, rest[:n], 1, 0)
			rest = rest[n:]
		}
	}
	b.ReportMetric(float64(len(fresh)), "distinct")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(hashes)), "ns/token")
}
