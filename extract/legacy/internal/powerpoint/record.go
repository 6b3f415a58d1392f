package powerpoint

import (
	"encoding/binary"
	"iter"
)

// record is a part of the stream: of a container, records, and of an atom, fields.
type record struct {
	kind     uint16
	instance uint16
	octets   []byte
}

// records are those that bytes hold. The last one may be cut short.
func records(octets []byte) iter.Seq[record] {
	return func(yield func(record) bool) {
		for len(octets) >= 8 {
			found := record{kind: binary.LittleEndian.Uint16(octets[2:]), instance: binary.LittleEndian.Uint16(octets) >> 4}
			length := min(int64(binary.LittleEndian.Uint32(octets[4:])), int64(len(octets)-8))
			found.octets, octets = octets[8:8+length], octets[8+length:]
			if !yield(found) {
				return
			}
		}
	}
}

// child returns the first record of a kind in a container.
func (r record) child(kind uint16) record {
	for found := range records(r.octets) {
		if found.kind == kind {
			return found
		}
	}
	return record{}
}

// uint32 returns a field, 0 if it is missing.
func (r record) uint32(at int) uint32 {
	if at+4 > len(r.octets) {
		return 0
	}
	return binary.LittleEndian.Uint32(r.octets[at:])
}

// uint16 returns a field, 0 if it is missing.
func (r record) uint16(at int) uint16 {
	if at+2 > len(r.octets) {
		return 0
	}
	return binary.LittleEndian.Uint16(r.octets[at:])
}
