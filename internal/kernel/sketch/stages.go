package sketch

import (
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
)

// Stages are the results of all stages between a text and its sketch.
type Stages struct {
	Text      string           // chapter 1
	Remaining string           // chapter 2: without identifiers, lines joined
	Runs      []string         // chapter 3
	Tokens    []string         // chapter 4, in order, with repetitions
	Features  []Feature        // chapter 5, in order, with repetitions
	Elements  []uint64         // chapter 5: as [Method.Elements] returns them
	Distinct  int              // number of distinct features
	Counters  simhash.Counters // R7.1; zero for MinHash
	Minima    minhash.Minima   // R7.5; without elements for SimHash
	Sketch    []byte           // chapter 7; nil if there are no features
	// Err is the error of an external tokenizer, where Remaining ends. There is no sketch then.
	Err error
}

// A Feature is one occurrence of a feature in a text.
type Feature struct {
	Text   string
	Hash   uint64
	Weight int // of one occurrence
}

// Stages returns the results of all stages, each of the whole text. A [Hasher] is far faster.
func (m *Method) Stages(text []byte) Stages {
	st := m.segmented(text)
	st.Features = m.featuresOf(st.Tokens)
	k := m.sketched(st.Features)
	st.Elements, st.Distinct, st.Counters, st.Minima = k.elements, k.seen.used, k.low, k.minima
	if k.seen.used > 0 && st.Err == nil {
		st.Sketch = k.appendData(nil)
	}
	return st
}

// Tokens returns the tokens of a text (chapter 4), or the error of an external tokenizer.
func (m *Method) Tokens(text []byte) ([]string, error) {
	st := m.segmented(text)
	return st.Tokens, st.Err
}

// segmented returns the stages up to the tokens.
func (m *Method) segmented(text []byte) (st Stages) {
	st.Text = tokenizer.Text(text)
	rules := m.rules
	if m.split != nil {
		rules = rules.WithWords(func(text string) ([]string, error) {
			words, err := m.split(text)
			st.Err = err // nothing is split after a failure
			return words, err
		})
	}
	st.Remaining = rules.Identifiers(st.Text)
	st.Runs = m.rules.Normalise(st.Remaining)
	st.Tokens = m.rules.Segment(st.Runs)
	return st
}

// Elements returns the elements of the features of tokens (chapter 5), ascending. Each occurs as
// often as it weighs. For sd1 and mh1 they are the distinct hashes of the features.
func (m *Method) Elements(tokens []string) []uint64 { return m.sketched(m.featuresOf(tokens)).elements }

// Features is an [io.WriteCloser] that lists the features of a text (chapter 5). Close ends the text.
type Features struct {
	*tokenizer.Tokenizer
	features *featurizer
}

// Features returns a writer that calls token, if not nil, with each token. It calls feature with each
// feature, whatever it weighs. Their bytes are overwritten later.
func (m *Method) Features(token, feature func([]byte)) *Features {
	f := newFeaturizer(m, func(octets []byte, _ int) { feature(octets) })
	return &Features{m.rules.New(tokenizer.Func(func(octets []byte) {
		if token != nil {
			token(octets)
		}
		f.Token(octets)
	})), f}
}

func (f *Features) Close() error {
	err := f.Tokenizer.Close()
	f.features.close()
	return err
}
