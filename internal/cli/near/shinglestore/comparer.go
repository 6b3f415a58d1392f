package shinglestore

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"math/rand/v2"
)

// comparer has the elements of one text in a hash table, to look up those of other texts. The table
// uses open addressing and is at most half full. A comparer belongs to one goroutine.
type comparer struct {
	has   int // the number of the text of the table; 0: none
	slots []slot
	shift uint   // of a product that is a place
	text  []byte // that was read
	round uint32 // counts the texts that are compared with the table
}

// slot is free if its number is 0.
type slot struct {
	element uint64
	number  uint32 // how often it occurs in the text
	met     uint32 // how often the other text has had it, up to number; the round of that text if number is 1
}

// spread maps an element to a slot. It is random in each process, so that texts cannot be chosen to
// crowd a table. No result depends on it.
var spread = rand.Uint64() | 1

// Limits of what a comparer keeps for the next text.
const (
	keepSlots  = 1 << 17
	keepOctets = 1 << 20
)

// room returns a buffer for a text of n bytes.
func (c *comparer) room(n int) []byte {
	if cap(c.text) < n || cap(c.text) > keepOctets {
		c.text = make([]byte, n, max(n, 8<<10))
	}
	c.text = c.text[:n]
	return c.text
}

// elements yields the elements of the text that was read.
func (c *comparer) elements() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for text := c.text; len(text) > 0; text = text[size:] {
			if !yield(binary.LittleEndian.Uint64(text)) {
				return
			}
		}
	}
}

// take fills the table with the text that was read.
func (c *comparer) take() {
	n := 1 << bits.Len(uint(2*len(c.text)/size))
	if cap(c.slots) < n || cap(c.slots) > keepSlots {
		c.slots = make([]slot, n)
	} else {
		c.slots = c.slots[:n]
		clear(c.slots)
	}
	c.shift, c.round = uint(64-bits.Len(uint(n-1))), 0
	for e := range c.elements() {
		s := c.find(e)
		s.element = e
		s.number++
	}
}

// find returns the slot of an element, or the free slot for it.
func (c *comparer) find(element uint64) *slot {
	slots := c.slots
	for i := element * spread >> (c.shift & 63); ; i++ {
		s := &slots[i&uint64(len(slots)-1)]
		if s.number == 0 || s.element == element {
			return s
		}
	}
}

// common returns the number of common elements of the table and the text that was read.
func (c *comparer) common() (n int) {
	c.round++
	var several []*slot // to clear for the next text
	for e := range c.elements() {
		switch s := c.find(e); {
		case s.number == 1 && s.met != c.round:
			s.met = c.round
			n++
		case s.number > 1 && s.met < s.number:
			s.met++
			several = append(several, s)
			n++
		}
	}
	for _, s := range several {
		s.met = 0
	}
	return n
}
