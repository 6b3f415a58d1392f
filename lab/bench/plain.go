package bench

import (
	"hash/fnv"
	"regexp"
	"strings"
)

var word = regexp.MustCompile(`[\p{L}\p{N}_]+`)

// Plain is how one would write a SimHash in Go in ten lines. It knows nothing of
// identifiers, canonical equivalence or full case folding, and gives other
// fingerprints.
func Plain(text []byte) uint64 {
	seen := make(map[uint64]bool)
	var counters [64]int
	for _, w := range word.FindAll(text, -1) {
		f := fnv.New64a()
		f.Write([]byte(strings.ToLower(string(w))))
		h := f.Sum64()
		if seen[h] {
			continue
		}
		seen[h] = true
		for i := range counters {
			if h>>i&1 == 1 {
				counters[i]++
			} else {
				counters[i]--
			}
		}
	}
	var sketch uint64
	for i, n := range counters {
		if n > 0 {
			sketch |= 1 << i
		}
	}
	return sketch
}
