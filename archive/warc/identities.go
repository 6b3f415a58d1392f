package warc

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/archive/validation"
)

// identities are the last records of a validation: what no other may be called, and what
// revisits refer to.
type identities struct {
	ids    map[[16]byte]bool
	ring   [][16]byte // in a circle
	next   int
	visits originals[struct{}]
}

// add reports whether an id is new.
func (s *identities) add(id string) bool {
	key := hashed(id)
	if s.ids[key] {
		return false
	}
	if s.ids == nil {
		s.ids = make(map[[16]byte]bool)
	}
	if len(s.ring) < maxOriginals {
		s.ring = append(s.ring, key)
	} else {
		delete(s.ids, s.ring[s.next])
		s.ring[s.next] = key
		s.next = (s.next + 1) % maxOriginals
	}
	s.ids[key] = true
	return true
}

func (c *checker) identity(rec *record) {
	if id := unbracket(rec.ID()); id != "" && !c.ids.add(id) {
		c.of(rec, validation.Error, ruleDuplicateID, "5.2", "WARC-Record-ID "+abridged(rec.ID())+" also identifies an earlier record", "another")
	}
	it := &Item{RecordID: rec.ID(), URI: rec.URI(), Date: rec.Date(), PayloadDigest: rec.Header.Get("WARC-Payload-Digest"), header: rec.Header}
	switch rec.Type() {
	case "response", "resource", "conversion":
		c.ids.visits.add(it, struct{}{}, nil)
	case "revisit":
		it.refers = refersTo(rec.Header)
		if _, contradiction := c.ids.visits.find(it); contradiction != "" {
			c.of(rec, validation.Warning, ruleRevisit, "6.7.2", fmt.Sprintf("the revisit refers to %s, which has another WARC-Payload-Digest", contradiction),
				"that of the revisit, "+abridged(it.PayloadDigest))
		}
	}
}
