package pdf

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/extract/internal/lazy"
)

// vocabulary has the words of a document that no line end divides, folded: "keep-alive", and
// also "keep" and "alive".
type vocabulary map[string]bool

var (
	hyphenated = lazy.Regexp(`\pL[\pL\pM]*([-\x{2010}]\pL[\pL\pM]*)*`)
	stemEnd    = lazy.Regexp(`\pL[\pL\pM]*([-\x{2010}\x{ad}])$`)
	tailStart  = lazy.Regexp(`^\p{Ll}[\pL\pM]*`)
)

func (f *furniture) vocabulary(lines []line) vocabulary {
	v := make(vocabulary)
	for i, l := range lines {
		text := l.text
		if i > 0 {
			if _, _, tail := divided(lines[i-1].text, text); tail != "" {
				text = strings.TrimPrefix(text, tail)
			}
		}
		text = stemEnd().ReplaceAllString(text, "")
		for _, w := range hyphenated().FindAllString(text, -1) {
			w = fold().String(strings.ReplaceAll(w, "\u2010", "-"))
			f.add(v, w)
			for _, part := range strings.Split(w, "-") {
				f.add(v, part)
			}
		}
	}
	return v
}

// divided returns the parts of a word that may be divided between two lines: R2.9 of
// SPEC.md says where. The tail is "" if there is none.
func divided(line, next string) (stem, hyphen, tail string) {
	m := stemEnd().FindStringSubmatch(line)
	if m == nil {
		return "", "", ""
	}
	return strings.TrimSuffix(m[0], m[1]), m[1], tailStart().FindString(next)
}

// hyphen returns the hyphen of a divided word: "" if it only marks the end of the line, as in
// "un-available", and not in "architecture-independent". The rest of the document tells.
func (v vocabulary) hyphen(stem, tail string) string {
	stem, tail = fold().String(stem), fold().String(tail)
	switch {
	case v[stem+tail]:
		return ""
	case v[stem+"-"+tail], len(stem) >= shortest && len(tail) >= shortest && v[stem] && v[tail]:
		return "-"
	}
	return ""
}

// shortest is the least length, in octets, of the parts of a compound: "to-day" is none.
const shortest = 4

var numbers = lazy.Regexp(`\p{Nd}+|\b[ivxlc]+\b|\b[A-Z]\.`)

// key returns a line without its numbers, including Roman ones and letters of appendices.
func key(s string) string {
	return numbers().ReplaceAllString(strings.Join(strings.Fields(s), " "), "#")
}

var fold = sync.OnceValue(func() cases.Caser { return cases.Fold() })

// words returns the words of a line that have a letter, without case and accents, which are
// often missing in capitals. In scripts without spaces each letter is a word.
func words(s string) (all []string) {
	eachToken(s, func(token string, letter bool) {
		if letter {
			all = append(all, token)
		}
	})
	return all
}

// numberedWord is a number in a line, with the word beside it.
type numberedWord struct {
	pair  string
	value int
}

// numbered returns the numbers of a line, each with the word or number before it; a number that
// begins the line is returned with what comes after it.
func numbered(s string) (all []numberedWord) {
	before, begins := "", false
	eachToken(s, func(token string, letter bool) {
		if begins {
			all[0].pair += " " + token
		}
		if begins = !letter && before == ""; !letter {
			n := numberedWord{pair: strings.TrimSpace(before + " " + token)}
			if utf8.RuneCountInString(token) <= longestNumber {
				n.value = decimal(token)
			}
			all = append(all, n)
		}
		before = token
	})
	return all
}

// longestNumber is the most digits of the number of a page.
const longestNumber = 5

// eachToken visits the words and numbers of a line, folded, and says whether each has a letter.
func eachToken(s string, visit func(token string, letter bool)) {
	s = fold().String(norm.NFKD.String(s))
	var word []rune
	letter := false
	end := func() {
		if len(word) > 0 {
			visit(string(word), letter)
		}
		word, letter = word[:0], false
	}
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Mn, r) || r == '\u00ad':
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			end()
			visit(string(r), true)
		case unicode.IsLetter(r):
			word, letter = append(word, r), true
		case unicode.IsDigit(r):
			word = append(word, r)
		default:
			end()
		}
	}
	end()
}
