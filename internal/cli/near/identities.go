package near

import "encoding/binary"

// identities finds texts by their identities. A slot is the place of a text, from 1; 0 is free. At most
// half of the slots, a power of 2, are taken. Identities are parts of digests, so nothing else is hashed.
type identities struct {
	slots []uint32
	used  int
}

func (id identity) hash() uint64 { return binary.LittleEndian.Uint64(id[:]) }

// find returns the place of the text with an identity.
func (s *identities) find(l *ledger, id identity) (place int, ok bool) {
	if len(s.slots) == 0 {
		return 0, false
	}
	for at := id.hash(); ; at++ {
		slot := s.slots[at&uint64(len(s.slots)-1)]
		if slot == 0 {
			return 0, false
		}
		if l.texts.at(int(slot)-1).id == id {
			return int(slot) - 1, true
		}
	}
}

// add adds a text, whose identity is new.
func (s *identities) add(l *ledger, id identity, place int) {
	if s.used++; 2*s.used > len(s.slots) {
		old := s.slots
		s.slots = make([]uint32, max(64, 2*len(old)))
		for _, slot := range old {
			if slot > 0 {
				s.put(l.texts.at(int(slot)-1).id, int(slot)-1)
			}
		}
	}
	s.put(id, place)
}

// put puts a text into a free slot.
func (s *identities) put(id identity, place int) {
	at := id.hash()
	for s.slots[at&uint64(len(s.slots)-1)] != 0 {
		at++
	}
	s.slots[at&uint64(len(s.slots)-1)] = uint32(place + 1)
}
