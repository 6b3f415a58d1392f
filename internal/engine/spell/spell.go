// Package spell converts texts and hashes to the data of vectors, and back.
package spell

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/vectors"
)

// Bytes returns a text as data.
func Bytes(s string) vectors.Bytes { return vectors.BytesOf([]byte(s)) }

// All returns texts as data.
func All(list []string) []vectors.Bytes {
	spelled := make([]vectors.Bytes, len(list))
	for i, s := range list {
		spelled[i] = Bytes(s)
	}
	return spelled
}

// Strings returns data as texts.
func Strings(list []vectors.Bytes) []string {
	out := make([]string, len(list))
	for i, o := range list {
		out[i] = string(o.Bytes())
	}
	return out
}

// Hashes returns hashes as 16 hexadecimal digits each.
func Hashes(list []uint64) []string {
	out := make([]string, len(list))
	for i, h := range list {
		out[i] = Hash(h)
	}
	return out
}

// Hash returns a hash as 16 hexadecimal digits.
func Hash(h uint64) string { return fmt.Sprintf("%016x", h) }
