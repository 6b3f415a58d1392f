//go:build !purego

package fast

import (
	"math/bits"
	"unicode/utf8"
)

// mapByVectors maps code points from at on, which is beyond ASCII. It returns the offset of the
// first code point that vector instructions cannot map. It needs AVX-512.
func (t *Tokenizer) mapByVectors(p []byte, at, n int) int {
	switch {
	case t.text[at] < 0xE0:
		if at > 0 && p[at-1] >= utf8.RuneSelf && t.table.kindBefore(p, at) == kindCluster {
			return at // a word begins
		}
		return at + mapTwosAVX512(&t.text[at], n-at, &t.table.vectors.letters)
	case t.text[at] < 0xF0 && t.text[at+3] >= utf8.RuneSelf: // a single code point is not worth it
		return t.mapThrees(p, at, n)
	}
	return at
}

// vectorTable is a [table] in a form for vector instructions.
type vectorTable struct {
	letters letters
	planes  planes
}

// fill takes the entries of a table that is otherwise complete.
func (v *vectorTable) fill(t *table) {
	for i, p := range t.blocks {
		switch {
		case i < len(v.letters):
			v.letters[i].add(p)
		case p == t.blocks[i-1] && i > len(v.letters):
			v.planes.blocks[i] = v.planes.blocks[i-1]
		default:
			v.planes.blocks[i] = planesOf(p)
		}
	}
	v.planes.findIdeographs()
}

// letters maps the code points of 2 bytes with kindLetter or kindBare, by the first byte. It has
// the last byte of the result, and the first, which is 0 for other kinds.
type letters [32]letterBlock

type letterBlock struct{ last, first [block]byte }

func (b *letterBlock) add(p *page) {
	for i, e := range p {
		if e.kind() >= kindLetter {
			b.first[i], b.last[i] = byte(e), byte(e>>8)
		}
	}
}

// planes has the kinds of the code points of 3 bytes that stay unchanged. A kind has a number of
// three bits, with a plane for each bit. A block of code points has a set of last bytes in each
// plane. The ideographs U+4E00 to U+9FFF have all bits or none, if all are of one kind.
type planes struct {
	blocks     [1 << 16 / block][3]uint64
	ideographs [3]uint64
}

// planeNumbers are the numbers of the kinds in [planes]; 0 for others.
var planeNumbers = [...]uint8{
	kindSeparator: 1, kindMark: 2, kindVowel: 3, kindLetter: 4, kindBare: 5, kindCluster: 6,
}

func planesOf(p *page) (planes [3]uint64) {
	for at, e := range p {
		if e.code() != 0 {
			continue
		}
		for i := range planes {
			planes[i] |= uint64(planeNumbers[e.kind()]>>i&1) << at
		}
	}
	return planes
}

func (p *planes) findIdeographs() {
	const first, last = 0x4E00 / block, 0x9FFF / block
	of := p.blocks[first]
	for _, b := range p.blocks[first : last+1] {
		if b != of {
			return
		}
	}
	for _, plane := range of {
		if plane != 0 && ^plane != 0 {
			return
		}
	}
	p.ideographs = of
}

// window is the number of bytes that mapThrees examines at once.
const window = 64

// found has a bit for each byte of a window. A code point of 3 bytes has its bit at the first byte.
// The assembly depends on this layout.
type found struct {
	planes                [3]uint64 // of [planes]
	threes, foreign, gaps uint64    // code points of 3 bytes, bytes beyond ASCII, bytes to U+0020
}

// mapThrees processes ASCII and code points of 3 bytes that stay unchanged, a window at a time. It
// returns the offset of the first other code point.
func (t *Tokenizer) mapThrees(p []byte, at, n int) int {
	for at < n {
		var f found
		findThreesAVX512(&t.text[at], &t.table.vectors.planes, &f)
		a, b, c := f.planes[0], f.planes[1], f.planes[2]
		separators, clusters := a&^(b|c), c&b&^a
		marks, vowels, letters, bares := b&^(a|c), a&b&^c, c&^(a|b), c&a&^b
		ascii := t.word.from(at) &^ f.foreign

		// What comes right after each kind. The first bit comes after the byte before at.
		afterASCII, afterCluster := ascii<<1, clusters<<3
		afterBare, afterOther := (vowels|bares)<<3, (marks|letters)<<3
		switch {
		case at == 0 || !t.word.has(at-1):
		case p[at-1] < utf8.RuneSelf:
			afterASCII |= 1
		default:
			switch t.table.kindBefore(p, at) {
			case kindCluster:
				afterCluster |= 1
			case kindVowel, kindBare:
				afterBare |= 1
			case kindMark, kindLetter:
				afterOther |= 1
			}
		}
		afterWord := afterOther | afterBare

		// This and everything after it is left to mapStretch.
		unknown := f.foreign&^(f.threes*7) | f.threes&^(a|b|c) | vowels&^afterWord | marks&^afterBare
		if t.rules.Blanks {
			gaps, others := f.gaps>>3, ^(f.foreign|f.gaps)>>4 // a gap before ASCII is not deleted
			if t.text[at+window] <= ' ' {
				gaps |= 1 << (window - 3)
			}
			clustered := clusters
			if t.rules.joinsLetters() {
				clustered = f.threes &^ separators
			}
			unknown |= clustered & gaps &^ others
		}
		size := min(bits.TrailingZeros64(unknown), n-at)
		if size == 0 {
			break
		}
		done := ^uint64(0) >> (window - size)

		t.word.clearAll(at, separators*7&done)
		runs := clusters & done &^ afterCluster
		splits := (runs&(afterWord|afterASCII) | (letters|bares|ascii)&afterCluster) & done
		if runs|splits != 0 {
			t.cluster.setAll(at, runs)
			t.split.setAll(at, splits)
			t.mustRefine = true
		}
		if at += size; f.foreign == 0 {
			break
		}
	}
	return at
}

// mapTwosAVX512 maps ASCII and letters of 2 bytes in place, at the front of a text of n bytes. It
// returns the number of such bytes. It reads up to 64 bytes past the end, and writes only before
// it.
//
//go:noescape
func mapTwosAVX512(text *byte, n int, letters *letters) int

// findThreesAVX512 fills in found for the window at text. It reads 66 bytes.
//
//go:noescape
func findThreesAVX512(text *byte, planes *planes, found *found)
