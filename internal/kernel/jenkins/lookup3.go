// Package jenkins computes jenkins-lookup3-64: Bob Jenkins' lookup3 (hashlittle2, May 2006, public
// domain) as one 64-bit value.
//
// The first of the two 32-bit results is the high word (R6.6). Jenkins' own comment suggests the
// opposite order.
package jenkins

import (
	"encoding/binary"
	"math/bits"
)

// Sum64 returns the hash of key with both seeds zero (rules R6.1 to R6.6).
func Sum64(key []byte) uint64 {
	c, b := Sum(key, 0, 0)
	return uint64(c)<<32 | uint64(b)
}

// Sum returns *pc and *pb of hashlittle2, its 32-bit results, for the seeds pc and pb.
func Sum(key []byte, pc, pb uint32) (uint32, uint32) {
	a := 0xdeadbeef + uint32(len(key)) + pc
	b, c := a, a+pb

	// More than 12 bytes, not 12 or more: the last block goes to final (R6.2).
	rest := key
	for len(rest) > 12 {
		a += binary.LittleEndian.Uint32(rest)
		b += binary.LittleEndian.Uint32(rest[4:])
		c += binary.LittleEndian.Uint32(rest[8:])
		a, b, c = mix(a, b, c)
		rest = rest[12:]
	}
	if len(rest) == 0 { // only the empty key gets here: no final (R6.4)
		return c, b
	}

	if len(key) > 12 {
		// The tail ends twelve bytes that are there; those before it are shifted out.
		last, shift := key[len(key)-12:], uint(12-len(rest))*8
		low, high := binary.LittleEndian.Uint64(last), uint64(binary.LittleEndian.Uint32(last[8:]))
		low = low>>shift | high<<(64-shift) | high>>(shift-64)
		return Final(a+uint32(low), b+uint32(low>>32), c+uint32(high>>shift))
	}
	var tail [12]byte
	copy(tail[:], key)
	a += binary.LittleEndian.Uint32(tail[:])
	b += binary.LittleEndian.Uint32(tail[4:])
	c += binary.LittleEndian.Uint32(tail[8:])

	return Final(a, b, c)
}

// mix mixes a block before the last (R6.5). It is short enough for the compiler to inline.
func mix(a, b, c uint32) (uint32, uint32, uint32) {
	a = (a - c) ^ bits.RotateLeft32(c, 4)
	c += b
	b = (b - a) ^ bits.RotateLeft32(a, 6)
	a += c
	c = (c - b) ^ bits.RotateLeft32(b, 8)
	b += a
	a = (a - c) ^ bits.RotateLeft32(c, 16)
	c += b
	b = (b - a) ^ bits.RotateLeft32(a, 19)
	a += c
	return a, b + a, (c - b) ^ bits.RotateLeft32(b, 4)
}

// Final mixes the last block (R6.5).
func Final(a, b, c uint32) (uint32, uint32) {
	c = (c ^ b) - bits.RotateLeft32(b, 14)
	a = (a ^ c) - bits.RotateLeft32(c, 11)
	b = (b ^ a) - bits.RotateLeft32(a, 25)
	c = (c ^ b) - bits.RotateLeft32(b, 16)
	a = (a ^ c) - bits.RotateLeft32(c, 4)
	b = (b ^ a) - bits.RotateLeft32(a, 14)
	c = (c ^ b) - bits.RotateLeft32(b, 24)
	return c, b
}
