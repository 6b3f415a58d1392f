package rules

import (
	"errors"
	"fmt"
	"math/bits"
)

// ErrNotComparable is the error of R10.1.
var ErrNotComparable = errors.New("R10.1: not comparable")

// Comparison is the first half of chapter 10: how far two fingerprints are apart.
type Comparison struct {
	Decode      func(s string) (Fingerprint, error)    // chapter 8
	Comparable  func(a, b Fingerprint) bool            // R10.1
	Hamming     func(a, b []byte) (distance int)       // R10.2
	Similarity  func(distance int) float64             // R10.3
	Slots       func(a, b []byte) (distance, bits int) // R10.4, and the bits a slot that were compared
	Resemblance func(equal, bits int) float64          // R10.5
}

// NewComparison returns the comparison of fingerprints that strings are read as and that
// are truncated by the two given.
func NewComparison(s *Strings, m *MinHash) *Comparison {
	return &Comparison{
		Decode: s.Decode,
		Comparable: func(a, b Fingerprint) bool {
			return a.Scheme[:3] == b.Scheme[:3] && a.Profile == b.Profile
		},
		Hamming: func(a, b []byte) (n int) {
			for i := range a {
				n += bits.OnesCount8(a[i] ^ b[i])
			}
			return n
		},
		Similarity: func(distance int) float64 { return 1 - float64(distance)/64 },
		Slots: func(a, b []byte) (n, bits int) {
			bits = min(Width(a), Width(b))
			a, b = m.Truncate(a, bits), m.Truncate(b, bits)
			return Differing(Unpack(a), Unpack(b)), bits
		},
		Resemblance: func(m, b int) float64 {
			return float64(max(0, m<<b-Slots)) / float64(Slots*(int(1)<<b-1))
		},
	}
}

// Differing returns at how many places two lists differ.
func Differing(a, b []byte) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// Compare returns the distance and the similarity of two fingerprints. The error is
// [ErrNotComparable], or says why a string is rejected.
func (c *Comparison) Compare(one, other string) (distance int, similarity float64, err error) {
	a, err := c.Decode(one)
	if err != nil {
		return 0, 0, err
	}
	b, err := c.Decode(other)
	if err != nil {
		return 0, 0, err
	}
	if !c.Comparable(a, b) {
		return 0, 0, fmt.Errorf("%w: %s.%s and %s.%s", ErrNotComparable, a.Scheme, a.Profile, b.Scheme, b.Profile)
	}
	if isSimHash := len(a.Sketch) == 8; isSimHash {
		distance = c.Hamming(a.Sketch, b.Sketch)
		return distance, c.Similarity(distance), nil
	}
	distance, width := c.Slots(a.Sketch, b.Sketch)
	return distance, c.Resemblance(Slots-distance, width), nil
}
