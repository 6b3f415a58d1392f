package iwork

import (
	"encoding/binary"
	"iter"
	"math"
)

// message is a message of Protocol Buffers. What cannot be read as one ends it.
type message []byte

// field is the value of a field: a number, or the bytes of a string or a message.
type field struct {
	number int
	value  uint64
	octets message
}

// The types of the wire.
const (
	wireVarint = 0
	wireFixed8 = 1
	wireOctets = 2
	wireFixed4 = 5
)

func (m message) next() (f field, rest message, ok bool) {
	key, n := binary.Uvarint(m)
	if n <= 0 || key>>3 == 0 || key>>3 > math.MaxInt32 {
		return field{}, nil, false
	}
	m, f.number = m[n:], int(key>>3)
	switch key & 7 {
	case wireVarint:
		if f.value, n = binary.Uvarint(m); n <= 0 {
			return field{}, nil, false
		}
	case wireFixed8:
		if n = 8; len(m) < n {
			return field{}, nil, false
		}
		f.value = binary.LittleEndian.Uint64(m)
	case wireFixed4:
		if n = 4; len(m) < n {
			return field{}, nil, false
		}
		f.value = uint64(binary.LittleEndian.Uint32(m))
	case wireOctets:
		size, k := binary.Uvarint(m)
		if k <= 0 || size > uint64(len(m)-k) {
			return field{}, nil, false
		}
		n = k + int(size)
		f.octets = m[k:n]
	default:
		return field{}, nil, false
	}
	return f, m[n:], true
}

// all returns the fields in their order.
func (m message) all() iter.Seq[field] {
	return func(yield func(field) bool) {
		for len(m) > 0 {
			f, rest, ok := m.next()
			if !ok || !yield(f) {
				return
			}
			m = rest
		}
	}
}

func (m message) each(number int) iter.Seq[message] {
	return func(yield func(message) bool) {
		for f := range m.all() {
			if f.number == number && !yield(f.octets) {
				return
			}
		}
	}
}

// count returns how many fields there are of a number.
func (m message) count(number int) (n int) {
	for f := range m.all() {
		if f.number == number {
			n++
		}
	}
	return n
}

// get returns the last field of a number: in Protocol Buffers, a later one replaces an earlier.
func (m message) get(number int) (found field, ok bool) {
	for f := range m.all() {
		if f.number == number {
			found, ok = f, true
		}
	}
	return found, ok
}

func (m message) sub(number int) message {
	f, _ := m.get(number)
	return f.octets
}

func (m message) number(number int) uint64 {
	f, _ := m.get(number)
	return f.value
}

func (m message) text(number int) string { return string(m.sub(number)) }

func (m message) is(number int) bool { return m.number(number) != 0 }

// ref returns the identifier of the object that a field refers to, 0 if there is none.
func (m message) ref(number int) uint64 { return m.sub(number).number(1) }

// refs returns the identifiers of the objects that the fields of a number refer to.
func (m message) refs(number int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for reference := range m.each(number) {
			if !yield(reference.number(1)) {
				return
			}
		}
	}
}
