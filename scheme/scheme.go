// Package scheme turns text into fingerprints by named, versioned schemes, as
// SPEC.md defines them, and compares fingerprints.
//
//	fp, err := scheme.SD1.Sum(text)   // ErrNoFeatures when nothing is left
//	fmt.Println(fp)                   // sd1:arzqpmpmlbbaa
//	d, err := fp.Distance(other)      // an error when schemes or profiles differ
//
// # Backwards compatibility
//
// A frozen scheme gives the same string for the same octets for ever. A draft
// may change until it is frozen.
package scheme

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/sketch/minhash"
	"github.com/lsh-interop/fpcheck/tokenize"
)

var (
	// ErrNoFeatures says that a text has no features and so no fingerprint (R5.3).
	ErrNoFeatures = errors.New("no features: no word is left to fingerprint")
	// ErrUnknown is wrapped by errors about a scheme that is not registered.
	ErrUnknown = errors.New("unknown scheme")
	// ErrNotComparable is wrapped by errors about fingerprints of different schemes
	// or profiles (R10.1).
	ErrNotComparable = errors.New("not comparable")
	// ErrEnded is returned by the Write method of a [Hasher] whose text has ended.
	ErrEnded = tokenize.ErrEnded
)

// Scheme is a way to make fingerprints. It is immutable and safe for concurrent
// use.
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

// ID returns the scheme's name in strings: "sd1".
func (s *Scheme) ID() string { return s.def.ID }

// Definition returns the scheme's registry entry.
func (s *Scheme) Definition() Definition {
	d := s.def
	d.Categories = append([]string(nil), d.Categories...)
	d.StopWords = append([]string(nil), d.StopWords...)
	return d
}

// IsMinHash reports that fingerprints of s have slots: its advice is similarities, and
// not distances.
func (s *Scheme) IsMinHash() bool {
	return s.def.Sketch == MinHash128 || s.def.Sketch == MinHash128Permuted
}

// sketchOctets is the length of a sketch that is not truncated.
func (s *Scheme) sketchOctets() int {
	switch s.def.Sketch {
	case SimHash64:
		return 8
	case SimHash128:
		return 16
	}
	return minhash.Slots
}

// Advice returns how to read the scheme's distances.
func (s *Scheme) Advice() Advice { return s.advice }

// Rules returns the scheme's stages from octets to tokens.
func (s *Scheme) Rules() tokenize.Rules { return s.rules }

// Sum returns the fingerprint of a whole text in UTF-8, or [ErrNoFeatures].
func (s *Scheme) Sum(text []byte) (Fingerprint, error) {
	h := s.New()
	h.Write(text)
	return h.Fingerprint()
}

// Parse reads a fingerprint's string (chapter 8). Its scheme must be a registered
// one or one of private. Errors wrap [encode.ErrMalformed] or [ErrUnknown].
func Parse(text string, private ...*Scheme) (Fingerprint, error) {
	p, err := encode.Parse(text)
	if err != nil {
		return Fingerprint{}, err
	}
	s, width, err := find(p.Scheme, private)
	if err != nil {
		return Fingerprint{}, err
	}
	if want := s.sketchOctets() * width / 8; len(p.Data) != want { // R8.8
		return Fingerprint{}, fmt.Errorf("%w: %s has %d octets of data, not %d",
			encode.ErrMalformed, p.Scheme, want, len(p.Data))
	}
	return s.fingerprint(p.Profile, p.Data), nil
}

// find returns the scheme that a string names, and the bits a slot that the name
// says, 8 if it says nothing (R8.3).
func find(name string, private []*Scheme) (*Scheme, int, error) {
	id, width := cutWidth(name)
	for _, s := range slices.Concat(private, registered) {
		if s.def.ID == id && (width == 8 || s.IsMinHash()) {
			return s, width, nil
		}
	}
	_, err := Lookup(name)
	return nil, 0, err
}

// cutWidth takes the bits a slot off a name, 8 if it says nothing. No scheme's own name
// ends so.
func cutWidth(name string) (id string, width int) {
	for _, width := range []int{4, 2, 1} {
		if id, ok := strings.CutSuffix(name, "b"+strconv.Itoa(width)); ok {
			return id, width
		}
	}
	return name, 8
}
