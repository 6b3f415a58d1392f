package scheme

import (
	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/sketch/minhash"
	"github.com/lsh-interop/fpcheck/tokenize"
)

// Hasher is an [io.Writer] that takes a text in pieces, cut anywhere (R9.2). It
// belongs to one goroutine. Its memory grows with the distinct features, not
// with the text.
type Hasher struct {
	scheme    *Scheme
	tokenizer *tokenize.Tokenizer
	features  *featurizer
	shingles  *shingles // in place of features; nil if there are none, or not in batches
	sketch    *sketcher
	ended     bool
	err       error // of a tokenizer of somebody else's
}

// New returns a Hasher for one text after another.
func (s *Scheme) New() *Hasher {
	h := &Hasher{scheme: s, sketch: newSketcher(s)}
	h.features = newFeaturizer(s, func(feature []byte, weight int) {
		h.sketch.feature(s.hash(feature), weight)
	})
	switch {
	case !s.inBatches():
		h.tokenizer = s.rules.New(h.features.token)
	case s.def.Features == Shingles:
		h.shingles = newShingles(s.def.Width, h.sketch.features)
		h.tokenizer = s.rules.NewBatches(h.shingles.token, h.shingles.take)
	default:
		h.tokenizer = s.rules.NewBatches(h.features.token, h.sketch.tokens)
	}
	return h
}

// Write takes the next octets of the text. The only errors are [ErrEnded] and, of a
// scheme with words: of its own, that of their tokenizer.
func (h *Hasher) Write(octets []byte) (int, error) {
	return h.tokenizer.Write(octets)
}

// Fingerprint ends the text and returns its fingerprint, or [ErrNoFeatures], or what
// Write returned: never the fingerprint of a part of the words.
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

// Features ends the text and returns its number of distinct features: 0 if there
// is no fingerprint.
func (h *Hasher) Features() int {
	h.end()
	if h.err != nil {
		return 0
	}
	return h.sketch.distinct()
}

// Minima ends the text and returns its full form (R7.5), which merges with that of
// others. Only MinHash schemes with one permutation have one; ok says so. It is not ok
// either if there is no fingerprint for another reason than [ErrNoFeatures].
func (h *Hasher) Minima() (m minhash.Minima, ok bool) {
	h.end()
	if h.err != nil || h.scheme.def.Sketch != MinHash128 {
		return minhash.Minima{}, false
	}
	return h.sketch.minima, true
}

func (h *Hasher) end() {
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
	h.tokenizer.Reset()
	h.features.reset()
	if h.shingles != nil {
		h.shingles.reset()
	}
	h.sketch.reset()
	h.ended, h.err = false, nil
}
