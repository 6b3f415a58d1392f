//go:build !purego

package wellformed

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// block is the number of bytes tested at once.
const block = 32

// validBlocks tests whole blocks. It returns their number of bytes, or -1 if they contain an
// ill-formed sequence. A sequence that the end of the blocks cuts is not ill-formed yet.
func validBlocks(p []byte) int {
	blocks := len(p) / block
	if blocks == 0 || !hasAVX2 {
		return 0
	}
	if !validAVX2(&p[0], blocks) {
		return -1
	}
	return blocks * block
}

//go:noescape
func validAVX2(p *byte, blocks int) bool
