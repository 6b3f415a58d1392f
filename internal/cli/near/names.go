package near

import (
	"hash/maphash"
	"slices"
)

// names finds documents with the same name: a record whose id was there before, or a path in two files of
// fingerprints. A slot is half of a name's hash and the number of its document, from 1; 0 is free. At
// most half of the slots are taken.
type names struct {
	seed  maphash.Seed
	slots []uint64
	used  int
}

// add adds the name of a document. It returns the document that had the name before, if there is one.
func (n *names) add(l *ledger, document int) (before int, found bool) {
	if 2*(n.used+1) > len(n.slots) {
		n.grow()
	}
	name := l.name(document)
	hash := maphash.String(n.seed, name)
	for at := hash >> 32; ; at++ {
		slot := &n.slots[at%uint64(len(n.slots))]
		switch {
		case *slot == 0:
			*slot = hash&^(1<<32-1) | uint64(document+1)
			n.used++
			return 0, false
		case *slot>>32 == hash>>32 && l.name(int(uint32(*slot))-1) == name:
			return int(uint32(*slot)) - 1, true
		}
	}
}

// grow makes room.
func (n *names) grow() {
	if n.slots == nil {
		n.seed = maphash.MakeSeed()
	}
	old := n.slots
	n.slots = make([]uint64, max(64, 2*len(old)))
	for _, slot := range slices.DeleteFunc(old, func(slot uint64) bool { return slot == 0 }) {
		at := slot >> 32
		for n.slots[at%uint64(len(n.slots))] != 0 {
			at++
		}
		n.slots[at%uint64(len(n.slots))] = slot
	}
}
