package tokenizer

import (
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// The fast path, package internal/kernel/fast, handles text for which the result of the stages is
// immediately clear. [Tokenizer.Write] offers it text when the stages are at rest, and passes on to
// them what it declines.

// withFast returns the rules with the data for the fast path. It requires rules that fold, and
// words with the letters and digits of ASCII.
func (r Rules) withFast() Rules {
	ascii := ucd.CategoriesOf(ucd.Ll, ucd.Lu, ucd.Nd, ucd.Pc)
	if !r.fold || r.words&ascii != ascii {
		return r
	}
	stages := r
	stages.identifiers = false // they were removed before
	r.fast = &fast.Rules{
		Identifiers: r.identifiers,
		Hyphens:     r.hyphens,
		Blanks:      r.blanks,
		IForms:      r.iForms,
		Alphabetic:  r.alphabetic,
		Classes:     r.classes,
		Grams:       r.grams,

		MaxWhiteSpace: maxJoinWhiteSpace,
		MaxMarks:      MaxMarks,
		MaxToken:      MaxToken,

		Atom:         &byteClass,
		IsIdentifier: func(atom []byte) bool { return isIdentifier(atom[:min(len(atom), MaxIdentifier)]) },
		IsLineEnd:    ucd.IsLineEnd,
		IsGap:        isWhiteSpace,
		IsKept:       stages.keeps,
		Map:          stages.mapAlone(),
		IsWord:       stages.isWord,
		Stages:       func(emit func(token []byte)) fast.Stages { return stages.newStages(emit) },
		Key:          r.key(false),
	}
	return r
}

// key returns the settings that decide what the fast path makes of a code point. Those of runs are others
// than those of tokens.
func (r Rules) key(runs bool) fast.Key {
	k := fast.Key{Flags: uint32(r.grams), Words: r.words, Kept: r.kept}
	for i, set := range []bool{
		runs, r.hyphens, r.blanks, r.zeroWidthSpace, r.fold, r.tatweel, r.iForms, r.apostrophes, r.classes,
	} {
		if set {
			k.Flags |= 1 << (8 + i)
		}
	}
	return k
}

// HasTables reports whether the tables of the fast path are stored. If not, the first text waits until they are
// made.
func (r Rules) HasTables() bool {
	if r.fastRuns != nil {
		return r.fastRuns.HasTable()
	}
	return r.fast.HasTable()
}

// mapAlone returns a function that appends the mapping of a code point by chapter 3. It is for one
// goroutine.
func (r Rules) mapAlone() func(dst []byte, c rune) []byte {
	var source []byte
	var mapped capture
	n := &normaliser{rules: r, next: &mapped}
	return func(dst []byte, c rune) []byte {
		if p := ucd.Lookup(c); p.Stable && !n.special(c) {
			return utf8.AppendRune(dst, c)
		}
		source, mapped = utf8.AppendRune(source[:0], c), mapped[:0]
		run(n, source)
		return append(dst, mapped...)
	}
}

// newFast returns the fast path to a Sink, or nil if the rules have none. A Sink that is also a
// [fast.Sink] gets tokens in batches, and a [fast.ClusterSink] their clusters.
func (r Rules) newFast(to Sink) *fast.Tokenizer {
	if r.fast == nil {
		return nil
	}
	if batches, ok := to.(fast.Sink); ok {
		t := fast.NewTokenizer(r.fast, batches.Batch)
		if clusters, ok := to.(fast.ClusterSink); ok {
			t.NoteClusters(clusters.Singles(), clusters.TakesRuns())
		}
		return t
	}
	return fast.NewTokenizer(r.fast, func(b fast.Batch) {
		for i := 0; i < len(b.Bounds); i += 2 {
			to.Token(b.Text[b.Bounds[i]:b.Bounds[i+1]])
		}
	})
}

// takeFast passes the front of p to the fast path, if the stages are at rest.
func (t *Tokenizer) takeFast(p []byte) (rest []byte) {
	if t.fast == nil || !t.atRest() {
		return p
	}
	n := t.fast.Take(p)
	t.slow = min(t.slow*2+1, maxSlow)
	if n > t.slow {
		t.slow = 0
	}
	return p[n:]
}

// maxSlow is the maximum number of bytes for the stages before the fast path is asked again.
const maxSlow = 4096

// toRest returns the length of the part of p that the stages should process. It ends at a blank, or
// at possible punctuation of East Asia: after either, the stages may be at rest.
func (t *Tokenizer) toRest(p []byte) int {
	if t.fast == nil {
		return len(p)
	}
	for i := t.slow; i < len(p); i++ {
		switch c := p[i]; {
		case c == ' ', c == '\n', i > 1 && (p[i-2] == 0xE3 && p[i-1] == 0x80 || p[i-2] == 0xEF && p[i-1] == 0xBC):
			return i + 1
		}
	}
	return len(p)
}

// atRest reports whether the stages hold nothing back that affects the following text.
func (t *Tokenizer) atRest() bool {
	if !t.ready {
		return true
	}
	n, s := &t.normaliser, &t.words
	if t.classes.emit != nil {
		s = &t.classes.words
	}
	return t.decoder.tailLen == 0 && !t.decoder.broken && t.identifiers.state == outside &&
		t.joiner.state == joinNothing && !t.joiner.letter && !t.joiner.base.IsClustered() &&
		n.source.empty() && n.mapped.empty() && !n.started &&
		t.classes.class == class.None && len(s.word) == 0 && !s.tooLong
}
