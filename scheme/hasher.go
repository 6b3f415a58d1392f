package scheme

import (
	"errors"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenize"
)

// A Hasher is an [io.Writer] that computes the fingerprint of the text written to it. How
// the text is divided among calls of Write makes no difference (R9.2). The memory needed
// grows with the number of distinct features, not with the length of the text.
//
// Fingerprint, Features and Minima end the text, in any order and any number of times.
// Reset begins another. A Hasher must not be used by several goroutines at once. The zero
// value has no scheme and returns errors; [Scheme.New] returns Hashers that work.
type Hasher struct {
	scheme    *Scheme
	tokenizer *tokenize.Tokenizer
	features  *featurizer
	shingles  *shingles // instead of features; nil if features are not shingles in batches
	sketch    *sketcher
	ended     bool
	err       error  // of an external tokenizer
	copied    []byte // a part of a text that is a string
}

// New returns a new Hasher.
func (s *Scheme) New() *Hasher {
	h := s.newHasher()
	if h.scheme != nil {
		h.tokenizer = s.rules.New(h.sink())
	}
	return h
}

// newHasher returns a Hasher that has no tokenizer yet.
func (s *Scheme) newHasher() *Hasher {
	if s.hash == nil {
		return new(Hasher)
	}
	h := &Hasher{scheme: s, sketch: newSketcher(s)}
	h.features = newFeaturizer(s, func(feature []byte, weight int) {
		h.sketch.feature(s.hash(feature), weight)
	})
	if s.inBatches() && s.def.Features == Shingles {
		h.shingles = newShingles(s.def.Width, h.sketch.features)
	}
	return h
}

// sink takes the tokens.
func (h *Hasher) sink() tokenize.Sink {
	switch {
	case !h.scheme.inBatches():
		return tokenize.Func(h.features.Token)
	case h.shingles != nil:
		return h.shingles
	}
	return batches{h.features, h.sketch}
}

// batches takes tokens one by one into a featurizer, and in batches, where each is a feature
// of weight 1, into a sketcher.
type batches struct {
	*featurizer
	*sketcher
}

// Write appends p to the text, which is UTF-8 (chapter 1). It returns [ErrEnded] if the text
// has ended, and the error of an external tokenizer (see [Resources]) if one failed.
func (h *Hasher) Write(p []byte) (int, error) {
	if h.tokenizer == nil {
		return 0, errZero
	}
	return h.tokenizer.Write(p)
}

// copiedAtOnce is how much of a string is copied at a time.
const copiedAtOnce = 1 << 15

// WriteString is Write for a string, of which it makes no copy that is as long. Like Write, it takes all
// of a text whose external tokenizer failed.
func (h *Hasher) WriteString(s string) (int, error) {
	if h.copied == nil {
		h.copied = make([]byte, copiedAtOnce)
	}
	for at := 0; ; {
		n, err := h.Write(h.copied[:copy(h.copied, s[at:])])
		if at += n; n == 0 || at == len(s) {
			return at, err
		}
	}
}

// Fingerprint ends the text and returns its fingerprint, or [ErrNoFeatures]. If an external
// tokenizer failed, it returns that error, and never the fingerprint of a part.
func (h *Hasher) Fingerprint() (Fingerprint, error) {
	h.end()
	if h.err != nil {
		return Fingerprint{}, h.err
	}
	if h.sketch.isEmpty() {
		return Fingerprint{}, ErrNoFeatures
	}
	if h.scheme.def.Sketch == SimHash64 {
		return Fingerprint{scheme: h.scheme, profile: encode.Visible, bits: h.sketch.low.Sketch()}, nil
	}
	return h.scheme.fingerprint(encode.Visible, h.sketch.data()), nil
}

// Features ends the text and returns the number of its distinct features, 0 if it has no
// fingerprint.
func (h *Hasher) Features() int {
	h.end()
	if h.err != nil {
		return 0
	}
	return h.sketch.distinct()
}

// Minima ends the text and returns its full form (R7.5), which can be merged with others
// and made into a fingerprint by [Scheme.FromMinima]. It returns false for schemes whose
// sketch is not [MinHash128], and if an external tokenizer failed.
func (h *Hasher) Minima() (m minhash.Minima, ok bool) {
	h.end()
	if h.err != nil || h.scheme.def.Sketch != MinHash128 {
		return minhash.Minima{}, false
	}
	return h.sketch.minima, true
}

// KeepElements makes the Hasher keep the elements of each text, for Elements. It discards the
// text so far. They take 8 octets each in memory. Where features weigh as often as they occur
// without limit, that grows with the length of the text: see [Scheme.BoundsElements].
func (h *Hasher) KeepElements() {
	if h.tokenizer != nil {
		h.sketch.keepElements()
		h.Reset()
	}
}

// Elements ends the text and returns its elements (R5.6), which the sketch is made of, in no
// order: each as often as it weighs. For [SD1] and [MH1] they are the distinct hashes of the
// features. The list is overwritten by the next text. It is nil without [Hasher.KeepElements],
// and if an external tokenizer failed.
func (h *Hasher) Elements() []uint64 {
	h.end()
	if h.err != nil {
		return nil
	}
	h.sketch.distinct()
	return h.sketch.elements
}

// BoundsElements reports whether the elements of a text are at most so many times its distinct
// features, whatever the text: whether occurrences are not counted, or not without limit.
func (s *Scheme) BoundsElements() bool {
	return s.def.Weights == Distinct || s.def.Weights == Occurrences && s.def.MaxOccurrences > 0
}

// errZero is the error of the zero values of Scheme and Hasher.
var errZero = errors.New("no scheme given")

func (h *Hasher) end() {
	if h.tokenizer == nil {
		h.err = errZero
		return
	}
	if !h.ended {
		h.ended = true
		h.err = h.tokenizer.Close()
		h.features.close()
		if h.shingles != nil {
			h.shingles.close()
		}
		h.sketch.close()
	}
}

// Reset discards the text and begins another.
func (h *Hasher) Reset() {
	if h.tokenizer != nil {
		h.tokenizer.Reset()
		h.begin()
	}
}

// begin begins another text, whose tokens are still to come.
func (h *Hasher) begin() {
	h.features.reset()
	if h.shingles != nil {
		h.shingles.reset()
	}
	h.sketch.reset()
	h.ended, h.err = false, nil
}
