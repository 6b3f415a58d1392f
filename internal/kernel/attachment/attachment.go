// Package attachment identifies the documents that are embedded in another by their bytes.
package attachment

import (
	"context"
	"crypto/sha256"
)

// Identity is equal for documents with the same embedded documents in the same order. Their names do not
// count. It is zero if there are none. Of documents with pages that were not read, only those with the same bytes
// have the same identity.
type Identity [sha256.Size / 2]byte

// The identities of what could not be compared. NotCompared is for embedded documents that could not be read. In
// PagesNotCompared, pages were not read, and the bytes of the document are unknown. They equal no other, not even
// themselves.
var (
	NotCompared      = Identity{0: 0xFF, last: 0xFE}
	PagesNotCompared = Identity{0: 0xFF, last: 0xFF}
)

// last is the place of the byte of an Identity that is odd if pages were not read.
const last = len(Identity{}) - 1

// HasPages reports whether the document has pages that were not read.
func (i Identity) HasPages() bool { return i[last]&1 != 0 }

// IsCompared reports whether the identity may equal another.
func (i Identity) IsCompared() bool { return i != NotCompared && i != PagesNotCompared }

// Sum adds up the identity of one document. A nil Sum ignores what is added.
type Sum struct {
	chain   [sha256.Size]byte // of digests
	unknown bool
	pages   bool
}

type key struct{}

// With returns a context whose document adds its embedded documents to s.
func With(ctx context.Context, s *Sum) context.Context { return context.WithValue(ctx, key{}, s) }

// Of returns the sum that a context carries, or nil.
func Of(ctx context.Context) *Sum {
	s, _ := ctx.Value(key{}).(*Sum)
	return s
}

// Add adds the SHA-256 of an embedded document.
func (s *Sum) Add(digest []byte) {
	if s != nil {
		s.chain = sha256.Sum256(append(s.chain[:], digest...))
	}
}

// AddPages adds the SHA-256 of the document itself, which has pages that were not read.
func (s *Sum) AddPages(digest []byte) {
	if s != nil {
		s.Add(digest)
		s.pages = true
	}
}

// Miss notes that an embedded document could not be read.
func (s *Sum) Miss() {
	if s != nil {
		s.unknown = true
	}
}

// Identity returns the identity of what was added.
func (s *Sum) Identity() Identity {
	i := Identity(s.chain[:])
	if s.unknown {
		i = NotCompared
	}
	i[last] &^= 1
	if s.pages {
		i[last] |= 1
	}
	return i
}
