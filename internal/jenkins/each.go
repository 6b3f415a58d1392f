package jenkins

import "slices"

// SumEach appends [Sum64] of each key to dst: of many at once, so that each takes less time.
func SumEach(dst []uint64, keys [][]byte) []uint64 {
	had := len(dst)
	dst = slices.Grow(dst, len(keys))[:had+len(keys)]
	sums := dst[had:]
	for i := sumEach(sums, keys); i < len(keys); i++ {
		sums[i] = Sum64(keys[i])
	}
	return dst
}
