package fast

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// mapForeign maps the code points beyond ASCII of p in place and adds their bytes to the masks. It
// returns the offset of the first that only the stages can handle, or len(p).
func (t *Tokenizer) mapForeign(p []byte) int {
	n := len(p)
	blocks := (n + 63) / 64
	for b := range blocks {
		t.word[b] |= t.foreign[b] // separators are taken out again
	}
	clear(t.rewrite[:blocks+1])
	clear(t.join[:blocks+1])
	if t.table == nil {
		t.table = t.rules.tables()
	}
	at := 0
	for b := range blocks {
		for at < b*64+64 {
			rest := t.foreign[b] & (^uint64(0) << max(at-b*64, 0))
			if rest == 0 {
				break
			}
			start := b*64 + bits.TrailingZeros64(rest)
			if hasAVX512 {
				if at = t.mapByVectors(p, start, n); at > start {
					continue
				}
			}
			end, ok := t.mapStretch(p, start, n)
			if !ok {
				return end
			}
			at = end
		}
	}
	return n
}

// mapStretch maps the code points from at to the next byte of ASCII, and returns its offset. If
// only the stages can handle a code point, it returns the offset of that code point, and false.
func (t *Tokenizer) mapStretch(p []byte, at, n int) (end int, ok bool) {
	table := t.table
	last := kindSeparator // the kind of the previous code point
	if at > 0 && t.word.has(at-1) {
		last = kindASCII
		if hasAVX512 && p[at-1] >= utf8.RuneSelf { // mapped by vectors
			last = table.kindBefore(p, at)
		}
	}
	for {
		var e entry
		var size int
		head := t.text[at : at+4 : at+4]
		switch c := head[0]; {
		case c < utf8.RuneSelf:
			switch {
			case at >= n:
				return n, true
			case last >= kindMark && !t.rules.joinsLetters(): // of class W
			case !t.word.has(at):
				end := t.gapEnd(p, at, n, last)
				if end > at {
					at, last = end, t.afterGap(last)
					continue
				}
				return at, end == at
			case last == kindCluster:
				t.split.set(at, at+1)
			}
			return at, true
		case 0xC2 <= c && c < 0xE0 && head[1]^0x80 < 0x40:
			e = table.two[int(c&0x1F)<<6|int(head[1]&0x3F)]
			if k := e.kind(); k >= kindLetter {
				if last == kindCluster {
					t.split.set(at, at+1)
				}
				binary.LittleEndian.PutUint16(head, uint16(e))
				at += 2
				if last = k; t.text[at] >= utf8.RuneSelf {
					at, last = t.mapTwos(at, k)
				}
				continue
			}
			size = 2
		case 0xE0 <= c && c < 0xF0 && head[1]^0x80 < 0x40 && head[2]^0x80 < 0x40 && (c > 0xE0 || head[1] >= 0xA0):
			e = table.blocks[int(c&0x0F)<<6|int(head[1]&0x3F)][head[2]&0x3F]
			if k := e.kind(); k >= kindLetter || k == kindCluster || k == kindVowel && last >= kindMark {
				switch {
				case k == kindCluster:
					if last != kindCluster {
						t.beginClusters(at, last)
					}
				case last == kindCluster:
					t.split.set(at, at+1)
				}
				if e.code() != 0 {
					head[0], head[1], head[2] = byte(e), byte(e>>8), byte(e>>16)
				}
				if last = k; k == kindCluster {
					at = t.mapClusters(at + 3)
				} else {
					at, last = t.mapVowels(at+3, k)
				}
				continue
			}
			size = 3
		case at+utf8.UTFMax > n: // more bytes may follow
			return at, false
		default:
			var r rune
			if r, size = utf8.DecodeRune(head); size == 1 && t.emitSpans != nil {
				return at, false // ill-formed bytes in a row are one separator (R1.2)
			}
			e = newEntry(t.rules.kindOfAstral(r), "")
		}
		if at, last = t.mapOther(p, at, size, n, e.kind(), last); at < 0 {
			return ^at, false
		}
	}
}

// mapTwos maps the letters of 2 bytes from at on. The code point before is of class W and of the
// kind last. It returns their end, and the kind of the last one. Like mapClusters and mapVowels, it
// is a tight loop for the part of mapStretch that most text needs. The bytes behind a chunk contain
// no such code point, so the loop ends.
func (t *Tokenizer) mapTwos(at int, last kind) (int, kind) {
	table := &t.table.two
	for {
		head := t.text[at : at+2 : at+2]
		c, d := head[0], head[1]
		if c-0xC2 >= 0xE0-0xC2 || d^0x80 >= 0x40 {
			return at, last
		}
		e := table[int(c&0x1F)<<6|int(d&0x3F)]
		if e.kind() < kindLetter {
			return at, last
		}
		binary.LittleEndian.PutUint16(head, uint16(e))
		at, last = at+2, e.kind()
	}
}

// threeAt returns the entry of the code point of 3 bytes at an offset, or 0 if there is none.
func (t *Tokenizer) threeAt(at int) entry {
	x := binary.LittleEndian.Uint32(t.text[at : at+4])
	b := x&0x0F<<6 | x>>8&0x3F
	if x&0xC0C0F0 != 0x8080E0 || b < 0x800/block { // such a one is ill-formed
		return 0
	}
	return t.table.blocks[b][x>>16&0x3F]
}

// mapClusters maps the code points of class K from at on, after a code point of class K. It returns
// their end.
func (t *Tokenizer) mapClusters(at int) int {
	for {
		e := t.threeAt(at)
		if e.kind() != kindCluster {
			return at
		}
		if e.code() != 0 {
			t.text[at], t.text[at+1], t.text[at+2] = byte(e), byte(e>>8), byte(e>>16)
		}
		at += 3
	}
}

// mapVowels maps the letters of 3 bytes of class W from at on, and the marks that stay unchanged.
// The code point before them is of the same sort, and its kind is last. It returns their end, and
// the kind of the last one.
func (t *Tokenizer) mapVowels(at int, last kind) (int, kind) {
	for {
		e := t.threeAt(at)
		k := e.kind()
		if k < kindVowel && (k != kindMark || last != kindBare && last != kindVowel) {
			return at, last
		}
		if e.code() != 0 {
			t.text[at], t.text[at+1], t.text[at+2] = byte(e), byte(e>>8), byte(e>>16)
		}
		at, last = at+3, k
	}
}

// beginClusters begins a run of class K after a code point of a kind.
func (t *Tokenizer) beginClusters(at int, last kind) {
	if last >= kindMark || last == kindASCII {
		t.split.set(at, at+1)
	}
	t.cluster.set(at, at+1)
	t.mustRefine = true
}

// mapOther handles a code point that is not mapped in place, after a code point of the kind last.
// It returns the next offset, and the kind that this one counts as. If only the stages can handle
// it, it returns the complement of at.
func (t *Tokenizer) mapOther(p []byte, at, size, n int, k, last kind) (next int, now kind) {
	next = at + size
	if k == kindSecond {
		k = t.uncomposed(at, size, last)
	}
	switch k {
	case kindVowel, kindMark:
		switch {
		case last == kindBare, last == kindVowel, k == kindVowel && last >= kindMark:
			return next, k
		case kindThai <= last && last <= kindMyanmar:
			return next, last
		}
	case kindThai, kindLao, kindKhmer, kindMyanmar:
		if last != k {
			t.mustRewrite(at)
		}
		return next, k
	case kindGap, kindZeroWidth:
		switch end := t.gapEnd(p, at, n, last); {
		case end < 0:
			return ^at, last
		case end > at:
			return end, t.afterGap(last)
		}
	case kindHyphen, kindSoftHyphen:
		if t.mayJoin(p, at, size) {
			return ^at, last
		}
	}
	switch k {
	case kindSeparator, kindGap, kindHyphen:
		t.word.clear(at, next)
		return next, kindSeparator
	}
	t.mustRewrite(at)
	return next, kindOdd
}

// uncomposed returns the kind of a mark that may compose. The result is kindVowel or kindMark if
// the mark does not compose with the preceding text, and kindSecond otherwise.
func (t *Tokenizer) uncomposed(at, size int, last kind) kind {
	if last < kindMark {
		return kindSecond
	}
	before, _ := utf8.DecodeLastRune(t.text[:at])
	r, _ := utf8.DecodeRune(t.text[at : at+size])
	if _, ok := ucd.Compose(before, r); ok || r == 0x0307 && t.rules.IForms { // R3.7
		return kindSecond
	}
	if ucd.CombiningClass(r) == 0 {
		return kindVowel
	}
	return kindMark
}

// mustRewrite marks the word at an offset for rewriting.
func (t *Tokenizer) mustRewrite(at int) {
	t.rewrite.set(at, at+1)
	t.mustRefine = true
}

// gapEnd examines the white space at p[at], after a code point of a kind. It returns the end of the
// white space if R2.10 deletes it, and at if not. It returns -1 if only the stages can decide.
func (t *Tokenizer) gapEnd(p []byte, at, n int, last kind) int {
	if !t.rules.Blanks || last != kindOdd && !last.isClustered() && (last < kindMark || !t.rules.joinsLetters()) {
		return at
	}
	if c := p[at]; ' ' < c && c < utf8.RuneSelf { // no white space
		return at
	}
	if at+1 < n && ' ' < p[at+1] && p[at+1] < utf8.RuneSelf { // before ASCII, it is not deleted
		return at
	}
	var base class.Class
	if last.isClustered() {
		base = last.class()
	} else {
		base = baseClass(p[:at])
	}
	if !base.IsClustered() {
		return at
	}
	end := at
	for count := 0; ; count++ {
		if !utf8.FullRune(p[end:n]) || count > t.rules.MaxWhiteSpace {
			return -1
		}
		r, size := utf8.DecodeRune(p[end:n])
		if t.rules.IsGap(r) {
			end += size
			continue
		}
		if count == 0 || class.Of(r) != base {
			return at
		}
		break
	}
	if last >= kindMark {
		return -1
	}
	joins := t.afterGap(last) == kindCluster
	for i := at; i < end; i++ {
		t.word.set(i, i+1)
		if joins {
			t.join.set(i, i+1)
		}
	}
	if joins {
		t.mustJoin = true // if there are clusters, refine is needed anyway
	} else {
		t.mustRewrite(at)
	}
	return end
}

// afterGap returns the kind of white space that R2.10 deletes, after a code point of a kind. A run
// of class K continues. In [Spans], such a run is odd.
func (t *Tokenizer) afterGap(last kind) kind {
	if last == kindCluster && t.emitSpans == nil {
		return kindCluster
	}
	return kindOdd
}

// baseClass returns the class of the last code point of p that is not a mark.
func baseClass(p []byte) class.Class {
	for len(p) > 0 {
		r, size := utf8.DecodeLastRune(p)
		if c := class.Of(r); c != class.Mark {
			return c
		}
		p = p[:len(p)-size]
	}
	return class.None
}
