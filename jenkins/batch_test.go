package jenkins

import (
	"math/rand/v2"
	"testing"
)

// The sums of many keys in one text are those of the keys one by one, whatever stands
// after each.
func TestAppendSums(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 4096+64)
	for i := range text {
		text[i] = byte(random.Uint32())
	}
	var bounds []uint16
	for at := 0; at < 4000; {
		n := 1 + random.IntN(1+random.IntN(40))
		bounds = append(bounds, uint16(at), uint16(at+n))
		at += n + random.IntN(2)
	}
	sums := AppendSums([]uint64{7}, text, bounds)
	if sums[0] != 7 || len(sums) != 1+len(bounds)/2 {
		t.Fatalf("%d sums for %d keys, the first %d", len(sums), len(bounds)/2, sums[0])
	}
	for i, got := range sums[1:] {
		key := text[bounds[2*i]:bounds[2*i+1]]
		if want := Sum64(key); got != want {
			t.Errorf("key %d, %x: %016x, want %016x", i, key, got, want)
		}
	}
}
