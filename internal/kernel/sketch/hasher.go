package sketch

import (
	"errors"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
)

// A Hasher is an [io.Writer] that computes the sketch of the text written to it. How the text is
// divided among calls of Write makes no difference (R9.2). The memory needed grows with the number
// of distinct features, not with the length of the text.
//
// AppendSketch, CountFeatures, Minima and Elements end the text, in any order and any number of
// times. Reset begins another. A Hasher must not be used by several goroutines at once. The zero
// value has no method and returns errors.
type Hasher struct {
	method    *Method
	tokenizer *tokenizer.Tokenizer
	features  *featurizer
	shingles  *shingles // instead of features; nil if features are not shingles in batches
	sketch    *sketcher
	ended     bool
	err       error  // of an external tokenizer
	copied    []byte // a part of a text that is a string
}

// New returns a new Hasher. If m is nil, it returns a zero Hasher.
func (m *Method) New() *Hasher {
	h := m.newHasher()
	if h.method != nil {
		h.tokenizer = m.rules.New(h.sink())
	}
	return h
}

// newHasher returns a Hasher that has no tokenizer yet.
func (m *Method) newHasher() *Hasher {
	if m == nil || m.hash == nil {
		return new(Hasher)
	}
	h := &Hasher{method: m, sketch: newSketcher(m)}
	h.features = newFeaturizer(m, func(feature []byte, weight int) {
		h.sketch.feature(m.hash(feature), weight)
	})
	if m.inBatches() && m.def.Features == Shingles {
		h.shingles = newShingles(m.def.Width, h.sketch.features)
	}
	return h
}

func (h *Hasher) sink() tokenizer.Sink {
	switch {
	case !h.method.inBatches():
		return tokenizer.Func(h.features.Token)
	case h.shingles != nil:
		return h.shingles
	}
	return batches{h.features, h.sketch}
}

// batches passes single tokens to a featurizer, and batches of features of weight 1 to a sketcher.
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

// WriteString is like Write but does not copy all of s at once.
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

// AppendSketch ends the text and appends its sketch to dst: [Method.Size] bytes, big-endian. It
// returns [ErrNoFeatures] if the text has no features. If an external tokenizer failed, it returns
// that error, and never the sketch of a part.
func (h *Hasher) AppendSketch(dst []byte) ([]byte, error) {
	h.end()
	if h.err != nil {
		return nil, h.err
	}
	if h.sketch.isEmpty() {
		return nil, ErrNoFeatures
	}
	return h.sketch.appendData(dst), nil
}

// CountFeatures ends the text and returns the number of its distinct features, 0 without a sketch.
func (h *Hasher) CountFeatures() int {
	h.end()
	if h.err != nil {
		return 0
	}
	return h.sketch.distinct()
}

// HasFeatures ends the text and reports whether it has n distinct features or more. It is faster than
// CountFeatures where elements are not counted for the sketch.
func (h *Hasher) HasFeatures(n int) bool {
	h.end()
	return h.err == nil && (h.sketch.minimaOfAll() && h.sketch.minima.HasSlots(n) || h.sketch.distinct() >= n)
}

// Minima ends the text and returns its full form (R7.5). Full forms can be merged (R7.6);
// [Method.Stored] makes a sketch of one. Minima returns false if the sketch of the method is not
// [MinHash128], and if an external tokenizer failed.
func (h *Hasher) Minima() (m minhash.Minima, ok bool) {
	h.end()
	if h.err != nil || h.method.def.Sketch != MinHash128 {
		return minhash.Minima{}, false
	}
	return h.sketch.minima, true
}

// KeepElements makes the Hasher keep the elements of each text, for Elements. It discards the text
// so far. Each element needs 8 bytes of memory. If occurrences count without a limit, the memory
// grows with the length of the text: see [Method.BoundsElements].
func (h *Hasher) KeepElements() {
	if h.tokenizer != nil {
		h.sketch.keepElements()
		h.Reset()
	}
}

// Elements ends the text and returns its elements (R5.6), in no order. Each occurs as often as it
// weighs. For sd1 and mh1 they are the distinct hashes of the features. The next text overwrites
// the list. It is nil without [Hasher.KeepElements], and if an external tokenizer failed.
func (h *Hasher) Elements() []uint64 {
	h.end()
	if h.err != nil {
		return nil
	}
	h.sketch.distinct()
	return h.sketch.elements
}

// errZero is the error of a Hasher without a method.
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
