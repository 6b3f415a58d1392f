//go:build !purego

package fast

// edges does what edgesGeneric does, by the best instructions of the processor.
func (t *Tokenizer) edges(blocks int) int {
	switch {
	case hasAVX512:
		return edgesAVX512(&t.bounds[0], &t.word, blocks)
	case hasAVX2:
		return edgesBMI1(&t.bounds[0], &t.word, blocks)
	}
	return t.edgesGeneric(blocks)
}

// edgesBMI1 does what edgesGeneric does, for the blocks at words. It stores up to 24 bounds more than
// there are.
//
//go:noescape
func edgesBMI1(bounds *uint16, words *mask, blocks int) int

// edgesAVX512 does what edgesGeneric does, for the blocks at words. It stores up to 32 bounds more than
// there are.
//
//go:noescape
func edgesAVX512(bounds *uint16, words *mask, blocks int) int
