package jenkins

import "encoding/binary"

// readable is how many octets [AppendSums] reads from where a key begins, at most, but for
// longer keys.
const readable = 16

// keep are masks that leave the first octets of 12, by how many.
var keep = func() (t [13]struct {
	low  uint64
	high uint32
}) {
	for n := range t {
		t[n].low = 1<<(8*min(n, 8)) - 1
		t[n].high = 1<<(8*max(n-8, 0)) - 1
	}
	return t
}()

// AppendSums appends [Sum64] of each key of a text to dst. The first key is
// text[bounds[0]:bounds[1]], the second text[bounds[2]:bounds[3]], and so on; none is
// empty. At least 16 octets stand after where the last begins.
func AppendSums(dst []uint64, text []byte, bounds []uint16) []uint64 {
	dst, bounds = appendMany(dst, text, bounds)
	for ; len(bounds) >= 2; bounds = bounds[2:] {
		start, end := int(bounds[0]), int(bounds[1])
		n := end - start
		if uint(n) >= uint(len(keep)) {
			dst = append(dst, Sum64(text[start:end]))
			continue
		}
		key := text[start:][:readable]
		mask := &keep[n]
		low := binary.LittleEndian.Uint64(key) & mask.low
		a := 0xdeadbeef + uint32(n)
		b, c := a, a
		a += uint32(low)
		b += uint32(low >> 32)
		c += binary.LittleEndian.Uint32(key[8:]) & mask.high
		c, b = final(a, b, c)
		dst = append(dst, uint64(c)<<32|uint64(b))
	}
	return dst
}
