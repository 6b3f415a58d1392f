package difference

import (
	"context"
	"slices"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/ucd"
	"github.com/lsh-interop/fpcheck/textdigest"
)

// A text is a text and the places of its words.
type text struct {
	content []byte
	words   []word
}

// A word is the bytes of a text from from up to to.
type word struct{ from, to int }

// slice returns the text from word i up to, but not including, word j.
func (t *text) slice(i, j int) []byte {
	if i == j {
		return nil
	}
	return t.content[t.words[i].from:t.words[j-1].to]
}

// A numbering gives words numbers, which are the same if their text digests are.
type numbering struct {
	bySpelling map[string]int32
	byDigest   map[digest]int32
	hash       *textdigest.Hash
}

// digest is a text digest, zero if there is none.
type digest [textdigest.Size]byte

func newNumbering() *numbering {
	return &numbering{make(map[string]int32), make(map[digest]int32), textdigest.New()}
}

// nothing is the number of words that have no text digest.
const nothing = -1

func (n *numbering) number(spelling []byte) int32 {
	if number, known := n.bySpelling[string(spelling)]; known {
		return number
	}
	sum := n.digest(spelling)
	number, known := n.byDigest[sum]
	switch {
	case sum == digest{}:
		number = nothing
	case !known:
		number = int32(len(n.byDigest))
		n.byDigest[sum] = number
	}
	n.bySpelling[string(spelling)] = number
	return number
}

func (n *numbering) digest(text []byte) digest {
	n.hash.Reset()
	n.hash.Write(text)
	sum, _ := n.hash.Sum()
	return sum
}

// read returns the words of a text and their numbers. It stops early when ctx is done.
func (n *numbering) read(ctx context.Context, content []byte) (text, []int32) {
	t := text{content: content}
	var numbers []int32
	for w := range words(content) {
		if number := n.number(content[w.from:w.to]); number != nothing {
			t.words = append(t.words, w)
			numbers = append(numbers, number)
		}
		if len(numbers)%1024 == 0 && ctx.Err() != nil {
			break
		}
	}
	return t, numbers
}

// kind says how a code point belongs to words.
type kind uint8

const (
	outside kind = iota // between words
	inside              // part of a word
	alone               // a word by itself, with the marks after it: a letter of a script without blanks
	mark                // part of the word before it
	linking             // part of a word between two letters: an apostrophe
	leading             // part of a word before a digit or currency: a sign
	telling             // part of a word: a digit, a currency
)

var (
	letters = ucd.CategoriesOf(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo, ucd.Pc)
	marks   = ucd.CategoriesOf(ucd.Mn, ucd.Mc, ucd.Me, ucd.Cf)
	numbers = ucd.CategoriesOf(ucd.Nd, ucd.Nl, ucd.No, ucd.Sc, ucd.Sm)
)

// unspaced are the scripts of R2.10.
var unspaced = func() (all []ucd.Script) {
	for _, name := range []string{"Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"} {
		s, ok := ucd.ParseScript(name)
		if !ok {
			panic(name)
		}
		all = append(all, s)
	}
	return all
}()

func kindOf(r rune) kind {
	switch r {
	case '+', '-', '.', ',', ':', '/', '<', '=', '>', '~', '^', '\u2212':
		return leading
	case '\'', '\u2019':
		return linking
	case '|': // of category Sm, but not used in numbers
		return outside
	case '%', '°', '‰', '‱':
		return telling
	}
	p := ucd.Lookup(r)
	switch c := p.Category; {
	case c == ucd.Pd:
		return leading
	case numbers.Contains(c):
		return telling
	case marks.Contains(c):
		return mark
	case letters.Contains(c) && slices.Contains(unspaced, p.Script):
		return alone
	case letters.Contains(c):
		return inside
	}
	return outside
}

// maxSigns bounds the signs before a digit or currency that belong to its word, as in the
// text digest (R10.9).
const maxSigns = 16

// words yields the words of a text as a reader would see them: between blanks and
// punctuation, including apostrophes and the signs of numbers. In scripts without blanks,
// each letter is a word.
func words(content []byte) func(yield func(word) bool) {
	return func(yield func(word) bool) {
		w, last := word{}, outside // the word so far, and the kind that it ends with
		end := func() bool {
			ok := w.to == w.from || yield(w)
			w, last = word{}, outside
			return ok
		}
		for i := 0; i < len(content); {
			r, size := utf8.DecodeRune(content[i:])
			k := kindOf(r)
			switch {
			case k == linking && (last != inside || kindAt(content[i+size:]) != inside),
				k == leading && !tells(content[i:]),
				k == mark && last == outside:
				k = outside
			}
			switch {
			case k == outside:
				if !end() {
					return
				}
			case k == mark:
				w.to = i + size
			case k == alone || last == alone:
				if !end() {
					return
				}
				fallthrough
			default:
				if last == outside {
					w.from = i
				}
				w.to, last = i+size, k
				if k == linking {
					last = inside
				}
			}
			i += size
		}
		end()
	}
}

// kindAt returns the kind of the first code point, outside if there is none.
func kindAt(content []byte) kind {
	if len(content) == 0 {
		return outside
	}
	r, _ := utf8.DecodeRune(content)
	return kindOf(r)
}

// tells reports whether a digit or currency follows the signs at the start.
func tells(content []byte) bool {
	for range maxSigns + 1 {
		r, size := utf8.DecodeRune(content)
		switch kindOf(r) {
		case telling:
			return true
		case leading:
			content = content[size:]
		default:
			return false
		}
	}
	return false
}
