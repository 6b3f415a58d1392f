//go:build !purego

package fast

// classify does what classifyGeneric does, by NEON, which each arm64 has.
func (t *Tokenizer) classify(blocks int) {
	classifyNEON(&t.text[0], blocks, &t.word, &t.digit, &t.hint, &t.foreign)
}

// classifyNEON does what classifyGeneric does, for the blocks at text.
//
//go:noescape
func classifyNEON(text *byte, blocks int, word, digit, hint, foreign *mask)
