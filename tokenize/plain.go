package tokenize

import (
	"encoding/binary"
	"math/bits"
	"strings"
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
	rules    Rules
	emit     func(text []byte, bounds []uint16, clusters bool)
	size     int // of the next chunk: small after text that was not plain
	text     [joined + 2*chunk + Padding]byte
	words    [chunk/64 + 1]uint64 // octets of tokens, and of white space that R2.10 deletes
	clusters [chunk/64 + 1]uint64 // those of class K
	splits   [chunk/64 + 1]uint64 // octets where the class changes
	high     [chunk / 64]uint64   // octets beyond ASCII
	tells    [chunk / 64]uint64   // hyphens, full stops, and : to @: chapter 2 may be about them
	digits   [chunk/64 + 1]uint64 // those of ASCII, and low lines
	bounds   [chunk + 32]uint16   // with room for what edges stores more than there is
	grams    [chunk + 2]uint16    // bounds, with the grams of runs in their place
}

// joined is where in the text grams stand that were not together.
const joined = chunk + Padding

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
	limit := n
	if anySet(t.high[:(n+63)/64]) {
		limit = t.beyond(n)
	}
	limit = t.chapter2(p, limit)
	for limit > 0 && (t.isWord(limit-1) || octetClass[p[limit-1]] != 0 || limit < n && !utf8.RuneStart(p[limit])) {
		limit--
	}
	if bounds, clusters := t.tokens(limit); len(bounds) > 0 {
		t.emit(t.text[:], bounds, clusters)
	}
	return limit
}

func (t *plain) isWord(i int) bool    { return t.words[i>>6]>>(i&63)&1 != 0 }
func (t *plain) isDigit(i int) bool   { return t.digits[i>>6]>>(i&63)&1 != 0 }
func (t *plain) isCluster(i int) bool { return t.clusters[i>>6]>>(i&63)&1 != 0 }

// set sets the bits of octets, at most 64.
func set(mask *[chunk/64 + 1]uint64, start, end int) {
	octets := uint64(1)<<(end-start) - 1
	mask[start>>6] |= octets << (start & 63)
	if rest := octets >> (64 - start&63); rest != 0 {
		mask[start>>6+1] |= rest
	}
}

// unset clears the bits of octets of words.
func (t *plain) unset(start, end int) {
	for ; start < end; start = start&^63 + 64 {
		t.words[start>>6] &^= ^uint64(0) >> max(0, 64-(end-start)) << (start & 63)
	}
}

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
	t.classify(blocks)
	t.words[blocks], t.digits[blocks] = 0, 0
	clear(t.clusters[:blocks+1])
	clear(t.splits[:blocks+1])
}

// classifyPlainly is ascii of blocks of 64 octets, by eight at a time in a register.
func (t *plain) classifyPlainly(blocks int) {
	for b := range blocks {
		block := (*[64]byte)(t.text[b*64:])
		var digits [8]uint64
		var word, tells, anyDigit, anyHigh uint64
		for i := range digits {
			octets := binary.LittleEndian.Uint64(block[i*8:])
			x, ascii := octets&^tops, ^octets&tops
			letters := within(x|ones<<5, 'a', 'z') & ascii // x|ones<<5 has no others in this range
			binary.LittleEndian.PutUint64(block[i*8:], octets|letters>>2)
			digits[i] = (within(x, '0', '9') | within(x, '_', '_')) & ascii
			word |= gather(letters|digits[i]) << (i * 8)
			tells |= gather((within(x, '-', '.')|within(x, ':', '@'))&ascii) << (i * 8)
			anyDigit |= digits[i]
			anyHigh |= octets
		}
		t.words[b], t.tells[b] = word, tells
		t.digits[b], t.high[b] = 0, 0
		if anyDigit != 0 {
			for i, d := range digits {
				t.digits[b] |= gather(d) << (i * 8)
			}
		}
		if anyHigh&tops != 0 {
			for i := range digits {
				t.high[b] |= gather(binary.LittleEndian.Uint64(block[i*8:])) << (i * 8)
			}
		}
	}
}

// beyond maps the code points beyond ASCII, and adds their octets to the masks. It returns
// where the first of them stands that is not plain; n if all are.
func (t *plain) beyond(n int) int {
	var table *plainTable
	next, bare := -1, false // the end of the last one, and whether a mark may follow it
	for b := 0; b*64 < n; b++ {
		high := t.high[b]
		if next > b*64 {
			high &= ^uint64(0) << (next - b*64)
		}
		for ; high != 0; high &= ^uint64(0) << (next - b*64) {
			if table == nil {
				table = t.rules.plain.get(t.rules)
			}
			at := b*64 + bits.TrailingZeros64(high)
			r, size := codePoint(t.text[at : at+3])
			of := &table[r]
			follows := at == next // another beyond ASCII
			next = at + size
			if next > n {
				return at
			}
			switch of.kind {
			case plainSeparator:
				bare = false
				continue
			case plainGap:
				if follows && t.isCluster(at-1) {
					return at
				}
				bare = false
				continue
			case plainWord, plainBare:
				bare = of.kind == plainBare
				if follows && t.isCluster(at-1) {
					set(&t.splits, at, at+1)
				}
			case plainVowel:
				if !follows || !t.isWord(at-1) || t.isCluster(at-1) {
					return at
				}
				bare = true
			case plainMark:
				if !follows || !bare {
					return at
				}
				bare = false
			case plainCluster:
				bare = false
				if at > 0 && t.isWord(at-1) && !t.isCluster(at-1) {
					set(&t.splits, at, at+1)
				}
				set(&t.words, at, next)
				set(&t.clusters, at, next)
				if t.text[next] < utf8.RuneSelf && !t.afterCluster(next, n, table) {
					return at
				}
				continue
			default:
				return at
			}
			copy(t.text[at:next], of.to[:])
			set(&t.words, at, next)
		}
	}
	return n
}

// afterCluster looks at the ASCII that follows a code point of class K. It reports false
// where that does not tell whether R2.10 deletes white space.
func (t *plain) afterCluster(at, n int, table *plainTable) bool {
	if t.isWord(at) {
		set(&t.splits, at, at+1)
		return true
	}
	end := at
	for end < n && isGap(rune(t.text[end])) && t.text[end] < utf8.RuneSelf {
		end++
	}
	switch {
	case end == at:
		return true
	case end == n, end-at > 64:
		return false
	case t.text[end] < utf8.RuneSelf:
		return true
	}
	r, _ := codePoint(t.text[end : end+3])
	switch table[r].kind {
	case plainCluster:
		set(&t.words, at, end)
		set(&t.clusters, at, end)
		return true
	case plainSeparator, plainWord, plainBare:
		return true
	}
	return false
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
			switch c := p[at]; {
			case c == '.' && !endsPrefix(p, at), at < gone:
			case at >= limit:
				return limit
			case c == '-':
				if t.rules.hyphens && mayJoin(p, at) {
					return at
				}
			case !t.rules.identifiers, at < tested:
			case at+1 == len(p):
				return at
			case octetClass[p[at+1]] != 0 && mayTell(p, at): // else R2.3 removes it, or nothing is after its @
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
					t.unset(start, gone)
				}
			}
		}
	}
	return limit
}

// mayTell reports that the octet at p[at] may be what R2.4 to R2.7 ask for: of ://, of a
// prefix, of a DOI, or of an address.
func mayTell(p []byte, at int) bool {
	switch p[at] {
	case ':':
		return p[at+1] == '/' || at > 0 && beforeColon[p[at-1]]
	case '.', '@':
		return true
	}
	return false
}

// endsPrefix reports that the full stop at p[at] may be that of www. or of a DOI.
func endsPrefix(p []byte, at int) bool {
	if at < 2 {
		return false
	}
	a, b := p[at-2], p[at-1]
	return b == '0' && a == '1' || b|0x20 == 'w' && a|0x20 == 'w'
}

// beforeColon are the octets that stand before the colon of a prefix (R2.5).
var beforeColon = func() (t [256]bool) {
	for _, p := range prefixes {
		if name, ok := strings.CutSuffix(p, ":"); ok {
			last := name[len(name)-1]
			t[last], t[last-'a'+'A'] = true, true
		}
	}
	return t
}()

// mayJoin reports that R2.9 may be about the hyphen at p[at].
func mayJoin(p []byte, at int) bool {
	if at == 0 || !isLetter(p[at-1]) && p[at-1] < utf8.RuneSelf {
		return false
	}
	for at++; at < len(p) && (p[at] == ' ' || p[at] == '\t'); at++ {
	}
	return at == len(p) || p[at] >= utf8.RuneSelf || isLineEnd(rune(p[at]))
}

// tokens returns the bounds of the tokens, and whether any is of class K.
func (t *plain) tokens(limit int) (bounds []uint16, clusters bool) {
	blocks := (limit + 63) / 64
	if rest := limit & 63; rest != 0 {
		t.words[blocks-1] &= 1<<rest - 1
	}
	if t.rules.alphabetic {
		t.removeNumbers(blocks)
	}
	if t.rules.classes && anySet(t.clusters[:blocks]) {
		return t.withGrams(t.bounds[:t.splitEdges(blocks)]), true
	}
	return t.bounds[:t.edges(blocks)], false
}

// edgesPlainly fills in the bounds of words, and returns how many there are.
func (t *plain) edgesPlainly(blocks int) int {
	n, carry := 0, uint64(0)
	for b, words := range t.words[:blocks] {
		edges := words ^ (words<<1 | carry)
		carry = words >> 63
		for ; edges != 0; edges &= edges - 1 {
			t.bounds[n] = uint16(b*64 + bits.TrailingZeros64(edges))
			n++
		}
	}
	return n
}

// splitEdges is edges of a text of several classes, whose words may touch.
func (t *plain) splitEdges(blocks int) int {
	n, carry := 0, uint64(0)
	for b, words := range t.words[:blocks] {
		before := words<<1 | carry
		edges, splits := words^before, t.splits[b]&words&before
		carry = words >> 63
		for edges |= splits; edges != 0; edges &= edges - 1 {
			i := bits.TrailingZeros64(edges)
			t.bounds[n] = uint16(b*64 + i)
			n++
			if splits>>i&1 != 0 {
				t.bounds[n] = uint16(b*64 + i)
				n++
			}
		}
	}
	return n
}

func anySet(masks []uint64) bool {
	any := uint64(0)
	for _, m := range masks {
		any |= m
	}
	return any != 0
}

// removeNumbers removes words without a letter from the masks (R4.2). Of what is plain
// beyond ASCII, each word begins with a letter.
func (t *plain) removeNumbers(blocks int) {
	carry := uint64(0)
	for b := range blocks {
		words, splits := t.words[b], t.splits[b]
		starts := words &^ ((words<<1 | carry) &^ splits)
		carry = words >> 63
		for starts &= t.digits[b]; starts != 0; starts &= starts - 1 {
			i := bits.TrailingZeros64(starts)
			end := b*64 + i + bits.TrailingZeros64(^((words & t.digits[b]) >> i))
			for end >= b*64+64 && t.isWord(end) && t.isDigit(end) {
				end++
			}
			if !t.isWord(end) || t.splits[end>>6]>>(end&63)&1 != 0 {
				t.unset(b*64+i, end)
			}
		}
	}
}

// withGrams puts grams in the place of runs of class K: R4.8.
func (t *plain) withGrams(bounds []uint16) []uint16 {
	grams, free := t.grams[:0], joined
	for ; len(bounds) > 0; bounds = bounds[2:] {
		start, end := bounds[0], bounds[1]
		if !t.isCluster(int(start)) {
			grams = append(grams, start, end)
			continue
		}
		const size = 3 // octets of each code point of class K that is plain
		last := start
		if start+size == end {
			grams = append(grams, start, end)
		}
		for at := start + size; at < end; {
			if t.text[at] < utf8.RuneSelf { // white space that R2.10 deletes
				at++
				continue
			}
			if last+size == at {
				grams = append(grams, last, at+size)
			} else {
				copy(t.text[free:], t.text[last:last+size])
				copy(t.text[free+size:], t.text[at:at+size])
				grams = append(grams, uint16(free), uint16(free+2*size))
				free += 2 * size
			}
			last = at
			at += size
		}
	}
	return grams
}
