//go:build !purego

package tokenize

import "golang.org/x/sys/cpu"

// vectors reports that the processor has what plain_amd64.s is made of.
var vectors = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT

// classify is [classifyPlainly], of 64 octets at a time.
func (t *plain) classify(blocks int) {
	if !vectors {
		t.classifyPlainly(blocks)
		return
	}
	classifyAVX2(&t.text[0], blocks, &t.words[0], &t.digits[0], &t.tells[0], &t.high[0])
}

// edges is [edgesPlainly], of many bits at a time.
func (t *plain) edges(blocks int) int {
	if !vectors {
		return t.edgesPlainly(blocks)
	}
	return edgesBMI(&t.bounds[0], &t.words[0], blocks)
}

//go:noescape
func classifyAVX2(text *byte, blocks int, words, digits, tells, high *uint64)

//go:noescape
func edgesBMI(bounds *uint16, words *uint64, blocks int) int
