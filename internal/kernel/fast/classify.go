package fast

import "encoding/binary"

const (
	ones = 0x0101010101010101
	tops = 0x80 * ones
)

// classifyGeneric fills in the masks of the first blocks of 64 bytes and lower-cases their ASCII
// letters. It works on eight bytes at a time.
func (t *Tokenizer) classifyGeneric(blocks int) {
	for b := range blocks {
		block := (*[64]byte)(t.text[b*64:])
		var digits [8]uint64
		var word, hint, anyDigit, anyForeign uint64
		for i := range digits {
			eight := binary.LittleEndian.Uint64(block[i*8:])
			x, ascii := eight&^tops, ^eight&tops
			letters := within(x|ones<<5, 'a', 'z') & ascii // nothing else is in this range with that bit set
			binary.LittleEndian.PutUint64(block[i*8:], eight|letters>>2)
			digits[i] = (within(x, '0', '9') | within(x, '_', '_')) & ascii
			word |= gather(letters|digits[i]) << (i * 8)
			hint |= gather((within(x, '-', '.')|within(x, ':', '@'))&ascii) << (i * 8)
			anyDigit |= digits[i]
			anyForeign |= eight
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

// within sets the top bit of each byte of x that is from lo to hi. All bytes of x must be ASCII.
// The other bits of the result are meaningless.
func within(x uint64, lo, hi byte) uint64 {
	return (x + (0x80-uint64(lo))*ones) &^ (x + (0x7F-uint64(hi))*ones)
}

// gather collects the top bits of eight bytes into one byte.
func gather(x uint64) uint64 { return x & tops >> 7 * 0x0102040810204080 >> 56 }
