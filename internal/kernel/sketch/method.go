// Package sketch computes the sketches of texts, for registered and private schemes. That is chapters 1
// to 7 of SPEC.md.
//
// A [Definition] is the registry entry of a scheme. [New] makes a [Method] of it, which computes
// the sketch of a text:
//
//	h := method.New()
//	io.Copy(h, r)
//	sketch, err := h.AppendSketch(nil)
//
// Package scheme adds what users need: names and strings, comparison, and advice. It is the only
// package that makes Methods. Others get one from the method Method of a Scheme.
package sketch

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
)

// ErrNoFeatures is returned for a text without features, which has no sketch (R5.3).
var ErrNoFeatures = errors.New("no features: no word is left to fingerprint")

// A Method is a way to compute sketches. It is immutable and safe for concurrent use.
type Method struct {
	def   Definition
	rules tokenizer.Rules
	hash  func(feature []byte) uint64 // chapter 6

	// Of private schemes only:
	split func(text string) ([]string, error)
	stop  map[string]bool       // tokens that are dropped
	idf   func(hash uint64) int // the weight of one occurrence
}

// Definition returns a copy of the definition of m.
func (m *Method) Definition() Definition {
	d := m.def
	d.Categories = append([]string(nil), d.Categories...)
	d.StopWords = append([]string(nil), d.StopWords...)
	return d
}

// Kind returns the kind of the sketches.
func (m *Method) Kind() Kind { return m.def.Sketch }

// IsMinHash reports whether the sketches are MinHashes.
func (m *Method) IsMinHash() bool {
	return m.def.Sketch == MinHash128 || m.def.Sketch == MinHash128Permuted
}

// Size returns the length of a sketch in bytes. A MinHash may be truncated to fewer (R7.10).
func (m *Method) Size() int {
	switch m.def.Sketch {
	case SimHash64:
		return 8
	case SimHash128:
		return 16
	}
	return minhash.Slots
}

// Rules returns the rules that split a text into tokens.
func (m *Method) Rules() tokenizer.Rules { return m.rules }

// BoundsElements reports whether the number of elements of every text is bounded by its number of
// distinct features. It is if occurrences do not count, or have a limit.
func (m *Method) BoundsElements() bool {
	return m.def.Weights == Distinct || m.def.Weights == Occurrences && m.def.MaxOccurrences > 0
}

// splitsAs reports whether both methods split every text alike, without an external tokenizer.
func (m *Method) splitsAs(other *Method) bool {
	return m.split == nil && other.split == nil && reflect.DeepEqual(m.def.Spec, other.def.Spec)
}

// Stored returns the stored form (R7.9) of a full form (R7.5) such as [Hasher.Minima] returns, or
// [ErrNoFeatures]. Only methods whose sketch is [MinHash128] have a full form.
func (m *Method) Stored(full *minhash.Minima) ([]byte, error) {
	if m.def.Sketch != MinHash128 {
		return nil, fmt.Errorf("%s has no full form: its sketch is %s", m.def.ID, m.def.Sketch)
	}
	stored, ok := full.Stored()
	if !ok {
		return nil, ErrNoFeatures
	}
	return stored[:], nil
}
