package scheme

import (
	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
)

// A Hasher is an [io.Writer] that computes the fingerprint of the text written to it. How the text
// is divided among calls of Write makes no difference (R9.2). The memory needed grows with the
// number of distinct features, not with the length of the text.
//
// Fingerprint and CountFeatures end the text, in any order and any number of times. Reset begins
// another. A Hasher must not be used by several goroutines at once. The zero value has no scheme
// and returns errors; [Scheme.New] returns Hashers that work.
type Hasher struct {
	scheme *Scheme
	hasher *sketch.Hasher // nil in the zero value
}

// New returns a new Hasher.
func (s *Scheme) New() *Hasher { return &Hasher{s, s.method.New()} }

// inner returns the Hasher of the sketch, which returns errors if h is the zero value.
func (h *Hasher) inner() *sketch.Hasher {
	if h.hasher == nil {
		h.hasher = new(sketch.Hasher)
	}
	return h.hasher
}

// Write appends p to the text, which is UTF-8 (chapter 1). It returns an error if the text has
// ended, or if an external tokenizer has failed (see [Resources]).
func (h *Hasher) Write(p []byte) (int, error) { return h.inner().Write(p) }

// WriteString is like Write but does not copy all of s at once.
func (h *Hasher) WriteString(s string) (int, error) { return h.inner().WriteString(s) }

// Fingerprint ends the text and returns its fingerprint, or [ErrNoFeatures]. If an external
// tokenizer failed, it returns that error, and never the fingerprint of a part.
func (h *Hasher) Fingerprint() (Fingerprint, error) {
	var room [minhash.Slots]byte
	data, err := h.inner().AppendSketch(room[:0])
	if err != nil {
		return Fingerprint{}, err
	}
	return h.scheme.fingerprint(encode.Visible, data), nil
}

// CountFeatures ends the text and returns the number of its distinct features: words, clusters or
// shingles. It returns 0 if the text has no fingerprint. See [Advice] for what few features mean.
func (h *Hasher) CountFeatures() int { return h.inner().CountFeatures() }

// Reset discards the text and begins another.
func (h *Hasher) Reset() { h.inner().Reset() }
