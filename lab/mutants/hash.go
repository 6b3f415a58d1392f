package mutants

import (
	"encoding/binary"
	"math/big"
	"math/bits"

	"github.com/lsh-interop/fpcheck/internal/rules"
)

// mixing replaces how elements are mixed.
func mixing(mix func(x uint64) uint64) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.MinHash.Mix = mix }
}

// finaliser returns a function of the form of mix64.
func finaliser(a, b uint64, shifts [3]int) func(uint64) uint64 {
	return func(z uint64) uint64 {
		z = (z ^ z>>shifts[0]) * a
		z = (z ^ z>>shifts[1]) * b
		return z ^ z>>shifts[2]
	}
}

// shiftedSigned is mix64 with the sign bit shifted in.
func shiftedSigned(z uint64) uint64 {
	z = (z ^ uint64(int64(z)>>30)) * 0xBF58476D1CE4E5B9
	z = (z ^ uint64(int64(z)>>27)) * 0x94D049BB133111EB
	return z ^ uint64(int64(z)>>31)
}

// affine is the hash of much sample code: (a·x + b) mod p, p = 2^61 - 1.
const affineA, affineB, affineP = 0x0D1B54A32D192ED0, 0x0BADC0FFEE0DDF00, 1<<61 - 1

// hashMutants are the mutants of chapter 6.
func hashMutants() []Mutant {
	return []Mutant{
		{
			Name: "seeds-not-zero", Rule: "R6.1",
			Mistake: "begins with a seed, as many libraries do",
			replace: func(r *rules.Rules) { r.Hash.PC, r.Hash.PB = 1, 1 },
		},
		{
			Name: "length-left-out", Rule: "R6.1",
			Mistake: "begins with deadbeef alone, so that octets 00 at the end do not count",
			replace: func(r *rules.Rules) { r.Hash.Start = func(int) uint32 { return 0xdeadbeef } },
		},
		{
			Name: "length-in-words", Rule: "R6.1",
			Mistake: "adds the length times 4, as hashword of the same file does",
			replace: func(r *rules.Rules) { r.Hash.Start = func(n int) uint32 { return 0xdeadbeef + uint32(n)<<2 } },
		},
		{
			Name: "golden-ratio", Rule: "R6.1",
			Mistake: "begins with 9e3779b9, as Jenkins' functions of 1996 and 1997 do",
			replace: func(r *rules.Rules) { r.Hash.Start = func(n int) uint32 { return 0x9e3779b9 + uint32(n) } },
		},
		{
			Name: "twelve-go-through-mix", Rule: "R6.2",
			Mistake: "takes 12 octets for a block, by >= in place of >",
			replace: func(r *rules.Rules) { r.Hash.IsBlock = func(left int) bool { return left >= 12 } },
		},
		{
			Name: "first-block-only", Rule: "R6.2",
			Mistake: "hashes 24 octets of a key at most, by a buffer of that size",
			replace: func(r *rules.Rules) { r.Hash.Key = func(key []byte) []byte { return key[:min(len(key), 24)] } },
		},
		{
			Name: "octets-signed", Rule: "R6.3",
			Mistake: "adds octets as signed, as char of C, byte of Java and ord() of strings of old PHP do",
			replace: func(r *rules.Rules) {
				r.Hash.Word = func(b []byte) (w uint32) {
					for i := range 4 {
						w += uint32(int32(int8(b[i]))) << (8 * i)
					}
					return w
				}
			},
		},
		{
			Name: "blocks-big-endian", Rule: "R6.3",
			Mistake: "reads words big-endian, as hashbig of the same file and a cast on s390x do",
			replace: func(r *rules.Rules) { r.Hash.Word = binary.BigEndian.Uint32 },
		},
		{
			Name: "final-on-empty-key", Rule: "R6.4",
			Mistake: "applies final to the empty key",
			replace: func(r *rules.Rules) { r.Hash.IsTail = func(int) bool { return true } },
		},
		{
			Name: "empty-key-is-zero", Rule: "R6.4",
			Mistake: "returns 0 for the empty key",
			replace: func(r *rules.Rules) {
				start := r.Hash.Start
				r.Hash.Start = func(n int) uint32 {
					if n == 0 {
						return 0
					}
					return start(n)
				}
			},
		},
		{
			Name: "tail-from-the-right", Rule: "R6.4",
			Mistake: "puts the last octets at the end of the 12 and zeros before them",
			replace: func(r *rules.Rules) {
				r.Hash.Fill = func(tail []byte) []byte { return append(make([]byte, 12-len(tail)), tail...) }
			},
		},
		{
			Name: "rotation-mistyped", Rule: "R6.5",
			Mistake: "has a wrong rotation in mix, by a slip of the pen",
			replace: func(r *rules.Rules) {
				h := r.Hash
				h.Mix = func(a, b, c uint32) [3]uint32 {
					a, c = (a-c)^h.Rotate(c, 4), c+b
					b, a = (b-a)^h.Rotate(a, 6), a+c
					c, b = (c-b)^h.Rotate(b, 8), b+a
					a, c = (a-c)^h.Rotate(c, 17), c+b
					b, a = (b-a)^h.Rotate(a, 19), a+c
					c, b = (c-b)^h.Rotate(b, 4), b+a
					return [3]uint32{a, b, c}
				}
			},
		},
		{
			Name: "final-too-short", Rule: "R6.5",
			Mistake: "leaves the last step of final out",
			replace: func(r *rules.Rules) {
				h, final := r.Hash, r.Hash.Final
				h.Final = func(a, b, c uint32) [3]uint32 {
					f := final(a, b, c)
					f[2] = (f[2] + h.Rotate(f[1], 24)) ^ f[1] // as it was before
					return f
				}
			},
		},
		{
			Name: "mix-for-final", Rule: "R6.5",
			Mistake: "applies mix to the last block too, as lookup2 does",
			replace: func(r *rules.Rules) { r.Hash.Final = r.Hash.Mix },
		},
		{
			Name: "rotations-are-shifts", Rule: "R6.5",
			Mistake: "shifts in place of rotating",
			replace: func(r *rules.Rules) { r.Hash.Rotate = func(x uint32, by int) uint32 { return x << by } },
		},
		{
			Name: "words-swapped", Rule: "R6.6",
			Mistake: "puts b above c, as a comment in lookup3.c suggests",
			replace: func(r *rules.Rules) {
				r.Hash.Result = func(_, b, c uint32) uint64 { return uint64(b)<<32 | uint64(c) }
			},
		},
		{
			Name: "low-word-signed", Rule: "R6.6",
			Mistake: "adds b as a signed integer, which takes 1 from c where b is above 7fffffff",
			replace: func(r *rules.Rules) {
				r.Hash.Result = func(_, b, c uint32) uint64 { return uint64(c)<<32 + uint64(int64(int32(b))) }
			},
		},
		{
			Name: "low-word-only", Rule: "R6.6",
			Mistake: "returns c alone, as hashlittle does",
			replace: func(r *rules.Rules) { r.Hash.Result = func(_, _, c uint32) uint64 { return uint64(c) } },
		},
		{
			Name: "mix-of-murmur3", Rule: "R6.7", Scheme: "mh1",
			Mistake: "mixes by the constants of MurmurHash3",
			replace: mixing(finaliser(0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53, [3]int{33, 33, 33})),
		},
		{
			Name: "mix-steps-first", Rule: "R6.7", Scheme: "mh1",
			Mistake: "calls a generator splitmix64, which adds its constant to the state before it mixes",
			replace: mixing(func(x uint64) uint64 { return rules.Mix64(x + 0x9E3779B97F4A7C15) }),
		},
		{
			Name: "mix-shifts-signed", Rule: "R6.7", Scheme: "mh1",
			Mistake: "shifts signed integers, as >> of Java does",
			replace: mixing(shiftedSigned),
		},
		{
			Name: "mix-of-53-bits", Rule: "R6.7", Scheme: "mh1",
			Mistake: "keeps an element in a Number of JavaScript, which has 53 bits",
			replace: mixing(func(x uint64) uint64 { return rules.Mix64(x >> bits.Len64(x>>53) << bits.Len64(x>>53)) }),
		},
		{
			Name: "mix-of-32-bits", Rule: "R6.7", Scheme: "mh1",
			Mistake: "mixes the low 32 bits of an element, as a hash of int does",
			replace: mixing(func(x uint64) uint64 { return rules.Mix64(x & 0xFFFFFFFF) }),
		},
		{
			Name: "mix-without-end", Rule: "R6.7", Scheme: "mh1",
			Mistake: "leaves the last line out",
			replace: mixing(finaliser(0xBF58476D1CE4E5B9, 0x94D049BB133111EB, [3]int{30, 27, 64})),
		},
		{
			Name: "affine-wrapping", Rule: "R6.7", Scheme: "mh1",
			Mistake: "takes (a * x + b) % prime in place of mix64, as sample code does, in 64 bits that wrap, as NumPy has them",
			replace: mixing(func(x uint64) uint64 { return (affineA*x + affineB) % affineP }),
		},
		{
			Name: "affine-exact", Rule: "R6.7", Scheme: "mh1",
			Mistake: "takes (a * x + b) % prime in place of mix64, as sample code does, in integers of any size, as Python has them",
			replace: mixing(func(x uint64) uint64 {
				h := new(big.Int).Mul(big.NewInt(affineA), new(big.Int).SetUint64(x))
				return h.Mod(h.Add(h, big.NewInt(affineB)), big.NewInt(affineP)).Uint64()
			}),
		},
	}
}
