package pdf

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// withoutFurniture joins the pages of a document and leaves out their furniture: page numbers and
// running titles.
//
// No word is lost: a running title with a word that occurs nowhere else is kept once. So the set of
// words stays the same even if a line of the text is mistaken for furniture. A heading whose number
// occurs nowhere else is kept, too.
//
// With soft, a hyphen that is removed at a line end becomes a soft hyphen.
func withoutFurniture(pages []page, b *budget.Budget, soft bool) (string, error) {
	f := furniture{pages: pages, body: make(map[string]bool), budget: b}
	if soft {
		f.leftOut = "\u00AD"
	}
	f.findNumbers()
	f.findRepeated()
	f.findTitles()
	f.keepWords()
	text := f.String()
	return text, f.err
}

// Edges of pages.
const (
	top = iota
	bottom
	edges
)

// edge is how many lines at the top or bottom of a page may be furniture.
const edge = 4

// page is one page, without its blank lines.
type page struct {
	lines  []line
	footed bool // its last line stands alone below the text
}

type line struct {
	text string
	key  string // at an edge: the same for lines that differ only in numbers
	// The first and the last line of a block, around which there are blank lines.
	first, last bool
	furniture   bool
	number      bool // the furniture is a page number
	initial     bool // it is the large first letter of the next line
}

// leaders lead the eye from a title to the number of its page.
var leaders = lazy.Regexp(`( ?\.){5,} ?`)

const fewestLeaders = 5

// at returns the line at a distance from an edge, or nil.
func (p *page) at(e, distance int) *line {
	if e == bottom {
		distance = len(p.lines) - 1 - distance
	}
	if distance < 0 || distance >= len(p.lines) {
		return nil
	}
	return &p.lines[distance]
}

// next returns the outermost line of an edge that is not furniture, nil if there is none near.
func (p *page) next(e int) *line {
	for i := range edge {
		if l := p.at(e, i); l == nil || !l.furniture {
			return l
		}
	}
	return nil
}

// furniture finds the furniture of a document.
type furniture struct {
	pages  []page
	body   map[string]bool // words that stand elsewhere
	budget *budget.Budget
	err    error // of the budget

	leftOut string // what stands for a hyphen at a line end that is left out
}

// hold counts a string that a map is to hold. It reports whether that is within the budget.
func (f *furniture) hold(s string) bool {
	const entry = 64 // of memory, in a map
	if f.err == nil {
		f.err = f.budget.Hold(int64(entry+len(s)), "words of PDF")
	}
	return f.err == nil
}

func (f *furniture) add(set map[string]bool, s string) {
	if !set[s] && f.hold(s) {
		set[s] = true
	}
}

// findNumbers finds page numbers: alone in the outermost line, and rising by one for each page. The
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
					if n, roman, ok := pageNumber(l.text); ok {
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

// pageNumber returns the number of a line that has nothing else.
func pageNumber(s string) (n int, roman, ok bool) {
	if m := bareNumber().FindStringSubmatch(s); m != nil {
		return decimal(m[1]), false, true
	}
	if m := romanNumber().FindStringSubmatch(s); m != nil {
		n, ok := romanValue(strings.ToLower(m[1]))
		return n, true, ok
	}
	return 0, false, false
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

// A line is furniture if it stands at an edge of this many pages, at most near pages apart.
const (
	repeated = 3
	near     = 2
)

// findRepeated finds lines repeated at the same edge of nearby pages, apart from numbers in them.
func (f *furniture) findRepeated() {
	type place struct {
		edge int
		key  string
	}
	found := make(map[place]int) // times
	last := make(map[place]int)
	long := make(map[place]bool)
	kinds := make(map[place]int)
	each := func(visit func(i int, at place, l *line)) {
		for i := range f.pages {
			for e := range edges {
				seen := make(map[string]bool)
				for distance := range edge {
					if l := f.pages[i].at(e, distance); l != nil && !seen[l.key] && strings.ContainsFunc(l.key, unicode.IsLetter) {
						seen[l.key] = true
						visit(i, place{e, l.key}, l)
					}
				}
			}
		}
	}
	each(func(i int, at place, l *line) {
		if before, ok := last[at]; !ok || i-before > near {
			found[at] = 0
		}
		last[at] = i
		if found[at]++; found[at] >= repeated {
			long[at] = true
		}
		if k := kind(l); k != "" {
			kinds[place{at.edge, k}]++
		}
	})
	for i := range f.pages {
		for e := range edges {
			for l := f.pages[i].next(e); l != nil; l = f.pages[i].next(e) {
				if !long[place{e, l.key}] && (kind(l) == "" || kinds[place{e, kind(l)}] < repeated) {
					break
				}
				l.furniture = true
			}
		}
	}
}

// kind returns how running titles of one kind begin: "CHAPTER #" for "CHAPTER 4. SIMPLE
// EXAMPLE". It returns "" for other lines, among them the item of a list, "(2) Everyone".
func kind(l *line) string {
	before, after, ok := strings.Cut(l.key, "#")
	if !ok || !strings.ContainsFunc(before, unicode.IsLetter) || strings.ContainsRune(before[:len(before)-1], ' ') ||
		len(words(after)) == 0 || !l.first || !l.last {
		return ""
	}
	return before
}

// findTitles finds the running titles of chapters and sections. They must also occur further up, or
// elsewhere on the page. No line is a title because of itself.
func (f *furniture) findTitles() {
	n := 0
	for i := range f.pages {
		for e := range edges {
			if l := f.pages[i].at(e, 0); l != nil && l.furniture {
				n++
				break
			}
		}
	}
	if n < repeated || 2*n < len(f.pages) {
		return
	}
	titles := make(map[string]bool)
	for i := range f.pages {
		p := &f.pages[i]
		below := max(0, len(p.lines)-edge) // where the lower edge begins
		heads := make(map[string]bool)     // titles at the upper edge
		for j := range p.lines {
			switch l := &p.lines[j]; {
			case l.furniture || !l.first:
			case !l.last || edge <= j && j < below:
				f.addTitle(titles, l)
			case j < below:
				f.addTitle(heads, l)
			}
		}
		f.leaveTitles(p, bottom, titles, heads)
		for j := below; j < len(p.lines); j++ {
			if l := &p.lines[j]; j >= edge && l.first && !l.furniture {
				f.addTitle(titles, l)
			}
		}
		f.leaveTitles(p, top, titles, nil)
		for j := range min(edge, len(p.lines)) {
			if l := &p.lines[j]; !l.furniture {
				f.addTitle(titles, l)
			}
		}
	}
}

// leaveTitles leaves out lines at an edge of a page that are titles.
func (f *furniture) leaveTitles(p *page, e int, titles, heads map[string]bool) {
	for l := p.next(e); l != nil && l.first && l.last; l = p.next(e) {
		if !isTitle(l, titles) && !isTitle(l, heads) {
			return
		}
		l.furniture = true
	}
}

// longest is the greatest number of words in a title.
const longest = 30

// addTitle adds a line that may be a title, and its beginnings, for running titles that are cut off.
func (f *furniture) addTitle(titles map[string]bool, l *line) {
	words := words(l.text)
	if len(words) > longest {
		return
	}
	f.add(titles, strings.Join(words, " "))
	for n := 2; n < len(words); n++ {
		f.add(titles, strings.Join(words[:n], " ")+"…")
	}
}

// isTitle reports whether the line is a title, after the number of a chapter or section.
func isTitle(l *line, titles map[string]bool) bool {
	words, end := words(l.text), ""
	if strings.HasSuffix(l.text, "…") || strings.HasSuffix(l.text, "...") {
		end = "…"
	}
	for i := range min(3, len(words)) {
		if t := strings.Join(words[i:], " "); titles[t] || titles[t+end] {
			return true
		}
	}
	return false
}

// keepWords keeps lines of furniture with a word, or a word with its number, that occurs nowhere else.
// "Article 9" at the top of a page is a heading. It is one even if other pages begin with "Article 7"
// and "Article 11".
func (f *furniture) keepWords() {
	doubtful := false
	f.each(func(l *line) { doubtful = doubtful || l.furniture && !l.number })
	if !doubtful {
		return
	}
	f.each(func(l *line) {
		if !l.furniture {
			f.addWords(tokensOf(l.text))
		}
	})
	counted := f.countNumbers()
	for i := range f.pages {
		for j := range f.pages[i].lines {
			l := &f.pages[i].lines[j]
			if !l.furniture || l.number {
				continue
			}
			if tokens := tokensOf(l.text); f.has(tokens, i, counted) {
				l.furniture = false
				f.addWords(tokens)
			}
		}
	}
}

// addWords adds the words of a line to those that stand elsewhere.
func (f *furniture) addWords(tokens []token) {
	for _, t := range tokens {
		if t.letter {
			f.add(f.body, t.text)
		}
	}
	for _, n := range numbered(tokens) {
		f.add(f.body, n.pair)
	}
}

// has reports whether a line of a page contains something that occurs nowhere else. A number that rises
// from page to page does not count, nor does a number on many pages.
func (f *furniture) has(tokens []token, page int, counted map[counter]int) bool {
	for _, t := range tokens {
		if t.letter && !f.body[t.text] {
			return true
		}
	}
	for _, n := range numbered(tokens) {
		if !f.body[n.pair] && counted[counter{offset: n.value - page}] < repeated && counted[counter{pair: n.pair}] < repeated {
			return true
		}
	}
	return false
}

// counter is a property that lines with numbers may share. It is the distance of a number from its page
// number, or the number with the word before it.
type counter struct {
	offset int
	pair   string
}

func (f *furniture) countNumbers() map[counter]int {
	counted := make(map[counter]int)
	for i := range f.pages {
		seen := make(map[counter]bool)
		for j := range f.pages[i].lines {
			l := &f.pages[i].lines[j]
			if !l.furniture || l.number {
				continue
			}
			for _, n := range numbered(tokensOf(l.text)) {
				for _, c := range []counter{{offset: n.value - i}, {pair: n.pair}} {
					if !seen[c] && f.hold(c.pair) {
						seen[c] = true
						counted[c]++
					}
				}
			}
		}
	}
	return counted
}

func (f *furniture) each(visit func(*line)) {
	for i := range f.pages {
		for j := range f.pages[i].lines {
			visit(&f.pages[i].lines[j])
		}
	}
}

// String returns the text, with a blank line between blocks, but not between pages.
func (f *furniture) String() string {
	var left []line
	for i := range f.pages {
		first := false
		begun := false
		for _, l := range f.pages[i].lines {
			first = first || l.first
			if !l.furniture {
				l.first = first && begun
				left = append(left, l)
				first, begun = false, true
			}
		}
	}
	indic := divideIndic(left)
	var v vocabulary // made for the first divided word
	var b strings.Builder
	for i, l := range left {
		if i+1 < len(left) {
			stem, hyphen, tail := divided(l.text, left[i+1].text)
			certain := tail != "" || indic
			if tail == "" {
				stem, hyphen, tail = dividedIndic(l.text, left[i+1].text)
			}
			if tail != "" && v == nil {
				v = f.vocabulary(left)
			}
			if tail != "" && (certain || v[stem+tail]) {
				b.WriteString(strings.TrimSuffix(l.text, hyphen) + cmp.Or(v.hyphen(stem, tail), f.leftOut))
				left[i+1].first = false
				continue
			}
			if l.initial && v == nil {
				v = f.vocabulary(left)
			}
			if unfinished(l.text) || l.initial && v.begins(l.text, left[i+1].text) {
				b.WriteString(l.text)
				left[i+1].first = false
				continue
			}
		}
		b.WriteString(l.text)
		b.WriteByte('\n')
		if i+1 < len(left) && left[i+1].first {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
