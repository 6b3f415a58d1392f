//go:build !purego

package tokenize

import "golang.org/x/sys/cpu"

// vectors reports that the processor has what plain_amd64.s is made of, and wide that it has
// that of plain512_amd64.s.
var (
	vectors = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT
	wide    = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2 &&
		cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
)

// classify is [classifyPlainly], of 64 octets at a time.
func (t *plain) classify(blocks int) {
	switch {
	case wide:
		classifyAVX512(&t.text[0], blocks, &t.words[0], &t.digits[0], &t.tells[0], &t.high[0])
	case vectors:
		classifyAVX2(&t.text[0], blocks, &t.words[0], &t.digits[0], &t.tells[0], &t.high[0])
	default:
		t.classifyPlainly(blocks)
	}
}

// edges is [edgesPlainly], of many bits at a time.
func (t *plain) edges(blocks int) int {
	switch {
	case wide:
		return edgesAVX512(&t.bounds[0], &t.words[0], blocks)
	case vectors:
		return edgesBMI(&t.bounds[0], &t.words[0], blocks)
	}
	return t.edgesPlainly(blocks)
}

// letters maps ASCII and letters of 2 octets of words from at on, up to what is something else,
// and returns where that is. It needs what is wide.
func (t *plain) letters(at, n int) int {
	return at + lettersAVX512(&t.text[at], n-at, &t.table.letters)
}

//go:noescape
func classifyAVX2(text *byte, blocks int, words, digits, tells, high *uint64)

//go:noescape
func classifyAVX512(text *byte, blocks int, words, digits, tells, high *uint64)

//go:noescape
func edgesBMI(bounds *uint16, words *uint64, blocks int) int

//go:noescape
func edgesAVX512(bounds *uint16, words *uint64, blocks int) int

//go:noescape
func lettersAVX512(text *byte, n int, letters *[32]plainLetters) int
