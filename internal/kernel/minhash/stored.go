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
	var empty [Slots / 64]uint64
	filled := Slots
	for half := 0; half < Slots; half += 64 {
		// The slot is mixed in, so that slots with the same donor have different bytes. Otherwise a chance
		// agreement of the low bits would count many times. Which slots are empty is unpredictable, so no
		// branch depends on it.
		minima, octets, mixed := m.complement[half:][:64], stored[half:][:64], mixedSlots[half:][:64]
		none := uint64(0)
		for i, c := range minima {
			octets[i] = byte(splitmix.Mix((uint64(half+i)<<valueBits | ^c) ^ mixed[i]))
			none = none>>1 | ^(c|-c)>>63<<63
		}
		empty[half/64] = none
		filled -= bits.OnesCount64(none)
	}
	if filled == Slots {
		return stored, true
	}
	var donors [Slots / 4]uint64
	few := filled <= fewSlots
	if few {
		m.donorsOfFew(&donors, empty)
	}
	for half := 0; half < Slots; half += 64 {
		for none := empty[half/64]; none != 0; none &= none - 1 {
			i := half + bits.TrailingZeros64(none)
			d := int(donors[i/4] >> (16 * (i % 4)) % Slots)
			if !few {
				d = m.donor(i)
			}
			stored[i] = byte(splitmix.Mix((uint64(d)<<valueBits | m.least(d)) ^ mixedSlots[i]))
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

// donor returns the slot whose minimum the empty slot i uses. It is the first filled slot in an order that
// depends only on i. So two texts with common elements are likely to use the same donor (Shrivastava 2017).
func (m *Minima) donor(i int) int {
	for _, d := range &donorOrders()[i] {
		if m.complement[d] != 0 {
			return int(d)
		}
	}
	panic("minhash: no slot is filled")
}

// fewSlots is the number of filled slots up to which it is faster to compare their places in all orders
// than to go through the orders.
const fewSlots = 20

// donorsOfFew finds [Minima.donor] of all slots, if few slots are filled. It has the form of
// [donorPlaces].
func (m *Minima) donorsOfFew(donors *[Slots / 4]uint64, empty [Slots / 64]uint64) {
	const highs = 1<<15 | 1<<31 | 1<<47 | 1<<63
	for i := range donors {
		donors[i] = ^uint64(highs)
	}
	places := donorPlaces()
	for half, none := range empty {
		for some := ^none; some != 0; some &= some - 1 {
			for i, x := range &places[64*half+bits.TrailingZeros64(some)] {
				y := donors[i]
				greater := ((y | highs) - x) & highs >> 15 * (1<<16 - 1) // all bits of where y is not less than x
				donors[i] = x&greater | y&^greater
			}
		}
	}
}

// donorPlaces has, for each slot d, 16 bits for each slot. These are the place of d in the order of that
// slot, and then 7 bits for d itself.
var donorPlaces = sync.OnceValue(func() *[Slots][Slots / 4]uint64 {
	places := new([Slots][Slots / 4]uint64)
	for i, order := range donorOrders() {
		for place, d := range order {
			places[d][i/4] |= (uint64(place)<<7 | uint64(d)) << (16 * (i % 4))
		}
	}
	return places
})

// donorOrders are the orders of R7.8, each without repetitions.
//
// Each order contains all slots, so making it ends. (A test checks that t = 1344 is enough.) With two filled
// slots, t stays below 1,024.
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

// Bits returns the number of bits a slot of data, by its length. It is 8, 4, 2 or 1 for 128, 64, 32 or 16
// bytes, and 0 for other lengths.
func Bits(data []byte) int {
	switch len(data) {
	case Slots, Slots / 2, Slots / 4, Slots / 8:
		return len(data) * 8 / Slots
	}
	return 0
}

// Truncate returns the low bits of each slot of data (R7.10). Slot 0 is in the high bits of the first byte.
// It returns data itself if nothing needs to be cut. It panics if bits is not 8, 4, 2 or 1. It also panics if
// data is not a stored form, or has fewer bits.
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

// Distance returns the number of slots, 0 to 128, in which two stored forms differ. width is the number of
// bits a slot by which they were compared: the width of the shorter. Distance truncates the longer one. It
// panics if one is not a stored form.
func Distance(a, b []byte) (slots, width int) {
	width = min(mustBits(a), mustBits(b))
	a, b = Truncate(a, width), Truncate(b, width)
	last := ^uint64(0) / (1<<width - 1) // the last bit of each slot
	for i := 0; i < len(a); i += 8 {
		x := binary.BigEndian.Uint64(a[i:]) ^ binary.BigEndian.Uint64(b[i:])
		for fold := width / 2; fold > 0; fold /= 2 {
			x |= x >> fold // the last bit of a slot collects only its own bits
		}
		slots += bits.OnesCount64(x & last)
	}
	return slots, width
}
