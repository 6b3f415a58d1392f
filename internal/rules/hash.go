package rules

import "math/bits"

// Hash is chapter 6: the hash of a byte string, Bob Jenkins' lookup3 as hashlittle2
// computes it. All sums and differences are modulo 2^32.
type Hash struct {
	Key     func(key []byte) []byte         // the bytes that are hashed: all of them
	Start   func(n int) uint32              // R6.1: what a, b and c are at first, for a key of n bytes
	PC, PB  uint32                          // R6.1: the seeds, the one added to all three, the other to c
	IsBlock func(left int) bool             // R6.2: whether this number of bytes begins with a block
	Word    func(four []byte) uint32        // R6.3
	IsTail  func(left int) bool             // R6.4: whether this number of bytes goes through final
	Fill    func(tail []byte) []byte        // R6.4: the tail with zeros, 12 bytes
	Mix     func(a, b, c uint32) [3]uint32  // R6.5
	Final   func(a, b, c uint32) [3]uint32  // R6.5
	Rotate  func(x uint32, by int) uint32   // R6.5: rotl32
	Result  func(a, b, c uint32) (h uint64) // R6.6
}

// NewHash returns the hash of every scheme.
func NewHash() *Hash {
	h := &Hash{
		Key:     func(key []byte) []byte { return key },
		Start:   func(n int) uint32 { return 0xdeadbeef + uint32(n) },
		IsBlock: func(left int) bool { return left > 12 },
		Word: func(b []byte) uint32 {
			return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
		},
		IsTail: func(left int) bool { return left > 0 },
		Fill: func(tail []byte) []byte {
			var twelve [12]byte
			copy(twelve[:], tail)
			return twelve[:]
		},
		Rotate: bits.RotateLeft32,
		Result: func(_, b, c uint32) uint64 { return uint64(c)<<32 + uint64(b) },
	}
	h.Mix, h.Final = h.mix, h.final
	return h
}

// Sum returns the hash of a key.
func (h *Hash) Sum(key []byte) uint64 {
	key = h.Key(key)
	a := h.Start(len(key)) + h.PC
	b, c := a, a+h.PB
	add := func(twelve []byte) {
		a += h.Word(twelve[0:4])
		b += h.Word(twelve[4:8])
		c += h.Word(twelve[8:12])
	}
	mixed := func(by [3]uint32) { a, b, c = by[0], by[1], by[2] }

	for h.IsBlock(len(key)) {
		add(key[:12])
		mixed(h.Mix(a, b, c))
		key = key[12:]
	}
	if h.IsTail(len(key)) {
		add(h.Fill(key))
		mixed(h.Final(a, b, c))
	}
	return h.Result(a, b, c)
}

func (h *Hash) mix(a, b, c uint32) [3]uint32 {
	a, c = (a-c)^h.Rotate(c, 4), c+b
	b, a = (b-a)^h.Rotate(a, 6), a+c
	c, b = (c-b)^h.Rotate(b, 8), b+a
	a, c = (a-c)^h.Rotate(c, 16), c+b
	b, a = (b-a)^h.Rotate(a, 19), a+c
	c, b = (c-b)^h.Rotate(b, 4), b+a
	return [3]uint32{a, b, c}
}

func (h *Hash) final(a, b, c uint32) [3]uint32 {
	c = (c ^ b) - h.Rotate(b, 14)
	a = (a ^ c) - h.Rotate(c, 11)
	b = (b ^ a) - h.Rotate(a, 25)
	c = (c ^ b) - h.Rotate(b, 16)
	a = (a ^ c) - h.Rotate(c, 4)
	b = (b ^ a) - h.Rotate(a, 14)
	c = (c ^ b) - h.Rotate(b, 24)
	return [3]uint32{a, b, c}
}

// Mix64 is R6.7, the finaliser of splitmix64.
func Mix64(z uint64) uint64 {
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	return z ^ (z >> 31)
}
