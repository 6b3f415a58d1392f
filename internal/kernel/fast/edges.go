package fast

import "math/bits"

// maxExtraBounds is how many more bounds than there are edges may store.
const maxExtraBounds = 32

// edgesGeneric fills in the bounds of the words of the first blocks, and returns their number.
func (t *Tokenizer) edgesGeneric(blocks int) int {
	n, carry := 0, uint64(0)
	for b, words := range t.word[:blocks] {
		edges := words ^ (words<<1 | carry)
		carry = words >> 63
		for ; edges != 0; edges &= edges - 1 {
			t.bounds[n] = uint16(b*64 + bits.TrailingZeros64(edges))
			n++
		}
	}
	return n
}

// splitEdges fills in the bounds of words of several classes. They may touch: where the
// class changes, one word ends and the next begins.
func (t *Tokenizer) splitEdges(blocks int) int {
	n, carry := 0, uint64(0)
	for b, words := range t.word[:blocks] {
		before := words<<1 | carry
		edges, splits := words^before, t.split[b]&words&before
		carry = words >> 63
		for edges |= splits; edges != 0; edges &= edges - 1 {
			i := bits.TrailingZeros64(edges)
			t.bounds[n] = uint16(b*64 + i)
			n++
			if splits>>i&1 != 0 {
				t.bounds[n] = uint16(b*64 + i)
				n++
			}
		}
	}
	return n
}
