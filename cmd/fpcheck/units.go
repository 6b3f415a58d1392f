package main

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/minhash"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/simhash"
)

// isMinHash reports that fingerprints of s have slots: its advice is similarities,
// and not distances.
func isMinHash(s *scheme.Scheme) bool {
	sketch := s.Definition().Sketch
	return sketch == scheme.MinHash128 || sketch == scheme.MinHash128Permuted
}

// greatest is the greatest distance of fingerprints of s, and what it counts.
func greatest(s *scheme.Scheme) (n int, unit string) {
	switch {
	case isMinHash(s):
		return minhash.Slots, "slots"
	case s.Definition().Sketch == scheme.SimHash128:
		return 2 * simhash.Bits, "bits"
	}
	return simhash.Bits, "bits"
}

// advised spells a threshold of the advice on s.
func advised(s *scheme.Scheme, threshold float64) string {
	if isMinHash(s) {
		return fmt.Sprintf("at least %v", threshold)
	}
	return fmt.Sprintf("at most %v bits", threshold)
}
