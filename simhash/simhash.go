// Package simhash turns 64-bit hashes into a 64-bit sketch: chapter 7 of SPEC.md
// (Charikar 2002; Manku, Jain and Das Sarma 2007, section 2).
package simhash

import "math/bits"

// Bits is the length of a sketch.
const Bits = 64

// Counters hold, for each bit, how many hashes had it 1 less how many had it 0.
type Counters [Bits]int64

// Add counts one hash (R7.1).
func (c *Counters) Add(hash uint64) {
	for i := range c {
		c[i] += int64(hash>>i&1)<<1 - 1
	}
}

// AddWeighted counts one hash so many times.
func (c *Counters) AddWeighted(hash uint64, weight int64) {
	for i := range c {
		c[i] += (int64(hash>>i&1)<<1 - 1) * weight
	}
}

// Sketch returns the bits whose counter is above 0 (R7.2, R7.3).
func (c *Counters) Sketch() uint64 {
	var s uint64
	for i, n := range c {
		if n > 0 {
			s |= 1 << i
		}
	}
	return s
}

// Distance is the number of bits in which two sketches differ (R10.2).
func Distance(a, b uint64) int { return bits.OnesCount64(a ^ b) }
