package dataset

import (
	"encoding/binary"
	"errors"
)

// flat is a FlatBuffer. Its first error stays: then all reads return zero.
type flat struct {
	b   []byte
	err error
}

var errFlat = errors.New("a FlatBuffer that leads out of its bytes")

// at returns n bytes, nil if there are fewer.
func (f *flat) at(pos, n int) []byte {
	if f.err != nil || pos < 0 || n < 0 || pos > len(f.b) || n > len(f.b)-pos {
		f.err = errFlat
		return nil
	}
	return f.b[pos : pos+n]
}

func (f *flat) uint16(pos int) int {
	if b := f.at(pos, 2); b != nil {
		return int(binary.LittleEndian.Uint16(b))
	}
	return 0
}

func (f *flat) int32(pos int) int {
	if b := f.at(pos, 4); b != nil {
		return int(int32(binary.LittleEndian.Uint32(b)))
	}
	return 0
}

func (f *flat) int64(pos int) int64 {
	if b := f.at(pos, 8); b != nil {
		return int64(binary.LittleEndian.Uint64(b))
	}
	return 0
}

// follow returns where an offset leads, which is always forward.
func (f *flat) follow(pos int) int {
	n := f.int32(pos)
	if n <= 0 {
		f.err = errFlat
	}
	return pos + n
}

// flatTable is a table, and not valid if pos is 0.
type flatTable struct {
	*flat
	pos int
}

func (f *flat) root() flatTable { return flatTable{f, f.follow(0)} }

// slot returns where a field is, 0 if it has its default.
func (t flatTable) slot(field int) int {
	if t.pos == 0 || t.err != nil {
		return 0
	}
	v := t.pos - t.flat.int32(t.pos)
	if 4+2*field+2 > t.uint16(v) {
		return 0
	}
	if n := t.uint16(v + 4 + 2*field); n > 0 {
		return t.pos + n
	}
	return 0
}

func (t flatTable) byte(field int) byte {
	if p := t.slot(field); p > 0 {
		if b := t.at(p, 1); b != nil {
			return b[0]
		}
	}
	return 0
}

func (t flatTable) short(field, or int) int {
	if p := t.slot(field); p > 0 {
		return int(int16(t.uint16(p)))
	}
	return or
}

func (t flatTable) int(field, or int) int {
	if p := t.slot(field); p > 0 {
		return t.flat.int32(p)
	}
	return or
}

func (t flatTable) long(field int) int64 {
	if p := t.slot(field); p > 0 {
		return t.flat.int64(p)
	}
	return 0
}

// table returns the table of a field, which is not valid if there is none.
func (t flatTable) table(field int) flatTable {
	if p := t.slot(field); p > 0 {
		return flatTable{t.flat, t.follow(p)}
	}
	return flatTable{t.flat, 0}
}

// vector returns where the elements of a field are, of size bytes each, and their number.
func (t flatTable) vector(field, size int) (pos, n int) {
	p := t.slot(field)
	if p == 0 {
		return 0, 0
	}
	pos = t.follow(p)
	if n = t.flat.int32(pos); n < 0 || n > len(t.b)/size {
		t.err = errFlat
		return 0, 0
	}
	if t.at(pos+4, n*size) == nil {
		return 0, 0
	}
	return pos + 4, n
}

// tables returns the tables in a vector.
func (t flatTable) tables(field int) []flatTable {
	pos, n := t.vector(field, 4)
	var all []flatTable
	for i := range n {
		all = append(all, flatTable{t.flat, t.follow(pos + 4*i)})
	}
	return all
}

func (t flatTable) string(field int) string {
	pos, n := t.vector(field, 1)
	return string(t.at(pos, n))
}
