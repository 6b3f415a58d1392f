package scheme

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A tally is a map of weights, however it grows and however often it is emptied.
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
				h := random.Uint64N(uint64(2 * hashes)) // 0 is a hash as well
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
			got = k.appendNew(got, batch)
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
