package rules

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Slots is the number of slots of a MinHash (R7.4).
const Slots = 128

// EmptySlot is the value in the full form of a slot without elements (R7.5). Any other value is
// less than 2^57.
const EmptySlot = 1<<64 - 1

// MinHash is the second half of chapter 7: the least value of each of 128 slots, and its stored
// forms. Between the methods, the full form is a list of 128 values; outside it is bytes.
type MinHash struct {
	Mix     func(element uint64) (h uint64)          // R7.4: mix64
	Place   func(h uint64) (slot int, value uint64)  // R7.4
	Empty   uint64                                   // R7.5: what a slot without elements holds
	Lesser  func(held, value uint64) uint64          // R7.5: what a slot holds after one more element
	Union   func(a, b []uint64) []uint64             // R7.6
	Start   string                                   // R7.7: the first bytes of a full form
	Order   binary.AppendByteOrder                   // R7.7: of the bytes of a value
	IsStart func(full []byte) bool                   // R7.7: whether a full form begins so
	IsSize  func(octets int) bool                    // R7.7: whether a full form has this number of bytes
	IsValue func(value uint64) bool                  // R7.7: whether a slot can hold this
	Donor   func(values []uint64, i int) int         // R7.8: the donor of slot i
	Octet   func(value uint64, donor, slot int) byte // R7.9: the byte of a slot, from its donor's value
	Shorten func(slots []byte, from, to int) []byte  // R7.10: slots of one width as bytes of another
}

// NewMinHash returns the sketch of mh1 and mw1.
func NewMinHash() *MinHash {
	return &MinHash{
		Mix:     Mix64,
		Place:   func(h uint64) (int, uint64) { return int(h >> 57), h % (1 << 57) },
		Empty:   EmptySlot,
		Lesser:  func(held, value uint64) uint64 { return min(held, value) },
		Union:   EachSlot(func(a, b uint64) uint64 { return min(a, b) }),
		Start:   "fpmh\x01",
		Order:   binary.BigEndian,
		IsStart: func(full []byte) bool { return strings.HasPrefix(string(full), "fpmh\x01") },
		IsSize:  func(octets int) bool { return octets == 1029 },
		IsValue: func(value uint64) bool { return value < 1<<57 || value == EmptySlot },
		Donor:   donor,
		Octet: func(value uint64, donor, slot int) byte {
			v := uint64(donor)<<57 + value
			return byte(Mix64(v ^ Mix64(uint64(slot))))
		},
		Shorten: func(slots []byte, _, to int) []byte { return Pack(slots, to) },
	}
}

// EachSlot returns a union of two full forms that works on each slot separately.
func EachSlot(of func(a, b uint64) uint64) func(a, b []uint64) []uint64 {
	return func(a, b []uint64) []uint64 {
		union := make([]uint64, len(a))
		for i := range a {
			union[i] = of(a[i], b[i])
		}
		return union
	}
}

// donor is R7.8. At least one slot must be filled.
func donor(values []uint64, i int) int {
	d := i
	for t := 0; values[d] == EmptySlot; t++ {
		d = int(Mix64(uint64(i)<<32+uint64(t)) % Slots)
	}
	return d
}

// Full returns the full form of elements, as bytes (R7.4, R7.5, R7.7).
func (m *MinHash) Full(elements []uint64) []byte {
	values := slices.Repeat([]uint64{m.Empty}, Slots)
	for _, x := range elements {
		slot, value := m.Place(m.Mix(x))
		values[slot] = m.Lesser(values[slot], value)
	}
	return m.write(values)
}

// Merge returns the full form for the elements of two texts together (R7.6).
func (m *MinHash) Merge(full, other []byte) ([]byte, error) {
	a, err := m.read(full)
	if err != nil {
		return nil, err
	}
	b, err := m.read(other)
	if err != nil {
		return nil, err
	}
	return m.write(m.Union(a, b)), nil
}

// Stored returns the sketch of a full form (R7.8, R7.9), or nil if all slots are empty.
func (m *MinHash) Stored(full []byte) ([]byte, error) {
	values, err := m.read(full)
	if err != nil || IsEmpty(values) {
		return nil, err
	}
	sketch := make([]byte, Slots)
	for i := range sketch {
		d := m.Donor(values, i)
		sketch[i] = m.Octet(values[d], d, i)
	}
	return sketch, nil
}

// IsEmpty reports whether all slots of a full form are empty.
func IsEmpty(values []uint64) bool {
	return !slices.ContainsFunc(values, func(v uint64) bool { return v != EmptySlot })
}

func (m *MinHash) write(values []uint64) []byte {
	full := []byte(m.Start)
	for _, v := range values {
		full = m.Order.AppendUint64(full, v)
	}
	return full
}

func (m *MinHash) read(full []byte) ([]uint64, error) {
	switch {
	case !m.IsSize(len(full)):
		return nil, fmt.Errorf("R7.7: a full form of %d bytes", len(full))
	case !m.IsStart(full):
		return nil, errors.New("R7.7: a full form begins otherwise")
	}
	octets := full[len(m.Start):]
	values := slices.Repeat([]uint64{EmptySlot}, Slots)
	for i := range min(Slots, len(octets)/8) {
		values[i] = binary.BigEndian.Uint64(octets[8*i:])
		if !m.IsValue(values[i]) {
			return nil, fmt.Errorf("R7.7: slot %d is %x", i, values[i])
		}
	}
	return values, nil
}

// Truncate returns the form of a sketch with fewer bits a slot (R7.10).
func (m *MinHash) Truncate(sketch []byte, bits int) []byte {
	from := Width(sketch)
	if from == bits {
		return sketch
	}
	return m.Shorten(Unpack(sketch), from, bits)
}

// Width returns the number of bits a slot of a sketch (R7.10).
func Width(sketch []byte) int { return len(sketch) * 8 / Slots }

// Unpack returns the slots of a sketch, in order.
func Unpack(sketch []byte) []byte {
	width := Width(sketch)
	list := make([]byte, Slots)
	for i := range list {
		octet, place := sketch[i*width/8], i*width%8
		list[i] = octet << place >> (8 - width)
	}
	return list
}

// Pack fills bytes with the low bits of slots, from the highest bit on (R7.10).
func Pack(list []byte, width int) []byte {
	octets := make([]byte, len(list)*width/8)
	for i, slot := range list {
		at := &octets[i*width/8]
		*at = *at<<width | slot&(1<<width-1)
	}
	return octets
}
