// Package attachment identifies the documents that are embedded in another by their bytes.
package attachment

import (
	"context"
	"crypto/sha256"
)

// Identity is equal for documents with the same embedded documents in the same order. Their names do not
// count. It is zero if there are none.
type Identity [sha256.Size / 2]byte

// NotCompared is the identity of embedded documents that could not be read. It equals no other, not even itself.
var NotCompared = Identity{0: 0xFF, len(Identity{}) - 1: 0xFF}

// Sum adds up the identity of one document. A nil Sum ignores what is added.
type Sum struct {
	chain   [sha256.Size]byte // of digests
	unknown bool
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

// Miss notes that an embedded document could not be read.
func (s *Sum) Miss() {
	if s != nil {
		s.unknown = true
	}
}

// Identity returns the identity of what was added.
func (s *Sum) Identity() Identity {
	if s.unknown {
		return NotCompared
	}
	return Identity(s.chain[:])
}
