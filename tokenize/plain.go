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
// It reads a chunk at a time, in a copy that it maps in place. A word of which that would
// change the length, or whose code points compose or change places, is written afresh after
// it, and what is rare in a word costs the fast path of that word only. Masks have a bit an
// octet.
type plain struct {
	rules     Rules
	emit      func(text []byte, bounds []uint16, clusters bool)
	size      int // of the next chunk: small after text that was not plain
	text      [written + 2*chunk + 2*Padding]byte
	words     [chunk/64 + 1]uint64 // octets of words, and of white space that R2.10 deletes
	clusters  [chunk/64 + 1]uint64 // where runs of class K begin
	splits    [chunk/64 + 1]uint64 // octets where the class changes
	afresh    [chunk/64 + 1]uint64 // an octet at least of each word that is to be written afresh
	clustered bool                 // there are clusters
	special   bool                 // there are clusters, or words to be written afresh
	high      [chunk / 64]uint64   // octets beyond ASCII
	tells     [chunk / 64]uint64   // hyphens, full stops, and : to @: chapter 2 may be about them
	digits    [chunk/64 + 1]uint64 // those of ASCII, and low lines
	bounds    [chunk + 32]uint16   // with room for what edges stores more than there is
	refined   []uint16             // bounds, with the grams of runs and the tokens of words written afresh
	writer    writer
	stages    *Tokenizer  // for words that writer does not know
	table     *plainTable // nil before the first text beyond ASCII
	pairs     [pairs]pair // what composed lately, in place of a search
}

// written is where in the text tokens stand that are written afresh.
const written = chunk + Padding

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
	t.special = false
	if anySet(t.high[:(n+63)/64]) {
		limit = t.beyond(p, n)
	}
	limit = t.chapter2(p, limit)
	rest := limit
	for rest > 0 && (t.isWord(rest-1) || octetClass[p[rest-1]] != 0 || rest < n && !utf8.RuneStart(p[rest])) {
		rest--
	}
	limit, rest = t.inRun(p, rest, limit)
	if bounds, clusters := t.tokens(p, limit); len(bounds) > 0 {
		t.emit(t.text[:], bounds, clusters)
	}
	return rest
}

// inRun returns where to end the tokens and where to go on, if that is to be inside a long
// run of clusters: before the last of three, which is made a separator, and before the
// second, since it is in two grams. Else both are where text is at rest.
func (t *plain) inRun(p []byte, rest, limit int) (end, next int) {
	if !t.special || 2*rest >= limit {
		return rest, rest
	}
	found, last := 0, plainOdd // clusters, and the kind of them
	for at := limit - 1; at >= rest && limit-at < 4*minChunk; at-- {
		if !utf8.RuneStart(p[at]) {
			continue
		}
		kind := plainOdd
		if r, size := utf8.DecodeRune(p[at:limit]); size == 3 {
			kind = t.table.blocks[r/block][r%block].kind()
		}
		switch kind {
		case plainVowel, plainMark, plainSecond:
			continue
		case plainThai, plainLao, plainKhmer, plainMyanmar, plainCluster:
			if kind != last {
				found, last = 0, kind
			}
		default:
			found, last = 0, plainOdd
			continue
		}
		switch found++; found {
		case 1:
			end = at
		case 2:
			next = at
		case 3:
			t.unset(end, end+1)
			return end + 1, next
		}
	}
	return rest, rest
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

// beyond maps the code points beyond ASCII of p, and adds their octets to the masks. It
// returns where the first of them stands of which it cannot tell what becomes of it; n if
// there is none.
func (t *plain) beyond(p []byte, n int) int {
	blocks := (n + 63) / 64
	for b := range blocks {
		t.words[b] |= t.high[b] // other takes separators out again
	}
	t.clustered = false
	clear(t.afresh[:blocks+1])
	if t.table == nil {
		t.table = t.rules.plain.get(t.rules)
	}
	at := 0
	for b := range blocks {
		for at < b*64+64 {
			high := t.high[b] & (^uint64(0) << max(at-b*64, 0))
			if high == 0 {
				break
			}
			start := b*64 + bits.TrailingZeros64(high)
			if wide {
				if at = t.known(p, start, n); at > start {
					continue
				}
			}
			end, ok := t.foreign(p, start, n)
			if !ok {
				return end
			}
			at = end
		}
	}
	return n
}

// foreign is beyond for the code points from at on up to the next of ASCII, and returns
// where that is.
func (t *plain) foreign(p []byte, at, n int) (end int, ok bool) {
	table := t.table
	last := plainSeparator // the kind of the code point before
	if at > 0 && t.isWord(at-1) {
		last = plainLatin
		if wide && p[at-1] >= utf8.RuneSelf { // after [plain.known]
			last = table.before(p, at)
		}
	}
	for {
		var e plainEntry
		var size int
		octets := t.text[at : at+4 : at+4]
		switch c := octets[0]; {
		case c < utf8.RuneSelf:
			switch {
			case at >= n:
				return n, true
			case last >= plainMark: // and of class W
			case !t.isWord(at):
				end := t.gap(p, at, n, last)
				if end > at {
					at, last = end, plainOdd
					continue
				}
				return at, end == at
			case last == plainCluster:
				set(&t.splits, at, at+1)
			}
			return at, true
		case 0xC2 <= c && c < 0xE0 && octets[1]^0x80 < 0x40:
			e = table.two[int(c&0x1F)<<6|int(octets[1]&0x3F)]
			if kind := e.kind(); kind >= plainWord {
				if last == plainCluster {
					set(&t.splits, at, at+1)
				}
				binary.LittleEndian.PutUint16(octets, uint16(e))
				at += 2
				last = kind
				continue
			}
			size = 2
		case 0xE0 <= c && c < 0xF0 && octets[1]^0x80 < 0x40 && octets[2]^0x80 < 0x40 && (c > 0xE0 || octets[1] >= 0xA0):
			e = table.blocks[int(c&0x0F)<<6|int(octets[1]&0x3F)][octets[2]&0x3F]
			if kind := e.kind(); kind >= plainWord || kind == plainCluster || kind == plainVowel && last >= plainMark {
				switch {
				case kind == plainCluster:
					if last != plainCluster {
						t.beginRun(at, last)
					}
				case last == plainCluster:
					set(&t.splits, at, at+1)
				}
				if e.isMapped() {
					octets[0], octets[1], octets[2] = byte(e), byte(e>>8), byte(e>>16)
				}
				at += 3
				last = kind
				continue
			}
			size = 3
		case at+utf8.UTFMax > n: // it may go on
			return at, false
		default:
			var r rune
			r, size = utf8.DecodeRune(octets)
			e = newEntry(t.rules.wideKind(r), "")
		}
		if at, last = t.other(p, at, size, n, e.kind(), last); at < 0 {
			return ^at, false
		}
	}
}

// beginRun begins a run of class K after a code point of a kind.
func (t *plain) beginRun(at int, last plainKind) {
	if last >= plainMark || last == plainLatin {
		set(&t.splits, at, at+1)
	}
	set(&t.clusters, at, at+1)
	t.special, t.clustered = true, true
}

// other is foreign for a code point that is not mapped in place. It returns where the next
// one is, and which kind this one is to count as; the complement of at if it cannot be told
// what becomes of it.
func (t *plain) other(p []byte, at, size, n int, kind, last plainKind) (next int, now plainKind) {
	next = at + size
	if kind == plainSecond {
		kind = t.alone(at, size, last)
	}
	switch kind {
	case plainVowel, plainMark:
		switch {
		case last == plainBare, last == plainVowel, kind == plainVowel && last >= plainMark:
			return next, kind
		case plainThai <= last && last <= plainMyanmar:
			return next, last
		}
	case plainThai, plainLao, plainKhmer, plainMyanmar:
		if last != kind {
			t.again(at)
		}
		return next, kind
	case plainGap, plainZeroWidth:
		switch end := t.gap(p, at, n, last); {
		case end < 0:
			return ^at, last
		case end > at:
			return end, plainOdd
		}
	case plainHyphen, plainSoftHyphen:
		if mayJoin(p, at, size) {
			return ^at, last
		}
	}
	switch kind {
	case plainSeparator, plainGap, plainHyphen:
		t.unset(at, next)
		return next, plainSeparator
	}
	t.again(at)
	return next, plainOdd
}

// alone returns plainVowel or plainMark for a mark that may compose and yet does not.
func (t *plain) alone(at, size int, last plainKind) plainKind {
	if last < plainMark {
		return plainSecond
	}
	before, _ := utf8.DecodeLastRune(t.text[:at])
	r, _ := utf8.DecodeRune(t.text[at : at+size])
	if _, ok := ucd.Compose(before, r); ok || r == 0x0307 && t.rules.iForms { // R3.7
		return plainSecond
	}
	if ucd.CombiningClass(r) == 0 {
		return plainVowel
	}
	return plainMark
}

// again marks a word as one that is to be written afresh.
func (t *plain) again(at int) {
	set(&t.afresh, at, at+1)
	t.special = true
}

// wideKind is the kind of a code point beyond the Basic Multilingual Plane, or of an octet
// that is ill-formed.
func (r *Rules) wideKind(c rune) plainKind {
	if p := ucd.Lookup(c); p.Inert && !r.words.Contains(p.Category) && !(marksOf.Contains(p.Category) && r.looksBack()) {
		return plainSeparator
	}
	return plainOdd
}

// gap looks at the white space at p[at], after a code point of a kind. It returns where it
// ends if R2.10 deletes it, at if not, and -1 if that cannot be told.
func (t *plain) gap(p []byte, at, n int, last plainKind) int {
	if !t.rules.blanks || last != plainOdd && (last < plainThai || last > plainCluster) {
		return at
	}
	var base class
	if last == plainOdd {
		base = baseOf(p[:at])
	} else {
		base = last.class()
	}
	if !base.clustered() {
		return at
	}
	end := at
	for count := 0; ; count++ {
		if !utf8.FullRune(p[end:n]) || count > maxJoinWhiteSpace {
			return -1
		}
		r, size := utf8.DecodeRune(p[end:n])
		if isGap(r) {
			end += size
			continue
		}
		if count == 0 || classOf(r) != base {
			return at
		}
		break
	}
	for i := at; i < end; i++ {
		set(&t.words, i, i+1)
	}
	t.again(at)
	return end
}

// baseOf returns the class of the last code point of p that is no mark.
func baseOf(p []byte) class {
	for len(p) > 0 {
		r, size := utf8.DecodeLastRune(p)
		if c := classOf(r); c != classMark {
			return c
		}
		p = p[:len(p)-size]
	}
	return classNone
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
				if t.rules.hyphens && mayJoin(p, at, 1) {
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

// mayJoin reports that R2.9 may be about the hyphen of so many octets at p[at].
func mayJoin(p []byte, at, size int) bool {
	if at == 0 || !isLetter(p[at-1]) && p[at-1] < utf8.RuneSelf {
		return false
	}
	for at += size; utf8.FullRune(p[at:]); at += size {
		var r rune
		if r, size = utf8.DecodeRune(p[at:]); r != ' ' && r != '\t' && r != 0xA0 {
			return isLineEnd(r)
		}
	}
	return true
}

// tokens returns the bounds of the tokens, and whether any is of class K.
func (t *plain) tokens(p []byte, limit int) (bounds []uint16, clusters bool) {
	blocks := (limit + 63) / 64
	if rest := limit & 63; rest != 0 {
		t.words[blocks-1] &= 1<<rest - 1
	}
	if t.rules.alphabetic {
		t.removeNumbers(blocks)
	}
	if t.special {
		return t.refine(p, t.bounds[:t.splitEdges(blocks)]), t.clustered
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
		starts := words &^ ((words<<1 | carry) &^ splits) & t.digits[b]
		carry = words >> 63
		if starts == 0 {
			continue
		}
		digits, ends := words&t.digits[b], ^words|splits
		for ; starts != 0; starts &= starts - 1 {
			i := bits.TrailingZeros64(starts)
			n := bits.TrailingZeros64(^(digits >> i))
			if i+n == 64 {
				t.removeNumber(b*64 + i)
				continue
			}
			number := -(ends >> (i + n) & 1) // all bits, or none
			t.words[b] &^= number & (1<<n - 1) << i
		}
	}
}

// removeNumber is removeNumbers for a word at the end of a block.
func (t *plain) removeNumber(at int) {
	end := at
	for t.isWord(end) && t.isDigit(end) {
		end++
	}
	if !t.isWord(end) || t.splits[end>>6]>>(end&63)&1 != 0 {
		t.unset(at, end)
	}
}
