package formats

import (
	"slices"
	"testing"
)

// Families are those that are registered.
func Families() []*Family { return slices.Clone(families) }

// RegisterOnly registers families instead of those that are, until the test ends.
func RegisterOnly(t *testing.T, only []*Family) {
	before := families
	t.Cleanup(func() { families = before })
	families = nil
	for _, f := range only {
		Register(f)
	}
}

// Beginnings are those of documents of all kinds.
func Beginnings() (heads [][]byte) {
	for _, b := range beginnings {
		heads = append(heads, []byte(b.head))
	}
	return heads
}
