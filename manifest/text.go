package manifest

import "github.com/lsh-interop/fpcheck/textdigest"

// TextRules names the definition of the text digest; another gets another name.
const TextRules = textdigest.Name

// TextHash is an [io.Writer] that takes a text in pieces, cut anywhere, and makes its
// text digest. It belongs to one goroutine, and its memory is bounded.
type TextHash struct{ hash *textdigest.Hash }

// NewTextHash returns a TextHash for one text after another.
func NewTextHash() *TextHash { return &TextHash{textdigest.New()} }

// Write takes the next octets of the text. It always takes them all.
func (h *TextHash) Write(octets []byte) (int, error) { return h.hash.Write(octets) }

// Sum ends the text and returns its text digest, zero if it has none.
func (h *TextHash) Sum() Digest {
	digest, _ := h.hash.Sum()
	return digest
}

// Reset discards the text and begins another.
func (h *TextHash) Reset() { h.hash.Reset() }

// TextDigest returns the text digest of a whole text: zero if it has none.
func TextDigest(text []byte) Digest {
	digest, _ := textdigest.Sum(text)
	return digest
}
