package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

var (
	bareNumber  = lazy.Regexp(`^[-–—| ]*(\p{Nd}{1,5})[-–—| ]*$`)
	romanNumber = lazy.Regexp(`^[-–—| ]*([ivxlcIVXLC]{1,8})[-–—| ]*$`)
)

// mayNumber returns the number of a line that has nothing else, or only words that say what it is. A dash before the
// number alone is a minus sign.
func (f *furniture) mayNumber(l *line, page int) (c candidate, ok bool) {
	s := l.text
	c = candidate{line: l, page: page}
	if m := bareNumber().FindStringSubmatch(s); m != nil {
		c.number = decimal(m[1])
		return c, !isDash(s) || isDash(s[strings.Index(s, m[1])+len(m[1]):])
	}
	if m := romanNumber().FindStringSubmatch(s); m != nil {
		c.number, ok = romanValue(strings.ToLower(m[1]))
		c.roman = true
		return c, ok
	}
	if len(s) <= longestNaming {
		tokens := tokensOf(s)
		if start, end, n := f.naming(tokens, page); start == 0 && end == len(tokens) {
			c.number, c.named = n, true
			return c, true
		}
	}
	return c, false
}

// isDash reports whether a text begins with a dash.
func isDash(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " |"))
	return unicode.Is(unicode.Pd, r)
}

// longestNaming is the most bytes of a line that is no more than the number of its page.
const longestNaming = 200

// pageWords are words for a page, folded and without marks.
var pageWords = lazy.Names(`page pages pg pagina pag seite blatt side sida sivu leht lapa lk strona strana stranka stranica
	str stran страница стр сторінка старонка страна сторина σελιδα σελ oldal sayfa bet halaman hal trang tudalen leathanach
	orria pagine pagino bladsye ukurasa صفحه صفحة صفحہ עמוד דף 页 頁 쪽`)

// namesPage reports whether the token at an index, if there is one, is a word for a page.
func namesPage(tokens []token, i int) bool {
	return 0 <= i && i < len(tokens) && pageWords.Has(tokens[i].text)
}

// naming finds the tokens of a line that say the number of its page: "page 3", "3 of 9". The latter must be the number
// of all pages. Without such tokens, start is -1.
func (f *furniture) naming(tokens []token, page int) (start, end, n int) {
	for i, t := range tokens {
		n, ok := t.number()
		if !ok {
			continue
		}
		start, end := i, i+1
		switch {
		case namesPage(tokens, i-1):
			start--
		case namesPage(tokens, end):
			end++
			if i > 0 && tokens[i-1].text == "第" {
				start--
			}
		}
		found := end-start > 1
		all := end
		if all < len(tokens) && tokens[all].letter {
			all++ // "of"
		}
		if all < len(tokens) && n == page+1 {
			if total, ok := tokens[all].number(); ok && total == len(f.pages) {
				if end, found = all+1, true; namesPage(tokens, end) {
					end++
				}
			}
		}
		if found {
			return start, end, n
		}
	}
	return -1, -1, 0
}

// decimal returns the number that digits of any script are.
func decimal(digits string) (n int) {
	for _, r := range digits {
		zero := r // Unicode has the ten digits of a script one after the other
		for r-zero < 9 && unicode.IsDigit(zero-1) {
			zero--
		}
		n = 10*n + int(r-zero)
	}
	return n
}

func romanValue(s string) (int, bool) {
	n := 0
	for i := range s {
		v := romanDigits[s[i]]
		if i+1 < len(s) && romanDigits[s[i+1]] > v {
			v = -v
		}
		n += v
	}
	return n, n > 0
}

var romanDigits = map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100}
