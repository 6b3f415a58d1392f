// Package textdigest computes text digests, according to R10.6 to R10.11 of SPEC.md.
//
// Two texts have the same text digest if they have the same words, numbers and signs in the same
// order. A changed word or digit makes a difference. Capitals, white space, line ends, invisible
// characters, and punctuation outside numbers make none.
//
//	digest, ok := textdigest.Sum(text) // ok is false if the text has no items
//
// Write a text that does not fit in memory to a [Hash]:
//
//	h := textdigest.New()
//	io.Copy(h, r)
//	digest, ok := h.Sum()
//	h.Reset() // begins another text
package textdigest

import (
	"crypto/sha256"
	"hash"

	"github.com/lsh-interop/fpcheck/internal/kernel/items"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
)

// Name is the name of the definition (R10.11). A different definition would have a
// different name.
const Name = "runs-1"

// A Hash is an [io.Writer] that computes the text digest of the text written to it, which
// is UTF-8. How the text is divided among calls of Write makes no difference. The
// memory needed does not grow with the text.
//
// A Hash must not be copied after its first use, or used by several goroutines at once. The
// zero value is ready to use.
type Hash struct {
	items  *items.Finder
	sum    hash.Hash
	digest []byte // memory for it
	some   bool   // there are items
	ended  bool
}

// New returns a new Hash.
func New() *Hash { return new(Hash) }

// begin makes the zero value ready.
func (h *Hash) begin() {
	h.sum = sha256.New()
	h.items = items.New(items.Settings{}, func(p []byte, _ []int) {
		h.sum.Write(p)
		h.some = true
	})
}

// Write appends p to the text. It returns an error only if the text has ended.
func (h *Hash) Write(p []byte) (int, error) {
	if h.ended {
		return 0, tokenizer.ErrEnded
	}
	if h.items == nil {
		h.begin()
	}
	return h.items.Write(p)
}

// Sum ends the text and returns its text digest. If the text has no items, ok is false
// and digest is zero. Until Reset, later calls return the same.
func (h *Hash) Sum() (digest [sha256.Size]byte, ok bool) {
	if !h.ended && h.items != nil {
		h.items.Close()
	}
	h.ended = true
	if h.some {
		h.digest = h.sum.Sum(h.digest[:0])
		digest = [sha256.Size]byte(h.digest)
	}
	return digest, h.some
}

// Reset discards the text and begins another.
func (h *Hash) Reset() {
	h.some, h.ended = false, false
	if h.items != nil {
		h.items.Reset()
		h.sum.Reset()
	}
}

// Sum returns the text digest of a text. If the text has no items, ok is false and digest
// is zero.
func Sum(text []byte) (digest [sha256.Size]byte, ok bool) {
	h := New()
	h.Write(text)
	return h.Sum()
}

// Items returns the items of a text, from which its digest is computed (R10.7 to R10.10). They are its
// words and numbers, case folded, and the signs that count.
func Items(text []byte) []string {
	return items.All(items.Settings{}, text)
}
