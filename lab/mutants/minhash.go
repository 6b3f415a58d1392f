package mutants

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

const greatestValue = 1<<57 - 1 // of a slot

// densified fills the empty slots with what their donors hold.
func densified(m *rules.MinHash, values []uint64) []uint64 {
	if rules.IsEmpty(values) {
		return values
	}
	dense := make([]uint64, len(values))
	for i := range values {
		dense[i] = values[m.Donor(values, i)]
	}
	return dense
}

// probing returns the donors that trying one slot after another gives. It gives up in the
// end: a wrong order need not come by every slot.
func probing(try func(i, t int) uint64) func(values []uint64, i int) int {
	return func(values []uint64, i int) int {
		d := i
		for t := 0; values[d] == rules.EmptySlot && t < 1<<16; t++ {
			d = int(try(i, t))
		}
		return d
	}
}

// donorAt returns the donors that moving from slot to slot by steps gives.
func donorAt(step int) func(values []uint64, i int) int {
	return probing(func(i, t int) uint64 { return uint64(i+step*(t+1)) % rules.Slots })
}

// octetAs replaces the byte of a slot.
func octetAs(octet func(value uint64, donor, i int) uint64) func(r *rules.Rules) {
	return func(r *rules.Rules) {
		r.MinHash.Octet = func(value uint64, donor, i int) byte { return byte(octet(value, donor, i)) }
	}
}

// truncating replaces R7.10: slots of one width to bytes of another.
func truncating(shorten func(slots []byte, from, to int) []byte) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.MinHash.Shorten = shorten }
}

// minHashMutants are the mutants of R7.4 to R7.10.
func minHashMutants() []Mutant {
	return []Mutant{
		{
			Name: "elements-not-mixed", Rule: "R7.4", Scheme: "mh1",
			Mistake: "takes an element as it is, for it is a hash already",
			replace: mixing(func(x uint64) uint64 { return x }),
		},
		{
			Name: "slot-of-low-bits", Rule: "R7.4", Scheme: "mh1",
			Mistake: "takes the low bits for the slot and the high ones for the value",
			replace: func(r *rules.Rules) {
				r.MinHash.Place = func(h uint64) (int, uint64) { return int(h % rules.Slots), h / rules.Slots }
			},
		},
		{
			Name: "slot-by-remainder", Rule: "R7.4", Scheme: "mh1",
			Mistake: "takes h mod 128 for the slot, as hash tables do, and the value of the same bits",
			replace: func(r *rules.Rules) {
				r.MinHash.Place = func(h uint64) (int, uint64) { return int(h % rules.Slots), h & greatestValue }
			},
		},
		{
			Name: "slot-signed", Rule: "R7.4", Scheme: "mh1",
			Mistake: "shifts a signed integer, and makes the slot positive by abs()",
			replace: func(r *rules.Rules) {
				r.MinHash.Place = func(h uint64) (int, uint64) {
					slot := int(int64(h) >> 57)
					return max(slot, -slot), h & greatestValue
				}
			},
		},
		{
			Name: "value-with-slot", Rule: "R7.4", Scheme: "mh1",
			Mistake: "keeps h whole as the value, slot and all",
			replace: func(r *rules.Rules) {
				r.MinHash.Place = func(h uint64) (int, uint64) { return int(h >> 57), h }
				r.MinHash.IsValue = func(uint64) bool { return true }
			},
		},
		{
			Name: "greatest-kept", Rule: "R7.5", Scheme: "mh1",
			Mistake: "keeps the greatest value of a slot",
			replace: func(r *rules.Rules) {
				r.MinHash.Lesser = func(held, value uint64) uint64 {
					if held == rules.EmptySlot {
						return value
					}
					return max(held, value)
				}
			},
		},
		{
			Name: "first-kept", Rule: "R7.5", Scheme: "mh1",
			Mistake: "keeps the first value that falls into a slot",
			replace: func(r *rules.Rules) {
				r.MinHash.Lesser = func(held, value uint64) uint64 {
					if held == rules.EmptySlot {
						return value
					}
					return held
				}
			},
		},
		{
			Name: "last-kept", Rule: "R7.5", Scheme: "mh1",
			Mistake: "keeps the last value that falls into a slot",
			replace: func(r *rules.Rules) { r.MinHash.Lesser = func(_, value uint64) uint64 { return value } },
		},
		{
			Name: "empty-is-zero", Rule: "R7.5", Scheme: "mh1",
			Mistake: "holds 0 for an empty slot, as a new array does",
			replace: func(r *rules.Rules) {
				r.MinHash.Empty = 0
				r.MinHash.Lesser = func(held, value uint64) uint64 { return cmp.Or(min(held, value), held, value) }
			},
		},
		{
			Name: "zero-is-empty", Rule: "R7.5", Scheme: "mh1",
			Mistake: "takes a value of 0 for an empty slot, and replaces it",
			replace: func(r *rules.Rules) {
				r.MinHash.Lesser = func(held, value uint64) uint64 {
					if held == 0 {
						return value
					}
					return min(held, value)
				}
			},
		},
		{
			Name: "empty-is-greatest-value", Rule: "R7.5", Scheme: "mh1",
			Mistake: "holds 2^57 - 1 for an empty slot",
			replace: func(r *rules.Rules) { r.MinHash.Empty = greatestValue },
		},
		{
			Name: "least-signed", Rule: "R7.5", Scheme: "mh1",
			Mistake: "compares signed integers, of which 2^64 - 1 is the least but one",
			replace: func(r *rules.Rules) {
				r.MinHash.Lesser = func(held, value uint64) uint64 { return uint64(min(int64(held), int64(value))) }
			},
		},
		{
			Name: "least-of-53-bits", Rule: "R7.5", Scheme: "mh1",
			Mistake: "compares values as Numbers of JavaScript, which have 53 bits",
			replace: func(r *rules.Rules) {
				r.MinHash.Lesser = func(held, value uint64) uint64 {
					if float64(value) < float64(held) {
						return value
					}
					return held
				}
			},
		},
		{
			Name: "merge-of-greater", Rule: "R7.6", Scheme: "mh1",
			Mistake: "takes the greater of two values",
			replace: func(r *rules.Rules) {
				r.MinHash.Union = rules.EachSlot(func(a, b uint64) uint64 {
					if a == rules.EmptySlot || b != rules.EmptySlot && b > a {
						return b
					}
					return a
				})
			},
		},
		{
			Name: "merge-first-wins", Rule: "R7.6", Scheme: "mh1",
			Mistake: "fills only the slots that are empty in the first, as coalesce does",
			replace: func(r *rules.Rules) {
				r.MinHash.Union = rules.EachSlot(func(a, b uint64) uint64 {
					if a == rules.EmptySlot {
						return b
					}
					return a
				})
			},
		},
		{
			Name: "merge-signed", Rule: "R7.6", Scheme: "mh1",
			Mistake: "compares signed integers, so that an empty slot stays empty",
			replace: func(r *rules.Rules) {
				r.MinHash.Union = rules.EachSlot(func(a, b uint64) uint64 { return uint64(min(int64(a), int64(b))) })
			},
		},
		{
			Name: "merge-densified", Rule: "R7.6", Scheme: "mh1",
			Mistake: "merges densified forms: it fills the empty slots of both first",
			replace: func(r *rules.Rules) {
				union := r.MinHash.Union
				r.MinHash.Union = func(a, b []uint64) []uint64 { return union(densified(r.MinHash, a), densified(r.MinHash, b)) }
			},
		},
		{
			Name: "merge-of-common", Rule: "R7.6", Scheme: "mh1",
			Mistake: "keeps only the slots that both have filled",
			replace: func(r *rules.Rules) {
				r.MinHash.Union = rules.EachSlot(func(a, b uint64) uint64 {
					if a == rules.EmptySlot || b == rules.EmptySlot {
						return rules.EmptySlot
					}
					return min(a, b)
				})
			},
		},
		{
			Name: "full-little-endian", Rule: "R7.7", Scheme: "mh1",
			Mistake: "writes the slots in the order of the machine's memory",
			replace: func(r *rules.Rules) { r.MinHash.Order = binary.LittleEndian },
		},
		{
			Name: "full-without-version", Rule: "R7.7", Scheme: "mh1",
			Mistake: "writes and reads no octet for the version",
			replace: func(r *rules.Rules) {
				r.MinHash.Start = "fpmh"
				r.MinHash.IsStart = func(full []byte) bool { return bytes.HasPrefix(full, []byte("fpmh")) }
				r.MinHash.IsSize = func(octets int) bool { return octets == 1028 }
			},
		},
		{
			Name: "full-of-another-version", Rule: "R7.7", Scheme: "mh1",
			Mistake: "reads any version",
			replace: func(r *rules.Rules) {
				r.MinHash.IsStart = func(full []byte) bool { return bytes.HasPrefix(full, []byte("fpmh")) }
			},
		},
		{
			Name: "full-of-any-start", Rule: "R7.7", Scheme: "mh1",
			Mistake: "does not look at the first four octets",
			replace: func(r *rules.Rules) { r.MinHash.IsStart = func(full []byte) bool { return full[4] == 1 } },
		},
		{
			Name: "full-in-any-case", Rule: "R7.7", Scheme: "mh1",
			Mistake: "reads the first four octets in capitals too",
			replace: func(r *rules.Rules) {
				isStart := r.MinHash.IsStart
				r.MinHash.IsStart = func(full []byte) bool { return isStart(bytes.ToLower(full[:5])) }
			},
		},
		{
			Name: "full-too-long-read", Rule: "R7.7", Scheme: "mh1",
			Mistake: "reads the first 1,029 octets and no more",
			replace: func(r *rules.Rules) { r.MinHash.IsSize = func(octets int) bool { return octets >= 1029 } },
		},
		{
			Name: "full-too-short-read", Rule: "R7.7", Scheme: "mh1",
			Mistake: "takes the slots that are missing for empty ones",
			replace: func(r *rules.Rules) { r.MinHash.IsSize = func(octets int) bool { return octets <= 1029 } },
		},
		{
			Name: "values-not-looked-at", Rule: "R7.7", Scheme: "mh1",
			Mistake: "reads any 64 bits as a value",
			replace: func(r *rules.Rules) { r.MinHash.IsValue = func(uint64) bool { return true } },
		},
		{
			Name: "value-of-2-57-read", Rule: "R7.7", Scheme: "mh1",
			Mistake: "reads 2^57 as a value, by > in place of >=",
			replace: func(r *rules.Rules) {
				r.MinHash.IsValue = func(value uint64) bool { return value <= 1<<57 || value == rules.EmptySlot }
			},
		},
		{
			Name: "values-signed", Rule: "R7.7", Scheme: "mh1",
			Mistake: "compares signed integers, so that any with the sign bit is less than 2^57",
			replace: func(r *rules.Rules) {
				r.MinHash.IsValue = func(value uint64) bool { return int64(value) <= greatestValue }
			},
		},
		{
			Name: "greatest-value-rejected", Rule: "R7.7", Scheme: "mh1",
			Mistake: "rejects the value 2^57 - 1",
			replace: func(r *rules.Rules) {
				r.MinHash.IsValue = func(value uint64) bool { return value < greatestValue || value == rules.EmptySlot }
			},
		},
		{
			Name: "second-not-looked-at", Rule: "R7.7", Scheme: "mh1",
			Mistake: "looks only at the first of two full forms, and merges what the second has",
			mutate: func(p *port.Port) {
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
			replace: func(r *rules.Rules) { r.MinHash.Donor = donorAt(1) },
		},
		{
			Name: "donor-to-the-left", Rule: "R7.8", Scheme: "mh1",
			Mistake: "takes the next filled slot to the left",
			replace: func(r *rules.Rules) { r.MinHash.Donor = donorAt(rules.Slots - 1) },
		},
		{
			Name: "donor-to-either-side", Rule: "R7.8", Scheme: "mh1",
			Mistake: "takes the next filled slot to a side that a bit says, as the improved densification of 2014 does",
			replace: func(r *rules.Rules) {
				left, right := donorAt(rules.Slots-1), donorAt(1)
				r.MinHash.Donor = func(values []uint64, i int) int {
					if rules.Mix64(uint64(i))&1 == 0 {
						return left(values, i)
					}
					return right(values, i)
				}
			},
		},
		{
			Name: "donor-densified", Rule: "R7.8", Scheme: "mh1",
			Mistake: "takes slots for donors that were themselves filled from others, as a loop in place does",
			replace: func(r *rules.Rules) {
				donor := r.MinHash.Donor
				r.MinHash.Donor = func(values []uint64, i int) int {
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
			},
		},
		{
			Name: "donor-from-one", Rule: "R7.8", Scheme: "mh1",
			Mistake: "counts t from 1",
			replace: func(r *rules.Rules) {
				r.MinHash.Donor = probing(func(i, t int) uint64 { return rules.Mix64(uint64(i)<<32+uint64(t)+1) % rules.Slots })
			},
		},
		{
			Name: "donor-swapped", Rule: "R7.8", Scheme: "mh1",
			Mistake: "puts t above i",
			replace: func(r *rules.Rules) {
				r.MinHash.Donor = probing(func(i, t int) uint64 { return rules.Mix64(uint64(t)<<32+uint64(i)) % rules.Slots })
			},
		},
		{
			Name: "donor-shift-of-32-bits", Rule: "R7.8", Scheme: "mh1",
			Mistake: "shifts an integer of 32 bits by 32, which is 0 in Go and i itself in Java and JavaScript",
			replace: func(r *rules.Rules) {
				r.MinHash.Donor = probing(func(i, t int) uint64 { return rules.Mix64(uint64(i+t)) % rules.Slots })
			},
		},
		{
			Name: "donor-of-high-bits", Rule: "R7.8", Scheme: "mh1",
			Mistake: "takes the high 7 bits for the donor, as for the slot of an element",
			replace: func(r *rules.Rules) {
				r.MinHash.Donor = probing(func(i, t int) uint64 { return rules.Mix64(uint64(i)<<32+uint64(t)) >> 57 })
			},
		},
		{
			Name: "donor-given-up", Rule: "R7.8", Scheme: "mh1",
			Mistake: "gives up after 1,024 tries and leaves the slot empty",
			replace: func(r *rules.Rules) {
				r.MinHash.Donor = func(values []uint64, i int) int {
					d := i
					for t := 0; values[d] == rules.EmptySlot && t < 1024; t++ {
						d = int(rules.Mix64(uint64(i)<<32+uint64(t)) % rules.Slots)
					}
					return d
				}
			},
		},
		{
			Name: "empty-slots-hashed", Rule: "R7.8", Scheme: "mh1",
			Mistake: "hashes 2^64 - 1 as the value of an empty slot, as MinHash of many permutations may",
			replace: func(r *rules.Rules) { r.MinHash.Donor = func(_ []uint64, i int) int { return i } },
		},
		{
			Name: "low-bits-of-minimum", Rule: "R7.9", Scheme: "mh1",
			Mistake: "takes the low bits of the minimum itself, as Li and König have it, without the second mixing",
			replace: octetAs(func(value uint64, _, _ int) uint64 { return value }),
		},
		{
			Name: "slot-not-mixed-in", Rule: "R7.9", Scheme: "mh1",
			Mistake: "mixes the minimum without the number of the slot, so that a text of one shingle has one octet",
			replace: octetAs(func(value uint64, donor, _ int) uint64 { return rules.Mix64(uint64(donor)<<57 + value) }),
		},
		{
			Name: "slot-added-as-it-is", Rule: "R7.9", Scheme: "mh1",
			Mistake: "leaves out mix64 of the slot's number",
			replace: octetAs(func(value uint64, donor, i int) uint64 {
				return rules.Mix64(uint64(donor)<<57 + value ^ uint64(i))
			}),
		},
		{
			Name: "donor-left-out", Rule: "R7.9", Scheme: "mh1",
			Mistake: "mixes the value without the donor's number above it",
			replace: octetAs(func(value uint64, _, i int) uint64 { return rules.Mix64(value ^ rules.Mix64(uint64(i))) }),
		},
		{
			Name: "slot-for-donor", Rule: "R7.9", Scheme: "mh1",
			Mistake: "puts the number of the slot above the value, not that of its donor",
			replace: octetAs(func(value uint64, _, i int) uint64 {
				return rules.Mix64(uint64(i)<<57 + value ^ rules.Mix64(uint64(i)))
			}),
		},
		{
			Name: "octet-of-high-bits", Rule: "R7.9", Scheme: "mh1",
			Mistake: "takes the high octet",
			replace: func(r *rules.Rules) {
				r.MinHash.Octet = func(value uint64, donor, i int) byte {
					return byte(rules.Mix64(uint64(donor)<<57+value^rules.Mix64(uint64(i))) >> 56)
				}
			},
		},
		{
			Name: "none-is-zeros", Rule: "R7.9", Scheme: "mh1",
			Mistake: "makes a sketch of a full form that is empty",
			mutate: func(p *port.Port) {
				stored := p.Stored
				p.Stored = func(full []byte) ([]byte, error) {
					sketch, err := stored(full)
					if err == nil && sketch == nil {
						sketch = make([]byte, rules.Slots)
					}
					return sketch, err
				}
			},
		},
		{
			Name: "high-bits-kept", Rule: "R7.10", Scheme: "mh1",
			Mistake: "keeps the high bits of a slot",
			replace: truncating(func(slots []byte, from, to int) []byte {
				for i := range slots {
					slots[i] >>= from - to
				}
				return rules.Pack(slots, to)
			}),
		},
		{
			Name: "slot-0-lowest", Rule: "R7.10", Scheme: "mh1",
			Mistake: "fills octets from the lowest bit on, as BitSet of Java and bit arrays of C do",
			replace: truncating(func(slots []byte, _, to int) []byte {
				for octet := range slices.Chunk(slots, 8/to) {
					slices.Reverse(octet)
				}
				return rules.Pack(slots, to)
			}),
		},
		{
			Name: "octets-of-slots-reversed", Rule: "R7.10", Scheme: "mh1",
			Mistake: "puts slot 0 last, as a number of 128 digits has its lowest",
			replace: truncating(func(slots []byte, _, to int) []byte {
				slices.Reverse(slots)
				return rules.Pack(slots, to)
			}),
		},
		{
			Name: "fewer-slots", Rule: "R7.10", Scheme: "mh1",
			Mistake: "keeps fewer slots of all their bits, in place of fewer bits of all slots",
			replace: truncating(func(slots []byte, from, to int) []byte { return rules.Pack(slots, from)[:len(slots)*to/8] }),
		},
		{
			Name: "slots-taken-for-octets", Rule: "R7.10", Scheme: "mh1",
			Mistake: "takes each octet for a slot, of a truncated form too",
			replace: truncating(func(slots []byte, from, to int) []byte {
				octets := rules.Pack(slots, from)
				return append(rules.Pack(octets, to), make([]byte, len(slots)*to/8-len(octets)*to/8)...)
			}),
		},
	}
}
