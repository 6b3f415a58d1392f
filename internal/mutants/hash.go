package mutants

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/jenkins"
	"github.com/lsh-interop/fpcheck/sketch/simhash"
)

// lookup3 is chapter 6 once more, with parts to replace.
type lookup3 struct {
	start      uint32
	length     func(int) uint32
	pc, pb     uint32
	more       int                      // more octets than these go through mix
	word       func([]byte) uint32      // R6.3
	tail       func(last []byte) []byte // R6.4: the 12 octets
	emptyFinal bool
	mix, final []step
	lastByMix  bool
	rotate     func(uint32, int) uint32
	result     func(c, b uint32) uint64
}

// step is a line of R6.5: which of a, b and c it changes, and by how much the one
// that changes it is rotated.
type step struct{ word, by int }

func newLookup3() *lookup3 {
	return &lookup3{
		start: 0xdeadbeef, length: func(n int) uint32 { return uint32(n) }, more: 12,
		word:   binary.LittleEndian.Uint32,
		tail:   func(last []byte) []byte { return append(bytes.Clone(last), make([]byte, 12-len(last))...) },
		mix:    []step{{0, 4}, {1, 6}, {2, 8}, {0, 16}, {1, 19}, {2, 4}},
		final:  []step{{2, 14}, {0, 11}, {1, 25}, {2, 16}, {0, 4}, {1, 14}, {2, 24}},
		rotate: bits.RotateLeft32,
		result: func(c, b uint32) uint64 { return uint64(c)<<32 | uint64(b) },
	}
}

func (l *lookup3) sum(key []byte) uint64 {
	first := l.start + l.length(len(key)) + l.pc
	w := [3]uint32{first, first, first + l.pb}
	add := func(block []byte) {
		for i := range w {
			w[i] += l.word(block[4*i:])
		}
	}
	mix := func() {
		for _, s := range l.mix {
			x, y, z := s.word, (s.word+2)%3, (s.word+1)%3 // a, c, b
			w[x] = (w[x] - w[y]) ^ l.rotate(w[y], s.by)
			w[y] += w[z]
		}
	}
	final := func() {
		for _, s := range l.final {
			x, y := s.word, (s.word+2)%3 // c, b
			w[x] = (w[x] ^ w[y]) - l.rotate(w[y], s.by)
		}
	}
	if l.lastByMix {
		final = mix
	}
	apply := len(key) > 0 || l.emptyFinal
	for ; len(key) > l.more; key = key[12:] {
		add(key)
		mix()
		apply = len(key) > 12
	}
	if apply || l.emptyFinal {
		add(l.tail(key))
		final()
	}
	return l.result(w[2], w[1])
}

// hashing returns a mutation of chapter 6.
func hashing(change func(l *lookup3)) func(p *protocol.Port) {
	l := newLookup3()
	change(l)
	return func(p *protocol.Port) { p.Hash = l.sum }
}

// hashMutants are those of chapter 6.
var hashMutants = []Mutant{
	{
		Name: "seeds-not-zero", Rule: "R6.1",
		Mistake: "begins with a seed, as many libraries do",
		mutate:  hashing(func(l *lookup3) { l.pc, l.pb = 1, 1 }),
	},
	{
		Name: "length-left-out", Rule: "R6.1",
		Mistake: "begins with deadbeef alone, so that octets 00 at the end do not count",
		mutate:  hashing(func(l *lookup3) { l.length = func(int) uint32 { return 0 } }),
	},
	{
		Name: "length-in-words", Rule: "R6.1",
		Mistake: "adds the length times 4, as hashword of the same file does",
		mutate:  hashing(func(l *lookup3) { l.length = func(n int) uint32 { return uint32(n) << 2 } }),
	},
	{
		Name: "golden-ratio", Rule: "R6.1",
		Mistake: "begins with 9e3779b9, as Jenkins' functions of 1996 and 1997 do",
		mutate:  hashing(func(l *lookup3) { l.start = 0x9e3779b9 }),
	},
	{
		Name: "twelve-go-through-mix", Rule: "R6.2",
		Mistake: "takes 12 octets for a block, by >= in place of >",
		mutate:  hashing(func(l *lookup3) { l.more = 11 }),
	},
	{
		Name: "first-block-only", Rule: "R6.2",
		Mistake: "hashes 24 octets of a key at most, by a buffer of that size",
		mutate: func(p *protocol.Port) {
			p.Hash = func(key []byte) uint64 { return jenkins.Sum64(key[:min(len(key), 24)]) }
		},
	},
	{
		Name: "octets-signed", Rule: "R6.3",
		Mistake: "adds octets as signed, as char of C, byte of Java and ord() of strings of old PHP do",
		mutate: hashing(func(l *lookup3) {
			l.word = func(b []byte) (w uint32) {
				for i := range 4 {
					w += uint32(int32(int8(b[i]))) << (8 * i)
				}
				return w
			}
		}),
	},
	{
		Name: "blocks-big-endian", Rule: "R6.3",
		Mistake: "reads words big-endian, as hashbig of the same file and a cast on s390x do",
		mutate:  hashing(func(l *lookup3) { l.word = binary.BigEndian.Uint32 }),
	},
	{
		Name: "final-on-empty-key", Rule: "R6.4",
		Mistake: "applies final to the empty key",
		mutate:  hashing(func(l *lookup3) { l.emptyFinal = true }),
	},
	{
		Name: "empty-key-is-zero", Rule: "R6.4",
		Mistake: "returns 0 for the empty key",
		mutate: func(p *protocol.Port) {
			p.Hash = func(key []byte) uint64 {
				if len(key) == 0 {
					return 0
				}
				return jenkins.Sum64(key)
			}
		},
	},
	{
		Name: "tail-from-the-right", Rule: "R6.4",
		Mistake: "puts the last octets at the end of the 12 and zeros before them",
		mutate: hashing(func(l *lookup3) {
			l.tail = func(last []byte) []byte { return append(make([]byte, 12-len(last)), last...) }
		}),
	},
	{
		Name: "rotation-mistyped", Rule: "R6.5",
		Mistake: "has a wrong rotation in mix, by a slip of the pen",
		mutate:  hashing(func(l *lookup3) { l.mix[3].by = 17 }),
	},
	{
		Name: "final-too-short", Rule: "R6.5",
		Mistake: "leaves the last step of final out",
		mutate:  hashing(func(l *lookup3) { l.final = l.final[:6] }),
	},
	{
		Name: "mix-for-final", Rule: "R6.5",
		Mistake: "applies mix to the last block too, as lookup2 does",
		mutate:  hashing(func(l *lookup3) { l.lastByMix = true }),
	},
	{
		Name: "rotations-are-shifts", Rule: "R6.5",
		Mistake: "shifts in place of rotating",
		mutate:  hashing(func(l *lookup3) { l.rotate = func(x uint32, by int) uint32 { return x << by } }),
	},
	{
		Name: "words-swapped", Rule: "R6.6",
		Mistake: "puts b above c, as a comment in lookup3.c suggests",
		mutate:  hashing(func(l *lookup3) { l.result = func(c, b uint32) uint64 { return uint64(b)<<32 | uint64(c) } }),
	},
	{
		Name: "low-word-signed", Rule: "R6.6",
		Mistake: "adds b as a signed integer, which takes 1 from c where b is above 7fffffff",
		mutate: hashing(func(l *lookup3) {
			l.result = func(c, b uint32) uint64 { return uint64(c)<<32 + uint64(int64(int32(b))) }
		}),
	},
	{
		Name: "low-word-only", Rule: "R6.6",
		Mistake: "returns c alone, as hashlittle does",
		mutate:  hashing(func(l *lookup3) { l.result = func(c, _ uint32) uint64 { return uint64(c) } }),
	},
}

// countersAs returns a mutation of the counters before the sketch is made of them.
func countersAs(change func(int64) int64) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		sketch := p.Sketch
		p.Sketch = func(counters []int64) []byte {
			changed := make([]int64, len(counters))
			for i, c := range counters {
				changed[i] = change(c)
			}
			return sketch(changed)
		}
	}
}

// counting returns a mutation of how a counter takes the next bit.
func counting(add func(counter int64, bit uint64) int64) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		p.Counters = func(elements []uint64) []int64 {
			counters := make([]int64, simhash.Bits)
			for _, h := range elements {
				for i := range counters {
					counters[i] = add(counters[i], h>>i&1)
				}
			}
			return counters
		}
	}
}

// sketchAs returns a mutation of the sketch.
func sketchAs(change func(sketch uint64, counters []int64) uint64) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		sketch := p.Sketch
		p.Sketch = func(counters []int64) []byte {
			return bigEndian(change(binary.BigEndian.Uint64(sketch(counters)), counters))
		}
	}
}

func sign(bit uint64) int64 { return int64(bit)<<1 - 1 }

// sketchMutants are those of chapter 7.
var sketchMutants = []Mutant{
	{
		Name: "zeros-not-subtracted", Rule: "R7.1",
		Mistake: "adds for a bit of 1 and does nothing for a bit of 0",
		mutate:  counting(func(c int64, bit uint64) int64 { return c + int64(bit) }),
	},
	{
		Name: "counters-of-8-bits", Rule: "R7.1",
		Mistake: "counts in signed octets that wrap, for speed",
		mutate:  counting(func(c int64, bit uint64) int64 { return int64(int8(c + sign(bit))) }),
	},
	{
		Name: "counters-saturate", Rule: "R7.1",
		Mistake: "counts in signed octets that stop at 127 and -128, as SIMD instructions do",
		mutate:  counting(func(c int64, bit uint64) int64 { return max(-128, min(127, c+sign(bit))) }),
	},
	{
		Name: "counters-of-32-bits", Rule: "R7.1",
		Mistake: "counts in 32 bits that wrap",
		mutate:  countersAs(func(c int64) int64 { return int64(int32(c)) }),
	},
	{
		Name: "shift-of-32-bits", Rule: "R7.1",
		Mistake: "reads the low 32 bits twice, as 1 << i does in C and JavaScript",
		mutate: func(p *protocol.Port) {
			counters := p.Counters
			p.Counters = func(elements []uint64) []int64 {
				c := counters(elements)
				copy(c[32:], c[:32])
				return c
			}
		},
	},
	{
		Name: "weights-left-out", Rule: "R7.1", Scheme: "sm1",
		Mistake: "counts each distinct element once, whatever it weighs",
		mutate: func(p *protocol.Port) {
			counters := p.Counters
			p.Counters = func(elements []uint64) []int64 { return counters(slices.Compact(slices.Clone(elements))) }
		},
	},
	{
		Name: "tie-is-one", Rule: "R7.2",
		Mistake: "gives 1 for a counter of 0, by >= 0, as several libraries do",
		mutate:  countersAs(func(c int64) int64 { return 2*c + 1 }),
	},
	{
		Name: "tie-by-lot", Rule: "R7.2",
		Mistake: "lets ties alternate, so that they favour neither",
		mutate: sketchAs(func(sketch uint64, counters []int64) uint64 {
			for i, c := range counters {
				if c == 0 && i%2 == 0 {
					sketch |= 1 << i
				}
			}
			return sketch
		}),
	},
	{
		Name: "bits-reversed", Rule: "R7.3",
		Mistake: "makes bit 63 - i of counter i, by shifting the sketch to the left for each",
		mutate:  sketchAs(func(sketch uint64, _ []int64) uint64 { return bits.Reverse64(sketch) }),
	},
	{
		Name: "counters-reversed", Rule: "R7.3",
		Mistake: "reads the bits of hashes from the highest, as those of a string of digits",
		mutate: func(p *protocol.Port) {
			counters := p.Counters
			p.Counters = func(elements []uint64) []int64 {
				reversed := make([]uint64, len(elements))
				for i, h := range elements {
					reversed[i] = bits.Reverse64(h)
				}
				return counters(reversed)
			}
		},
	},
	{
		Name: "bits-complemented", Rule: "R7.3",
		Mistake: "gives 1 where the counter is below 0",
		mutate:  countersAs(func(c int64) int64 { return -c }),
	},
	{
		Name: "octets-reversed", Rule: "R7.3",
		Mistake: "makes the sketch of its octets in the machine's order",
		mutate:  sketchAs(func(sketch uint64, _ []int64) uint64 { return bits.ReverseBytes64(sketch) }),
	},
}
