package difference

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/items"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A word is the bytes of a text from from up to to.
type word struct{ from, to uint32 }

// kind says how a code point belongs to words.
type kind uint8

const (
	outside kind = iota // between words
	inside              // part of a word
	alone               // a word by itself, with the marks after it: a letter of a script without blanks
	mark                // part of the word before it
	linking             // part of a word between two letters: an apostrophe
	leading             // part of a word before a number or symbol: a sign
	telling             // part of a word: a digit, a symbol
)

var (
	letters = ucd.CategoriesOf(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo, ucd.Pc)
	marks   = ucd.CategoriesOf(ucd.Mn, ucd.Mc, ucd.Me, ucd.Cf)
	signs   = ucd.CategoriesOf(ucd.Pd, ucd.Po, ucd.Ps, ucd.Pe, ucd.Sk)
	numbers = ucd.CategoriesOf(ucd.Nd, ucd.Nl, ucd.No, ucd.Sc, ucd.Sm, ucd.So, ucd.Co, ucd.Cn)
)

// unspaced are the scripts of R2.10.
var unspaced = []ucd.Script{ucd.Han, ucd.Hiragana, ucd.Katakana, ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar}

// kindOf returns the kind of a code point, much as R10.7 and R10.8 have it. Where it differs, words
// are divided at other places, and [reading.align] puts them together.
func kindOf(r rune) kind {
	switch r {
	case '\'', '\u2019':
		return linking
	case '"', '`', '\u00B4', '\u201A', '\u201E':
		return outside
	case '%', '\u0375', '\u2030', '\u2031', '\u2032', '\u2033', '\u2034', '\u2057':
		return telling
	case '|', '~', '\u2212':
		return leading
	}
	p := ucd.Lookup(r)
	switch c := p.Category; {
	case 0x2500 <= r && r <= 0x25FF, signs.Contains(c):
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

// maxSigns bounds the signs before a number or symbol in its word, as in the text digest (R10.9).
const maxSigns = 16

// words yields the words of a text as a reader would see them. They are between blanks and
// punctuation, and include apostrophes and the signs of numbers. In scripts without blanks, each
// letter is a word.
func words(content []byte) func(yield func(word) bool) {
	return func(yield func(word) bool) {
		w, last := word{}, outside // the word so far, and the kind that it ends with
		numeral := false           // a Han numeral or zero is directly before
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
			isZero := numeral && r == items.HanZero
			if isZero {
				k = alone
			}
			numeral = isZero || items.IsHanNumeral(r) || numeral && k == mark && !bytes.HasSuffix(content[:i], []byte(zero))
			switch {
			case k == outside:
				if !end() {
					return
				}
			case k == mark:
				w.to = uint32(i + size)
			case k == alone || last == alone:
				if !end() {
					return
				}
				fallthrough
			default:
				if last == outside {
					w.from = uint32(i)
				}
				w.to, last = uint32(i+size), k
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

// tells reports whether a number or symbol follows the signs at the start.
func tells(content []byte) bool {
	for range maxSigns + 1 {
		if len(content) == 0 {
			return false
		}
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
