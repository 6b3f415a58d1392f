package scheme

import (
	"encoding/binary"
	"fmt"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/simhash"
)

// Fingerprint is a sketch with the scheme and the profile that made it. Two of
// them are == if they are the same. The zero value is no fingerprint.
type Fingerprint struct {
	scheme  *Scheme
	profile string
	sketch  uint64
}

const sketchOctets = simhash.Bits / 8

func (s *Scheme) fingerprint(profile string, data []byte) (Fingerprint, error) {
	if len(data) != sketchOctets {
		return Fingerprint{}, fmt.Errorf("%w: %s has %d octets of data, not %d", // R8.8
			encode.ErrMalformed, s.def.ID, sketchOctets, len(data))
	}
	return Fingerprint{s, profile, binary.BigEndian.Uint64(data)}, nil
}

// Scheme returns the scheme that made f.
func (f Fingerprint) Scheme() *Scheme { return f.scheme }

// Profile returns the extraction profile of f's text: "visible" unless said
// otherwise.
func (f Fingerprint) Profile() string { return f.profile }

// Sketch returns the 64 bits of f.
func (f Fingerprint) Sketch() uint64 { return f.sketch }

// WithProfile returns f marked as made from the text of that profile (R8.4).
func (f Fingerprint) WithProfile(profile string) (Fingerprint, error) {
	if !encode.IsProfile(profile) {
		return Fingerprint{}, fmt.Errorf("%q is no profile name", profile)
	}
	f.profile = profile
	return f, nil
}

// String returns the one lower-case string of f (chapter 8), "" for the zero
// value.
func (f Fingerprint) String() string {
	if f.scheme == nil {
		return ""
	}
	data := binary.BigEndian.AppendUint64(nil, f.sketch)
	return encode.Parts{Scheme: f.scheme.def.ID, Profile: f.profile, Data: data}.String()
}

// MarshalText is [Fingerprint.String].
func (f Fingerprint) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText is [Parse].
func (f *Fingerprint) UnmarshalText(text []byte) (err error) {
	*f, err = Parse(string(text))
	return err
}

// Distance returns the number of bits, 0 to 64, in which f and g differ (R10.2),
// or an error that wraps [ErrNotComparable] and names both kinds (R10.1).
func (f Fingerprint) Distance(g Fingerprint) (int, error) {
	if f.scheme == nil || g.scheme == nil {
		return 0, fmt.Errorf("%w: no fingerprint given", ErrNotComparable)
	}
	if f.scheme != g.scheme || f.profile != g.profile {
		return 0, fmt.Errorf("%w: %s and %s", ErrNotComparable, f.kind(), g.kind())
	}
	return simhash.Distance(f.sketch, g.sketch), nil
}

// Similarity returns 1 - distance/64 (R10.3), or the error of
// [Fingerprint.Distance].
func (f Fingerprint) Similarity(g Fingerprint) (float64, error) {
	d, err := f.Distance(g)
	if err != nil {
		return 0, err
	}
	return 1 - float64(d)/simhash.Bits, nil
}

func (f Fingerprint) kind() string { return f.scheme.def.ID + " (profile " + f.profile + ")" }
