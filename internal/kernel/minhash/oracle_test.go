package minhash

import (
	"encoding/binary"

	"github.com/lsh-interop/fpcheck/internal/rules"
)

// plain is the oracle: R7.4 to R7.10 in package rules.
var plain = rules.NewMinHash()

// plainFull returns the slots of the full form of elements.
func plainFull(elements []uint64) (full [Slots]uint64) {
	octets := plain.Full(elements)[len("fpmh\x01"):]
	for i := range full {
		full[i] = binary.BigEndian.Uint64(octets[8*i:])
	}
	return full
}

// plainStored returns the stored form of elements, or nil if there are none.
func plainStored(elements []uint64) []byte {
	stored, err := plain.Stored(plain.Full(elements))
	if err != nil {
		panic(err)
	}
	return stored
}

// unmix is the inverse of [splitmix.Mix]: tests choose a slot and a value and find the
// element.
func unmix(z uint64) uint64 {
	z = unshift(z, 31) * inverse(0x94D049BB133111EB)
	z = unshift(z, 27) * inverse(0xBF58476D1CE4E5B9)
	return unshift(z, 30)
}

// unshift undoes z ^ z>>n.
func unshift(z uint64, n int) uint64 {
	for s := n; s < 64; s *= 2 {
		z ^= z >> s
	}
	return z
}

// inverse returns the inverse of an odd number modulo 2^64, by Newton's method. It starts with 3
// correct bits and doubles them each time.
func inverse(a uint64) uint64 {
	x := a
	for range 5 {
		x *= 2 - a*x
	}
	return x
}

// element returns the element for a slot and a value.
func element(slot, value uint64) uint64 { return unmix(slot<<57 | value) }
