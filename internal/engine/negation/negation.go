// Package negation finds words that deny, such as "not", in the languages of a list. It recognises the language of a
// text by its frequent words or its script.
package negation

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A set is the words of a list, and its patterns.
type set struct {
	words    map[string]bool
	patterns [][2]string // a beginning and an end
}

func newSet(list string) *set {
	s := &set{words: make(map[string]bool)}
	s.add(list)
	return s
}

func (s *set) add(list string) {
	for word := range strings.FieldsSeq(list) {
		if begin, end, ok := strings.Cut(word, "-"); ok {
			s.patterns = append(s.patterns, [2]string{fold(begin), fold(end)})
		} else {
			s.words[fold(word)] = true
		}
	}
}

func (s *set) has(word string) bool {
	return s.words[word] || slices.ContainsFunc(s.patterns, func(p [2]string) bool {
		return len(word) > len(p[0])+len(p[1]) && strings.HasPrefix(word, p[0]) && strings.HasSuffix(word, p[1])
	})
}

// lists are the lists of one language.
type lists struct {
	own, maybe, other *set
	bits              [][]byte
}

// tables are made of the lists of all languages.
type tables struct {
	words  *set            // that deny in any language
	own    map[string]bool // words that deny in one
	of     map[*Language]lists
	common map[string][]*Language // by frequent word
	parts  [][]byte
}

var built = sync.OnceValue(func() *tables {
	t := &tables{
		words: newSet(""), own: make(map[string]bool), of: make(map[*Language]lists), common: make(map[string][]*Language),
	}
	for i := range languages {
		l := &languages[i]
		one := lists{newSet(l.own), newSet(l.maybe), newSet(l.other), bytes.Fields([]byte(l.bits))}
		t.of[l] = one
		t.words.add(l.words)
		maps.Copy(t.own, one.own.words)
		for word := range newSet(l.common).words {
			t.common[word] = append(t.common[word], l)
		}
		t.parts = append(t.parts, bytes.Fields([]byte(l.parts))...)
	}
	return t
})

// Denies reports whether a word denies in texts of the language. If l is nil, the language is unknown, and the word
// may be of any. Then a word of one or two letters must deny in all languages that have it.
func (l *Language) Denies(word string) bool {
	t := built()
	word = fold(word)
	if l == nil {
		return t.words.has(word) || utf8.RuneCountInString(word) > 2 && t.own[word]
	}
	of := t.of[l]
	return of.own.has(word) || t.words.has(word) && !of.other.has(word)
}

// MayDeny is like Denies, but also reports words that do not always deny.
func (l *Language) MayDeny(word string) bool {
	if l == nil {
		return l.Denies(word)
	}
	of := built().of[l]
	return l.Denies(word) || of.maybe.has(fold(word)) && !of.other.has(fold(word))
}

// Around is the number of words around some letters that PartDenies needs: a part may be longer than the letters.
const Around = 2

// PartDenies reports whether a part of some letters denies. They are of a script of words without blanks, or Korean.
// The letters around them are the letters with Around more words on each side.
func (l *Language) PartDenies(letters, around []byte) bool {
	return hasPart(built().parts, letters, around)
}

// PartMayDeny is like PartDenies, but also reports parts that do not always deny.
func (l *Language) PartMayDeny(letters, around []byte) bool {
	return l.PartDenies(letters, around) || l != nil && hasPart(built().of[l].bits, letters, around)
}

func hasPart(parts [][]byte, letters, around []byte) bool {
	return slices.ContainsFunc(parts, func(p []byte) bool {
		return bytes.Contains(letters, p) || utf8.RuneCount(p) > 1 && bytes.Contains(around, p)
	})
}
