package tokenize

// NewRuns returns a Tokenizer that ends with chapter 3: it calls emit with the runs of
// the text, in pieces that are never cut inside a code point, and with one U+0000 or more
// between two runs. No run holds U+0000. The octets of a piece are valid until emit
// returns.
func (r Rules) NewRuns(emit func(piece []byte)) *Tokenizer {
	t := &Tokenizer{}
	t.normaliser = normaliser{rules: r, next: sink(emit)}
	t.decoder = decoder{next: t.chapter2(r, &t.normaliser)}
	return t
}

// sink is the end of a chain that stops early, and passes on what comes.
type sink func(piece []byte)

func (s sink) write(p []byte) { s(p) }
func (s sink) close()         {}
