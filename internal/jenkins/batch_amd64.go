//go:build !purego

package jenkins

import (
	"slices"
	"unsafe"

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

// sumEach stores the sums of keys, but for some of the last, and returns how many it did.
func sumEach(sums []uint64, keys [][]byte) int {
	if !wide {
		return 0
	}
	groups := len(keys) / wideLanes
	for left := groups; left > 0; {
		at := (groups - left) * wideLanes
		if left = sumsOfAVX512(&sums[at], &keys[at], left); left == 0 {
			break
		}
		// A key of the next group is long, or none, or too near to the end of a page.
		at = (groups - left) * wideLanes
		sumMoved((*[wideLanes]uint64)(sums[at:]), (*[wideLanes][]byte)(keys[at:]))
		left--
	}
	return groups * wideLanes
}

// sumMoved stores the sums of a group that [sumsOfAVX512] has left. Keys near to the end of a
// page are read from elsewhere, which is faster than all one by one.
func sumMoved(sums *[wideLanes]uint64, keys *[wideLanes][]byte) {
	var elsewhere [512]byte
	group, free := *keys, elsewhere[:]
	for i, key := range group {
		if endsPage(key) && len(key) <= len(free) {
			group[i], free = free[:copy(free, key)], free[len(key):]
		}
	}
	if sumsOfAVX512(&sums[0], &group[0], 1) > 0 {
		for i, key := range keys {
			sums[i] = Sum64(key)
		}
	}
}

// endsPage reports that a key ends in the last 16 octets of a page.
func endsPage(key []byte) bool {
	last := uintptr(unsafe.Pointer(unsafe.SliceData(key))) + uintptr(len(key)) - 1
	return last&0xff0 == 0xff0
}

// sumsOfAVX512 stores the sums of groups of 16 keys. It reads up to 15 octets beyond a key, of
// the same page, and returns how many groups are left, before one which has a key that ends in
// the last 16 octets of a page, is empty or longer than 128.
//
//go:noescape
func sumsOfAVX512(sums *uint64, keys *[]byte, groups int) (left int)
