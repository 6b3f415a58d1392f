package scheme

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/names"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
)

// A Fingerprint is the sketch of a text, with the scheme that made it and the profile of
// the text. Fingerprints can be compared with ==.
//
// The zero value stands for no fingerprint. Its string is empty, as JSON it is "", and it
// is comparable with no fingerprint.
type Fingerprint struct {
	scheme  *Scheme
	profile string
	bits    uint64 // the sketch, if it has 64 bits
	data    string // the sketch, if it has another length
}

func (s *Scheme) fingerprint(profile string, data []byte) Fingerprint {
	if s.kind == sketch.SimHash64 {
		return Fingerprint{scheme: s, profile: profile, bits: binary.BigEndian.Uint64(data)}
	}
	return Fingerprint{scheme: s, profile: profile, data: string(data)}
}

// IsZero reports whether f is the zero value, which is no fingerprint.
func (f Fingerprint) IsZero() bool { return f == Fingerprint{} }

// Scheme returns the scheme that made f, nil if f is zero.
func (f Fingerprint) Scheme() *Scheme { return f.scheme }

// Profile returns the profile of f's text, which says what part of a document the text is. It is
// "visible" unless [Fingerprint.WithProfile] has set another, and "" if f is zero.
func (f Fingerprint) Profile() string { return f.profile }

// Sketch returns the bytes of f's sketch, big-endian. A SimHash has 8 or 16 bytes, a MinHash 128, a
// truncated MinHash 64, 32 or 16. If f is zero, there are none.
func (f Fingerprint) Sketch() []byte {
	if f.scheme == nil || f.data != "" {
		return []byte(f.data)
	}
	return binary.BigEndian.AppendUint64(nil, f.bits)
}

// Width returns the number of bits in each slot of a MinHash: 8, 4, 2 or 1. It returns 0 for a SimHash.
func (f Fingerprint) Width() int {
	if f.scheme == nil || !f.scheme.minHash {
		return 0
	}
	return minhash.Bits([]byte(f.data))
}

// Truncate returns f with 8, 4, 2 or 1 bits in each slot (R7.10). It returns an error if that is more
// than [Fingerprint.Width], or if f is not a MinHash.
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
	f.data = string(minhash.Truncate([]byte(f.data), bits))
	return f, nil
}

// WithProfile returns f with another profile (R8.4). It returns an error if profile does
// not have the form of a profile's name, or f is zero.
func (f Fingerprint) WithProfile(profile string) (Fingerprint, error) {
	if f.scheme == nil {
		return Fingerprint{}, errors.New("no fingerprint given")
	}
	if !names.IsProfile(profile) {
		return Fingerprint{}, fmt.Errorf("%q is not a profile name", profile)
	}
	f.profile = profile
	return f, nil
}

// Name returns the name of the scheme in f's string (R8.3), such as "mh1". The name of a truncated
// MinHash ends in "b" and its width: "mh1b4". It is "" if f is zero.
func (f Fingerprint) Name() string {
	if f.scheme == nil {
		return ""
	}
	if w := f.Width(); w != 0 && w != 8 {
		return f.scheme.id + "b" + strconv.Itoa(w)
	}
	return f.scheme.id
}

// String returns the string of f (chapter 8), which [Parse] reads, or "" if f is zero.
func (f Fingerprint) String() string {
	var room [256]byte // for all but private schemes with long names
	b, _ := f.AppendText(room[:0])
	return string(b)
}

// AppendText appends [Fingerprint.String] to b. The error is nil.
func (f Fingerprint) AppendText(b []byte) ([]byte, error) {
	if f.scheme == nil {
		return b, nil
	}
	return encode.Parts{Scheme: f.Name(), Profile: f.profile, Data: f.Sketch()}.AppendText(b)
}

// MarshalText returns [Fingerprint.String]. So f is a string in JSON, "" if f is zero.
func (f Fingerprint) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText sets f to what [Parse] returns, or to the zero value if text is empty. It
// knows registered schemes only.
func (f *Fingerprint) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*f = Fingerprint{}
		return nil
	}
	*f, err = Parse(string(text))
	return err
}

// Distance returns the number of bits in which two SimHashes differ (R10.2). For MinHashes it returns the
// number of slots. It truncates MinHashes to the narrower width (R10.4). If the schemes or
// the profiles differ, it returns an error that names both and wraps [ErrNotComparable] (R10.1).
func (f Fingerprint) Distance(g Fingerprint) (int, error) {
	d, _, err := f.distance(g)
	return d, err
}

func (f Fingerprint) distance(g Fingerprint) (distance, width int, err error) {
	if f.scheme == nil || g.scheme == nil {
		return 0, 0, fmt.Errorf("%w: no fingerprint given", ErrNotComparable)
	}
	if f.scheme != g.scheme || f.profile != g.profile {
		if f.kind() == g.kind() {
			return 0, 0, fmt.Errorf("%w: %s of two schemes with this id: expected a definition that is loaded once",
				ErrNotComparable, f.kind())
		}
		return 0, 0, fmt.Errorf("%w: %s and %s", ErrNotComparable, f.kind(), g.kind())
	}
	switch f.scheme.kind {
	case sketch.SimHash64:
		return simhash.Distance(f.bits, g.bits), 0, nil
	case sketch.SimHash128:
		a, b := []byte(f.data), []byte(g.data)
		return simhash.Distance(binary.BigEndian.Uint64(a), binary.BigEndian.Uint64(b)) +
			simhash.Distance(binary.BigEndian.Uint64(a[8:]), binary.BigEndian.Uint64(b[8:])), 0, nil
	}
	distance, width = minhash.Distance([]byte(f.data), []byte(g.data))
	return distance, width, nil
}

// Similarity returns a number from 0 to 1. For SimHashes it is 1 - distance/bits (R10.3). For MinHashes
// it is an estimate of the Jaccard coefficient (R10.5). It returns the errors of [Fingerprint.Distance].
func (f Fingerprint) Similarity(g Fingerprint) (float64, error) {
	d, width, err := f.distance(g)
	if err != nil {
		return 0, err
	}
	if width != 0 {
		return minhash.Similarity(d, width), nil
	}
	return 1 - float64(d)/float64(8*f.scheme.size), nil
}

// StandardError returns the standard error of [Fingerprint.Similarity], as if bits or slots
// were drawn independently. It returns the errors of [Fingerprint.Distance].
func (f Fingerprint) StandardError(g Fingerprint) (float64, error) {
	d, width, err := f.distance(g)
	if err != nil {
		return 0, err
	}
	if width != 0 {
		return minhash.StandardError(d, width), nil
	}
	n := float64(8 * f.scheme.size)
	p := float64(d) / n
	return math.Sqrt(p * (1 - p) / n), nil
}

func (f Fingerprint) kind() string { return f.scheme.id + " (profile " + f.profile + ")" }
