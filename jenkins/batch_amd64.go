//go:build !purego

package jenkins

import (
	"slices"

	"golang.org/x/sys/cpu"
)

// vectors reports that the processor has what batch_amd64.s is made of.
var vectors = cpu.X86.HasAVX2

// lanes is how many keys are hashed at once.
const lanes = 8

// appendMany is [AppendSums] for as many keys as fill the lanes. It returns the bounds of
// the others.
func appendMany(dst []uint64, text []byte, bounds []uint16) ([]uint64, []uint16) {
	groups := len(bounds) / (2 * lanes)
	if !vectors || groups == 0 {
		return dst, bounds
	}
	n, had := groups*lanes, len(dst)
	dst = slices.Grow(dst, n)[:had+n]
	sumsAVX2(&dst[had], &text[0], &bounds[0], groups)
	return dst, bounds[2*n:]
}

// sumsAVX2 stores the sums of groups of 8 keys. For a longer key than others of its group
// these wait: what it costs is in proportion to the longest.
//
//go:noescape
func sumsAVX2(sums *uint64, text *byte, bounds *uint16, groups int)
