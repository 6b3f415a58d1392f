//go:build linux

package main

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/lsh-interop/fpcheck/jenkins"
	"github.com/lsh-interop/fpcheck/minhash"
)

// Shingles hashed many at a time have the sketch of shingles hashed one by one.
func TestBatch(t *testing.T) {
	var b batch // used again
	for _, tt := range []struct {
		n, size int
		why     string
	}{
		{1, 1, "one octet"},
		{1000, 20, "as measured"},
		{3000, 50, "more than fit at a time"},
		{2, batchOctets, "just as many octets as fit"},
		{2, batchOctets + 1, "more octets than fit"},
		{3, 0, "empty ones"},
	} {
		var m minhash.Minima
		var shingles [][]byte
		for i := range tt.n {
			s := bytes.Repeat(fmt.Append(nil, i), tt.size)[:tt.size]
			shingles = append(shingles, s)
			m.Add(jenkins.Sum64(s))
		}
		want, _ := m.Stored()
		if got := b.sketch(shingles); got != want {
			t.Errorf("%d shingles of %d octets: another sketch: %s", tt.n, tt.size, tt.why)
		}
	}
}

func TestDriveErrors(t *testing.T) {
	if _, _, err := drive("nobody", [][]byte{[]byte("x")}); err == nil {
		t.Error("no error for a subject that is not in Go")
	}
}
