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
	empty, filled := m.empty()
	// The slot is mixed in, so that slots with the same donor have different bytes. Otherwise a chance
	// agreement of the low bits would count many times.
	octet := func(i, donor int) byte {
		return byte(splitmix.Mix((uint64(donor)<<valueBits | m.least(donor)) ^ mixedSlots[i]))
	}
	if filled <= fewSlots {
		donors := m.donorsOfFew(empty)
		for i := range stored {
			stored[i] = octet(i, int(donors[i/4]>>(16*(i%4))%Slots))
		}
		return stored, true
	}
	for i := range stored { // without a branch on which are empty: that is unpredictable
		stored[i] = octet(i, i)
	}
	orders := donorOrders()
	for half, none := range empty {
		for ; none != 0; none &= none - 1 {
			i := 64*half + bits.TrailingZeros64(none)
			stored[i] = octet(i, m.donor(&orders[i]))
		}
	}
	return stored, true
}

// empty returns a bit for each slot, which is 1 if the slot is empty, and the number of other slots.
func (m *Minima) empty() (empty [Slots / 64]uint64, filled int) {
	filled = Slots
	for half := range empty {
		for _, c := range m.complement[64*half:][:64] {
			empty[half] = empty[half]>>1 | ^(c|-c)>>63<<63
		}
		filled -= bits.OnesCount64(empty[half])
	}
	return empty, filled
}

var mixedSlots = func() (t [Slots]uint64) {
	for i := range t {
		t[i] = splitmix.Mix(uint64(i))
	}
	return t
}()

// donor returns the slot whose minimum an empty slot uses. It is the first filled slot in an order that
// depends only on the empty one. So two texts with common elements are likely to use the same donor
// (Shrivastava 2017).
func (m *Minima) donor(order *[Slots]byte) int {
	for _, d := range order {
		if m.complement[d] != 0 {
			return int(d)
		}
	}
	panic("minhash: no slot is filled")
}

// fewSlots is the number of filled slots up to which it is faster to compare their places in all orders
// than to go through the orders.
const fewSlots = 20

// donorsOfFew finds the donors of all slots, if few slots are filled. The result has the form of
// [donorPlaces].
func (m *Minima) donorsOfFew(empty [Slots / 64]uint64) (donors [Slots / 4]uint64) {
	const highs = 1<<15 | 1<<31 | 1<<47 | 1<<63
	all := donorPlaces()
	var places [fewSlots]*[Slots / 4]uint64 // of the filled slots
	n := 0
	for half, none := range empty {
		for some := ^none; some != 0; some &= some - 1 {
			places[n] = &all[64*half+bits.TrailingZeros64(some)]
			n++
		}
	}
	for i := range donors {
		least := ^uint64(highs)
		for _, place := range places[:n] {
			x := place[i]
			less := ((least | highs) - x) & highs >> 15 * (1<<16 - 1) // all bits of where x is not greater
			least = x&less | least&^less
		}
		donors[i] = least
	}
	for half, none := range empty {
		for some := ^none; some != 0; some &= some - 1 { // a filled slot is its own donor
			i := 64*half + bits.TrailingZeros64(some)
			shift := 16 * (i % 4)
			donors[i/4] = donors[i/4]&^((Slots-1)<<shift) | uint64(i)<<shift
		}
	}
	return donors
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
