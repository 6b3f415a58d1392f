package minhash

// Permuted is what one permutation stands in for: MinHash with 128 of them, each
// of which sees every element. It is here to be measured against; no scheme uses
// it. The zero value has no elements.
type Permuted struct {
	complement [Slots]uint64 // as in [Minima]
}

// permutation i is x → Mix64(x ^ permutations[i]).
var permutations = func() (p [Slots]uint64) {
	for i := range p {
		p[i] = Mix64(uint64(i) + 1)
	}
	return p
}()

// Add takes in one element.
func (m *Permuted) Add(x uint64) {
	for i, p := range &permutations {
		if c := ^Mix64(x ^ p); c > m.complement[i] { // seldom: faster than max
			m.complement[i] = c
		}
	}
}

// Stored returns an octet a slot, which [Truncate] and [Distance] take like those
// of [Minima.Stored].
func (m *Permuted) Stored() (stored [Slots]byte, ok bool) {
	if *m == (Permuted{}) {
		return stored, false
	}
	for i, c := range m.complement {
		stored[i] = byte(Mix64(^c))
	}
	return stored, true
}
