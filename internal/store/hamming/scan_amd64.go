//go:build !purego

package hamming

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// scan does what scanGeneric does, by the best instructions of the processor.
func (t *table) scan(probes []probe, hot uint32, distance int) (near uint64) {
	if !hasAVX2 || t.size == 0 || len(probes) == 0 {
		return t.scanGeneric(probes, hot, distance)
	}
	return scanAVX2(&probes[0], len(probes), &t.offsets[0], &t.hots[0], t.size, hot, distance)
}

// scanAVX2 does what scanGeneric does, but says of some probes that have no sketch near by that
// they may have. The buckets of the probes are in the directory.
//
//go:noescape
func scanAVX2(probes *probe, n int, offsets, hots *byte, size int, hot uint32, distance int) (near uint64)
