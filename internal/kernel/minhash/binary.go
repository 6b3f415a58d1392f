package minhash

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrMalformed is wrapped by every error about bytes that are not a full form.
var ErrMalformed = errors.New("malformed MinHash minima")

const (
	magic   = "fpmh"
	version = 1
	header  = len(magic) + 1
	octets  = header + Slots*8
)

// AppendBinary appends the 1,029 bytes of m (R7.7). They are "fpmh", a version of one byte, and the
// minimum of each slot, big-endian. An empty slot has 2^64-1. The error is always nil.
func (m *Minima) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, magic...)
	b = append(b, version)
	for i := range Slots {
		b = binary.BigEndian.AppendUint64(b, m.least(i))
	}
	return b, nil
}

// MarshalBinary is like [Minima.AppendBinary] with a new slice.
func (m *Minima) MarshalBinary() ([]byte, error) { return m.AppendBinary(make([]byte, 0, octets)) }

// UnmarshalBinary parses the output of [Minima.AppendBinary]. If the error is not nil, it wraps
// [ErrMalformed], and m is unchanged.
func (m *Minima) UnmarshalBinary(data []byte) error {
	// The length is checked last, since another version may have another length.
	if start := data[:min(len(data), len(magic))]; string(start) != magic {
		return malformed("bytes 0 to 3 are %q: expected %q", start, magic)
	}
	if len(data) >= header && data[len(magic)] != version {
		return malformed("byte 4, the version, is %d: expected %d", data[len(magic)], version)
	}
	if len(data) != octets {
		return malformed("%d bytes: expected %d", len(data), octets)
	}
	var read Minima
	for i := range Slots {
		at := header + i*8
		v := binary.BigEndian.Uint64(data[at:])
		if v > maxValue && v != noValue {
			return malformed("slot %d, at byte %d, is %016x: expected at most %016x, or %016x for an empty slot",
				i, at, v, uint64(maxValue), uint64(noValue))
		}
		read.complement[i] = ^v
	}
	*m = read
	return nil
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}
