// Package simhash turns 64-bit hashes into a 64-bit sketch, according to chapter 7 of SPEC.md. The
// method is by Charikar (2002), and Manku, Jain and Das Sarma (2007, section 2).
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

// AddWeighted counts one hash as many times as it weighs.
func (c *Counters) AddWeighted(hash uint64, weight int64) {
	for i := range c {
		c[i] += (int64(hash>>i&1)<<1 - 1) * weight
	}
}

// AddEach counts many hashes. Carry-save adders count all 64 bits in a few operations for each.
func (c *Counters) AddEach(hashes []uint64) {
	for len(hashes) > maxEach {
		c.AddEach(hashes[:maxEach])
		hashes = hashes[maxEach:]
	}
	// Bit i of planes[k] is bit k of the number of hashes that had bit i.
	var planes [eachPlanes]uint64
	rest := hashes
	for ; len(rest) >= 8; rest = rest[8:] {
		ones := planes[0]
		twos1, ones := add(ones, rest[0], rest[1])
		twos2, ones := add(ones, rest[2], rest[3])
		fours1, twos := add(planes[1], twos1, twos2)
		twos1, ones = add(ones, rest[4], rest[5])
		twos2, ones = add(ones, rest[6], rest[7])
		fours2, twos := add(twos, twos1, twos2)
		carry, fours := add(planes[2], fours1, fours2)
		planes[0], planes[1], planes[2] = ones, twos, fours
		for k := 3; carry != 0; k++ {
			planes[k], carry = planes[k]^carry, planes[k]&carry
		}
	}
	for _, carry := range rest {
		for k := 0; carry != 0; k++ {
			planes[k], carry = planes[k]^carry, planes[k]&carry
		}
	}
	used := bits.Len(uint(len(hashes)))
	for i := range c {
		n := 0
		for k, plane := range planes[:used] {
			n += int(plane>>i&1) << k
		}
		c[i] += int64(2*n - len(hashes))
	}
}

const (
	eachPlanes = 16
	maxEach    = 1<<eachPlanes - 1 // hashes that the planes can count
)

// add adds three bits in each place.
func add(a, b, c uint64) (carry, sum uint64) {
	half := a ^ b
	return a&b | half&c, half ^ c
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
