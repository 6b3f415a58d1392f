package fast

import "math/bits"

// removeNumbers removes words without a letter from the mask of words (R4.2). A word with
// a letter beyond ASCII that is mapped in place always begins with one.
func (t *Tokenizer) removeNumbers(blocks int) {
	carry := uint64(0)
	for b := range blocks {
		words, splits := t.word[b], t.split[b]
		starts := words &^ ((words<<1 | carry) &^ splits) & t.digit[b]
		carry = words >> 63
		if starts == 0 {
			continue
		}
		digits, ends := words&t.digit[b], ^words|splits
		for ; starts != 0; starts &= starts - 1 {
			i := bits.TrailingZeros64(starts)
			n := bits.TrailingZeros64(^(digits >> i))
			if i+n == 64 {
				t.removeNumber(b*64 + i)
				continue
			}
			number := -(ends >> (i + n) & 1) // all bits, or none
			t.word[b] &^= number & (1<<n - 1) << i
		}
	}
}

// removeNumber removes the word that begins at a place, if it is a number. It may go on in
// the next block.
func (t *Tokenizer) removeNumber(at int) {
	end := at
	for t.word.has(end) && t.digit.has(end) {
		end++
	}
	if !t.word.has(end) || t.split.has(end) {
		t.word.clear(at, end)
	}
}
