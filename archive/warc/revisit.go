package warc

import (
	"crypto/sha256"
	"strings"
)

// maxOriginals is the number of records remembered for later revisits.
const maxOriginals = 1 << 18

// originals are the records that revisits may refer to: the last records of a run.
type originals[T any] struct {
	byKey map[[16]byte]*original[T]
	ring  []*original[T] // in a circle
	next  int
}

type original[T any] struct {
	value   T
	err     error  // of reading it
	digest  digest // of the payload; no Label if it has none
	outcome string
	name    string // the record's id, or its URI and date
	keys    [][16]byte
}

func (s *originals[T]) add(it *Item, value T, err error) {
	o := &original[T]{value: value, err: err, outcome: it.Outcome, name: abridged(it.name())}
	o.digest, _ = parseDigest(it.PayloadDigest)
	for _, key := range keys(it.RecordID, it.URI, it.Date, it.PayloadDigest) {
		o.keys = append(o.keys, hashed(key))
	}
	if s.byKey == nil {
		s.byKey = make(map[[16]byte]*original[T])
	}
	if len(s.ring) < maxOriginals {
		s.ring = append(s.ring, o)
	} else {
		for _, key := range s.ring[s.next].keys {
			if s.byKey[key] == s.ring[s.next] {
				delete(s.byKey, key)
			}
		}
		s.ring[s.next] = o
		s.next = (s.next + 1) % maxOriginals
	}
	for _, key := range o.keys {
		// The first record counts. A later one with the same digest has the same text, but may have
		// been left out.
		if first := s.byKey[key]; first == nil || first.outcome != Fingerprinted {
			s.byKey[key] = o
		}
	}
}

// find returns the original of a revisit. A record with another payload digest than the revisit is
// not the original, even if the revisit refers to it. The digest of the payload identifies the
// original (ISO 28500:2017, 6.7.2). contradiction names a rejected record.
func (s *originals[T]) find(it *Item) (found *original[T], contradiction string) {
	own := digest{}
	if !notModified(it.header) {
		own, _ = parseDigest(it.PayloadDigest)
	}
	for _, key := range it.refers {
		o, ok := s.byKey[hashed(key)]
		switch {
		case !ok || key == "":
		case own.contradicts(o.digest):
			contradiction = o.name
		default:
			return o, contradiction
		}
	}
	return nil, contradiction
}

// notModified reports whether a revisit has the profile server-not-modified. Its payload is the
// payload of the record that it refers to. Its own digest may be the digest of empty content.
func notModified(h header) bool {
	return strings.HasSuffix(unbracket(h.Get("WARC-Profile")), "/revisit/server-not-modified")
}

func hashed(key string) [16]byte {
	sum := sha256.Sum256([]byte(key))
	return [16]byte(sum[:16])
}

// refersTo returns the keys of the records that a revisit refers to. The most reliable comes first
// (ISO 28500:2017, 5.11 to 5.13, 6.7).
func refersTo(h header) []string {
	return keys(h.Get("WARC-Refers-To"), unbracket(h.Get("WARC-Refers-To-Target-URI")), h.Get("WARC-Refers-To-Date"),
		h.Get("WARC-Payload-Digest"))
}

func keys(id, uri, date, digest string) []string {
	var keys []string
	if id != "" {
		keys = append(keys, "id "+unbracket(id))
	}
	if uri != "" && date != "" {
		seconds, _, fraction := strings.Cut(date, ".")
		if fraction {
			date = seconds + "Z"
		}
		keys = append(keys, "at "+date+" "+uri)
	}
	if d, err := parseDigest(digest); err == nil {
		keys = append(keys, "digest "+d.String())
	} else if digest != "" {
		keys = append(keys, "digest "+digest)
	}
	return keys
}

// name returns the name by which a revisit refers to the item.
func (it *Item) name() string {
	if it.RecordID != "" {
		return it.RecordID
	}
	return it.URI + " " + it.Date
}
