//go:build !purego

package fast

// classify does what classifyGeneric does, by the best instructions of the processor.
func (t *Tokenizer) classify(blocks int) {
	if !hasAVX2 {
		t.classifyGeneric(blocks)
		return
	}
	classifyAVX2(&t.text[0], blocks, &t.word, &t.digit, &t.hint, &t.foreign)
}

// classifyAVX2 does what classifyGeneric does, for the blocks at text.
//
//go:noescape
func classifyAVX2(text *byte, blocks int, word, digit, hint, foreign *mask)
