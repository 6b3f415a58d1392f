package index

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/scheme"
)

// most is the largest number of documents of a set: their numbers are of 32 bits.
const most = banding.MostDocuments

// A Set has documents in memory, with fingerprints of one scheme and profile. Each document needs the
// bytes of its id and its sketch. It needs 8 more for an id, and 8 for a weight. The zero value is empty.
type Set struct {
	kind   scheme.Fingerprint // the first document's, of the fewest bits a slot so far
	size   int                // bytes of a sketch
	n      int
	chunks []chunk
}

// A chunk is a number of documents of a set; the last chunk has fewer. A set that grows by chunks is
// never copied.
type chunk struct {
	ids      []byte  // one after the other
	ends     []int64 // of each id; nil while all are empty
	weights  []int64 // nil while all are 0
	sketches []byte
}

const (
	chunkBits = 13
	chunkLen  = 1 << chunkBits
)

// Add adds a document. Documents with a greater weight come first in the order of R13.1; a useful
// weight is the number of features. An error wraps [scheme.ErrNotComparable] if the fingerprint has
// another scheme or profile than those before it. [Set.Clusters] and [Set.Pairs] report an id that
// occurs twice.
func (s *Set) Add(id string, weight int64, f scheme.Fingerprint) error {
	switch {
	case f.IsZero():
		return fmt.Errorf("%w: document %q has no fingerprint", scheme.ErrNotComparable, id)
	case weight < 0:
		return fmt.Errorf("the weight of document %q is %d: expected 0 or more", id, weight)
	case int64(s.n) == most:
		return fmt.Errorf("more than %d documents", int64(most))
	}
	if s.n == 0 {
		s.kind, s.size = f, len(f.Sketch())
	} else if _, err := s.kind.Distance(f); err != nil {
		return fmt.Errorf("document %q: %w", id, err)
	}
	if f.Width() < s.kind.Width() {
		s.truncate(f.Width())
	} else if f.Width() > s.kind.Width() {
		f, _ = f.Truncate(s.kind.Width())
	}
	if s.n%chunkLen == 0 {
		var c chunk
		if s.n > 0 { // there may be as many again
			c.sketches = make([]byte, 0, chunkLen*s.size)
		}
		s.chunks = append(s.chunks, c)
	}
	c := &s.chunks[len(s.chunks)-1]
	c.ids = append(c.ids, id...)
	c.weights = appendUnlessZero(c.weights, s.n%chunkLen, weight)
	c.ends = appendUnlessZero(c.ends, s.n%chunkLen, int64(len(c.ids)))
	c.sketches = append(c.sketches, f.Sketch()...)
	s.n++
	return nil
}

// appendUnlessZero appends a number to n others. The list is nil while all are 0.
func appendUnlessZero(list []int64, n int, number int64) []int64 {
	if list == nil && number != 0 {
		list = make([]int64, n, max(64, 2*n))
	}
	if list != nil {
		list = append(list, number)
	}
	return list
}

// truncate truncates all sketches to a number of bits in each slot.
func (s *Set) truncate(width int) {
	for i := range s.chunks {
		var shorter []byte
		for rest := s.chunks[i].sketches; len(rest) > 0; rest = rest[s.size:] {
			shorter = append(shorter, minhash.Truncate(rest[:s.size:s.size], width)...)
		}
		s.chunks[i].sketches = shorter
	}
	s.kind, _ = s.kind.Truncate(width)
	s.size = len(s.kind.Sketch())
}

// Bits returns the number of bits in each slot of the shortest MinHash, 0 for SimHashes.
func (s *Set) Bits() int { return s.kind.Width() }

// id returns the id of a document.
func (s *Set) id(i uint32) []byte {
	c, i := &s.chunks[i>>chunkBits], i%chunkLen
	if c.ends == nil {
		return nil
	}
	from := int64(0)
	if i > 0 {
		from = c.ends[i-1]
	}
	return c.ids[from:c.ends[i]]
}

func (s *Set) weight(i uint32) int64 {
	c, i := &s.chunks[i>>chunkBits], i%chunkLen
	if c.weights == nil {
		return 0
	}
	return c.weights[i]
}

// sketch returns the sketch of a document.
func (s *Set) sketch(i uint32) []byte {
	return s.chunks[i>>chunkBits].sketches[int(i%chunkLen)*s.size:][:s.size:s.size]
}
