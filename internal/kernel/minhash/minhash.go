// Package minhash turns 64-bit hashes into a sketch of 128 slots. It computes a MinHash with one
// permutation (Li, Owen and Zhang 2012), densified (Shrivastava 2017). The stored form keeps 8, 4,
// 2 or 1 bits per slot (Li and König 2010).
//
// [Minima] is the full form, which grows with a text and merges with others. [Minima.Stored]
// returns the stored form, which can only be compared.
package minhash

import "github.com/lsh-interop/fpcheck/internal/kernel/splitmix"

// Slots is the length of a sketch.
const Slots = 128

// The high 7 bits of a mixed hash choose the slot, the others are the value.
const (
	valueBits = 64 - 7
	maxValue  = 1<<valueBits - 1
	noValue   = 1<<64 - 1 // the minimum of an empty slot
)

// Minima hold, for each slot, the least value of the elements that fell into it:
// the full form (R7.5). The zero value has no elements. Minima can be compared with ==.
type Minima struct {
	complement [Slots]uint64 // of each minimum, so that 0 is an empty slot
}

// Add takes in one element (R7.4). Neither order nor repetition matters.
func (m *Minima) Add(x uint64) {
	h := splitmix.Mix(x)
	slot := &m.complement[h>>valueBits]
	*slot = max(*slot, ^(h & maxValue))
}

// AddEach takes in many elements.
func (m *Minima) AddEach(elements []uint64) {
	for _, x := range elements {
		m.Add(x)
	}
}

// Merge makes m the full form of the union (R7.6).
func (m *Minima) Merge(o *Minima) {
	for i, c := range &o.complement {
		m.complement[i] = max(m.complement[i], c)
	}
}

// IsEmpty reports whether m has no elements.
func (m *Minima) IsEmpty() bool { return *m == Minima{} }

// HasSlots reports whether n slots or more have an element. The number of elements is not less.
func (m *Minima) HasSlots(n int) bool {
	for i := 0; i < Slots && n > 0; i++ {
		if m.complement[i] != 0 {
			n--
		}
	}
	return n <= 0
}

// least is the minimum of slot i.
func (m *Minima) least(i int) uint64 { return ^m.complement[i] }
