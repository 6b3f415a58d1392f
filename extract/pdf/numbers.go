package pdf

import (
	"strings"
	"unicode"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// findNumbers finds page numbers: alone in one of the two outermost lines, and rising by one for each page. The
// number of a single page is well below the text.
func (f *furniture) findNumbers() {
	type series struct {
		edge   int
		roman  bool
		offset int
	}
	found := make(map[series][]*line)
	for i := range f.pages {
		for e := range edges {
			for distance := range 2 {
				if l := f.pages[i].at(e, distance); l != nil {
					if n, roman, ok := f.pageNumber(l.text, i); ok {
						s := series{e, roman, n - i}
						found[s] = append(found[s], l)
					}
				}
			}
		}
	}
	only := len(f.pages) == 1 && f.pages[0].footed
	for s, lines := range found {
		if len(lines) < 2 && !(only && s == series{edge: bottom, offset: 1} && lines[0] == f.pages[0].at(bottom, 0)) {
			continue
		}
		for _, l := range lines {
			l.furniture, l.number = true, true
		}
	}
}

var (
	bareNumber  = lazy.Regexp(`^[-–—| ]*(\p{Nd}{1,5})[-–—| ]*$`)
	romanNumber = lazy.Regexp(`^[-–—| ]*([ivxlcIVXLC]{1,8})[-–—| ]*$`)
)

// pageNumber returns the number of a line that has nothing else, or only words that say what it is.
func (f *furniture) pageNumber(s string, page int) (n int, roman, ok bool) {
	if m := bareNumber().FindStringSubmatch(s); m != nil {
		return decimal(m[1]), false, true
	}
	if m := romanNumber().FindStringSubmatch(s); m != nil {
		n, ok := romanValue(strings.ToLower(m[1]))
		return n, true, ok
	}
	if len(s) <= longestNaming {
		tokens := tokensOf(s)
		if start, end, n := f.naming(tokens, page); start == 0 && end == len(tokens) {
			return n, false, true
		}
	}
	return 0, false, false
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
