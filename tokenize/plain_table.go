package tokenize

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// plainTable says what the stages make of each code point of the Basic Multilingual Plane
// beyond ASCII. It is small enough to stay near: many blocks are the same.
type plainTable struct {
	two     [1 << 11]plainEntry          // code points of 2 octets
	blocks  [1 << 16 / block]*plainBlock // those of 3, as their last octet has it
	long    []string                     // what has no room in an entry
	letters [32]plainLetters             // of two, by the first octet
	planes  plainPlanes                  // of three
}

// plainLetters are what the code points that have a first octet of two are mapped to, if they
// are at least plainWord: the last octet, and the first, which is 0 of others.
type plainLetters struct{ last, first [block]byte }

// plainPlanes are the kinds of code points of 3 octets that stay as they are. A kind has a
// number of three bits, each of which is in a plane: first a set by the last octet, for each
// block; then all bits or none, for the ideographs U+4E00 to U+9FFF if they are all of one kind.
type plainPlanes struct {
	blocks     [1 << 16 / block][3]uint64
	ideographs [3]uint64
}

// planeOf is the number of a kind in [plainPlanes]; 0 for others.
var planeOf = [...]uint8{plainSeparator: 1, plainMark: 2, plainVowel: 3, plainWord: 4, plainBare: 5, plainCluster: 6}

// add adds a code point.
func (p *plainPlanes) add(c rune, e plainEntry) {
	if c < 0x800 || e.isMapped() {
		return
	}
	for i := range p.ideographs {
		p.blocks[c/block][i] |= uint64(planeOf[e.kind()]>>i&1) << (c % block)
	}
}

// findIdeographs is called when all code points have been added.
func (p *plainPlanes) findIdeographs() {
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

const block = 64

type plainBlock [block]plainEntry

// plainEntry has in its low octets the UTF-8 of what the code point is mapped to, from the
// lowest on; 0 if it has 3 octets and stays as it is. In the highest it has the kind.
type plainEntry uint32

func (e plainEntry) kind() plainKind { return plainKind(e >> 24) }

// isMapped reports that there is a text.
func (e plainEntry) isMapped() bool { return e<<8 != 0 }

// to returns what is mapped to as long as it has room.
func (e plainEntry) to() (octets uint32, size int) {
	octets = uint32(e) & (1<<24 - 1)
	for size = 1; octets>>(8*size) != 0; size++ {
	}
	return octets, size
}

func newEntry(kind plainKind, to string) plainEntry {
	e := plainEntry(kind) << 24
	for i := range len(to) {
		e |= plainEntry(to[i]) << (8 * i)
	}
	return e
}

type plainKind uint8

// The first are known to the stages only, or of words that are written afresh. The last
// are mapped in place. What is of a word but plainOdd neither composes with what is before
// it, but for plainSecond and plainJoining, nor changes its place, but for marks.
const (
	plainOdd        plainKind = iota
	plainLatin                // of ASCII, part of a word: in no table
	plainSeparator            // of no run, or of no word and without effect on what is beside it
	plainGap                  // a separator that is white space
	plainZeroWidth            // U+200B where it is deleted, but is white space to R2.10
	plainHyphen               // U+2010, a separator where R2.9 does not delete it
	plainSoftHyphen           // U+00AD, which is deleted all the same
	plainGone                 // deleted
	plainSecond               // a mark that may compose with what is before it
	plainJoining              // the same of a letter of class W; or a mark of no word, or that ends with another one
	plainMapped               // part of a word, mapped to such of another length, or not Alphabetic
	plainLong                 // mapped to a text that an entry has no room for: its number
	plainThai                 // of a class T, 3 octets; the classes follow in their order
	plainLao
	plainKhmer
	plainMyanmar
	plainCluster // of class K, 3 octets, mapped to such
	plainMark    // a mark of a class other than 0, which is part of a word if it follows one
	plainVowel   // the same of class 0
	plainWord    // part of a word, Alphabetic, mapped to such as long as it is
	plainBare    // the same, and it has no decomposition
)

// class returns the class of what is plainCluster, or of a class T.
func (k plainKind) class() class {
	if k == plainCluster {
		return classK
	}
	return classThai + class(k-plainThai)
}

// plainTables makes the table of rules when it is needed.
type plainTables struct {
	once  sync.Once
	table *plainTable
}

func (p *plainTables) get(r Rules) *plainTable {
	p.once.Do(func() { p.table = newPlainTable(r) })
	return p.table
}

// before is the kind of the code point of 2 octets or 3 that ends before p[at].
func (t *plainTable) before(p []byte, at int) plainKind {
	if p[at-2] >= 0xC0 {
		return t.two[int(p[at-2]&0x1F)<<6|int(p[at-1]&0x3F)].kind()
	}
	return t.blocks[int(p[at-3]&0x0F)<<6|int(p[at-2]&0x3F)][p[at-1]&0x3F].kind()
}

func newPlainTable(r Rules) *plainTable {
	t := new(plainTable)
	var source []byte
	var mapped capture
	n := &normaliser{rules: r, next: &mapped}
	had := make(map[plainBlock]*plainBlock)
	var b plainBlock
	for c := rune(utf8.RuneSelf); c < 1<<16; c++ {
		var e plainEntry
		if utf8.ValidRune(c) {
			to := string(c)
			if p := ucd.Lookup(c); !p.Stable || n.special(c) {
				source, mapped = utf8.AppendRune(source[:0], c), mapped[:0]
				run(n, source)
				if string(mapped) != to {
					to = string(mapped)
				}
			}
			e = t.entry(&r, c, to)
		}
		if int(c) < len(t.two) {
			t.two[c] = e
			if l := &t.letters[c/block]; e.kind() >= plainWord {
				l.first[c%block], l.last[c%block] = byte(e), byte(e>>8)
			}
		}
		t.planes.add(c, e)
		b[c%block] = e
		if c%block == block-1 {
			if had[b] == nil {
				had[b] = &plainBlock{}
				*had[b] = b
			}
			t.blocks[c/block] = had[b]
		}
	}
	t.planes.findIdeographs()
	return t
}

// entry returns the entry of c, which chapter 3 maps to a text.
func (t *plainTable) entry(r *Rules, c rune, to string) plainEntry {
	kind := r.plainKind(c, to)
	switch {
	case kind == plainLong:
		if i := len(t.long); i < 1<<16 {
			t.long = append(t.long, strings.Clone(to)) // so that no other text costs an allocation
			return plainEntry(kind)<<24 | plainEntry(i)
		}
		return plainEntry(plainOdd) << 24
	case kind < plainMapped, c >= 0x800 && to == string(c):
		return plainEntry(kind) << 24
	}
	return newEntry(kind, to)
}

// plainKind returns the kind of c, which chapter 3 maps to a text.
func (r *Rules) plainKind(c rune, to string) plainKind {
	var room [4]rune // so that no code point costs an allocation
	p, parts := ucd.Lookup(c), ucd.AppendDecomposition(room[:0], c)
	bare, same := parts[0] == c, to == string(c)
	ofWords := r.words.Contains(p.Category) && !(r.apostrophes && isApostrophe(c))
	class := classW
	if r.classes {
		class = classOf(c)
	}
	switch mark := marksOf.Contains(p.Category); {
	case r.hyphens && c == 0x2010:
		return plainHyphen
	case r.hyphens && c == 0x00AD:
		return plainSoftHyphen
	case !r.kept.Contains(p.Category), c == 0x200B && !r.zeroWidthSpace:
		switch {
		case len(parts) > 1 || p.CombiningClass != 0:
			return plainOdd
		case isGap(c):
			return plainGap
		}
		return plainSeparator
	case ucd.IsSecond(parts[0]):
		switch {
		case !bare || !same:
			return plainOdd
		case ofWords && mark:
			return plainSecond
		case ofWords && class == classW, mark && p.CombiningClass == 0:
			return plainJoining
		}
		return plainOdd
	case to == "":
		switch {
		case !bare || p.CombiningClass != 0:
			return plainOdd
		case c == 0x200B:
			return plainZeroWidth
		}
		return plainGone
	case !ofWords && p.Inert && !(mark && r.looksBack()):
		return plainSeparator
	case !ofWords && !(mark && same && p.CombiningClass == 0):
		return plainOdd
	case mark && !same, mark && p.CombiningClass != 0 && !bare:
		return plainOdd
	case mark && p.CombiningClass != 0:
		return plainMark
	case mark && !ofWords, // for what composes with it
		mark && slices.ContainsFunc(parts, func(part rune) bool { return ucd.CombiningClass(part) != 0 }):
		return plainJoining // for its own marks
	case mark:
		return plainVowel
	}
	size, first := utf8.RuneLen(c), firstOf(to)
	switch clusters := r.blanks && r.grams == 2; {
	case class.clustered() && !clusters:
		return plainOdd
	case !r.areLetters(to, class), len(to) > 3, class.clustered() && (size != 3 || len(to) != 3):
		if r.areOfWords(to) && len(to) <= 2*size && (bare || slices.Equal(parts, []rune(to))) {
			return plainLong
		}
		return plainOdd
	case class == classK:
		return plainCluster
	case class != classW && !same:
		return plainLong
	case class != classW:
		return plainThai + plainKind(class-classThai)
	case len(to) != size || !ucd.IsAlphabetic(first):
		return plainMapped
	case bare:
		return plainBare
	}
	return plainWord
}

// looksBack reports that R2.9 or R2.10 may ask what stands before a mark.
func (r *Rules) looksBack() bool { return r.hyphens || r.blanks }

func firstOf(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// areOfWords reports that all code points of a text are of words.
func (r *Rules) areOfWords(text string) bool {
	for _, c := range text {
		if !r.words.Contains(ucd.CategoryOf(c)) || r.apostrophes && isApostrophe(c) {
			return false
		}
	}
	return true
}

// areLetters reports that they are, of one class, are no marks, and do not compose with
// what is before them.
func (r *Rules) areLetters(text string, in class) bool {
	for _, c := range text {
		if marksOf.Contains(ucd.CategoryOf(c)) || ucd.IsSecond(c) || r.classes && classOf(c) != in {
			return false
		}
	}
	return r.areOfWords(text)
}
