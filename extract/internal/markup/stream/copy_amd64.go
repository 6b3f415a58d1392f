//go:build !purego

package stream

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// block is how many bytes are copied at once.
const block = 32

// copyBlocks is copyEights, or does more at once.
func copyBlocks(to, text []byte) int {
	if len(text) < block || !hasAVX2 {
		return copyEights(to, text)
	}
	return copyAVX2(&to[0], &text[0], len(text))
}

//go:noescape
func copyAVX2(to, text *byte, n int) int
