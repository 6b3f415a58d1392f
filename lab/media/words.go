package main

import (
	"maps"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/scheme"
)

// words are the words of a text. A hyphen at the end of a line may belong to the word or divide it,
// and readers decide differently. certain has the words that are in the text by either decision.
// possible has the words of both.
type words struct {
	certain, possible map[string]bool
	count             int // of words, each as often as it occurs
}

var dividedWord = regexp.MustCompile(`(\pL\pM*)[-\x{ad}\x{2010}\x{2011}][ \t\r]*\n\s*(\pL)`)

var softHyphens = strings.NewReplacer("\u00ad", "")

// wordsOf splits a text by a rule.
func wordsOf(text string, split func(string) []string) words {
	joined := softHyphens.Replace(dividedWord.ReplaceAllString(text, "$1$2"))
	text = softHyphens.Replace(text)
	as := split(text)
	w := words{certain: make(map[string]bool), possible: make(map[string]bool), count: len(as)}
	for _, word := range as {
		w.possible[word] = true
	}
	if joined == text {
		w.certain = w.possible
		return w
	}
	for _, word := range split(joined) {
		if w.possible[word] {
			w.certain[word] = true
		}
		w.possible[word] = true
	}
	return w
}

// with returns the words of two texts of one document, together.
func (w words) with(v words) words {
	if w.count == 0 {
		return v
	}
	if v.count == 0 {
		return w
	}
	all := words{certain: maps.Clone(w.certain), possible: maps.Clone(w.possible), count: max(w.count, v.count)}
	maps.Copy(all.certain, v.certain)
	maps.Copy(all.possible, v.possible)
	return all
}

// tokens is the project's own rule for words.
func tokens(text string) []string { return scheme.SM1.Method().Rules().Tokens([]byte(text)) }

// undivided are scripts without blanks between words. There each letter with its marks is a word,
// so that line ends make no difference.
var undivided = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
	unicode.Myanmar, unicode.Tibetan, unicode.Yi, unicode.Javanese, unicode.Balinese,
}

// plain is a rule that the project's own has no part in: runs of letters, their marks and digits.
func plain(text string) []string {
	var all []string
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			all = append(all, word.String())
			word.Reset()
		}
	}
	alone := false // word is a letter of an undivided script
	for _, r := range norm.NFKC.String(strings.ToLower(norm.NFKC.String(text))) {
		switch {
		case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) || r == 'ـ':
			// Nothing is shown of it.
		case unicode.IsMark(r):
			if word.Len() > 0 {
				word.WriteRune(r)
			}
		case unicode.IsOneOf(undivided, r):
			end()
			word.WriteRune(r)
			alone = true
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if alone {
				end()
			}
			alone = false
			word.WriteRune(r)
		default:
			end()
			alone = false
		}
	}
	end()
	return all
}
