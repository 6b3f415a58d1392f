package scheme

import (
	"cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenize"
)

// Hashers is an [io.Writer] that computes the fingerprints of one text by several schemes. It
// splits the text into tokens once for all schemes with the same rules, as [SM1], [MH1] and
// [MW1] have, and hashes shingles of as many tokens once:
//
//	h := scheme.NewHashers(scheme.SM1, scheme.MH1)
//	io.Copy(h, r)
//	for _, one := range h.All() {
//		fp, err := one.Fingerprint()
//	}
//
// The results are those of a [Hasher] of each. Fingerprint, Features, Minima and Elements of one
// end the text for all of them.
type Hashers struct {
	all        []*Hasher
	tokenizers []*tokenize.Tokenizer // each once
	err        error                 // of a zero Scheme
}

// NewHashers returns new Hashers.
func NewHashers(schemes ...*Scheme) *Hashers {
	g := new(Hashers)
	var groups [][]*Hasher // with the same tokens
	for _, s := range schemes {
		h := s.newHasher()
		g.all = append(g.all, h)
		switch i := groupOf(groups, s); {
		case h.scheme == nil:
			g.err = errZero
		case i < 0:
			groups = append(groups, []*Hasher{h})
		default:
			groups[i] = append(groups[i], h)
		}
	}
	for _, group := range groups {
		t := group[0].scheme.rules.New(sinkOf(group))
		for _, h := range group {
			h.tokenizer = t
		}
		g.tokenizers = append(g.tokenizers, t)
	}
	return g
}

// groupOf returns the place of the group with the tokens of a scheme, or -1.
func groupOf(groups [][]*Hasher, s *Scheme) int {
	for i, group := range groups {
		if s.splitsAs(group[0].scheme) {
			return i
		}
	}
	return -1
}

// sinkOf returns what takes the tokens of Hashers with the same tokens. Those with the same
// shingles share them.
func sinkOf(group []*Hasher) tokenize.Sink {
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

// sharesShingles reports whether one of the others makes the shingles of h, and has them taken
// by h too.
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
type several []tokenize.Sink

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

// All returns the Hasher of each scheme, in the order of the schemes. They are to be asked, and
// neither written to nor reset.
func (g *Hashers) All() []*Hasher { return g.all }

// Write appends p to the text. It returns the first of the errors that the Write method of a
// [Hasher] of each scheme would; the others take p nevertheless.
func (g *Hashers) Write(p []byte) (int, error) {
	first := g.err
	for _, t := range g.tokenizers {
		_, err := t.Write(p)
		first = cmp.Or(first, err)
	}
	return len(p), first
}

// Reset discards the text and begins another.
func (g *Hashers) Reset() {
	for _, t := range g.tokenizers {
		t.Reset()
	}
	for _, h := range g.all {
		if h.scheme != nil {
			h.begin()
		}
	}
}
