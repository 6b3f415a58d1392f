package sketch

import (
	"math/rand/v2"
	"testing"
	"unsafe"
)

// No step of an arithmetic progression of hashes crowds the table, whatever the process has drawn.
func TestProgressionsDoNotCrowd(t *testing.T) {
	const hashes, steps = 1 << 12, 2000
	r := rand.New(rand.NewPCG(1, 2))
	first, second := spread, again
	defer func() { spread, again = first, second }()
	for i := range steps {
		spread, again = r.Uint64()|1, r.Uint64()|1
		step := r.Uint64()
		switch i % 4 {
		case 1:
			step = 1 << (i / 4 % 50)
		case 2:
			step <<= r.IntN(50)
		case 3:
			step = step>>r.IntN(60) | 1
		}
		var crowded tally
		hash := r.Uint64()
		for range hashes {
			*crowded.weight(hash) = 1
			hash += step
		}
		empty := tally{slots: make([]slot, len(crowded.slots)), shift: crowded.shift}
		extra := 0
		for at, s := range crowded.slots {
			if s.weight != 0 {
				home := int((uintptr(unsafe.Pointer(empty.find(s.hash))) - uintptr(unsafe.Pointer(&empty.slots[0]))) / unsafe.Sizeof(slot{}))
				extra += (at - home + len(crowded.slots)) % len(crowded.slots)
			}
		}
		if mean := float64(extra) / hashes; mean > 2 {
			t.Errorf("step %#x: %.1f extra probes of a hash, expected 2 at most", step, mean)
		}
	}
}
