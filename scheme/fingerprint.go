package scheme

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/sketch/minhash"
	"github.com/lsh-interop/fpcheck/sketch/simhash"
)

// Fingerprint is a sketch with the scheme and the profile that made it. Two of
// them are == if they are the same. The zero value is no fingerprint.
type Fingerprint struct {
	scheme  *Scheme
	profile string
	bits    uint64 // the sketch, if it has 64 bits
	octets  string // the sketch, if it has another length
}

// fingerprint returns the fingerprint of s with that sketch.
func (s *Scheme) fingerprint(profile string, data []byte) Fingerprint {
	if s.def.Sketch == SimHash64 {
		return Fingerprint{scheme: s, profile: profile, bits: binary.BigEndian.Uint64(data)}
	}
	return Fingerprint{scheme: s, profile: profile, octets: string(data)}
}

// FromSketch returns the fingerprint of s, profile visible, with that sketch: the
// octets that [Fingerprint.Sketch] returns. Of a MinHash scheme, any width will do.
func (s *Scheme) FromSketch(data []byte) (Fingerprint, error) {
	if want := s.sketchOctets(); len(data) != want && !(s.IsMinHash() && minhash.Bits(data) != 0) {
		return Fingerprint{}, fmt.Errorf("%w: %s has %d octets of data, not %d", // R8.8
			encode.ErrMalformed, s.def.ID, want, len(data))
	}
	return s.fingerprint(encode.Visible, data), nil
}

// FromMinima returns the fingerprint of s, a MinHash scheme, whose full form is m
// (R7.5), or [ErrNoFeatures].
func (s *Scheme) FromMinima(m *minhash.Minima) (Fingerprint, error) {
	if s.def.Sketch != MinHash128 {
		return Fingerprint{}, fmt.Errorf("%s has no full form: its sketch is %s", s.def.ID, s.def.Sketch)
	}
	stored, ok := m.Stored()
	if !ok {
		return Fingerprint{}, ErrNoFeatures
	}
	return s.fingerprint(encode.Visible, stored[:]), nil
}

// Scheme returns the scheme that made f.
func (f Fingerprint) Scheme() *Scheme { return f.scheme }

// Profile returns the extraction profile of f's text: "visible" unless said
// otherwise.
func (f Fingerprint) Profile() string { return f.profile }

// Sketch returns the octets of f's sketch, big-endian: 8 of a SimHash, 128 of a
// MinHash or, truncated, 64, 32 or 16.
func (f Fingerprint) Sketch() []byte {
	if f.octets != "" {
		return []byte(f.octets)
	}
	return binary.BigEndian.AppendUint64(nil, f.bits)
}

// Width returns how many bits a slot f has: 8, 4, 2 or 1 for MinHash, else 0.
func (f Fingerprint) Width() int {
	if f.scheme == nil || !f.scheme.IsMinHash() {
		return 0
	}
	return minhash.Bits([]byte(f.octets))
}

// Truncate returns f with only so many bits a slot: 8, 4, 2 or 1, and no more than
// it has (R7.10).
func (f Fingerprint) Truncate(bits int) (Fingerprint, error) {
	width := f.Width()
	switch {
	case width == 0:
		return Fingerprint{}, fmt.Errorf("only MinHash fingerprints can be truncated")
	case bits != 8 && bits != 4 && bits != 2 && bits != 1:
		return Fingerprint{}, fmt.Errorf("%d bits a slot: expected 8, 4, 2 or 1", bits)
	case bits > width:
		return Fingerprint{}, fmt.Errorf("%d bits a slot: the fingerprint has only %d", bits, width)
	}
	f.octets = string(minhash.Truncate([]byte(f.octets), bits))
	return f, nil
}

// WithProfile returns f marked as made from the text of that profile (R8.4).
func (f Fingerprint) WithProfile(profile string) (Fingerprint, error) {
	if !encode.IsProfile(profile) {
		return Fingerprint{}, fmt.Errorf("%q is no profile name", profile)
	}
	f.profile = profile
	return f, nil
}

// Name returns what f's string calls its scheme: the id, and for a truncated
// MinHash "b" and its width (R8.3).
func (f Fingerprint) Name() string {
	if w := f.Width(); w != 0 && w != 8 {
		return f.scheme.def.ID + "b" + strconv.Itoa(w)
	}
	return f.scheme.def.ID
}

// String returns the one lower-case string of f (chapter 8), "" for the zero
// value.
func (f Fingerprint) String() string {
	if f.scheme == nil {
		return ""
	}
	return encode.Parts{Scheme: f.Name(), Profile: f.profile, Data: f.Sketch()}.String()
}

// MarshalText is [Fingerprint.String].
func (f Fingerprint) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText is [Parse].
func (f *Fingerprint) UnmarshalText(text []byte) (err error) {
	*f, err = Parse(string(text))
	return err
}

// Distance returns the number of bits in which two SimHash fingerprints differ
// (R10.2), or of slots, of 128, in which two MinHash fingerprints do, by the width
// of the narrower (R10.4). It returns an error that wraps [ErrNotComparable] and
// names both kinds if they are not comparable (R10.1).
func (f Fingerprint) Distance(g Fingerprint) (int, error) {
	d, _, err := f.distance(g)
	return d, err
}

func (f Fingerprint) distance(g Fingerprint) (distance, width int, err error) {
	if f.scheme == nil || g.scheme == nil {
		return 0, 0, fmt.Errorf("%w: no fingerprint given", ErrNotComparable)
	}
	if f.scheme != g.scheme || f.profile != g.profile {
		return 0, 0, fmt.Errorf("%w: %s and %s", ErrNotComparable, f.kind(), g.kind())
	}
	switch f.scheme.def.Sketch {
	case SimHash64:
		return simhash.Distance(f.bits, g.bits), 0, nil
	case SimHash128:
		a, b := []byte(f.octets), []byte(g.octets)
		return simhash.Distance(binary.BigEndian.Uint64(a), binary.BigEndian.Uint64(b)) +
			simhash.Distance(binary.BigEndian.Uint64(a[8:]), binary.BigEndian.Uint64(b[8:])), 0, nil
	}
	distance, width = minhash.Distance([]byte(f.octets), []byte(g.octets))
	return distance, width, nil
}

// Similarity returns 1 - distance/64 for SimHash (R10.3), the estimate of the
// Jaccard coefficient for MinHash (R10.5), or the error of [Fingerprint.Distance].
func (f Fingerprint) Similarity(g Fingerprint) (float64, error) {
	d, width, err := f.distance(g)
	if err != nil {
		return 0, err
	}
	if width != 0 {
		return minhash.Similarity(d, width), nil
	}
	return 1 - float64(d)/float64(8*f.scheme.sketchOctets()), nil
}

// StandardError returns that of [Fingerprint.Similarity], if bits and slots were
// drawn independently.
func (f Fingerprint) StandardError(g Fingerprint) (float64, error) {
	d, width, err := f.distance(g)
	if err != nil {
		return 0, err
	}
	if width != 0 {
		return minhash.StandardError(d, width), nil
	}
	n := float64(8 * f.scheme.sketchOctets())
	p := float64(d) / n
	return math.Sqrt(p * (1 - p) / n), nil
}

func (f Fingerprint) kind() string { return f.scheme.def.ID + " (profile " + f.profile + ")" }
