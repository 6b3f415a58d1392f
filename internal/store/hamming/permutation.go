package hamming

import "math/bits"

// A permutation moves the bits of a mask to the top, in order from their highest run on. The other
// bits follow. So sketches with the same key are neighbours after sorting.
type permutation []move

// A move takes some bits and rotates them to the left.
type move struct {
	mask uint64
	by   int
}

// permutationOf returns the permutation for a mask. For one run of bits it is a rotation.
func permutationOf(mask uint64) permutation {
	var by [64]uint64 // by how far to rotate: the bits
	// Bits are numbered from the first of a run on, cyclically.
	start := 63
	for i := 63; i >= 0; i-- {
		if above := bits.RotateLeft64(1, i+1); mask>>i&1 == 1 && mask&above == 0 {
			start = i
			break
		}
	}
	to := 63
	for _, half := range []uint64{mask, ^mask} {
		for n := range 64 {
			if i := (start - n + 64) % 64; half>>i&1 == 1 {
				by[(to-i+64)%64] |= 1 << i
				to--
			}
		}
	}
	var p permutation
	for r, m := range by {
		if m != 0 {
			p = append(p, move{m, r})
		}
	}
	return p
}

func (p permutation) apply(x uint64) (y uint64) {
	for _, m := range p {
		y |= bits.RotateLeft64(x&m.mask, m.by)
	}
	return y
}

// inverse returns the inverse of p.
func (p permutation) inverse() permutation {
	q := make(permutation, len(p))
	for i, m := range p {
		q[i] = move{bits.RotateLeft64(m.mask, m.by), -m.by}
	}
	return q
}
