package fast

import (
	"encoding/binary"
	"math/bits"
)

const (
	ones = 0x0101010101010101
	tops = 0x80 * ones
)

// classifyGeneric fills in the masks of the first blocks of 64 bytes and puts their
// letters of ASCII in lower case, eight bytes at a time.
func (t *Tokenizer) classifyGeneric(blocks int) {
	for b := range blocks {
		block := (*[64]byte)(t.text[b*64:])
		var digits [8]uint64
		var word, hint, anyDigit, anyForeign uint64
		for i := range digits {
			octets := binary.LittleEndian.Uint64(block[i*8:])
			x, ascii := octets&^tops, ^octets&tops
			letters := within(x|ones<<5, 'a', 'z') & ascii // x|ones<<5 has no others in this range
			binary.LittleEndian.PutUint64(block[i*8:], octets|letters>>2)
			digits[i] = (within(x, '0', '9') | within(x, '_', '_')) & ascii
			word |= gather(letters|digits[i]) << (i * 8)
			hint |= gather((within(x, '-', '.')|within(x, ':', '@'))&ascii) << (i * 8)
			anyDigit |= digits[i]
			anyForeign |= octets
		}
		t.word[b], t.hint[b] = word, hint
		t.digit[b], t.foreign[b] = 0, 0
		if anyDigit != 0 {
			for i, d := range digits {
				t.digit[b] |= gather(d) << (i * 8)
			}
		}
		if anyForeign&tops != 0 {
			for i := range digits {
				t.foreign[b] |= gather(binary.LittleEndian.Uint64(block[i*8:])) << (i * 8)
			}
		}
	}
}

// within sets the top bit of each byte of x that is from lo to hi. All bytes of x are
// ASCII; the other bits of the result mean nothing.
func within(x uint64, lo, hi byte) uint64 {
	return (x + (0x80-uint64(lo))*ones) &^ (x + (0x7F-uint64(hi))*ones)
}

// gather makes eight bits of the top bits of eight bytes.
func gather(x uint64) uint64 { return x & tops >> 7 * 0x0102040810204080 >> 56 }

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
