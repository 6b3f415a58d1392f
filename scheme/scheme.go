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
	"reflect"
	"slices"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/tokenize"
)

var (
	// ErrNoFeatures is returned for a text without features, which has no fingerprint (R5.3).
	ErrNoFeatures = errors.New("no features: no word is left to fingerprint")
	// ErrUnknown is wrapped by errors about the id of a scheme that is not registered.
	ErrUnknown = errors.New("unknown scheme")
	// ErrNotComparable is wrapped by errors about fingerprints of different schemes
	// or profiles (R10.1).
	ErrNotComparable = errors.New("not comparable")
	// ErrEnded is returned by the Write method of a [Hasher] whose text has ended.
	ErrEnded = tokenize.ErrEnded
)

// A Scheme is a way to compute fingerprints. It is immutable and safe for concurrent use.
//
// Schemes are the registered ones, such as [SM1], and those that [Load] returns. The zero
// value is no scheme, and its Hashers return errors.
type Scheme struct {
	def    Definition
	rules  tokenize.Rules
	advice Advice
	hash   func(feature []byte) uint64 // chapter 6

	// Of private schemes only:
	split func(text string) ([]string, error)
	stop  map[string]bool       // tokens that are dropped
	idf   func(hash uint64) int // the weight of one occurrence
}

// ID returns the name of the scheme in strings, such as "sm1".
func (s *Scheme) ID() string { return s.def.ID }

// Definition returns the registry entry of the scheme.
func (s *Scheme) Definition() Definition {
	d := s.def
	d.Categories = append([]string(nil), d.Categories...)
	d.StopWords = append([]string(nil), d.StopWords...)
	return d
}

// IsMinHash reports whether fingerprints of s are MinHashes. Then [Scheme.Advice] is about
// similarities, otherwise about distances.
func (s *Scheme) IsMinHash() bool {
	return s.def.Sketch == MinHash128 || s.def.Sketch == MinHash128Permuted
}

// sketchSize returns the length of a sketch that is not truncated.
func (s *Scheme) sketchSize() int {
	switch s.def.Sketch {
	case SimHash64:
		return 8
	case SimHash128:
		return 16
	}
	return minhash.Slots
}

// Advice returns how to read the scheme's distances or similarities.
func (s *Scheme) Advice() Advice { return s.advice }

// Rules returns the rules by which the scheme splits a text into tokens.
func (s *Scheme) Rules() tokenize.Rules { return s.rules }

// splitsAs reports whether both schemes split every text into the same tokens, by no external
// tokenizer.
func (s *Scheme) splitsAs(other *Scheme) bool {
	return s.split == nil && other.split == nil && reflect.DeepEqual(s.def.Spec, other.def.Spec)
}

// Sum returns the fingerprint of a text, which is UTF-8 (R9.1), or [ErrNoFeatures].
func (s *Scheme) Sum(text []byte) (Fingerprint, error) {
	h := s.New()
	h.Write(text)
	return h.Fingerprint()
}

// Parse parses the string of a fingerprint (chapter 8), whose scheme must be registered or
// one of private. Errors wrap [encode.ErrMalformed] or [ErrUnknown].
func Parse(text string, private ...*Scheme) (Fingerprint, error) {
	p, err := encode.Parse(text)
	if err != nil {
		return Fingerprint{}, err
	}
	s, width, err := find(p.Scheme, private)
	if err != nil {
		return Fingerprint{}, err
	}
	if want := s.sketchSize() * width / 8; len(p.Data) != want { // R8.8
		return Fingerprint{}, fmt.Errorf("%w: %s has %d bytes of data, not %d",
			encode.ErrMalformed, p.Scheme, want, len(p.Data))
	}
	return s.fingerprint(p.Profile, p.Data), nil
}

// find returns the scheme that a string's name refers to, and the bits in a slot: 8 unless
// the name says otherwise (R8.3).
func find(name string, private []*Scheme) (*Scheme, int, error) {
	id, width := encode.CutWidth(name)
	for _, s := range slices.Concat(private, registered) {
		if s.def.ID == id && (width == 8 || s.IsMinHash()) {
			return s, width, nil
		}
	}
	_, err := Lookup(name)
	return nil, 0, err
}
