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

func newSum(declared digest) *sum { return &sum{label: declared.Label, hash: declared.New()} }

func (s *sum) Write(octets []byte) (int, error) {
	if s.holds {
		s.pieces = append(s.pieces, octets)
		return len(octets), nil
	}
	return s.hash.Write(octets)
}

func (s *sum) value() digest {
	for _, octets := range s.pieces {
		s.hash.Write(octets)
	}
	s.pieces = nil
	return digest{s.label, s.hash.Sum(nil)}
}

func (s *sum) is(declared digest) bool { return string(s.value().Sum) == string(declared.Sum) }
