package difference

import (
	"slices"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/ucd"
	"github.com/lsh-interop/fpcheck/textdigest"
)

// text is a text and where its words are.
type text struct {
	octets []byte
	words  []word
}

// word is where a word begins and ends, in octets.
type word struct{ from, to int }

// slice returns what the text has from word i up to word j, the latter left out.
func (t *text) slice(i, j int) []byte {
	if i == j {
		return nil
	}
	return t.octets[t.words[i].from:t.words[j-1].to]
}

// numbering gives words numbers: two have the same if their text digests are equal.
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

// nothing is the number of a word whose text digest is that of nothing.
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

// read finds the words of a text, and their numbers.
func (n *numbering) read(octets []byte) (text, []int32) {
	t := text{octets: octets}
	var numbers []int32
	for w := range words(octets) {
		if number := n.number(octets[w.from:w.to]); number != nothing {
			t.words = append(t.words, w)
			numbers = append(numbers, number)
		}
	}
	return t, numbers
}

// kind is what a code point is to a word.
type kind uint8

const (
	outside kind = iota // between words
	inside              // of a word
	alone               // a word, with the marks after it: its script has no blanks
	mark                // of the word before it
	linking             // of a word if inside is on both sides: an apostrophe
	leading             // of a word if something telling follows: signs of numbers
	telling             // of a word: a digit, a currency
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
	case '|': // of category Sm, but in no figure
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

// maxSigns is how many signs before something telling belong to it, as in the text
// digest.
const maxSigns = 16

// words gives the words of a text, as a reader would point at them: what is between
// blanks and punctuation, with the punctuation that numbers need and apostrophes have. In
// scripts without blanks, each letter.
func words(octets []byte) func(yield func(word) bool) {
	return func(yield func(word) bool) {
		w, last := word{}, outside // the word so far, and what it ends with
		end := func() bool {
			ok := w.to == w.from || yield(w)
			w, last = word{}, outside
			return ok
		}
		for i := 0; i < len(octets); {
			r, size := utf8.DecodeRune(octets[i:])
			k := kindOf(r)
			switch {
			case k == linking && (last != inside || kindAt(octets[i+size:]) != inside),
				k == leading && !tells(octets[i:]),
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

// kindAt returns the kind of the first code point.
func kindAt(octets []byte) kind {
	if len(octets) == 0 {
		return outside
	}
	r, _ := utf8.DecodeRune(octets)
	return kindOf(r)
}

// tells reports that signs at the start are followed by something telling.
func tells(octets []byte) bool {
	for range maxSigns + 1 {
		r, size := utf8.DecodeRune(octets)
		switch kindOf(r) {
		case telling:
			return true
		case leading:
			octets = octets[size:]
		default:
			return false
		}
	}
	return false
}
