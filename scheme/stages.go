package scheme

import (
	"maps"
	"slices"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/jenkins"
	"github.com/lsh-interop/fpcheck/simhash"
	"github.com/lsh-interop/fpcheck/tokenize"
)

// Stages are all that happens to a text on its way to a fingerprint.
type Stages struct {
	Text        string           // chapter 1
	Remaining   string           // chapter 2: without identifiers
	Runs        []string         // chapter 3
	Tokens      []string         // chapter 4, in order, repeated ones too
	Hashes      []uint64         // chapter 5: distinct, ascending
	Counters    simhash.Counters // R7.1
	Fingerprint Fingerprint      // the zero value if there are no features
}

// Stages runs each stage by itself over a whole text in memory.
func (s *Scheme) Stages(octets []byte) Stages {
	var st Stages
	st.Text = tokenize.Text(octets)
	st.Remaining = s.rules.Identifiers(st.Text)
	st.Runs = s.rules.Normalise(st.Remaining)
	st.Tokens = s.rules.Segment(st.Runs)
	st.Hashes, st.Counters = s.Features(st.Tokens)
	if len(st.Hashes) > 0 {
		st.Fingerprint = s.FromSketch(st.Counters.Sketch())
	}
	return st
}

// Features returns the distinct hashes of tokens, ascending, and the counters
// they make: chapter 5 and R7.1.
func (s *Scheme) Features(tokens []string) ([]uint64, simhash.Counters) {
	var c simhash.Counters
	seen := make(map[uint64]bool)
	for _, t := range tokens {
		h := jenkins.Sum64([]byte(t))
		if !seen[h] || s.def.Features == "occurrences" {
			c.Add(h)
		}
		seen[h] = true
	}
	return slices.Sorted(maps.Keys(seen)), c
}

// FromSketch returns the fingerprint of s, profile visible, with that sketch.
func (s *Scheme) FromSketch(sketch uint64) Fingerprint {
	return Fingerprint{s, encode.Visible, sketch}
}
