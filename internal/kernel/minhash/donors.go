package minhash

import (
	"math/bits"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// donorsOf returns the slot whose value each slot uses, in the low 7 bits of its element. A filled slot uses
// its own, and an empty one its donor's. It takes the results of [Minima.filled]. n is not 0.
func donorsOf(filled [Slots / 64]uint64, n int) (donors [Slots]uint16) {
	var rows [Slots]*[Slots]uint16
	all, i := donorPlaces(), 0
	for half, some := range filled {
		for ; some != 0; some &= some - 1 {
			rows[i] = &all[64*half+bits.TrailingZeros64(some)]
			i++
		}
	}
	leastOf(&donors, rows[:n])
	for half, some := range filled {
		for ; some != 0; some &= some - 1 {
			i := 64*half + bits.TrailingZeros64(some)
			donors[i] = uint16(i)
		}
	}
	return donors
}

// filled returns a bit for each slot, which is 1 if it has an element, and their number.
func (m *Minima) filled() (filled [Slots / 64]uint64, n int) {
	for half := range filled {
		for _, c := range m.complement[64*half:][:64] { // without a branch: which are empty is unpredictable
			filled[half] = filled[half]>>1 | (c|-c)>>63<<63
		}
		n += bits.OnesCount64(filled[half])
	}
	return filled, n
}

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

// leastOfEach stores the least element of all rows at each place. It is what leastOf does.
func leastOfEach(least *[Slots]uint16, rows []*[Slots]uint16) {
	*least = *rows[0]
	for _, row := range rows[1:] {
		for i, x := range row {
			least[i] = min(least[i], x)
		}
	}
}

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

// donorPlaces has a row for each slot d. Element i of the row is the place of d in the order of slot i. Its
// last 7 bits are d itself. So the least element of the filled slots at i names the donor of i.
var donorPlaces = sync.OnceValue(func() *[Slots][Slots]uint16 {
	places := new([Slots][Slots]uint16)
	for i, order := range donorOrders() {
		for place, d := range order {
			places[d][i] = uint16(place)<<7 | uint16(d)
		}
	}
	return places
})
