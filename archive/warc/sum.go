package warc

import "hash"

// A sum is the digest of octets that come in pieces. While those stay as they are, it is computed
// only once somebody asks for it: of three that a payload may have, the first is mostly the right
// one.
type sum struct {
	label  string
	hash   hash.Hash
	holds  bool // pieces stay as they are
	pieces [][]byte
}

// newSum returns a sum of the algorithm of a declared digest.
func newSum(declared digest) *sum { return &sum{label: declared.Label, hash: declared.New()} }

func (s *sum) Write(octets []byte) (int, error) {
	if s.holds {
		s.pieces = append(s.pieces, octets)
		return len(octets), nil
	}
	return s.hash.Write(octets)
}

// value is the digest of what was written.
func (s *sum) value() digest {
	for _, octets := range s.pieces {
		s.hash.Write(octets)
	}
	s.pieces = nil
	return digest{s.label, s.hash.Sum(nil)}
}

// is reports whether a declared digest is that of what was written.
func (s *sum) is(declared digest) bool { return string(s.value().Sum) == string(declared.Sum) }
