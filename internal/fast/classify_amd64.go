//go:build !purego

package fast

// classify is classifyGeneric, or as fast as the processor can do the same.
func (t *Tokenizer) classify(blocks int) {
	if !hasAVX2 {
		t.classifyGeneric(blocks)
		return
	}
	classifyAVX2(&t.text[0], blocks, &t.word, &t.digit, &t.hint, &t.foreign)
}

// classifyAVX2 is classifyGeneric of the blocks at text.
//
//go:noescape
func classifyAVX2(text *byte, blocks int, word, digit, hint, foreign *mask)
