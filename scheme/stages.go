package scheme

import (
	"github.com/lsh-interop/fpcheck/sketch/minhash"
	"github.com/lsh-interop/fpcheck/sketch/simhash"
	"github.com/lsh-interop/fpcheck/tokenize"
)

// Stages are all that happens to a text on its way to a fingerprint.
type Stages struct {
	Text        string           // chapter 1
	Remaining   string           // chapter 2: without identifiers, lines joined
	Runs        []string         // chapter 3
	Tokens      []string         // chapter 4, in order, repeated ones too
	Features    []Feature        // chapter 5, in order, repeated ones too
	Elements    []uint64         // chapter 5: what is sketched, ascending, as often as it weighs
	Distinct    int              // features
	Counters    simhash.Counters // R7.1; zero for MinHash
	Minima      minhash.Minima   // R7.5; no elements for SimHash
	Fingerprint Fingerprint      // the zero value if there are no features
	Err         error            // of a tokenizer of somebody else's: all from Remaining on is cut short there
}

// Feature is one feature of a text, where it occurs.
type Feature struct {
	Octets string
	Hash   uint64
	Weight int // of the feature, however often it occurs
}

// Stages runs each stage by itself over a whole text in memory.
func (s *Scheme) Stages(octets []byte) Stages {
	var st Stages
	st.Text = tokenize.Text(octets)
	rules := s.rules
	if s.split != nil {
		rules = rules.WithWords(func(text string) ([]string, error) {
			words, err := s.split(text)
			st.Err = err // nothing is split after a failure
			return words, err
		})
	}
	st.Remaining = rules.Identifiers(st.Text)
	st.Runs = s.rules.Normalise(st.Remaining)
	st.Tokens = s.rules.Segment(st.Runs)
	st.Features = s.featuresOf(st.Tokens)
	k := s.sketched(st.Features)
	st.Elements, st.Distinct, st.Counters, st.Minima = k.elements, k.seen.used, k.low, k.minima
	if k.seen.used > 0 && st.Err == nil {
		st.Fingerprint, _ = s.FromSketch(k.data())
	}
	return st
}

// Elements returns what is sketched of tokens (chapter 5), ascending, each as often
// as it weighs: of sd1 and mh1 the distinct hashes of the features.
func (s *Scheme) Elements(tokens []string) []uint64 { return s.sketched(s.featuresOf(tokens)).elements }
