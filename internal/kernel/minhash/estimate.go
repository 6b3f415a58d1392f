package minhash

import "math"

// The estimates are sequences of operations that IEEE 754 rounds in only one way. So they are the
// same double in every language. An operation with an exact result is not rounded at all.

// Similarity estimates the Jaccard coefficient of two sets from the result of [Distance]. It
// subtracts the slots that agree by chance, which is 1 in 2^bits of the different ones. If fewer
// agree, it is 0.
func Similarity(distance, bits int) float64 {
	values := 1 << bits
	return float64(max((Slots-distance)*values-Slots, 0)) / float64(Slots*(values-1))
}

// StandardError returns the standard error of [Similarity] for independent slots. It is 0 if all or
// no slots agree.
func StandardError(distance, bits int) float64 {
	p := float64(Slots-distance) / Slots
	return math.Sqrt(p*(1-p)/Slots) / (1 - math.Ldexp(1, -bits))
}

// Common returns the number of elements that two sets share.
func Common(a, b []uint64) (n int) {
	in := make(map[uint64]bool, len(a))
	for _, x := range a {
		in[x] = true
	}
	for _, x := range b {
		if in[x] {
			n++
		}
	}
	return n
}
