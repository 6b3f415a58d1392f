// Package scheme computes fingerprints of texts and compares them, according to the [fpcheck
// specification].
//
// A [Fingerprint] is a short string that changes little when the text changes little. A [Scheme] is
// a named, versioned way to compute it. Use [SM1] unless you have a reason for another scheme:
//
//	fp, err := scheme.SM1.Sum(text) // ErrNoFeatures if the text has no words
//	fmt.Println(fp)                 // sm1:tvac7bfumvtk6
//	d, err := fp.Distance(other)    // an error if schemes or profiles differ
//
// Write a text that does not fit in memory to a [Hasher]:
//
//	h := scheme.SM1.New()
//	io.Copy(h, r)
//	fp, err := h.Fingerprint()
//	h.Reset() // begins another text
//
// Texts are UTF-8. Package extract finds the text of documents in other formats, such as HTML and
// PDF. The [Advice] of a scheme states the distances at which texts are near duplicates.
//
// # Backwards compatibility
//
// A frozen scheme always computes the same fingerprint for a text. This holds in every version of
// this module and in every implementation. A draft scheme may change until it is frozen.
//
// [fpcheck specification]: https://github.com/lsh-interop/fpcheck/blob/main/SPEC.md
package scheme

import (
	"errors"
	"fmt"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
)

var (
	// ErrNoFeatures is returned for a text without features, which has no fingerprint (R5.3).
	ErrNoFeatures = sketch.ErrNoFeatures
	// ErrUnknown is wrapped by errors about the id of an unknown scheme.
	ErrUnknown = errors.New("unknown scheme")
	// ErrNotComparable is wrapped by errors about two fingerprints that differ in scheme or
	// profile (R10.1).
	ErrNotComparable = errors.New("not comparable")
)

// A Scheme is a way to compute fingerprints. It is immutable and safe for concurrent use.
//
// Schemes are the registered ones, such as [SM1], and the private ones that [Load] returns. The
// zero value is no scheme, and its Hashers return errors.
type Scheme struct {
	method  *sketch.Method // nil in the zero value
	id      string
	kind    sketch.Kind
	minHash bool
	size    int // bytes of a sketch that is not truncated
	advice  Advice
}

// newScheme returns the scheme of a method, with the advice of schemes without measurements.
func newScheme(m *sketch.Method) *Scheme {
	s := &Scheme{
		method: m, id: m.Definition().ID, kind: m.Kind(), minHash: m.IsMinHash(), size: m.Size(),
		advice: unmeasuredSimHash,
	}
	switch {
	case s.minHash:
		s.advice = unmeasuredMinHash
	case s.kind == sketch.SimHash128: // the same angles
		s.advice.Close *= 2
		s.advice.Loose *= 2
	}
	return s
}

// ID returns the name of s in strings, such as "sm1".
func (s *Scheme) ID() string { return s.id }

// IsMinHash reports whether the fingerprints of s are MinHashes. If not, they are SimHashes.
func (s *Scheme) IsMinHash() bool { return s.minHash }

// MaxDistance returns the greatest distance that two fingerprints of s can have: 64 or 128 bits, or 128
// slots.
func (s *Scheme) MaxDistance() int {
	if s.minHash {
		return minhash.Slots
	}
	return 8 * s.size
}

// Unit returns what the distances of s count: "slots" of MinHashes, "bits" of SimHashes.
func (s *Scheme) Unit() string {
	if s.minHash {
		return "slots"
	}
	return "bits"
}

// Method returns the stages by which s computes sketches, nil for the zero value. It is for the
// other packages of this module, which show and test the stages.
func (s *Scheme) Method() *sketch.Method { return s.method }

// Sum returns the fingerprint of a text, which is UTF-8 (R9.1), or [ErrNoFeatures].
func (s *Scheme) Sum(text []byte) (Fingerprint, error) {
	h := s.New()
	h.Write(text)
	return h.Fingerprint()
}

// FromSketch returns the fingerprint of s with a sketch in the form of [Fingerprint.Sketch]. Its
// profile is "visible". The sketch of a MinHash scheme may be truncated. Errors wrap
// [encode.ErrMalformed].
func (s *Scheme) FromSketch(data []byte) (Fingerprint, error) {
	if len(data) != s.size && !(s.minHash && minhash.Bits(data) != 0) {
		return Fingerprint{}, fmt.Errorf("%w: %s has %d bytes of data, not %d", // R8.8
			encode.ErrMalformed, s.id, s.size, len(data))
	}
	return s.fingerprint(encode.Visible, data), nil
}
