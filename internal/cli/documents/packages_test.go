package documents

import (
	"testing"
)

// No two members have one name, however many want to, and however long that would take to find out.
func TestUniqueNames(t *testing.T) {
	o := newOpening(new(Packages), "")
	seen := make(map[string]bool)
	for range 1000 {
		for _, name := range []string{"a", "a#2", "a#2#2", "b"} {
			unique := o.unique(name)
			if seen[unique] {
				t.Fatalf("%s twice", unique)
			}
			seen[unique] = true
		}
	}
	if !seen["a"] || !seen["a#2"] || !seen["b#1000"] {
		t.Errorf("a, a#2 or b#1000 are missing")
	}
}
