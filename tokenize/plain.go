package tokenize

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// plain takes text from the front of what is written, as far as it is plain: as far as it
// is known of each code point at once what the stages make of it, and while they hold
// nothing back. It finds the tokens in a few operations an octet. What is left is for the
// stages. What it takes ends where they are at rest: after a separator that is in no atom.
//
// It reads a chunk at a time, in a copy that it maps in place: what is plain does not
// change its length. Masks have a bit an octet.
type plain struct {
	rules  Rules
	emit   func(text []byte, bounds []uint16)
	size   int // of the next chunk: small after text that was not plain
	text   [chunk + Padding]byte
	words  [chunk/64 + 1]uint64 // octets of words
	high   [chunk / 64]uint64   // octets beyond ASCII
	tells  [chunk / 64]uint64   // octets that chapter 2 may be about
	bounds [chunk + 2]uint16
}

const (
	chunk    = 4096
	minChunk = 256
)

// arePlain reports that text can be plain by the rules: what they make of ASCII is known.
func (r *Rules) arePlain() bool {
	ascii := ucd.CategoriesOf(ucd.Ll, ucd.Lu, ucd.Nd, ucd.Pc)
	return r.plain != nil && r.split == nil && r.fold && r.words&ascii == ascii
}

// take finds the tokens at the front of p, and returns how many octets it took.
func (t *plain) take(p []byte) int {
	taken := 0
	for taken < len(p) {
		n := min(t.size, len(p)-taken)
		done := t.chunk(p[taken : taken+n])
		taken += done
		if 2*done <= n {
			t.size = minChunk
			break
		}
		t.size = min(2*t.size, chunk)
	}
	return taken
}

// chunk is take for a text that is no longer than a chunk.
func (t *plain) chunk(p []byte) int {
	n := len(p)
	copy(t.text[:], p)
	clear(t.text[n : n+Padding])
	t.ascii(n)
	limit := t.beyond(n)
	limit = t.chapter2(p, limit)
	for limit > 0 && (t.isWord(limit-1) || octetClass[p[limit-1]] != 0 || limit < n && !utf8.RuneStart(p[limit])) {
		limit--
	}
	if m := t.tokens(limit); m > 0 {
		t.emit(t.text[:limit+Padding], t.bounds[:m])
	}
	return limit
}

func (t *plain) isWord(i int) bool { return t.words[i>>6]>>(i&63)&1 != 0 }

const (
	ones = 0x0101010101010101
	tops = 0x80 * ones
)

// within has the top bit of each octet of x set, all of which are ASCII, that is one of
// lo to hi. Other bits are of no meaning.
func within(x uint64, lo, hi byte) uint64 {
	return (x + (0x80-uint64(lo))*ones) &^ (x + (0x7F-uint64(hi))*ones)
}

// gather makes a mask of the top bits of eight octets.
func gather(x uint64) uint64 { return x & tops >> 7 * 0x0102040810204080 >> 56 }

// ascii fills the masks, and maps what is ASCII (R3.5).
func (t *plain) ascii(n int) {
	blocks := (n + 63) / 64
	for b := range blocks {
		block := t.text[b*64 : b*64+64]
		var word, high, tells uint64
		for i := 0; i < 64; i += 8 {
			octets := binary.LittleEndian.Uint64(block[i:])
			beyond := octets & tops
			x := octets &^ (beyond | (beyond - beyond>>7))
			capital := within(x, 'A', 'Z') & tops >> 2
			x |= capital
			binary.LittleEndian.PutUint64(block[i:], octets|capital)
			word |= gather(within(x, 'a', 'z')|within(x, '0', '9')|within(x, '_', '_')) << i
			tells |= gather(within(x, '-', '.')|within(x, ':', ':')|within(x, '@', '@')) << i
			high |= gather(beyond) << i
		}
		t.words[b], t.high[b], t.tells[b] = word, high, tells
	}
	t.words[blocks] = 0
}

// beyond maps the code points beyond ASCII, and adds their octets to the masks. It returns
// where the first of them stands that is not plain; n if all are.
func (t *plain) beyond(n int) int {
	var table *plainTable
	next, bare := -1, false // the end of the last one, and whether a mark may follow it
	for b := 0; b*64 < n; b++ {
		high := t.high[b]
		for high != 0 {
			at := b*64 + bits.TrailingZeros64(high)
			high &= high - 1
			if at < next {
				continue
			}
			if table == nil {
				table = t.rules.plain.get(t.rules)
			}
			r, size := codePoint(t.text[at : at+3])
			of := table[r]
			joined := at == next
			switch of.kind {
			case plainWord, plainBare:
				bare = of.kind == plainBare
			case plainSeparator:
				next, bare = at+size, false
				continue
			case plainVowel: // a mark
				if !joined || !t.isWord(at-1) {
					return at
				}
				bare = true
			case plainMark:
				if !joined || !bare {
					return at
				}
				bare = false
			default:
				return at
			}
			next = at + size
			if next > n {
				return at
			}
			copy(t.text[at:next], of.to[:])
			mask := uint64(1)<<size - 1
			t.words[at>>6] |= mask << (at & 63)
			t.words[at>>6+1] |= mask >> (64 - at&63)
		}
	}
	return n
}

// codePoint decodes one of the Basic Multilingual Plane, which takes 2 octets or 3, from
// the front of p. It returns 0, which is not plain, if p begins with anything else.
func codePoint(p []byte) (r uint16, size int) {
	b0, b1, b2 := p[0], p[1]^0x80, p[2]^0x80
	switch {
	case 0xC2 <= b0 && b0 <= 0xDF && b1 < 0x40:
		return uint16(b0&0x1F)<<6 | uint16(b1), 2
	case 0xE0 <= b0 && b0 <= 0xEF && b1 < 0x40 && b2 < 0x40:
		if r := uint16(b0)<<12 | uint16(b1)<<6 | uint16(b2); r >= 0x800 {
			return r, 3
		}
	}
	return 0, 1
}

// chapter2 removes identifiers from the masks. It returns where it cannot tell what is to
// be removed; limit if it can.
func (t *plain) chapter2(p []byte, limit int) int {
	gone, tested := 0, 0 // the ends of the last identifier, and of the last atom tested
	for b := 0; b*64 < limit; b++ {
		for tells := t.tells[b]; tells != 0; tells &= tells - 1 {
			at := b*64 + bits.TrailingZeros64(tells)
			switch {
			case at < gone:
			case at >= limit:
				return limit
			case p[at] == '-':
				if t.rules.hyphens && mayJoin(p, at) {
					return at
				}
			case !t.rules.identifiers, at < tested:
			case at+1 == len(p):
				return at
			case octetClass[p[at+1]] != 0: // else R2.3 removes it, or nothing is after its @
				start := at
				for start > 0 && octetClass[p[start-1]] != 0 {
					start--
				}
				tested = at + atomLen(p[at:])
				if tested == len(p) {
					return at
				}
				if isIdentifier(p[start:min(tested, start+MaxIdentifier)]) {
					gone = tested
					for i := start; i < gone; i++ {
						t.words[i>>6] &^= 1 << (i & 63)
					}
				}
			}
		}
	}
	return limit
}

// mayJoin reports that R2.9 may be about the hyphen at p[at].
func mayJoin(p []byte, at int) bool {
	if at == 0 || !isLetter(p[at-1]) && p[at-1] < utf8.RuneSelf {
		return false
	}
	for at++; at < len(p) && (p[at] == ' ' || p[at] == '\t'); at++ {
	}
	return at == len(p) || p[at] >= utf8.RuneSelf || isLineEnd(rune(p[at]))
}

// tokens fills bounds, and returns how many there are.
func (t *plain) tokens(limit int) int {
	n, carry := 0, uint64(0)
	for b := 0; b*64 < limit; b++ {
		words := t.words[b]
		if rest := limit - b*64; rest < 64 {
			words &= 1<<rest - 1
		}
		edges := words ^ (words<<1 | carry)
		carry = words >> 63
		for ; edges != 0; edges &= edges - 1 {
			t.bounds[n] = uint16(b*64 + bits.TrailingZeros64(edges))
			n++
		}
	}
	if !t.rules.alphabetic {
		return n
	}
	kept := 0
	for i := 0; i < n; i += 2 {
		start, end := t.bounds[i], t.bounds[i+1]
		if c := t.text[start]; c >= 'a' || isAlphabetic(t.text[start:end]) {
			t.bounds[kept], t.bounds[kept+1] = start, end
			kept += 2
		}
	}
	return kept
}

// isAlphabetic is R4.2.
func isAlphabetic(word []byte) bool {
	for len(word) > 0 {
		r, size := utf8.DecodeRune(word)
		if ucd.IsAlphabetic(r) {
			return true
		}
		word = word[size:]
	}
	return false
}
