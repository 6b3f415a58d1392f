package pipeline

import (
	"crypto/sha256"
	"hash"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
)

// exact hashes the characters of a text whose encoding is a guess, without the blanks and line ends of ASCII. In a
// wrong encoding of single bytes, letters may be capitals or punctuation, which text digests ignore. But different
// bytes are different characters.
type exact struct {
	hash  hash.Hash
	words []byte
}

// exactOf returns what hashes the characters of a text, or nil if its encoding is known. Readers note a guess before
// the text is read.
func exactOf(text source) *exact {
	if t, ok := text.(*extract.Document); ok && guess.Of(t.Notes) != nil {
		return &exact{hash: sha256.New()}
	}
	return nil
}

// Write implements [io.Writer].
func (e *exact) Write(p []byte) (int, error) {
	e.words = e.words[:0]
	for _, c := range p {
		switch c {
		case ' ', '\t', '\n', '\f', '\r':
		default:
			e.words = append(e.words, c)
		}
	}
	e.hash.Write(e.words)
	return len(p), nil
}

// end fills the fields of a document that depend on the characters. Of documents whose encoding is a guess, only those
// with the same characters have the same Compared.Same.
func (e *exact) end(d *Document) {
	if e == nil {
		return
	}
	e.hash.Sum(d.Exact[:0])
	if d.Compared.Same != [sha256.Size]byte{} {
		d.Compared.Same = sha256.Sum256(append(d.Compared.Same[:], d.Exact[:]...))
	}
}
