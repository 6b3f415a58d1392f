package tokenizer

import (
	"io"
	"strings"
)

// Text returns what chapter 1 makes of bytes: well-formed text (R1.1 to R1.3).
func Text(text []byte) string {
	var out capture
	d := &decoder{next: &out}
	d.take(text)
	d.close()
	return string(out)
}

// Identifiers returns a text by chapter 2: U+FFFD for identifiers, without what R2.9 and R2.10 delete.
func (r Rules) Identifiers(text string) string {
	var out capture
	run(new(Tokenizer).chapter2(r, &out), []byte(text))
	return string(out)
}

// NewRemaining returns a Tokenizer that stops after chapter 2. It passes on the text that remains, in
// pieces, and asks no external tokenizer.
func (r Rules) NewRemaining(to io.Writer) *Tokenizer {
	r.split = nil
	t := &Tokenizer{begun: true}
	t.chain = func() { t.decoder = decoder{next: t.chapter2(r, written{to})} }
	return t
}

// written is a stage that writes what it receives.
type written struct{ to io.Writer }

func (w written) write(p []byte, _ int) { w.to.Write(p) }
func (written) close()                  {}

// Normalise returns what chapter 3 makes of a text: its runs, none of them empty.
func (r Rules) Normalise(text string) []string {
	var out capture
	run(&normaliser{rules: r, next: &out}, []byte(text))
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == separator })
}

// Segment returns what chapter 4 makes of runs: their tokens, in order.
func (r Rules) Segment(runs []string) []string {
	var tokens []string
	s := new(Tokenizer).segmenter(r, func(t []byte) { tokens = append(tokens, string(t)) })
	for _, text := range runs {
		run(s, []byte(text))
	}
	return tokens
}

// Tokens returns the tokens of a text, in order.
func (r Rules) Tokens(text []byte) []string {
	var tokens []string
	t := r.New(Func(func(t []byte) { tokens = append(tokens, string(t)) }))
	t.Write(text)
	t.Close()
	return tokens
}

func run(s stage, p []byte) {
	s.write(p, 0)
	s.close()
}

// capture is a stage that collects what it receives.
type capture []byte

func (c *capture) write(p []byte, _ int) { *c = append(*c, p...) }
func (c *capture) close()                {}

// NewPlaced returns a Tokenizer that calls emit with each token and its place. A place is the bytes of the text
// from the first code point of a token to its last (R13.19). The rules must have classes, and one cluster in a
// token. It is several times slower than others.
func (r Rules) NewPlaced(emit func(token []byte, from, to int)) *Tokenizer {
	t := &Tokenizer{begun: true}
	t.chain = func() {
		t.classes = newClassSegmenter(r, func(token []byte) { emit(token, t.classes.place.from, t.classes.place.to) })
		t.classes.places = &t.normaliser.places
		t.normaliser = normaliser{rules: r, next: &t.classes, placed: true}
		t.decoder = decoder{next: t.chapter2(r, &t.normaliser)}
	}
	return t
}
