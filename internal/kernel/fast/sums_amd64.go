//go:build !purego

package fast

import "slices"

// How many keys are hashed at once, a lane for each.
const (
	lanesAVX2   = 8
	lanesAVX512 = 16
)

// appendLanes appends the sums of the keys that fill the lanes, and returns the other bounds.
func appendLanes(dst []uint64, text []byte, bounds []uint16) ([]uint64, []uint16) {
	n, had := len(bounds)/2&^(lanesAVX2-1), len(dst)
	if !hasAVX2 || n == 0 {
		return dst, bounds
	}
	dst = slices.Grow(dst, n)[:had+n]
	sums := dst[had:]
	if groups := n / lanesAVX512; hasAVX512 && groups > 0 {
		sumsAVX512(&sums[0], &text[0], &bounds[0], groups)
		sums, bounds = sums[groups*lanesAVX512:], bounds[2*groups*lanesAVX512:]
	}
	if groups := len(sums) / lanesAVX2; groups > 0 {
		sumsAVX2(&sums[0], &text[0], &bounds[0], groups)
		bounds = bounds[2*groups*lanesAVX2:]
	}
	return dst, bounds
}

// appendGramLanes appends the sums of the grams of runs, and reports whether it could.
func appendGramLanes(dst []uint64, text []byte, runs []uint16) ([]uint64, bool) {
	if !hasAVX2 || len(runs) == 0 {
		return dst, len(runs) == 0
	}
	n, had := 0, len(dst)
	for i := 0; i+1 < len(runs); i += 2 {
		n += int(runs[i+1]-runs[i])/clusterSize - 1
	}
	dst = slices.Grow(dst, n+lanesAVX2)[:had+n+lanesAVX2]
	gramSumsAVX2(&dst[had], &text[0], &runs[0], len(runs)/2)
	return dst[:had+n], true
}

// gramSumsAVX2 stores the sums of the grams of n runs. It stores up to 7 sums more than there
// are, and reads up to 28 bytes from a gram on.
//
//go:noescape
func gramSumsAVX2(sums *uint64, text *byte, runs *uint16, n int)

// sumsAVX2 stores the sums of groups of 8 keys. A group takes as long as its longest key.
// It reads up to 16 bytes from each block of 12 on.
//
//go:noescape
func sumsAVX2(sums *uint64, text *byte, bounds *uint16, groups int)

// sumsAVX512 stores the sums of groups of 16 keys, in the same way.
//
//go:noescape
func sumsAVX512(sums *uint64, text *byte, bounds *uint16, groups int)
