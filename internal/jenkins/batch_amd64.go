//go:build !purego

package jenkins

import (
	"slices"

	"golang.org/x/sys/cpu"
)

// vectors reports that the processor has what batch_amd64.s is made of, and wide that it has
// that of batch512_amd64.s. Processors that have some of the latter only, and become slower by
// it, are not among them.
var (
	vectors = cpu.X86.HasAVX2
	wide    = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VBMI2
)

// lanes and wideLanes are how many keys are hashed at once, by the one and by the other.
const (
	lanes     = 8
	wideLanes = 16
)

// appendMany is [AppendSums] for as many keys as fill the lanes. It returns the bounds of
// the others.
func appendMany(dst []uint64, text []byte, bounds []uint16) ([]uint64, []uint16) {
	n, had := len(bounds)/2&^(lanes-1), len(dst)
	if !vectors || n == 0 {
		return dst, bounds
	}
	dst = slices.Grow(dst, n)[:had+n]
	sums := dst[had:]
	if groups := n / wideLanes; wide && groups > 0 {
		sumsAVX512(&sums[0], &text[0], &bounds[0], groups)
		sums, bounds = sums[groups*wideLanes:], bounds[2*groups*wideLanes:]
	}
	if groups := len(sums) / lanes; groups > 0 {
		sumsAVX2(&sums[0], &text[0], &bounds[0], groups)
		bounds = bounds[2*groups*lanes:]
	}
	return dst, bounds
}

// sumsAVX2 stores the sums of groups of 8 keys. For a longer key than others of its group
// these wait: what it costs is in proportion to the longest.
//
//go:noescape
func sumsAVX2(sums *uint64, text *byte, bounds *uint16, groups int)

// sumsAVX512 is sumsAVX2 of groups of 16 keys.
//
//go:noescape
func sumsAVX512(sums *uint64, text *byte, bounds *uint16, groups int)
