package sketch

import (
	"cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
)

// A Group is an [io.Writer] that computes several sketches of one text. It splits the text
// once for all methods with the same rules, such as those of sm1, mh1 and mw1. It hashes shingles of the
// same width once.
//
//	g := sketch.NewGroup(methods...)
//	io.Copy(g, r)
//	for _, h := range g.Hashers() {
//		sketch, err := h.AppendSketch(nil)
//	}
//
// The results equal those of separate Hashers. A method of one Hasher that ends the text ends it for
// all of them.
type Group struct {
	all        []*Hasher
	tokenizers []*tokenizer.Tokenizer // each once
	err        error                  // of a nil Method
}

// NewGroup returns a Group with a Hasher for each method.
func NewGroup(methods ...*Method) *Group {
	g := new(Group)
	var groups [][]*Hasher // with the same tokens
	for _, m := range methods {
		h := m.newHasher()
		g.all = append(g.all, h)
		if h.method == nil {
			g.err = errZero
		} else if i := groupOf(groups, m); i < 0 {
			groups = append(groups, []*Hasher{h})
		} else {
			groups[i] = append(groups[i], h)
		}
	}
	for _, group := range groups {
		t := group[0].method.rules.New(sinkOf(group))
		for _, h := range group {
			h.tokenizer = t
		}
		g.tokenizers = append(g.tokenizers, t)
	}
	return g
}

// groupOf returns the place of the group with the tokens of a method, or -1.
func groupOf(groups [][]*Hasher, m *Method) int {
	for i, group := range groups {
		if m.splitsAs(group[0].method) {
			return i
		}
	}
	return -1
}

// sinkOf returns the sink of Hashers with the same tokens. Those with the same shingles share them.
func sinkOf(group []*Hasher) tokenizer.Sink {
	var sinks several
	for i, h := range group {
		if h.shingles == nil || !h.sharesShingles(group[:i]) {
			sinks = append(sinks, h.sink())
		}
	}
	if len(sinks) == 1 {
		return sinks[0]
	}
	sinks.shareSingles()
	return sinks
}

// shareSingles gives those that want single clusters one set of them.
func (s several) shareSingles() {
	for _, sink := range s {
		if b, ok := sink.(batches); ok && b.singles != nil {
			b.singles = s.Singles()
		}
	}
}

// Singles returns the set of the single clusters (R5.4); nil if none of the Sinks wants them.
func (s several) Singles() *fast.Singles {
	for _, sink := range s {
		if b, ok := sink.(batches); ok && b.singles != nil {
			return b.singles
		}
	}
	return nil
}

// TakesRuns reports whether all of them take runs of clusters as they are.
func (s several) TakesRuns() bool {
	for _, sink := range s {
		if b, ok := sink.(batches); !ok || b.singles == nil {
			return false
		}
	}
	return true
}

// sharesShingles reports whether one of the others makes the shingles of h, and shares them with h.
func (h *Hasher) sharesShingles(others []*Hasher) bool {
	for _, other := range others {
		if made := other.shingles; made != nil && made.width == h.shingles.width {
			h.shingles = made
			emit := made.emit
			made.emit = func(hashes []uint64) {
				emit(hashes)
				h.sketch.features(hashes)
			}
			return true
		}
	}
	return false
}

// several are Sinks that take the same tokens.
type several []tokenizer.Sink

// Token takes the next token.
func (s several) Token(token []byte) {
	for _, sink := range s {
		sink.Token(token)
	}
}

// Batch takes the next tokens.
func (s several) Batch(b fast.Batch) {
	for _, sink := range s {
		if batches, ok := sink.(fast.Sink); ok {
			batches.Batch(b)
			continue
		}
		for i := 0; i < len(b.Bounds); i += 2 {
			sink.Token(b.Text[b.Bounds[i]:b.Bounds[i+1]])
		}
	}
}

// Hashers returns the Hasher of each method, in the order of the methods. Callers may read their
// results, but must neither write to them nor reset them.
func (g *Group) Hashers() []*Hasher { return g.all }

// Memory returns the size in bytes of the tables of hashes. Each Write may double it.
func (g *Group) Memory() (n int64) {
	for _, h := range g.all {
		if h.sketch != nil {
			n += h.sketch.seen.memory() + h.sketch.many.memory() + hashSize*int64(cap(h.sketch.elements))
		}
	}
	return n
}

// Write appends p to the text. It returns the first error that a separate [Hasher] of a method would
// return. The other Hashers get p nevertheless.
func (g *Group) Write(p []byte) (int, error) {
	first := g.err
	for _, t := range g.tokenizers {
		_, err := t.Write(p)
		first = cmp.Or(first, err)
	}
	return len(p), first
}

// Reset discards the text and begins another.
func (g *Group) Reset() {
	for _, t := range g.tokenizers {
		t.Reset()
	}
	for _, h := range g.all {
		if h.method != nil {
			h.begin()
		}
	}
}
