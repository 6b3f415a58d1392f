package minhash

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// Stored returns the stored form of m, a byte for each slot (R7.9). ok is false if m has no elements.
func (m *Minima) Stored() (stored [Slots]byte, ok bool) {
	if m.IsEmpty() {
		return stored, false
	}
	// The slot is mixed in, so that slots with the same donor have different bytes. Otherwise a chance
	// agreement of the low bits would count many times.
	octet := func(i, donor int) byte {
		return byte(splitmix.Mix((uint64(donor)<<valueBits | m.least(donor)) ^ mixedSlots[i]))
	}
	filled, n := m.filled()
	if n <= fewSlots {
		donors := donorsOf(filled, n)
		for i, donor := range donors {
			stored[i] = octet(i, int(donor%Slots))
		}
		return stored, true
	}
	for i := range stored { // without a branch on which are empty: that is unpredictable
		stored[i] = octet(i, i)
	}
	orders := donorOrders()
	for half, some := range filled {
		for none := ^some; none != 0; none &= none - 1 {
			i := 64*half + bits.TrailingZeros64(none)
			stored[i] = octet(i, m.donor(&orders[i]))
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
