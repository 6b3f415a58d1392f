package rules

import "encoding/binary"

// SimHash is the first half of chapter 7: 64 bits of all elements, each decided by a
// majority.
type SimHash struct {
	Bit   func(element uint64, i int) uint64    // R7.1: bit i of an element
	Count func(counter int64, bit uint64) int64 // R7.1: the counter after one more bit
	IsOne func(counters []int64, i int) bool    // R7.2, R7.3: whether bit i of the sketch is 1
}

// NewSimHash returns the sketch of sd1 and sm1.
func NewSimHash() *SimHash {
	return &SimHash{
		Bit: func(element uint64, i int) uint64 { return element >> i & 1 },
		Count: func(counter int64, bit uint64) int64 {
			if bit == 1 {
				return counter + 1
			}
			return counter - 1
		},
		IsOne: func(counters []int64, i int) bool { return counters[i] > 0 },
	}
}

// Counters returns the 64 counters of elements (R7.1).
func (s *SimHash) Counters(elements []uint64) []int64 {
	counters := make([]int64, 64)
	for _, x := range elements {
		for i := range counters {
			counters[i] = s.Count(counters[i], s.Bit(x, i))
		}
	}
	return counters
}

// Sketch returns the sketch of counters, its bytes big-endian (R7.2, R7.3).
func (s *SimHash) Sketch(counters []int64) []byte {
	var sketch uint64
	for i := range counters {
		if s.IsOne(counters, i) {
			sketch |= 1 << i
		}
	}
	return binary.BigEndian.AppendUint64(nil, sketch)
}
