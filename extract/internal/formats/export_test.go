package formats

import (
	"slices"
	"testing"
)

// Families returns the registered families.
func Families() []*Family { return slices.Clone(families) }

// RegisterOnly replaces the registered families until the test ends.
func RegisterOnly(t *testing.T, only []*Family) {
	before := families
	t.Cleanup(func() { families = before })
	families = nil
	for _, f := range only {
		Register(f)
	}
}

// Beginnings returns the first bytes of documents of all kinds.
func Beginnings() (heads [][]byte) {
	for _, b := range beginnings {
		heads = append(heads, []byte(b.head))
	}
	return heads
}
