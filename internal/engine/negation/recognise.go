package negation

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

const (
	sample  = 32 << 10 // bytes of a text that show its language
	longest = 64       // bytes of a word that may be frequent
	share   = 7        // one of that number of words must be frequent in the language
	// A text must have 4 different frequent words, and one more for each 60 words, up to 10. Words of one letter do
	// not count.
	leastDistinct, perDistinct, mostDistinct = 4, 60, 10
)

// LanguageOf returns the language of a text by its first 32 KiB, or nil if it is unknown.
func LanguageOf(text []byte) *Language {
	e := evidence{of: make(map[*Language]*hits), scripts: make(map[ucd.Script]int), seen: make(map[string]bool)}
	for word := range wordsOf(text[:min(len(text), sample)]) {
		e.add(word)
	}
	var best *Language
	most := 0
	for i := range languages {
		if n := e.count(&languages[i]); n > most {
			best, most = &languages[i], n
		}
	}
	return best
}

// evidence counts the words of a text.
type evidence struct {
	words   int
	scripts map[ucd.Script]int // words
	of      map[*Language]*hits
	seen    map[string]bool // frequent words
}

// hits are the frequent words of a language that a text has.
type hits struct{ words, letters, distinct int }

func (e *evidence) add(word []byte) {
	e.words++
	first, _ := utf8.DecodeRune(word)
	e.scripts[scriptOf(first)]++
	if len(word) > longest {
		return
	}
	w := fold(string(word))
	for _, l := range built().common[w] {
		h := e.of[l]
		if h == nil {
			h = new(hits)
			e.of[l] = h
		}
		switch {
		case len(w) == 1: // a letter of ASCII is a word of many languages
			h.letters++
			continue
		case !e.seen[w]:
			h.distinct++
		}
		h.words++
	}
	e.seen[w] = true
}

// count returns how many words show that the text is in a language, or 0 if they are too few.
func (e *evidence) count(l *Language) (n int) {
	if l.common == "" {
		for _, s := range l.scripts {
			n += e.scripts[s]
		}
		if 2*n < e.words {
			return 0
		}
		return n
	}
	if h := e.of[l]; h != nil && h.distinct >= min(leastDistinct+e.words/perDistinct, mostDistinct) {
		n = h.words + min(h.letters, h.words)
	}
	if n*share < e.words {
		return 0
	}
	return n
}

// wordsOf yields letters between other code points, with marks and apostrophes. In scripts without blanks, each
// letter is a word.
func wordsOf(text []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		from := -1 // of a word
		for i := 0; i < len(text); {
			r, size := utf8.DecodeRune(text[i:])
			isLetter := unicode.IsLetter(r)
			ends := !isLetter && !isInside(r) || isLetter && class.Of(r).IsClustered()
			if ends && from >= 0 {
				if !yield(text[from:i]) {
					return
				}
				from = -1
			}
			if isLetter && from < 0 {
				from = i
			}
			i += size
		}
		if from >= 0 {
			yield(text[from:])
		}
	}
}

// isInside reports whether a code point that is no letter may be within a word.
func isInside(r rune) bool { return r == '\'' || r == 0x2019 || unicode.In(r, unicode.M, unicode.Cf) }

// Covers reports whether the lists have all negations of the language. All letters of the text must be of its scripts.
func (l *Language) Covers(text []byte) bool {
	if l == nil || l.affixes {
		return false
	}
	for _, r := range string(text) {
		if unicode.IsLetter(r) && !slices.Contains(l.scripts, scriptOf(r)) {
			return false
		}
	}
	return true
}

// scriptOf returns the script of a letter. A sign that Han and Kana share has Han.
func scriptOf(r rune) ucd.Script {
	if s := ucd.ScriptOf(r); s != ucd.Common || class.Of(r) != class.K {
		return s
	}
	return ucd.Han
}
