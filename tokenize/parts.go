package tokenize

// NewParts returns a Tokenizer that ends with chapter 3 and tells what separates: it
// calls emit with the runs of the text, in pieces that are never cut inside a code point,
// and for each separator with U+0000 and the code point that separates, in one piece;
// where that is a long mark sequence, with U+0000 twice. No run holds U+0000. The octets
// of a piece are valid until emit returns.
func (r Rules) NewParts(emit func(piece []byte)) *Tokenizer {
	t := &Tokenizer{}
	t.normaliser = normaliser{rules: r, next: sink(emit), told: true}
	t.decoder = decoder{next: t.chapter2(r, &t.normaliser)}
	return t
}

// sink is the end of a chain that stops early, and passes on what comes.
type sink func(piece []byte)

func (s sink) write(p []byte) { s(p) }
func (s sink) close()         {}
