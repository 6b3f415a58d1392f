//go:build !purego

package maintext

import "testing"

// Trees that do not fit the lanes are walked.
func TestWiden(t *testing.T) {
	split := func(threshold int32, trees ...[]byte) []byte {
		out := []byte{0, byte(threshold >> 8), byte(threshold)}
		for _, tree := range trees {
			out = append(out, tree...)
		}
		return out
	}
	one := []byte{leaf, 0xFF, 0x00}
	chain := func(leaves int) []byte {
		tree := one
		for i := range leaves - 1 {
			tree = split(int32(1000-i), tree, one)
		}
		return tree
	}
	for _, tt := range []struct {
		why  string
		tree []byte
		fits bool
	}{
		{"the fewest leaves", chain(2), true},
		{"the most leaves", chain(lanes), true},
		{"a leaf more", chain(lanes + 1), false},
		{"a leaf alone", one, false},
		{"the largest threshold", split(most-1, one, one), true},
		{"one more, which vectors cannot exceed", split(most, one, one), false},
	} {
		f := &forest{roots: []uint16{0}}
		if rest := f.grow(tt.tree); len(rest) > 0 {
			t.Fatalf("%s: %d bytes are left", tt.why, len(rest))
		}
		w := f.widen()
		if fits := w != nil; fits != tt.fits {
			t.Errorf("%s: fits is %v, want %v", tt.why, fits, tt.fits)
		}
	}
}
