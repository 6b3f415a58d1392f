package sketch

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// tally counts the weight of each hash: a table with open addressing, at most half full.
type tally struct {
	slots []slot // a power of 2 of them; those after them are free
	used  int
	shift uint   // of a product that is a place
	spare []slot // the table before this one, emptied, which becomes the next
}

// slot is free if its weight is 0.
type slot struct {
	hash   uint64
	weight int
}

// spread and again turn a hash into a place. Each process draws them, so that no one can choose hashes
// that crowd a table. The upper half of the first product is not linear in the hash. Without it, hashes
// in an arithmetic progression crowd a table whatever the factor is. No result depends on the two.
var spread, again = rand.Uint64() | 1, rand.Uint64() | 1

const (
	minSlots  = 1 << 6  // of a table
	keepSlots = 1 << 17 // of a table that is kept for the next text, at most
)

// hashSize and slotSize are the sizes of a hash and of a slot in bytes.
const hashSize, slotSize = 8, 16

func (t *tally) memory() int64 { return slotSize * int64(cap(t.slots)+cap(t.spare)) }

// reserve makes room for more new hashes.
func (t *tally) reserve(more int) {
	if need := t.used + more; 2*need > len(t.slots) {
		t.grow(slotsFor(need))
	}
}

// fit makes an empty table no larger than a number of hashes needs, so that it is soon cleared.
func (t *tally) fit(hashes int) {
	if n := slotsFor(hashes); n < len(t.slots) {
		t.slots, t.shift = t.slots[:n], shiftOf(n)
	}
}

// slotsFor returns the size of a table for a number of hashes.
func slotsFor(hashes int) int { return max(minSlots, 1<<bits.Len(uint(2*hashes-1))) }

func (t *tally) grow(n int) {
	if t.used == 0 && n <= cap(t.slots) {
		t.slots, t.shift = t.slots[:n], shiftOf(n)
		return
	}
	old := t.slots
	if cap(t.spare) < n {
		t.spare = make([]slot, n)
	}
	t.slots, t.spare = t.spare[:n], old[:0]
	t.shift = shiftOf(n)
	for _, s := range old {
		if s.weight != 0 {
			*t.find(s.hash) = s
		}
	}
	clear(old)
}

// shiftOf returns the shift of a table of n slots.
func shiftOf(n int) uint { return uint(64 - bits.Len(uint(n-1))) }

func (t *tally) reset() {
	if len(t.slots) > keepSlots {
		t.slots, t.spare = nil, nil
	}
	clear(t.slots)
	// The next text is often as long as this one: then its table need not grow.
	t.slots = t.slots[:min(len(t.slots), slotsFor(t.used+hashesAtOnce))]
	t.used, t.shift = 0, shiftOf(len(t.slots))
}

func (t *tally) find(hash uint64) *slot { return place(t.slots, spread, again, t.shift, hash) }

// place is [tally.find] with the table in registers, for loops over many hashes. Whether a
// hash is new is unpredictable, so there is no branch on it.
func place(slots []slot, factor, second uint64, shift uint, hash uint64) *slot {
	high, low := bits.Mul64(hash, factor)
	i := (high ^ low) * second >> (shift & 63)
	s := &slots[i]
	for min(s.hash^hash, uint64(s.weight)) != 0 { // it is another hash's
		i = (i + 1) & uint64(len(slots)-1)
		s = &slots[i]
	}
	return s
}

// weight returns a pointer to the weight of a hash: 0 if it is new, and then to be set.
func (t *tally) weight(hash uint64) *int {
	t.reserve(1)
	s := t.find(hash)
	if s.weight == 0 {
		s.hash = hash
		t.used++
	}
	return &s.weight
}

// weighs returns the weight of a hash: 0 if it is new.
func (t *tally) weighs(hash uint64) int {
	if t.used == 0 {
		return 0
	}
	return t.find(hash).weight
}

// appendNew appends the hashes that are new, each once, and gives them weight 1.
func (t *tally) appendNew(dst, hashes []uint64) []uint64 {
	t.reserve(len(hashes))
	had := len(dst)
	dst = slices.Grow(dst, len(hashes))[:had+len(hashes)]
	fresh, slots, factor, second, shift := dst[had:], t.slots, spread, again, t.shift
	n := 0
	for _, hash := range hashes {
		s := place(slots, factor, second, shift, hash)
		fresh[n] = hash
		added := 0
		if s.weight == 0 {
			added = 1
		}
		n += added
		s.hash, s.weight = hash, s.weight+added
	}
	t.used += n
	return dst[:had+n]
}

// appendElements adds 1 to the weight of each of hashes, up to most. It appends an element
// for each that counts: the hash, plus step for each time that it counted before.
func (t *tally) appendElements(dst, hashes []uint64, most int, step uint64) []uint64 {
	if most == 1 {
		return t.appendNew(dst, hashes)
	}
	t.reserve(len(hashes))
	had := len(dst)
	dst = slices.Grow(dst, len(hashes))[:had+len(hashes)]
	slots, factor, second, shift := t.slots, spread, again, t.shift
	n, used := had, t.used
	for _, hash := range hashes {
		s := place(slots, factor, second, shift, hash)
		was := s.weight
		dst[n] = hash + uint64(was)*step
		if was == 0 {
			used++
		}
		if was < most {
			n++
		}
		s.hash, s.weight = hash, min(was+1, most)
	}
	t.used = used
	return dst[:n]
}

// appendSlots appends the slots that are not free.
func (t *tally) appendSlots(dst []slot) []slot {
	had := len(dst)
	dst = slices.Grow(dst, t.used+1)
	room := dst[had : had+t.used+1] // one more, for the free slots after the last
	n := 0
	for _, s := range t.slots {
		room[n] = s
		if s.weight != 0 {
			n++
		}
	}
	return dst[:had+n]
}
