package minhash

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// Stored returns the stored form of m, a byte for each slot (R7.9). ok is false if m has no elements.
func (m *Minima) Stored() (stored [Slots]byte, ok bool) {
	if m.IsEmpty() {
		return stored, false
	}
	for half := 0; half < Slots; half += 64 {
		// The slot enters, so that slots with one donor have not one byte: else a chance agreement of the
		// low bits would count many times. Which slots are empty is unpredictable, so no branch depends on it.
		minima, octets, mixed := m.complement[half:][:64], stored[half:][:64], mixedSlots[half:][:64]
		empty := uint64(0)
		for i, c := range minima {
			octets[i] = byte(splitmix.Mix((uint64(half+i)<<valueBits | ^c) ^ mixed[i]))
			empty = empty>>1 | ^(c|-c)>>63<<63
		}
		if empty == 0 {
			continue
		}
		for orders := donorOrders(); empty != 0; empty &= empty - 1 {
			i := bits.TrailingZeros64(empty)
			donor := m.donor(&orders[half+i])
			octets[i] = byte(splitmix.Mix((uint64(donor)<<valueBits | m.least(donor)) ^ mixed[i]))
		}
	}
	return stored, true
}

var mixedSlots = func() (t [Slots]uint64) {
	for i := range t {
		t[i] = splitmix.Mix(uint64(i))
	}
	return t
}()

// donor is the slot whose minimum an empty one takes: the first filled slot in an
// order that depends on the empty one alone, so that two texts which share
// elements are likely to take the same (Shrivastava 2017).
func (m *Minima) donor(order *[Slots]byte) int {
	for _, d := range order {
		if m.complement[d] != 0 {
			return int(d)
		}
	}
	panic("minhash: no slot is filled")
}

// donorOrders are the orders of R7.8, each without the slots that it has had.
//
// Each goes through all slots (a test counts: by t = 1344), so making it ends. Where two
// slots are filled, t stays below 1,024.
var donorOrders = sync.OnceValue(func() *[Slots][Slots]byte {
	orders := new([Slots][Slots]byte)
	for i := range orders {
		var had [Slots]bool
		order := orders[i][:0]
		for t := uint64(0); len(order) < Slots; t++ {
			if d := splitmix.Mix(uint64(i)<<32|t) % Slots; !had[d] {
				had[d] = true
				order = append(order, byte(d))
			}
		}
	}
	return orders
})

// Bits returns how many bits a slot data has, by its length: 8, 4, 2 or 1 for
// 128, 64, 32 or 16 bytes, 0 for what is no stored form.
func Bits(data []byte) int {
	switch len(data) {
	case Slots, Slots / 2, Slots / 4, Slots / 8:
		return len(data) * 8 / Slots
	}
	return 0
}

// Truncate returns the low bits of each slot of data, slot 0 first, in the high
// bits of the first byte (R7.10). It is data itself if that is as long already. Truncate
// panics if data is no stored form, or of fewer bits, or if bits is not 8, 4, 2
// or 1.
func Truncate(data []byte, bits int) []byte {
	width := mustBits(data)
	if bits < 1 || bits > width || 8%bits != 0 {
		panic(fmt.Sprintf("minhash: %d bits a slot of a form that has %d", bits, width))
	}
	if bits == width {
		return data
	}
	short := make([]byte, Slots*bits/8)
	for i := range Slots {
		at := i * width
		slot := data[at/8] >> (8 - width - at%8)
		to := &short[i*bits/8]
		*to = *to<<bits | slot&(1<<bits-1)
	}
	return short
}

func mustBits(data []byte) int {
	width := Bits(data)
	if width == 0 {
		panic(fmt.Sprintf("minhash: %d bytes are no stored form: expected 128, 64, 32 or 16", len(data)))
	}
	return width
}

// Distance returns the number of slots, 0 to 128, in which two stored forms
// differ, and how many bits a slot they were compared by: those of the shorter, to
// which the longer is truncated. It panics if one is no stored form.
func Distance(a, b []byte) (slots, width int) {
	width = min(mustBits(a), mustBits(b))
	a, b = Truncate(a, width), Truncate(b, width)
	last := ^uint64(0) / (1<<width - 1) // the last bit of each slot
	for i := 0; i < len(a); i += 8 {
		x := binary.BigEndian.Uint64(a[i:]) ^ binary.BigEndian.Uint64(b[i:])
		for fold := width / 2; fold > 0; fold /= 2 {
			x |= x >> fold // in a slot's last bit only its own ever meet
		}
		slots += bits.OnesCount64(x & last)
	}
	return slots, width
}
