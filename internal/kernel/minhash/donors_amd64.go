//go:build !purego

package minhash

import "golang.org/x/sys/cpu"

// fewSlots is the largest number of filled slots whose places in all orders are compared. With more, it is
// faster to go through the orders.
var fewSlots = func() int {
	if cpu.X86.HasAVX2 {
		return 56
	}
	return 8
}()

// leastOf does what leastOfEach does, by the best instructions of the processor.
func leastOf(least *[Slots]uint16, rows []*[Slots]uint16) {
	if !cpu.X86.HasAVX2 {
		leastOfEach(least, rows)
		return
	}
	leastAVX2(least, rows)
}

// leastAVX2 does what leastOfEach does, for at least one row.
//
//go:noescape
func leastAVX2(least *[Slots]uint16, rows []*[Slots]uint16)
