//go:build !purego

package stream

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// block is how many octets are looked at at once.
const block = 32

// regularBlocks returns how many octets of a text after a regular octet are written as they are.
// There may be more.
func regularBlocks(text []byte) int {
	if len(text) < block || !hasAVX2 {
		return 0
	}
	return regularAVX2(&text[0], len(text))
}

//go:noescape
func regularAVX2(p *byte, n int) int
