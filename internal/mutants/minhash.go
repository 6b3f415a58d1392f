package mutants

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"math/big"
	"math/bits"
	"slices"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/sketch/minhash"
)

// slots is R7.4 to R7.9 once more, with parts to replace.
type slots struct {
	mix   func(x uint64) uint64                   // R6.7, of an element
	place func(h uint64) (slot int, value uint64) // R7.4
	none  uint64                                  // R7.5: what an empty slot holds
	least func(held, value uint64) uint64         // R7.5
	merge func(a, b []uint64) []uint64            // R7.6
	start string                                  // R7.7
	order binary.AppendByteOrder
	size  func(octets int) bool
	valid func(value uint64) bool
	donor func(values []uint64, i int) int        // R7.8
	octet func(value uint64, donor, i int) uint64 // R7.9
}

const (
	emptySlot     = 1<<64 - 1
	greatestValue = 1<<57 - 1
)

func newSlots() *slots {
	return &slots{
		mix:   splitmix64,
		place: func(h uint64) (int, uint64) { return int(h >> 57), h & greatestValue },
		none:  emptySlot,
		least: func(held, value uint64) uint64 { return min(held, value) },
		merge: eachSlot(func(a, b uint64) uint64 { return min(a, b) }),
		start: "fpmh\x01", order: binary.BigEndian,
		size:  func(octets int) bool { return octets == 1029 },
		valid: func(value uint64) bool { return value <= greatestValue || value == emptySlot },
		donor: probing(func(i, t int) uint64 { return splitmix64(uint64(i)<<32+uint64(t)) % minhash.Slots }),
		octet: func(value uint64, donor, i int) uint64 {
			return splitmix64(uint64(donor)<<57 + value ^ splitmix64(uint64(i)))
		},
	}
}

// eachSlot returns a merge of two full forms that looks at each slot by itself.
func eachSlot(lesser func(a, b uint64) uint64) func(a, b []uint64) []uint64 {
	return func(a, b []uint64) []uint64 {
		merged := make([]uint64, len(a))
		for i := range a {
			merged[i] = lesser(a[i], b[i])
		}
		return merged
	}
}

// probing returns the donors that trying one slot after another gives.
func probing(try func(i, t int) uint64) func(values []uint64, i int) int {
	return func(values []uint64, i int) int {
		for d, t := i, 0; ; t++ {
			// A wrong order need not come by every slot.
			if values[d] != emptySlot || t == 1<<16 {
				return d
			}
			d = int(try(i, t))
		}
	}
}

func (m *slots) full(elements []uint64) []byte {
	values := slices.Repeat([]uint64{m.none}, minhash.Slots)
	for _, x := range elements {
		slot, value := m.place(m.mix(x))
		values[slot] = m.least(values[slot], value)
	}
	return m.Write(values)
}

func (m *slots) Write(values []uint64) []byte {
	full := []byte(m.start)
	for _, v := range values {
		full = m.order.AppendUint64(full, v)
	}
	return full
}

func (m *slots) read(full []byte) ([]uint64, error) {
	rest, ok := bytes.CutPrefix(full, []byte(m.start))
	if !ok || !m.size(len(full)) {
		return nil, errors.New("no full form")
	}
	values := slices.Repeat([]uint64{emptySlot}, minhash.Slots)
	for i := range min(minhash.Slots, len(rest)/8) {
		values[i] = binary.BigEndian.Uint64(rest[8*i:])
		if !m.valid(values[i]) {
			return nil, errors.New("no value")
		}
	}
	return values, nil
}

func (m *slots) stored(full []byte) ([]byte, error) {
	values, err := m.read(full)
	if err != nil || isEmpty(values) {
		return nil, err
	}
	sketch := make([]byte, minhash.Slots)
	for i := range sketch {
		d := m.donor(values, i)
		sketch[i] = byte(m.octet(values[d], d, i))
	}
	return sketch, nil
}

func isEmpty(values []uint64) bool {
	return !slices.ContainsFunc(values, func(v uint64) bool { return v != emptySlot })
}

// slotting returns a mutation of R7.4 to R7.9.
func slotting(change func(m *slots)) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		m := newSlots()
		change(m)
		p.Full, p.Stored = m.full, m.stored
		p.Merge = func(a, b []byte) ([]byte, error) {
			x, err := m.read(a)
			if err != nil {
				return nil, err
			}
			y, err := m.read(b)
			if err != nil {
				return nil, err
			}
			return m.Write(m.merge(x, y)), nil
		}
	}
}

// mixing returns a mutation of how elements are mixed.
func mixing(mix func(x uint64) uint64) func(p *protocol.Port) {
	return slotting(func(m *slots) { m.mix = mix })
}

// affine is the hash of much sample code: (a·x + b) mod p, p = 2^61 - 1.
const affineA, affineB, affineP = 0x0D1B54A32D192ED0, 0x0BADC0FFEE0DDF00, 1<<61 - 1

// densified fills the empty slots with what their donors hold.
func (m *slots) densified(values []uint64) []uint64 {
	if isEmpty(values) {
		return values
	}
	dense := make([]uint64, len(values))
	for i := range values {
		dense[i] = values[m.donor(values, i)]
	}
	return dense
}

// donorAt returns donors that are so many slots away, the first that is not empty.
func donorAt(step int) func(values []uint64, i int) int {
	return probing(func(i, t int) uint64 { return uint64(i+step*(t+1)) % minhash.Slots })
}

// truncating returns a mutation of R7.10: slots of a width to octets.
func truncating(change func(slots []byte, from, to int) []byte) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		p.Truncate = func(sketch []byte, to int) []byte {
			from := minhash.Bits(sketch)
			if from == to {
				return sketch
			}
			return change(report.Unpacked(sketch, from), from, to)
		}
	}
}

// packed puts the low bits of slots into octets.
func packed(list []byte, width int) []byte {
	sketch := make([]byte, len(list)*width/8)
	for i, slot := range list {
		at := &sketch[i*width/8]
		*at = *at<<width | slot&(1<<width-1)
	}
	return sketch
}

// minhashMutants are those of R6.7 and of R7.4 to R7.10.
var minhashMutants = []Mutant{
	{
		Name: "mix-of-murmur3", Rule: "R6.7", Scheme: "mh1",
		Mistake: "mixes by the constants of MurmurHash3",
		mutate:  mixing(finaliser(0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53, [3]int{33, 33, 33})),
	},
	{
		Name: "mix-steps-first", Rule: "R6.7", Scheme: "mh1",
		Mistake: "calls a generator splitmix64, which adds its constant to the state before it mixes",
		mutate:  mixing(func(x uint64) uint64 { return splitmix64(x + 0x9E3779B97F4A7C15) }),
	},
	{
		Name: "mix-shifts-signed", Rule: "R6.7", Scheme: "mh1",
		Mistake: "shifts signed integers, as >> of Java does",
		mutate: mixing(func(z uint64) uint64 {
			z = (z ^ uint64(int64(z)>>30)) * 0xBF58476D1CE4E5B9
			z = (z ^ uint64(int64(z)>>27)) * 0x94D049BB133111EB
			return z ^ uint64(int64(z)>>31)
		}),
	},
	{
		Name: "mix-of-53-bits", Rule: "R6.7", Scheme: "mh1",
		Mistake: "keeps an element in a Number of JavaScript, which has 53 bits",
		mutate:  mixing(func(x uint64) uint64 { return splitmix64(x >> bits.Len64(x>>53) << bits.Len64(x>>53)) }),
	},
	{
		Name: "mix-of-32-bits", Rule: "R6.7", Scheme: "mh1",
		Mistake: "mixes the low 32 bits of an element, as a hash of int does",
		mutate:  mixing(func(x uint64) uint64 { return splitmix64(x & 0xFFFFFFFF) }),
	},
	{
		Name: "mix-without-end", Rule: "R6.7", Scheme: "mh1",
		Mistake: "leaves the last line out",
		mutate:  mixing(finaliser(0xBF58476D1CE4E5B9, 0x94D049BB133111EB, [3]int{30, 27, 64})),
	},
	{
		Name: "affine-wrapping", Rule: "R6.7", Scheme: "mh1",
		Mistake: "takes (a * x + b) % prime in place of mix64, as sample code does, in 64 bits that wrap, as NumPy has them",
		mutate:  mixing(func(x uint64) uint64 { return (affineA*x + affineB) % affineP }),
	},
	{
		Name: "affine-exact", Rule: "R6.7", Scheme: "mh1",
		Mistake: "takes (a * x + b) % prime in place of mix64, as sample code does, in integers of any size, as Python has them",
		mutate: mixing(func(x uint64) uint64 {
			h := new(big.Int).Mul(big.NewInt(affineA), new(big.Int).SetUint64(x))
			return h.Mod(h.Add(h, big.NewInt(affineB)), big.NewInt(affineP)).Uint64()
		}),
	},
	{
		Name: "elements-not-mixed", Rule: "R7.4", Scheme: "mh1",
		Mistake: "takes an element as it is, for it is a hash already",
		mutate:  mixing(func(x uint64) uint64 { return x }),
	},
	{
		Name: "slot-of-low-bits", Rule: "R7.4", Scheme: "mh1",
		Mistake: "takes the low bits for the slot and the high ones for the value",
		mutate: slotting(func(m *slots) {
			m.place = func(h uint64) (int, uint64) { return int(h % minhash.Slots), h / minhash.Slots }
		}),
	},
	{
		Name: "slot-by-remainder", Rule: "R7.4", Scheme: "mh1",
		Mistake: "takes h mod 128 for the slot, as hash tables do, and the value of the same bits",
		mutate: slotting(func(m *slots) {
			m.place = func(h uint64) (int, uint64) { return int(h % minhash.Slots), h & greatestValue }
		}),
	},
	{
		Name: "slot-signed", Rule: "R7.4", Scheme: "mh1",
		Mistake: "shifts a signed integer, and makes the slot positive by abs()",
		mutate: slotting(func(m *slots) {
			m.place = func(h uint64) (int, uint64) {
				slot := int(int64(h) >> 57)
				return max(slot, -slot), h & greatestValue
			}
		}),
	},
	{
		Name: "value-with-slot", Rule: "R7.4", Scheme: "mh1",
		Mistake: "keeps h whole as the value, slot and all",
		mutate: slotting(func(m *slots) {
			m.place = func(h uint64) (int, uint64) { return int(h >> 57), h }
			m.valid = func(uint64) bool { return true }
		}),
	},
	{
		Name: "greatest-kept", Rule: "R7.5", Scheme: "mh1",
		Mistake: "keeps the greatest value of a slot",
		mutate: slotting(func(m *slots) {
			m.least = func(held, value uint64) uint64 {
				if held == emptySlot {
					return value
				}
				return max(held, value)
			}
		}),
	},
	{
		Name: "first-kept", Rule: "R7.5", Scheme: "mh1",
		Mistake: "keeps the first value that falls into a slot",
		mutate: slotting(func(m *slots) {
			m.least = func(held, value uint64) uint64 {
				if held == emptySlot {
					return value
				}
				return held
			}
		}),
	},
	{
		Name: "last-kept", Rule: "R7.5", Scheme: "mh1",
		Mistake: "keeps the last value that falls into a slot",
		mutate:  slotting(func(m *slots) { m.least = func(_, value uint64) uint64 { return value } }),
	},
	{
		Name: "empty-is-zero", Rule: "R7.5", Scheme: "mh1",
		Mistake: "holds 0 for an empty slot, as a new array does",
		mutate: slotting(func(m *slots) {
			m.none = 0
			m.least = func(held, value uint64) uint64 { return cmp.Or(min(held, value), held, value) }
		}),
	},
	{
		Name: "zero-is-empty", Rule: "R7.5", Scheme: "mh1",
		Mistake: "takes a value of 0 for an empty slot, and replaces it",
		mutate: slotting(func(m *slots) {
			m.least = func(held, value uint64) uint64 {
				if held == 0 {
					return value
				}
				return min(held, value)
			}
		}),
	},
	{
		Name: "empty-is-greatest-value", Rule: "R7.5", Scheme: "mh1",
		Mistake: "holds 2^57 - 1 for an empty slot",
		mutate:  slotting(func(m *slots) { m.none = greatestValue }),
	},
	{
		Name: "least-signed", Rule: "R7.5", Scheme: "mh1",
		Mistake: "compares signed integers, of which 2^64 - 1 is the least but one",
		mutate: slotting(func(m *slots) {
			m.least = func(held, value uint64) uint64 { return uint64(min(int64(held), int64(value))) }
		}),
	},
	{
		Name: "least-of-53-bits", Rule: "R7.5", Scheme: "mh1",
		Mistake: "compares values as Numbers of JavaScript, which have 53 bits",
		mutate: slotting(func(m *slots) {
			m.least = func(held, value uint64) uint64 {
				if float64(value) < float64(held) {
					return value
				}
				return held
			}
		}),
	},
	{
		Name: "merge-of-greater", Rule: "R7.6", Scheme: "mh1",
		Mistake: "takes the greater of two values",
		mutate: slotting(func(m *slots) {
			m.merge = eachSlot(func(a, b uint64) uint64 {
				if a == emptySlot || b != emptySlot && b > a {
					return b
				}
				return a
			})
		}),
	},
	{
		Name: "merge-first-wins", Rule: "R7.6", Scheme: "mh1",
		Mistake: "fills only the slots that are empty in the first, as coalesce does",
		mutate: slotting(func(m *slots) {
			m.merge = eachSlot(func(a, b uint64) uint64 {
				if a == emptySlot {
					return b
				}
				return a
			})
		}),
	},
	{
		Name: "merge-signed", Rule: "R7.6", Scheme: "mh1",
		Mistake: "compares signed integers, so that an empty slot stays empty",
		mutate: slotting(func(m *slots) {
			m.merge = eachSlot(func(a, b uint64) uint64 { return uint64(min(int64(a), int64(b))) })
		}),
	},
	{
		Name: "merge-densified", Rule: "R7.6", Scheme: "mh1",
		Mistake: "merges densified forms: it fills the empty slots of both first",
		mutate: slotting(func(m *slots) {
			merge := m.merge
			m.merge = func(a, b []uint64) []uint64 { return merge(m.densified(a), m.densified(b)) }
		}),
	},
	{
		Name: "merge-of-common", Rule: "R7.6", Scheme: "mh1",
		Mistake: "keeps only the slots that both have filled",
		mutate: slotting(func(m *slots) {
			m.merge = eachSlot(func(a, b uint64) uint64 {
				if a == emptySlot || b == emptySlot {
					return emptySlot
				}
				return min(a, b)
			})
		}),
	},
	{
		Name: "full-little-endian", Rule: "R7.7", Scheme: "mh1",
		Mistake: "writes the slots in the order of the machine's memory",
		mutate:  slotting(func(m *slots) { m.order = binary.LittleEndian }),
	},
	{
		Name: "full-without-version", Rule: "R7.7", Scheme: "mh1",
		Mistake: "writes and reads no octet for the version",
		mutate: slotting(func(m *slots) {
			m.start = "fpmh"
			m.size = func(octets int) bool { return octets == 1028 }
		}),
	},
	{
		Name: "full-of-another-version", Rule: "R7.7", Scheme: "mh1",
		Mistake: "reads any version",
		mutate:  readingFull(func(full []byte) []byte { return append([]byte("fpmh\x01"), full[min(len(full), 5):]...) }),
	},
	{
		Name: "full-of-any-start", Rule: "R7.7", Scheme: "mh1",
		Mistake: "does not look at the first four octets",
		mutate:  readingFull(func(full []byte) []byte { return append([]byte("fpmh"), full[min(len(full), 4):]...) }),
	},
	{
		Name: "full-in-any-case", Rule: "R7.7", Scheme: "mh1",
		Mistake: "reads the first four octets in capitals too",
		mutate: readingFull(func(full []byte) []byte {
			return append(bytes.ToLower(full[:min(len(full), 4)]), full[min(len(full), 4):]...)
		}),
	},
	{
		Name: "full-too-long-read", Rule: "R7.7", Scheme: "mh1",
		Mistake: "reads the first 1,029 octets and no more",
		mutate:  slotting(func(m *slots) { m.size = func(octets int) bool { return octets >= 1029 } }),
	},
	{
		Name: "full-too-short-read", Rule: "R7.7", Scheme: "mh1",
		Mistake: "takes the slots that are missing for empty ones",
		mutate:  slotting(func(m *slots) { m.size = func(octets int) bool { return octets <= 1029 } }),
	},
	{
		Name: "values-not-looked-at", Rule: "R7.7", Scheme: "mh1",
		Mistake: "reads any 64 bits as a value",
		mutate:  slotting(func(m *slots) { m.valid = func(uint64) bool { return true } }),
	},
	{
		Name: "value-of-2-57-read", Rule: "R7.7", Scheme: "mh1",
		Mistake: "reads 2^57 as a value, by > in place of >=",
		mutate: slotting(func(m *slots) {
			m.valid = func(value uint64) bool { return value <= 1<<57 || value == emptySlot }
		}),
	},
	{
		Name: "values-signed", Rule: "R7.7", Scheme: "mh1",
		Mistake: "compares signed integers, so that any with the sign bit is less than 2^57",
		mutate:  slotting(func(m *slots) { m.valid = func(value uint64) bool { return int64(value) <= greatestValue } }),
	},
	{
		Name: "greatest-value-rejected", Rule: "R7.7", Scheme: "mh1",
		Mistake: "rejects the value 2^57 - 1",
		mutate: slotting(func(m *slots) {
			m.valid = func(value uint64) bool { return value < greatestValue || value == emptySlot }
		}),
	},
	{
		Name: "second-not-looked-at", Rule: "R7.7", Scheme: "mh1",
		Mistake: "looks only at the first of two full forms, and merges what the second has",
		mutate: func(p *protocol.Port) {
			merge := p.Merge
			p.Merge = func(a, b []byte) ([]byte, error) {
				full, err := merge(a, b)
				if err != nil {
					return merge(a, a)
				}
				return full, nil
			}
		},
	},
	{
		Name: "donor-by-rotation", Rule: "R7.8", Scheme: "mh1",
		Mistake: "takes the next filled slot to the right, as the densification of Shrivastava and Li 2014 does",
		mutate:  slotting(func(m *slots) { m.donor = donorAt(1) }),
	},
	{
		Name: "donor-to-the-left", Rule: "R7.8", Scheme: "mh1",
		Mistake: "takes the next filled slot to the left",
		mutate:  slotting(func(m *slots) { m.donor = donorAt(minhash.Slots - 1) }),
	},
	{
		Name: "donor-to-either-side", Rule: "R7.8", Scheme: "mh1",
		Mistake: "takes the next filled slot to a side that a bit says, as the improved densification of 2014 does",
		mutate: slotting(func(m *slots) {
			left, right := donorAt(minhash.Slots-1), donorAt(1)
			m.donor = func(values []uint64, i int) int {
				if splitmix64(uint64(i))&1 == 0 {
					return left(values, i)
				}
				return right(values, i)
			}
		}),
	},
	{
		Name: "donor-densified", Rule: "R7.8", Scheme: "mh1",
		Mistake: "takes slots for donors that were themselves filled from others, as a loop in place does",
		mutate: slotting(func(m *slots) {
			donor := m.donor
			m.donor = func(values []uint64, i int) int {
				dense := slices.Clone(values)
				from := make([]int, len(values))
				for k := range i + 1 {
					if from[k] = donor(dense, k); from[k] < k {
						from[k] = from[from[k]]
					}
					dense[k] = values[from[k]]
				}
				return from[i]
			}
		}),
	},
	{
		Name: "donor-from-one", Rule: "R7.8", Scheme: "mh1",
		Mistake: "counts t from 1",
		mutate: slotting(func(m *slots) {
			m.donor = probing(func(i, t int) uint64 { return splitmix64(uint64(i)<<32+uint64(t)+1) % minhash.Slots })
		}),
	},
	{
		Name: "donor-swapped", Rule: "R7.8", Scheme: "mh1",
		Mistake: "puts t above i",
		mutate: slotting(func(m *slots) {
			m.donor = probing(func(i, t int) uint64 { return splitmix64(uint64(t)<<32+uint64(i)) % minhash.Slots })
		}),
	},
	{
		Name: "donor-shift-of-32-bits", Rule: "R7.8", Scheme: "mh1",
		Mistake: "shifts an integer of 32 bits by 32, which is 0 in Go and i itself in Java and JavaScript",
		mutate: slotting(func(m *slots) {
			m.donor = probing(func(i, t int) uint64 { return splitmix64(uint64(i+t)) % minhash.Slots })
		}),
	},
	{
		Name: "donor-of-high-bits", Rule: "R7.8", Scheme: "mh1",
		Mistake: "takes the high 7 bits for the donor, as for the slot of an element",
		mutate: slotting(func(m *slots) {
			m.donor = probing(func(i, t int) uint64 { return splitmix64(uint64(i)<<32+uint64(t)) >> 57 })
		}),
	},
	{
		Name: "donor-given-up", Rule: "R7.8", Scheme: "mh1",
		Mistake: "gives up after 1,024 tries and leaves the slot empty",
		mutate: slotting(func(m *slots) {
			m.donor = func(values []uint64, i int) int {
				d := i
				for t := 0; values[d] == emptySlot && t < 1024; t++ {
					d = int(splitmix64(uint64(i)<<32+uint64(t)) % minhash.Slots)
				}
				return d
			}
		}),
	},
	{
		Name: "empty-slots-hashed", Rule: "R7.8", Scheme: "mh1",
		Mistake: "hashes 2^64 - 1 as the value of an empty slot, as MinHash of many permutations may",
		mutate:  slotting(func(m *slots) { m.donor = func(_ []uint64, i int) int { return i } }),
	},
	{
		Name: "low-bits-of-minimum", Rule: "R7.9", Scheme: "mh1",
		Mistake: "takes the low bits of the minimum itself, as Li and König have it, without the second mixing",
		mutate:  octetAs(func(value uint64, _, _ int) uint64 { return value }),
	},
	{
		Name: "slot-not-mixed-in", Rule: "R7.9", Scheme: "mh1",
		Mistake: "mixes the minimum without the number of the slot, so that a text of one shingle has one octet",
		mutate:  octetAs(func(value uint64, donor, _ int) uint64 { return splitmix64(uint64(donor)<<57 + value) }),
	},
	{
		Name: "slot-added-as-it-is", Rule: "R7.9", Scheme: "mh1",
		Mistake: "leaves out mix64 of the slot's number",
		mutate: octetAs(func(value uint64, donor, i int) uint64 {
			return splitmix64(uint64(donor)<<57 + value ^ uint64(i))
		}),
	},
	{
		Name: "donor-left-out", Rule: "R7.9", Scheme: "mh1",
		Mistake: "mixes the value without the donor's number above it",
		mutate:  octetAs(func(value uint64, _, i int) uint64 { return splitmix64(value ^ splitmix64(uint64(i))) }),
	},
	{
		Name: "slot-for-donor", Rule: "R7.9", Scheme: "mh1",
		Mistake: "puts the number of the slot above the value, not that of its donor",
		mutate: octetAs(func(value uint64, _, i int) uint64 {
			return splitmix64(uint64(i)<<57 + value ^ splitmix64(uint64(i)))
		}),
	},
	{
		Name: "octet-of-high-bits", Rule: "R7.9", Scheme: "mh1",
		Mistake: "takes the high octet",
		mutate: slotting(func(m *slots) {
			octet := m.octet
			m.octet = func(value uint64, donor, i int) uint64 { return octet(value, donor, i) >> 56 }
		}),
	},
	{
		Name: "none-is-zeros", Rule: "R7.9", Scheme: "mh1",
		Mistake: "makes a sketch of a full form that is empty",
		mutate: func(p *protocol.Port) {
			stored := p.Stored
			p.Stored = func(full []byte) ([]byte, error) {
				sketch, err := stored(full)
				if err == nil && sketch == nil {
					sketch = make([]byte, minhash.Slots)
				}
				return sketch, err
			}
		},
	},
	{
		Name: "high-bits-kept", Rule: "R7.10", Scheme: "mh1",
		Mistake: "keeps the high bits of a slot",
		mutate: truncating(func(slots []byte, from, to int) []byte {
			for i := range slots {
				slots[i] >>= from - to
			}
			return packed(slots, to)
		}),
	},
	{
		Name: "slot-0-lowest", Rule: "R7.10", Scheme: "mh1",
		Mistake: "fills octets from the lowest bit on, as BitSet of Java and bit arrays of C do",
		mutate: truncating(func(slots []byte, _, to int) []byte {
			for octet := range slices.Chunk(slots, 8/to) {
				slices.Reverse(octet)
			}
			return packed(slots, to)
		}),
	},
	{
		Name: "octets-of-slots-reversed", Rule: "R7.10", Scheme: "mh1",
		Mistake: "puts slot 0 last, as a number of 128 digits has its lowest",
		mutate: truncating(func(slots []byte, _, to int) []byte {
			slices.Reverse(slots)
			return packed(slots, to)
		}),
	},
	{
		Name: "fewer-slots", Rule: "R7.10", Scheme: "mh1",
		Mistake: "keeps fewer slots of all their bits, in place of fewer bits of all slots",
		mutate:  truncating(func(slots []byte, from, to int) []byte { return packed(slots, from)[:len(slots)*to/8] }),
	},
	{
		Name: "slots-taken-for-octets", Rule: "R7.10", Scheme: "mh1",
		Mistake: "takes each octet for a slot, of a truncated form too",
		mutate: truncating(func(slots []byte, from, to int) []byte {
			octets := packed(slots, from)
			return append(packed(octets, to), make([]byte, len(slots)*to/8-len(octets)*to/8)...)
		}),
	},
}

// octetAs returns a mutation of the octet of a slot.
func octetAs(octet func(value uint64, donor, i int) uint64) func(p *protocol.Port) {
	return slotting(func(m *slots) { m.octet = octet })
}

// readingFull returns a mutation of a full form before it is read.
func readingFull(change func(full []byte) []byte) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		merge, stored := p.Merge, p.Stored
		p.Merge = func(a, b []byte) ([]byte, error) { return merge(change(a), change(b)) }
		p.Stored = func(full []byte) ([]byte, error) { return stored(change(full)) }
	}
}
