package scheme

import (
	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/jenkins"
	"github.com/lsh-interop/fpcheck/simhash"
	"github.com/lsh-interop/fpcheck/tokenize"
)

// Hasher is an [io.Writer] that takes a text in pieces, cut anywhere (R9.2). It
// belongs to one goroutine. Its memory grows with the distinct features, not
// with the text.
type Hasher struct {
	scheme    *Scheme
	tokenizer *tokenize.Tokenizer
	// A Go map is seeded at random, so chosen hashes cannot crowd it.
	seen     map[uint64]struct{}
	counters simhash.Counters
	ended    bool
}

// New returns a Hasher for one text after another.
func (s *Scheme) New() *Hasher {
	h := &Hasher{scheme: s, seen: make(map[uint64]struct{})}
	each := s.def.Features == "occurrences"
	h.tokenizer = s.rules.New(func(token []byte) {
		hash := jenkins.Sum64(token)
		before := len(h.seen)
		h.seen[hash] = struct{}{}
		if each || len(h.seen) > before { // R5.2
			h.counters.Add(hash)
		}
	})
	return h
}

// Write takes the next octets of the text. The only error is [ErrEnded].
func (h *Hasher) Write(octets []byte) (int, error) {
	if h.ended {
		return 0, ErrEnded
	}
	return h.tokenizer.Write(octets)
}

// Fingerprint ends the text and returns its fingerprint, or [ErrNoFeatures].
func (h *Hasher) Fingerprint() (Fingerprint, error) {
	h.end()
	if len(h.seen) == 0 {
		return Fingerprint{}, ErrNoFeatures
	}
	return Fingerprint{h.scheme, encode.Visible, h.counters.Sketch()}, nil
}

// Features ends the text and returns its number of distinct features.
func (h *Hasher) Features() int {
	h.end()
	return len(h.seen)
}

func (h *Hasher) end() {
	if !h.ended {
		h.ended = true
		h.tokenizer.Close()
	}
}

// keepFeatures is how large a set Reset keeps: clearing one costs its size.
const keepFeatures = 1 << 16

// Reset forgets the text and begins another.
func (h *Hasher) Reset() {
	h.end()
	if len(h.seen) > keepFeatures {
		h.seen = make(map[uint64]struct{})
	}
	clear(h.seen)
	h.counters = simhash.Counters{}
	h.ended = false
}
