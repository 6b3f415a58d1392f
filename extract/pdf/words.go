package pdf

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// vocabulary has the folded words that no line end divides: "keep-alive", also "keep" and "alive".
type vocabulary map[string]bool

var (
	stemEnd   = lazy.Regexp(`\pL[\pL\pM]*([-\x{2010}\x{ad}])$`)
	tailStart = lazy.Regexp(`^\p{Ll}[\pL\pM]*`)
	wordStart = lazy.Regexp(`^\pL[\pL\pM]*`)
)

func (f *furniture) vocabulary(lines []line) vocabulary {
	v := make(vocabulary)
	for i, l := range lines {
		text := l.text
		if i > 0 {
			if _, _, tail := divided(lines[i-1].text, text); tail != "" {
				text = strings.TrimPrefix(text, tail)
			}
			if lines[i-1].initial {
				text = strings.TrimPrefix(text, wordStart().FindString(text))
			}
		}
		if endsDivided(text) {
			text = stemEnd().ReplaceAllString(text, "")
		}
		eachHyphenated(text, func(w string) {
			w = folded(strings.ReplaceAll(w, "\u2010", "-"))
			f.add(v, w)
			if strings.Contains(w, "-") {
				for _, part := range strings.Split(w, "-") {
					f.add(v, part)
				}
			}
		})
	}
	return v
}

// eachHyphenated visits the words of a line, compounds as one.
func eachHyphenated(s string, visit func(word string)) {
	start, hyphen := -1, -1 // of the word, and of a hyphen that nothing follows yet
	end := func(at int) {
		if hyphen >= 0 {
			at = hyphen
		}
		if start >= 0 {
			visit(s[start:at])
		}
		start, hyphen = -1, -1
	}
	for i, r := range s {
		switch {
		case unicode.IsLetter(r):
			if start < 0 {
				start = i
			}
			hyphen = -1
		case start < 0:
		case (r == '-' || r == '\u2010') && hyphen < 0:
			hyphen = i
		case hyphen < 0 && r >= firstMark && unicode.Is(unicode.M, r):
		default:
			end(i)
		}
	}
	end(len(s))
}

// firstMark is the first character that is a mark.
const firstMark = 0x300

// endsDivided reports whether a line ends with a hyphen.
func endsDivided(s string) bool {
	return strings.HasSuffix(s, "-") || strings.HasSuffix(s, "\u2010") || strings.HasSuffix(s, "\u00ad")
}

// divided returns the parts of a word that a line end may divide by R2.9; the tail may be "".
func divided(line, next string) (stem, hyphen, tail string) {
	return dividedBefore(line, next, tailStart().FindString)
}

func dividedBefore(line, next string, start func(string) string) (stem, hyphen, tail string) {
	if !endsDivided(line) {
		return "", "", ""
	}
	m := stemEnd().FindStringSubmatch(line)
	if m == nil {
		return "", "", ""
	}
	return strings.TrimSuffix(m[0], m[1]), m[1], start(next)
}

// dividedIndic returns the parts of a word of India that is divided between two lines.
func dividedIndic(line, next string) (stem, hyphen, tail string) {
	return dividedBefore(line, next, func(s string) string {
		if c, _ := utf8.DecodeRuneInString(s); !unicode.In(c, indic...) {
			return ""
		}
		return wordStart().FindString(s)
	})
}

// divideIndic reports whether lines divide words of India by hyphens. These scripts have no case, so a
// compound looks the same. In a document that divides no words, most hyphens are inside lines.
func divideIndic(lines []line) bool {
	ends, within := 0, 0
	for i, l := range lines {
		if i+1 < len(lines) {
			if _, _, tail := dividedIndic(l.text, lines[i+1].text); tail != "" {
				ends++
			}
		}
		for rest := l.text; ; {
			_, after, ok := strings.Cut(rest, "-")
			if !ok {
				break
			}
			if c, _ := utf8.DecodeRuneInString(after); unicode.In(c, indic...) {
				within++
			}
			rest = after
		}
	}
	return ends > within
}

// unfinished reports whether a line ends with a sign that binds the next letter, in Sinhala, Khmer or
// Burmese. Some programs end a line there.
func unfinished(line string) bool {
	last, _ := utf8.DecodeLastRuneInString(line)
	return bindsNext(last) || strings.HasSuffix(line, "\u0dca\u200d")
}

// hyphen returns the hyphen of a divided word. It is "" if the hyphen only marks the end of the line, as in
// "un-available". In "architecture-independent" it is kept. The rest of the document decides.
func (v vocabulary) hyphen(stem, tail string) string {
	stem, tail = folded(stem), folded(tail)
	switch {
	case v[stem+tail]:
		return ""
	case v[stem+"-"+tail], len(stem) >= shortest && len(tail) >= shortest && v[stem] && v[tail]:
		return "-"
	}
	return ""
}

// begins reports whether an initial begins the first word of the next line. If it does not, it is a word, as
// in "A storm". The rest of the document tells.
func (v vocabulary) begins(initial, next string) bool {
	tail := folded(wordStart().FindString(next))
	return tail != "" && (v[folded(strings.TrimLeftFunc(initial, unicode.IsPunct))+tail] || !v[tail])
}

// shortest is the least length, in bytes, of the parts of a compound: "to-day" is none.
const shortest = 4

var numbers = lazy.Regexp(`\p{Nd}+|\b[ivxlc]+\b|\b[A-Z]\.`)

// withoutNumbers returns a line without its numbers, including Roman ones and letters of appendices.
func withoutNumbers(s string) string {
	return numbers().ReplaceAllString(strings.Join(strings.Fields(s), " "), "#")
}

// key returns the words of a line without what may be the number of its page. That is an outer number, or a number
// beside a word for a page.
func key(s string) string {
	tokens := tokensOf(s)
	parts := make([]string, len(tokens))
	for i, t := range tokens {
		parts[i] = t.text
		outer := i == 0 || i == len(tokens)-1
		if _, ok := t.number(); ok && (outer || namesPage(tokens, i-1) || namesPage(tokens, i+1)) || outer && romanNumber().MatchString(t.text) {
			parts[i] = "#"
		}
	}
	return strings.Join(parts, " ")
}

var fold = sync.OnceValue(func() cases.Caser { return cases.Fold() })

// folded returns a text without case.
func folded(s string) string {
	if ascii.Is(s) {
		return strings.ToLower(s)
	}
	return fold().String(s)
}

// words returns the words of a line that have a letter, without case and accents, since capitals often lack
// accents. In scripts without spaces each letter is a word.
func words(s string) (all []string) {
	for _, t := range tokensOf(s) {
		if t.letter {
			all = append(all, t.text)
		}
	}
	return all
}

// token is a word or a number, folded.
type token struct {
	text   string
	letter bool // it has one
}

// longestNumber is the most digits of the number of a page.
const longestNumber = 5

// number returns the number that a token is, unless it is too long for a page.
func (t token) number() (n int, ok bool) {
	if t.letter || utf8.RuneCountInString(t.text) > longestNumber {
		return 0, false
	}
	return decimal(t.text), true
}

// tokensOf returns the words and numbers of a line.
func tokensOf(s string) (all []token) {
	if !ascii.Is(s) {
		s = norm.NFKD.String(s)
	}
	s = folded(s)
	var word []rune
	letter := false
	end := func() {
		if len(word) > 0 {
			all = append(all, token{string(word), letter})
		}
		word, letter = word[:0], false
	}
	for _, r := range s {
		switch {
		case r == '\u00ad' || r >= firstMark && unicode.Is(unicode.Mn, r):
		case unicode.IsDigit(r):
			word = append(word, r)
		case r >= firstMark && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			end()
			all = append(all, token{string(r), true})
		case unicode.IsLetter(r):
			word, letter = append(word, r), true
		default:
			end()
		}
	}
	end()
	return all
}
