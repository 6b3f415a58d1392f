//go:build !purego

package tokenize

import (
	"math/bits"
	"unicode/utf8"

	"golang.org/x/sys/cpu"
)

// vectors reports that the processor has what plain_amd64.s is made of, and wide that it has
// that of plain512_amd64.s.
var (
	vectors = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT
	wide    = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2 && cpu.X86.HasAVX512BITALG &&
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

// known maps code points from at on, which is beyond ASCII, as far as they are of those that
// are known by vectors, and returns where that is. It needs what is wide.
func (t *plain) known(p []byte, at, n int) int {
	switch {
	case t.text[at] < 0xE0:
		if at > 0 && p[at-1] >= utf8.RuneSelf && t.table.before(p, at) == plainCluster {
			return at // a word begins
		}
		// ASCII and letters of 2 octets of words.
		return at + lettersAVX512(&t.text[at], n-at, &t.table.letters)
	case t.text[at] < 0xF0:
		return t.threes(p, at, n)
	}
	return at
}

// plainFound has a bit for each of 64 octets. Code points of 3 octets have theirs at the first.
type plainFound struct {
	planes               [3]uint64 // of [plainPlanes]
	threes, high, blanks uint64    // those of 3 octets, octets beyond ASCII, those to U+0020
}

// threes is known for ASCII and code points of 3 octets that stay as they are.
func (t *plain) threes(p []byte, at, n int) int {
	const window = 64
	for at < n {
		var f plainFound
		findAVX512(&t.text[at], &t.table.planes, &f)
		a, b, c := f.planes[0], f.planes[1], f.planes[2]
		separators, clusters := a&^(b|c), c&b&^a
		marks, vowels, words, bares := b&^(a|c), a&b&^c, c&^(a|b), c&a&^b
		latin := t.wordsFrom(at) &^ f.high

		// What is after such, of which the first octet may be.
		afterLatin, afterCluster, afterBare, afterWord := latin<<1, clusters<<3, (vowels|bares)<<3, (marks|words)<<3
		switch {
		case at == 0 || !t.isWord(at-1):
		case p[at-1] < utf8.RuneSelf:
			afterLatin |= 1
		default:
			switch t.table.before(p, at) {
			case plainCluster:
				afterCluster |= 1
			case plainVowel, plainBare:
				afterBare |= 1
			case plainMark, plainWord:
				afterWord |= 1
			}
		}
		afterWord |= afterBare

		// What [plain.foreign] looks at.
		unknown := f.high&^(f.threes*7) | f.threes&^(a|b|c) | vowels&^afterWord | marks&^afterBare
		if t.rules.blanks {
			blanks, others := f.blanks>>3, ^(f.high|f.blanks)>>4 // of ASCII, whose class is no other's
			if t.text[at+window] <= ' ' {
				blanks |= 1 << (window - 3)
			}
			unknown |= clusters & blanks &^ others
		}
		size := min(bits.TrailingZeros64(unknown), n-at)
		if size == 0 {
			break
		}
		octets := ^uint64(0) >> (window - size)

		t.unsetEach(at, separators*7&octets)
		runs := clusters & octets &^ afterCluster
		splits := (runs&(afterWord|afterLatin) | (words|bares|latin)&afterCluster) & octets
		if runs|splits != 0 {
			setEach(&t.clusters, at, runs)
			setEach(&t.splits, at, splits)
			t.special, t.clustered = true, true
		}
		if at += size; f.high == 0 {
			break
		}
	}
	return at
}

// wordsFrom returns 64 bits of words.
func (t *plain) wordsFrom(at int) uint64 {
	return t.words[at>>6]>>(at&63) | t.words[at>>6+1]<<(64-at&63)
}

// setEach sets those bits of a mask that 64 from at on have.
func setEach(mask *[chunk/64 + 1]uint64, at int, bits uint64) {
	mask[at>>6] |= bits << (at & 63)
	mask[at>>6+1] |= bits >> (64 - at&63)
}

// unsetEach clears such of words.
func (t *plain) unsetEach(at int, bits uint64) {
	t.words[at>>6] &^= bits << (at & 63)
	t.words[at>>6+1] &^= bits >> (64 - at&63)
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

//go:noescape
func findAVX512(text *byte, planes *plainPlanes, found *plainFound)
