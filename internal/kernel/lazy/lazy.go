// Package lazy builds tables on first use, so that programs that never use them do not wait for
// them.
package lazy

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Set is an immutable set of names.
type Set struct{ names func() map[string]bool }

// Names returns the set of the names that a list holds, with blanks between them.
func Names(list string) Set {
	return Set{sync.OnceValue(func() map[string]bool {
		m := make(map[string]bool)
		for name := range strings.FieldsSeq(list) {
			m[name] = true
		}
		return m
	})}
}

// Has reports whether the set has a name. The zero Set has none.
func (s Set) Has(name string) bool { return s.names != nil && s.names()[name] }

// Sorted returns the names, sorted.
func (s Set) Sorted() []string {
	if s.names == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(s.names()))
}

// Regexp returns a function that returns a regular expression, which must be well-formed.
func Regexp(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
