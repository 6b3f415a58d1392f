package minhash

import "github.com/lsh-interop/fpcheck/internal/kernel/splitmix"

// Permuted is MinHash with 128 permutations, each applied to every element. The one permutation of
// [Minima] approximates it at a fraction of the cost. No registered scheme uses it; a private
// scheme may select the sketch "minhash-128-permuted". The zero value has no elements.
type Permuted struct {
	complement [Slots]uint64 // as in [Minima]
}

// permutation i is x → splitmix.Mix(x ^ permutations[i]).
var permutations = func() (p [Slots]uint64) {
	for i := range p {
		p[i] = splitmix.Mix(uint64(i) + 1)
	}
	return p
}()

// Add adds one element.
func (m *Permuted) Add(x uint64) {
	for i, p := range &permutations {
		if c := ^splitmix.Mix(x ^ p); c > m.complement[i] { // rare, and faster than max
			m.complement[i] = c
		}
	}
}

// Stored returns a byte for each slot, which [Truncate] and [Distance] accept.
func (m *Permuted) Stored() (stored [Slots]byte, ok bool) {
	if *m == (Permuted{}) {
		return stored, false
	}
	for i, c := range m.complement {
		stored[i] = byte(splitmix.Mix(^c))
	}
	return stored, true
}
