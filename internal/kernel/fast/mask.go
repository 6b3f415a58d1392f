package fast

import "math/bits"

// A mask has a bit for each byte of a chunk, and one more word for searches after the last.
type mask [chunk/64 + 1]uint64

// has reports whether bit i is set.
func (m *mask) has(i int) bool { return m[i>>6]>>(i&63)&1 != 0 }

// set sets the bits from start to end, at most 64.
func (m *mask) set(start, end int) { m.setAll(start, uint64(1)<<(end-start)-1) }

func (m *mask) setAll(at int, bits uint64) {
	m[at>>6] |= bits << (at & 63)
	if rest := bits >> (64 - at&63); rest != 0 {
		m[at>>6+1] |= rest
	}
}

func (m *mask) clear(start, end int) {
	for ; start < end; start = start&^63 + 64 {
		m[start>>6] &^= ^uint64(0) >> max(0, 64-(end-start)) << (start & 63)
	}
}

// clearAll clears, from bit at on, those that are set in bits.
func (m *mask) clearAll(at int, bits uint64) {
	m[at>>6] &^= bits << (at & 63)
	m[at>>6+1] &^= bits >> (64 - at&63)
}

// from returns 64 bits from bit at on.
func (m *mask) from(at int) uint64 { return m[at>>6]>>(at&63) | m[at>>6+1]<<(64-at&63) }

// any reports whether a bit of the first blocks of 64 is set.
func (m *mask) any(blocks int) bool {
	any := uint64(0)
	for _, bits := range m[:blocks] {
		any |= bits
	}
	return any != 0
}

// next returns the place of the first bit from start on that is wanted, 1 or 0, or else end.
func (m *mask) next(start, end int, wanted uint64) int {
	for at := start; at < end; at = at&^63 + 64 {
		if bit := (m[at>>6] ^ (wanted - 1)) >> (at & 63); bit != 0 {
			return min(at+bits.TrailingZeros64(bit), end)
		}
	}
	return end
}

func (m *mask) anyBetween(start, end int) bool {
	b, last := start>>6, (end-1)>>6
	bits := m[b] >> (start & 63) << (start & 63)
	for ; b < last; bits = m[b] {
		if bits != 0 {
			return true
		}
		b++
	}
	return bits<<(63-(end-1)&63) != 0
}
