// Package tokenizer splits a text into tokens, according to chapters 1 to 4 of SPEC.md.
//
// Each stage is in a file, or two, of its own:
//
//	decode.go                    chapter 1: bytes to text
//	identifiers.go, joins.go     chapter 2: remove identifiers, join lines
//	normalise.go                 chapter 3: normalisation
//	segment.go, classes.go       chapter 4: segmentation
//
// A [Tokenizer] runs the stages one after another on a text of any length, in bounded memory. The
// methods of [Rules] run one stage on a whole text, which shows the steps in between.
//
// The Rules method of package scheme's Scheme returns the rules of a scheme.
package tokenizer

import (
	"errors"

	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
	"github.com/lsh-interop/fpcheck/internal/kernel/runs"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// The limits of SPEC.md, which bound the memory of a Tokenizer.
const (
	MaxIdentifier = 2048 // bytes of an atom that are tested (R2.2)
	MaxMarks      = 1024 // code points in a mark sequence (R3.4, R3.8)
	MaxToken      = 4096 // bytes of a token (R4.3)
)

// UnicodeVersion is the version of the Unicode Character Database of this package, not of the library.
const UnicodeVersion = ucd.Version

// Rules select the form of each stage. [ParseRules] returns them. With zero Rules, no text has tokens.
type Rules struct {
	identifiers    bool           // R2.1 to R2.8 apply
	hyphens        bool           // R2.9 applies
	blanks         bool           // R2.10 applies
	kept           ucd.Categories // R3.2
	zeroWidthSpace bool           // R3.3 does not apply
	fold           bool           // R3.5 applies
	tatweel        bool           // R3.6 applies
	iForms         bool           // R3.7 applies
	words          ucd.Categories // R4.1
	alphabetic     bool           // R4.2 applies
	apostrophes    bool           // R4.4 applies
	classes        bool           // R4.5 to R4.8 apply, in place of R4.1
	grams          int            // clusters of a token (R4.8)

	split func(text string) ([]string, error) // an external tokenizer, or nil
	fast  *fast.Rules                         // for the fast path, if there is one for the rules

	fastRuns *fast.Rules // the same, for runs
}

// ErrEnded is returned by the Write method of a [Tokenizer] whose text has ended.
var ErrEnded = errors.New("the text has ended: Reset begins another")

// A Tokenizer is an [io.WriteCloser] that splits the text written to it into tokens and passes each to a
// [Sink]. The text may be divided among calls of Write in any way. Close ends the text, and Reset begins
// another.
//
// A Tokenizer must not be used by several goroutines at once.
type Tokenizer struct {
	chain func() // sets up the stages, with nothing held back
	ready bool   // they are set up
	begun bool   // and not ended; false in the zero value

	decoder     decoder
	identifiers identifiers
	joiner      joiner
	splitter    splitter
	normaliser  normaliser
	words       segmenter
	classes     classSegmenter

	fast *fast.Tokenizer // nil if the rules have no fast path
	slow int             // least bytes that the stages take before it is asked again
}

// A stage receives the output of the stage before it: UTF-8, never cut inside a code point. Each write is
// contiguous in the source, from the byte at on, unless it is U+FFFD.
type stage interface {
	write(text []byte, at int)
	close()
}

// A Sink receives the tokens of a text, in order, as UTF-8. Their bytes are valid until Token returns.
type Sink interface{ Token(token []byte) }

// A Func is a function that serves as a [Sink].
type Func func(token []byte)

// Token calls f(token).
func (f Func) Token(token []byte) { f(token) }

// New returns a new Tokenizer that passes tokens to a Sink.
func (r Rules) New(to Sink) *Tokenizer {
	if s, ok := to.(runs.Sink); ok {
		return r.newRuns(s)
	}
	t := r.newStages(to.Token)
	t.fast = r.newFast(to)
	return t
}

// newStages returns a Tokenizer without a fast path. The stages implement the rules one by one.
func (r Rules) newStages(emit func(token []byte)) *Tokenizer {
	t := &Tokenizer{begun: true}
	t.chain = func() {
		t.normaliser = normaliser{rules: r, next: t.segmenter(r, emit)}
		t.decoder = decoder{next: t.chapter2(r, &t.normaliser)}
	}
	return t
}

func (t *Tokenizer) segmenter(r Rules, emit func(token []byte)) stage {
	if r.classes {
		t.classes = newClassSegmenter(r, emit)
		return &t.classes
	}
	t.words = segmenter{rules: r, emit: emit}
	return &t.words
}

// chapter2 returns stage 2, with the parts that the rules select, before next.
func (t *Tokenizer) chapter2(r Rules, next stage) stage {
	if r.split != nil {
		t.splitter = splitter{next: next, split: r.split}
		next = &t.splitter
	}
	if r.hyphens || r.blanks {
		t.joiner = joiner{hyphen: r.hyphens, blanks: r.blanks, next: next}
		next = &t.joiner
	}
	if r.identifiers {
		t.identifiers = identifiers{next: next}
		next = &t.identifiers
	}
	return next
}

// Write appends p to the text. Its only errors are [ErrEnded] and the error of an external tokenizer (see
// [Rules.WithWords]). After an error, no more tokens follow.
func (t *Tokenizer) Write(p []byte) (int, error) {
	if !t.begun {
		return 0, ErrEnded
	}
	for rest := p; len(rest) > 0; {
		if rest = t.takeFast(rest); len(rest) > 0 {
			n := t.toRest(rest)
			t.stages().take(rest[:n])
			rest = rest[n:]
		}
	}
	return len(p), t.splitter.err
}

// stages returns the first stage. It sets up the stages when the fast path first leaves text to them.
func (t *Tokenizer) stages() *decoder {
	if !t.ready {
		t.ready = true
		t.chain()
	}
	return &t.decoder
}

// Close ends the text. Afterwards the Sink has all its tokens. It returns the error of an external
// tokenizer, if any. Until Reset, later calls return the same.
func (t *Tokenizer) Close() error {
	if t.begun {
		t.begun = false
		if t.ready || t.fast == nil {
			t.stages().close()
		}
	}
	return t.splitter.err
}

// Reset discards the text, with tokens not yet in the Sink, and begins another.
func (t *Tokenizer) Reset() {
	t.ready = t.ready && !t.begun // else they hold text back
	t.begun, t.splitter.err = t.chain != nil, nil
}
