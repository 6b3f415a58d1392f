package fast

import (
	"encoding/binary"

	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
)

// maxShort is how long a key is at most that is hashed from two words and a mask.
const maxShort = 12

// AppendSums appends [jenkins.Sum64] of each key of a text to dst. The first key is
// text[bounds[0]:bounds[1]], the second text[bounds[2]:bounds[3]], and so on; none is
// empty. At least [Padding] bytes of text stand after the last.
func AppendSums(dst []uint64, text []byte, bounds []uint16) []uint64 {
	dst, bounds = appendLanes(dst, text, bounds)
	for ; len(bounds) >= 2; bounds = bounds[2:] {
		start, end := int(bounds[0]), int(bounds[1])
		n := end - start
		if uint(n) > maxShort {
			dst = append(dst, jenkins.Sum64(text[start:end]))
			continue
		}
		key := text[start:][:16]
		mask := &masks[n]
		a := 0xdeadbeef + uint32(n) // R6.1
		b, c := a, a
		low := binary.LittleEndian.Uint64(key) & mask.low
		a += uint32(low)
		b += uint32(low >> 32)
		c += binary.LittleEndian.Uint32(key[8:]) & mask.high
		c, b = jenkins.Final(a, b, c)
		dst = append(dst, uint64(c)<<32|uint64(b)) // R6.6
	}
	return dst
}

// sumOf returns the sum of a key of 1 to 8 bytes, the first of low lowest. What is beyond the key is 0.
func sumOf(low, high uint32, n int) uint64 {
	a := 0xdeadbeef + uint32(n) // R6.1
	c, b := jenkins.Final(a+low, a+high, a)
	return uint64(c)<<32 | uint64(b) // R6.6
}

// AppendGramSums appends the sums of the grams of runs of clusters of 3 bytes (R4.8). The first run is
// text[runs[0]:runs[1]], the second text[runs[2]:runs[3]], and so on; none has less than two clusters.
// At least [Padding] bytes of text stand after the last.
func AppendGramSums(dst []uint64, text []byte, runs []uint16) []uint64 {
	if dst, ok := appendGramLanes(dst, text, runs); ok {
		return dst
	}
	for i := 0; i+1 < len(runs); i += 2 {
		for at, end := int(runs[i]), int(runs[i+1]); at+2*clusterSize <= end; at += clusterSize {
			key := binary.LittleEndian.Uint64(text[at : at+8])
			dst = append(dst, sumOf(uint32(key), uint32(key>>32)&0xFFFF, 2*clusterSize))
		}
	}
	return dst
}

// masks keep the first bytes of 12, by how many.
var masks = func() (t [maxShort + 1]struct {
	low  uint64
	high uint32
}) {
	for n := range t {
		t[n].low = 1<<(8*min(n, 8)) - 1
		t[n].high = 1<<(8*max(n-8, 0)) - 1
	}
	return t
}()
