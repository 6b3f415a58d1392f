package mutants

import (
	"encoding/binary"

	"github.com/lsh-interop/fpcheck/internal/rules"
)

// hashMutants are those of R6.1 to R6.6.
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
	}
}
