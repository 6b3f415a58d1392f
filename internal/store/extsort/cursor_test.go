package extsort

import (
	"errors"
	"slices"
	"testing"
)

// A cursor has each record once, and none after the end or after an error.
func TestCursor(t *testing.T) {
	failure := errors.New("no more")
	for _, want := range []error{nil, failure} {
		c := NewCursor(func(yield func([]string, error) bool) {
			if yield([]string{"a"}, nil) && yield([]string{"b"}, nil) && want != nil {
				yield([]string{"c"}, want)
			}
		})
		var got []string
		for ; c.Record != nil; c.Step() {
			got = append(got, c.Record...)
		}
		if !slices.Equal(got, []string{"a", "b"}) || c.Err != want {
			t.Errorf("%q, %v: want a and b, %v", got, c.Err, want)
		}
		c.Stop()
	}
}
