package difference

import (
	"bytes"
	"hash/maphash"
)

// A table numbers strings from 0, in the order in which they first come. It has a few bytes for each besides
// its own.
type table struct {
	content []byte
	ends    []int   // in content, by number
	slots   []int32 // numbers + 1, by hash
}

var hashSeed = maphash.MakeSeed()

// of returns the string of a number.
func (t *table) of(number int32) []byte {
	from := 0
	if number > 0 {
		from = t.ends[number-1]
	}
	return t.content[from:t.ends[number]]
}

// number returns the number of a string, which it adds if it is new.
func (t *table) number(key []byte) int32 {
	if 4*(len(t.ends)+1) > 3*len(t.slots) {
		t.grow()
	}
	slot := t.slot(key)
	if t.slots[slot] == 0 {
		t.content = append(t.content, key...)
		t.ends = append(t.ends, len(t.content))
		t.slots[slot] = int32(len(t.ends))
	}
	return t.slots[slot] - 1
}

// slot returns where a string is, or where there is room for it.
func (t *table) slot(key []byte) int {
	most := len(t.slots) - 1
	slot := int(maphash.Bytes(hashSeed, key)) & most
	for t.slots[slot] != 0 && !bytes.Equal(t.of(t.slots[slot]-1), key) {
		slot = (slot + 1) & most
	}
	return slot
}

func (t *table) grow() {
	t.slots = make([]int32, max(64, 2*len(t.slots)))
	for i := range t.ends {
		t.slots[t.slot(t.of(int32(i)))] = int32(i) + 1
	}
}
