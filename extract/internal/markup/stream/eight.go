package stream

import "math/bits"

// Eight bytes in a number, the first lowest, answer at once, by the highest bit of each byte.

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// equal says which bytes of x are c. Only the first is sure: after it, c^1 may count too.
func equal(x uint64, c byte) uint64 {
	y := x ^ uint64(c)*ones
	return (y - ones) &^ y & highs
}

// first returns how many bytes stand before the first of an answer; 8 if there is none.
func first(answer uint64) int { return bits.TrailingZeros64(answer) / 8 }

// belowLetters says which bytes of x are below 0x40, as no letter is.
func belowLetters(x uint64) uint64 { return ^(x | x<<1) & highs }
