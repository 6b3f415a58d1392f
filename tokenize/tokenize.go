// Package tokenize turns octets into tokens: chapters 1 to 4 of SPEC.md.
//
// The four stages stand in decode.go, identifiers.go, normalise.go and
// segment.go. Each takes its input in pieces, cut anywhere, and holds back only
// what a later octet could still change, which the limits of the specification
// bound. A [Tokenizer] chains them; the methods of [Rules] run each by itself on
// a whole text, for those who want to see what happens in between.
package tokenize

import "github.com/lsh-interop/fpcheck/internal/ucd"

// Limits of SPEC.md: with them a stream needs bounded memory.
const (
	MaxIdentifier = 2048 // octets of an atom that are tested (R2.2)
	MaxMarks      = 1024 // code points of a mark sequence (R3.4, R3.6)
	MaxToken      = 4096 // octets of a token (R4.3)
)

// UnicodeVersion is the version of the Unicode Character Database that decides
// every property in this package.
const UnicodeVersion = ucd.Version

// Rules say which form of each stage to use. The zero value is no use; see
// [ParseRules].
type Rules struct {
	identifiers bool           // chapter 2 applies
	fold        bool           // R3.5 applies
	words       ucd.Categories // R4.1
	alphabetic  bool           // R4.2 applies
}

// Tokenizer is an [io.WriteCloser] that takes a text in pieces and calls a
// function with each token. It belongs to one goroutine.
type Tokenizer struct {
	decoder     decoder
	identifiers identifiers
	normaliser  normaliser
	segmenter   segmenter
}

// stage is the receiving end of a stage. Between stages flows well-formed UTF-8,
// never cut inside a code point.
type stage interface {
	write(text []byte)
	close()
}

// New returns a Tokenizer that calls emit with each token, in order. The octets
// of a token are valid until emit returns.
func (r Rules) New(emit func(token []byte)) *Tokenizer {
	t := &Tokenizer{}
	t.segmenter = segmenter{rules: r, emit: emit}
	t.normaliser = normaliser{fold: r.fold, next: &t.segmenter}
	t.decoder = decoder{next: &t.normaliser}
	if r.identifiers {
		t.identifiers = identifiers{next: &t.normaliser}
		t.decoder.next = &t.identifiers
	}
	return t
}

// Write takes the next octets of the text. It always takes them all, and its
// error is always nil.
func (t *Tokenizer) Write(octets []byte) (int, error) {
	t.decoder.write(octets)
	return len(octets), nil
}

// Close ends the text and emits what was held back. The Tokenizer is then ready
// for another text.
func (t *Tokenizer) Close() error {
	t.decoder.close()
	return nil
}
