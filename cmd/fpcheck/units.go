package main

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/sketch/minhash"
	"github.com/lsh-interop/fpcheck/sketch/simhash"
)

// greatest is the greatest distance of fingerprints of s, and what it counts.
func greatest(s *scheme.Scheme) (n int, unit string) {
	switch {
	case s.IsMinHash():
		return minhash.Slots, "slots"
	case s.Definition().Sketch == scheme.SimHash128:
		return 2 * simhash.Bits, "bits"
	}
	return simhash.Bits, "bits"
}

// advised spells a threshold of the advice on s.
func advised(s *scheme.Scheme, threshold float64) string {
	if s.IsMinHash() {
		return fmt.Sprintf("at least %v", threshold)
	}
	return fmt.Sprintf("at most %v bits", threshold)
}
