package fast

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// table has the result of the stages for each code point of the Basic Multilingual Plane beyond
// ASCII. Many blocks are equal and are stored once, so that the table stays in the cache.
type table struct {
	two    [1 << 11]entry         // the code points of 2 bytes
	blocks [1 << 16 / block]*page // those of 3, a block for each last byte
	long   []string               // what has no room in an entry

	vectors vectorTable // the entries in a form for vector instructions
}

// block is the number of code points that differ only in the last byte of their UTF-8.
const block = 64

type page [block]entry

// An entry has the UTF-8 of the mapped code point in its low three bytes, the first byte lowest.
// These are 0 if the code point has 3 bytes and stays unchanged. The highest byte is the kind.
type entry uint32

func newEntry(k kind, to string) entry {
	e := entry(k) << 24
	for i := range len(to) {
		e |= entry(to[i]) << (8 * i)
	}
	return e
}

func (e entry) kind() kind { return kind(e >> 24) }

// code returns the UTF-8 of the mapped code point.
func (e entry) code() uint32 { return uint32(e) & (1<<24 - 1) }

// size returns the number of bytes of code.
func (e entry) size() int {
	code, size := e.code(), 1
	for code>>(8*size) != 0 {
		size++
	}
	return size
}

// of returns the entry of a code point beyond ASCII, of the Basic Multilingual Plane.
func (t *table) of(r rune) entry { return t.blocks[r/block][r%block] }

// kindBefore returns the kind of the code point of 2 or 3 bytes that ends before p[at].
func (t *table) kindBefore(p []byte, at int) kind {
	if p[at-2] >= 0xC0 {
		return t.two[int(p[at-2]&0x1F)<<6|int(p[at-1]&0x3F)].kind()
	}
	return t.blocks[int(p[at-3]&0x0F)<<6|int(p[at-2]&0x3F)][p[at-1]&0x3F].kind()
}

// newTable asks the stages about each code point. That takes longer than a thousand short texts.
func newTable(r *Rules) *table {
	t := new(table)
	had := make(map[page]*page)
	var mapped []byte
	var p page
	for c := range rune(1 << 16) {
		var e entry
		if c >= utf8.RuneSelf && utf8.ValidRune(c) {
			to := string(c)
			if mapped = r.Map(mapped[:0], c); string(mapped) != to {
				to = string(mapped)
			}
			e = t.newEntry(r, c, to)
		}
		p[c%block] = e
		if c%block == block-1 {
			if had[p] == nil {
				copied := p
				had[p] = &copied
			}
			t.blocks[c/block] = had[p]
		}
	}
	t.finish()
	return t
}

// finish fills in what follows from the blocks and long.
func (t *table) finish() {
	for i, p := range t.blocks[:len(t.two)/block] {
		copy(t.two[i*block:], p[:])
	}
	t.vectors.fill(t)
}

func (t *table) newEntry(r *Rules, c rune, to string) entry {
	k := r.kindOf(c, to)
	switch {
	case k == kindLong:
		if i := len(t.long); i < 1<<16 {
			t.long = append(t.long, strings.Clone(to)) // so that no other text costs an allocation
			return entry(k)<<24 | entry(i)
		}
		return entry(kindOdd) << 24
	case k < kindResized, c >= 0x800 && to == string(c):
		return entry(k) << 24
	}
	return newEntry(k, to)
}

// kindOf returns the kind of c, which chapter 3 maps to the text to.
func (r *Rules) kindOf(c rune, to string) kind {
	var room [4]rune // so that no code point costs an allocation
	p, parts := ucd.Lookup(c), ucd.AppendDecomposition(room[:0], c)
	bare, same := parts[0] == c, to == string(c)
	isWord, isMark := r.IsWord(c, p), class.Marks.Contains(p.Category)
	switch {
	case r.Hyphens && c == 0x2010:
		return kindHyphen
	case r.Hyphens && c == 0x00AD:
		return kindSoftHyphen
	case !r.IsKept(c, p):
		return r.kindOfSeparator(c, len(parts) > 1 || p.CombiningClass != 0)
	case ucd.IsSecond(parts[0]):
		if !bare || !same {
			return kindOdd
		}
		return r.kindOfSecond(c, p, isWord, isMark)
	case to == "":
		switch {
		case !bare || p.CombiningClass != 0:
			return kindOdd
		case c == 0x200B:
			return kindZeroWidth
		}
		return kindDeleted
	case !isWord && p.Inert && !(isMark && r.looksBack()):
		return kindSeparator
	case isMark && same:
		return kindOfMark(p, parts, isWord, bare)
	case isMark, !isWord:
		return kindOdd
	}
	return r.kindOfLetter(c, to, parts)
}

// kindOfSeparator returns the kind of a code point that R3.2 or R3.3 does not let through.
func (r *Rules) kindOfSeparator(c rune, reorders bool) kind {
	switch {
	case reorders:
		return kindOdd
	case r.IsGap(c):
		return kindGap
	}
	return kindSeparator
}

// kindOfSecond returns the kind of a code point that may compose with the preceding one.
func (r *Rules) kindOfSecond(c rune, p ucd.Properties, isWord, isMark bool) kind {
	switch {
	case isWord && isMark:
		return kindSecond
	case isWord && r.classOf(c) == class.W, isMark && p.CombiningClass == 0:
		return kindJoining
	}
	return kindOdd
}

// kindOfMark returns the kind of a mark that chapter 3 keeps. The mark does not compose with the
// preceding code point.
func kindOfMark(p ucd.Properties, parts []rune, isWord, bare bool) kind {
	switch {
	case p.CombiningClass != 0 && isWord && bare:
		return kindMark
	case p.CombiningClass != 0:
		return kindOdd
	case !isWord, // because of what composes with it
		slices.ContainsFunc(parts, func(part rune) bool { return ucd.CombiningClass(part) != 0 }):
		return kindJoining // because of its own marks
	}
	return kindVowel
}

// kindOfLetter returns the kind of a letter, digit or low line of words.
func (r *Rules) kindOfLetter(c rune, to string, parts []rune) kind {
	size, first, in := utf8.RuneLen(c), firstOf(to), r.classOf(c)
	bare, same := parts[0] == c, to == string(c)
	switch {
	case in.IsClustered() && !r.hasGrams():
		return kindOdd
	case !r.areLetters(to, in), len(to) > 3, in.IsClustered() && (size != 3 || len(to) != 3):
		if r.areOfWords(to) && len(to) <= 2*size && (bare || slices.Equal(parts, []rune(to))) {
			return kindLong
		}
		return kindOdd
	case in.IsClustered() && in != class.K && !same:
		return kindLong
	case in.IsClustered():
		return kindCluster + kind(in-class.K)
	case len(to) != size || !ucd.IsAlphabetic(first):
		return kindResized
	case bare:
		return kindBare
	}
	return kindLetter
}

// kindOfAstral returns the kind of a code point beyond U+FFFF, or of U+FFFD for ill-formed bytes.
func (r *Rules) kindOfAstral(c rune) kind {
	p := ucd.Lookup(c)
	if p.Inert && !r.IsWord(c, p) && !(class.Marks.Contains(p.Category) && r.looksBack()) {
		return kindSeparator
	}
	return kindOdd
}

// classOf returns the class of a code point of words.
func (r *Rules) classOf(c rune) class.Class {
	if !r.Classes {
		return class.W
	}
	return class.Of(c)
}

// areOfWords reports whether all code points of a text can be in words.
func (r *Rules) areOfWords(text string) bool {
	for _, c := range text {
		if !r.IsWord(c, ucd.Lookup(c)) {
			return false
		}
	}
	return true
}

// areLetters reports whether all code points of a text can be in words and are of one class. They
// must not be marks, nor compose with the preceding code point.
func (r *Rules) areLetters(text string, in class.Class) bool {
	for _, c := range text {
		if class.Marks.Contains(ucd.CategoryOf(c)) || ucd.IsSecond(c) || r.Classes && class.Of(c) != in {
			return false
		}
	}
	return r.areOfWords(text)
}

func firstOf(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}
