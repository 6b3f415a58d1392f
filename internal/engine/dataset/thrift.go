package dataset

import (
	"encoding/binary"
	"errors"
)

// sound measures values in Thrift's compact protocol before a decoder reads them. The decoder would
// believe the length of a list, and follow any nesting.
type sound struct {
	octets []byte
	at     int
	listed int // structures in lists
}

// mostNested bounds structures and lists in one another; a footer has eight.
const mostNested = 24

var errThrift = errors.New("a structure that is cut off, or nested too deeply")

// structure passes over a structure.
func (s *sound) structure(depth int) error {
	for {
		head, err := s.octet()
		if err != nil || head == 0 {
			return err
		}
		if head>>4 == 0 { // the field's number follows
			if _, err := s.varint(); err != nil {
				return err
			}
		}
		if err := s.value(head&15, depth, true); err != nil {
			return err
		}
	}
}

// value passes over a value. The type tells what a boolean field is, so that it has no byte.
func (s *sound) value(kind byte, depth int, field bool) error {
	if depth > mostNested {
		return errThrift
	}
	switch kind {
	case 1, 2:
		if field {
			return nil
		}
		return s.skip(1)
	case 3:
		return s.skip(1)
	case 4, 5, 6:
		_, err := s.varint()
		return err
	case 7:
		return s.skip(8)
	case 8:
		n, err := s.varint()
		if err != nil {
			return err
		}
		return s.skip(n)
	case 9, 10:
		head, err := s.octet()
		if err != nil {
			return err
		}
		n := uint64(head >> 4)
		if n == 15 {
			if n, err = s.varint(); err != nil {
				return err
			}
		}
		return s.elements(n, depth, head&15)
	case 11:
		n, err := s.varint()
		if err != nil || n == 0 {
			return err
		}
		kinds, err := s.octet()
		if err != nil {
			return err
		}
		return s.elements(n, depth, kinds>>4, kinds&15)
	case 12:
		return s.structure(depth + 1)
	}
	return errThrift
}

func (s *sound) elements(n uint64, depth int, kinds ...byte) error {
	if n > uint64(len(s.octets)-s.at) { // each has a byte, at least
		return errThrift
	}
	if kinds[0] == 12 {
		s.listed += int(n)
	}
	for range n {
		for _, kind := range kinds {
			if err := s.value(kind, depth+1, false); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *sound) octet() (byte, error) {
	if s.at == len(s.octets) {
		return 0, errThrift
	}
	s.at++
	return s.octets[s.at-1], nil
}

func (s *sound) varint() (uint64, error) {
	n, length := binary.Uvarint(s.octets[s.at:])
	if length <= 0 {
		return 0, errThrift
	}
	s.at += length
	return n, nil
}

func (s *sound) skip(n uint64) error {
	if n > uint64(len(s.octets)-s.at) {
		return errThrift
	}
	s.at += int(n)
	return nil
}
