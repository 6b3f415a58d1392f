package pipeline

import (
	"errors"
	"maps"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
)

// memory is what a Reader holds of a text. Text and document share one limit: 64 MiB, and 32 bytes
// for each byte of the document.
type memory struct {
	budget  *budget.Budget
	text    source
	counted int64 // bytes of the document
}

func (r *Reader) memory(text source) *memory {
	return &memory{budget: budget.New(budget.Limits(r.o.Limits)), text: text}
}

func (m *memory) hold(n int64, what string) error {
	size := m.text.Size()
	m.budget.Source(size - m.counted)
	m.counted = size
	return m.budget.Hold(n, what)
}

const (
	// tokenCost is what a token and its feature need in all stages and their JSON, besides their bytes.
	tokenCost = 896
	// textCost is what a byte of a text needs in all stages and their JSON, within tokens or not.
	textCost = 40
	// featureCost is what a feature needs in a set, and in the sum of sets, besides its bytes.
	featureCost = 192
	// wordCost is what a token needs in a list that grows by copying, besides its bytes.
	wordCost = 64
	// elementCost is what a feature needs in such a list.
	elementCost = 24
)

// stagesOf returns the memory that the stages of a text need, in bytes.
func stagesOf(m *sketch.Method, text []byte) int64 {
	tokens, features, octets := int64(0), int64(0), int64(0)
	w := m.Features(func(token []byte) {
		tokens++
		octets += int64(len(token))
	}, func(feature []byte) {
		features++
		octets += int64(len(feature))
	})
	w.Write(text)
	w.Close() // the stages have the error
	return tokenCost*max(tokens, features) + 4*octets + textCost*int64(len(text))
}

// list is the features of a text, each once, and its tokens.
type list struct {
	distinct map[string]struct{} // nil unless they are asked for
	tokens   []string
	w        *sketch.Features
	memory   *memory
	err      error
}

func (r *Reader) list(method *sketch.Method, m *memory) *list {
	l := &list{memory: m}
	if r.o.Distinct {
		l.distinct = make(map[string]struct{})
	}
	l.w = method.Features(l.token, l.feature)
	if !r.o.Tokens {
		l.w = method.Features(nil, l.feature)
	}
	return l
}

func (l *list) hold(n int) bool {
	if l.err == nil {
		l.err = l.memory.hold(int64(n), "the words of a text")
	}
	return l.err == nil
}

func (l *list) token(octets []byte) {
	if l.hold(wordCost + len(octets)) {
		l.tokens = append(l.tokens, string(octets))
	}
}

func (l *list) feature(octets []byte) {
	if l.distinct == nil {
		l.hold(elementCost)
	} else if _, ok := l.distinct[string(octets)]; !ok && l.hold(featureCost+len(octets)) {
		l.distinct[string(octets)] = struct{}{}
	}
}

func (l *list) Write(p []byte) (int, error) {
	l.w.Write(p) // the hashers have its error
	return len(p), l.err
}

// close ends the text, and adds to its result.
func (l *list) close(r *Result) error {
	l.w.Close()
	r.Tokens = l.tokens
	if l.distinct != nil {
		r.Distinct = slices.Sorted(maps.Keys(l.distinct))
		if r.Features = len(r.Distinct); r.Features > 0 && errors.Is(r.Err, scheme.ErrNoFeatures) {
			r.Err = nil // they weigh nothing
		}
	}
	return l.err
}

// tables counts the tables of hashers in an account, after each piece of text.
type tables struct {
	hashers *sketch.Group
	account *budget.Account
	held    int64
}

func (t *tables) Write(p []byte) (int, error) {
	if more := 2*t.hashers.Memory() - t.held; more > 0 { // the next piece may double them
		if err := t.account.Hold(more); err != nil {
			return 0, err
		}
		t.held += more
	}
	return len(p), nil
}

func (t *tables) close() { t.account.Release(t.held) }
