package tokenize

import (
	"sync"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// plainTable says what the stages make of each code point of the Basic Multilingual Plane
// beyond ASCII that is plain.
type plainTable [1 << 16]plainEntry

type plainEntry struct {
	to   [3]byte // UTF-8 of what it is mapped to, as long as its own
	kind plainKind
}

// A plain code point neither composes with what is before it nor changes its place.
type plainKind uint8

const (
	notPlain       plainKind = iota
	plainSeparator           // no hyphen, no white space
	plainGap                 // a separator that is white space
	plainWord                // part of a word, Alphabetic, mapped to such
	plainBare                // the same, and it has no decomposition
	plainVowel               // a mark of class 0, which is part of a word if it follows one
	plainMark                // a mark of another class, which is if it follows what is bare
	plainCluster             // of class K, 3 octets
)

// plainTables makes the table of rules when it is needed.
type plainTables struct {
	once  sync.Once
	table *plainTable
}

func (p *plainTables) get(r Rules) *plainTable {
	p.once.Do(func() { p.table = newPlainTable(r) })
	return p.table
}

func newPlainTable(r Rules) *plainTable {
	t := new(plainTable)
	var out capture
	n := &normaliser{rules: r, next: &out}
	for c := rune(utf8.RuneSelf); int(c) < len(t); c++ {
		if !utf8.ValidRune(c) {
			continue
		}
		to := string(c)
		if p := ucd.Lookup(c); !p.Stable || n.special(c) {
			out.Reset()
			run(n, []byte(to))
			to = out.String()
		}
		entry := plainEntry{kind: r.plainKind(c, to)}
		copy(entry.to[:], to)
		t[c] = entry
	}
	return t
}

// plainKind returns the kind of c, which chapter 3 maps to a text.
func (r *Rules) plainKind(c rune, to string) plainKind {
	var room [4]rune // so that no code point costs an allocation
	p, parts := ucd.Lookup(c), ucd.AppendDecomposition(room[:0], c)
	bare := parts[0] == c
	switch mark := marksOf.Contains(p.Category); {
	case ucd.IsSecond(parts[0]):
		return notPlain
	case !r.kept.Contains(p.Category):
		if bare && p.CombiningClass == 0 && c != 0x2010 { // R2.9's hyphen
			if isGap(c) {
				return plainGap
			}
			return plainSeparator
		}
		return notPlain
	case mark && !(bare && to == string(c) && r.words.Contains(p.Category)):
		return notPlain
	case mark && p.CombiningClass == 0:
		return plainVowel
	case mark:
		return plainMark
	case r.classes && classOf(c) == classK && to == string(c) && len(to) == 3 && p.Stable &&
		r.words.Contains(p.Category) && r.blanks && r.grams == 2 && !(r.apostrophes && isApostrophe(c)):
		return plainCluster
	case len(to) != utf8.RuneLen(c), r.classes && classOf(c) != classW:
		return notPlain
	}
	for i, d := range to {
		p := ucd.Lookup(d)
		if !r.words.Contains(p.Category) || marksOf.Contains(p.Category) || ucd.IsSecond(d) ||
			i == 0 && !p.Alphabetic || r.classes && classOf(d) != classW || r.apostrophes && isApostrophe(d) {
			return notPlain
		}
	}
	if bare {
		return plainBare
	}
	return plainWord
}
