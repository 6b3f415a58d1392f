package extract

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// withoutFurniture joins the pages of a document and leaves out what stands on them
// for who turns them over: page numbers, and the titles that run along their edges.
//
// No word is lost: a running title of which a word stands nowhere else is left the
// first time. So a page at the edge of which something real was taken for furniture
// has the same set of words.
func withoutFurniture(pages []page) string {
	f := furniture{pages: pages, body: make(map[string]bool)}
	f.findNumbers()
	f.findRepeated()
	f.findTitles()
	f.keepWords()
	return f.String()
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
	lines []line
}

type line struct {
	text string
	key  string // equal where lines differ in nothing but numbers
	// first of a block, last of a block: blank lines are around it.
	first, last bool
	furniture   bool
	number      bool // of the page; furniture
}

// leaders lead the eye from a title to the number of its page.
var leaders = regexp.MustCompile(`( ?\.){5,} ?`)

// at returns the line so far from an edge, nil if there is none.
func (p *page) at(e, distance int) *line {
	if e == bottom {
		distance = len(p.lines) - 1 - distance
	}
	if distance < 0 || distance >= len(p.lines) {
		return nil
	}
	return &p.lines[distance]
}

// next returns the line of an edge that is outermost but for furniture, nil if there
// is none or if as many as may be are furniture already.
func (p *page) next(e int) *line {
	for i := range edge {
		if l := p.at(e, i); l == nil || !l.furniture {
			return l
		}
	}
	return nil
}

// furniture is a document whose furniture is looked for.
type furniture struct {
	pages []page
	body  map[string]bool // words that stand elsewhere
}

// findNumbers finds page numbers: alone in the outermost line, and rising by one from
// page to page.
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
	for _, lines := range found {
		if len(lines) < 2 {
			continue
		}
		for _, l := range lines {
			l.furniture, l.number = true, true
		}
	}
}

var (
	bareNumber  = regexp.MustCompile(`^[-–—| ]*([0-9]{1,5})[-–—| ]*$`)
	romanNumber = regexp.MustCompile(`^[-–—| ]*([ivxlcIVXLC]{1,8})[-–—| ]*$`)
)

// pageNumber returns the number that is all there is in a line.
func pageNumber(s string) (n int, roman, ok bool) {
	if m := bareNumber.FindStringSubmatch(s); m != nil {
		n, err := strconv.Atoi(m[1])
		return n, false, err == nil
	}
	if m := romanNumber.FindStringSubmatch(s); m != nil {
		n, ok := romanValue(strings.ToLower(m[1]))
		return n, true, ok
	}
	return 0, false, false
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

// How often a line is at an edge, with gaps of so many pages at most, to be
// furniture.
const (
	repeated = 3
	near     = 2
)

// findRepeated finds lines that come again at the same edge of the pages around, but
// for the numbers in them.
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
					if l := f.pages[i].at(e, distance); l != nil && !seen[l.key] && l.titled() {
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

// titled reports whether a line has a letter outside its numbers. A number that comes
// again is no page number.
func (l *line) titled() bool { return strings.ContainsFunc(l.key, unicode.IsLetter) }

// kind is what running titles of one kind begin with: "CHAPTER #" of "CHAPTER 4.
// SIMPLE EXAMPLE". It is "" of other lines.
func kind(l *line) string {
	before, after, ok := strings.Cut(l.key, "#")
	if !ok || before == "" || strings.ContainsRune(before[:len(before)-1], ' ') || len(words(after)) == 0 || !l.first || !l.last {
		return ""
	}
	return before
}

// findTitles finds the titles of chapters and sections that run along an edge: they
// are lines further up.
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
		for j := range p.lines {
			l := &p.lines[j]
			if l.furniture || j < edge && l.first && l.last || !l.first {
				continue
			}
			addTitle(titles, l)
		}
		for e := range edges {
			for l := p.next(e); l != nil && l.first && l.last; l = p.next(e) {
				if !isTitle(l, titles) {
					break
				}
				l.furniture = true
			}
		}
		for j := range min(edge, len(p.lines)) {
			if l := &p.lines[j]; !l.furniture {
				addTitle(titles, l)
			}
		}
	}
}

// longest is how many words a title has at most.
const longest = 30

// addTitle adds what may be a title, and its beginnings, since a running title may be
// cut off.
func addTitle(titles map[string]bool, l *line) {
	words := words(l.text)
	if len(words) > longest {
		return
	}
	titles[strings.Join(words, " ")] = true
	for n := 2; n < len(words); n++ {
		titles[strings.Join(words[:n], " ")+"…"] = true
	}
}

// isTitle reports whether the line is a title, after the number of a chapter or
// section.
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

// keepWords takes a line for no furniture if it has a word that stands nowhere else.
func (f *furniture) keepWords() {
	f.each(func(l *line) {
		if !l.furniture {
			for _, w := range words(l.text) {
				f.body[w] = true
			}
		}
	})
	f.each(func(l *line) {
		if !l.furniture || l.number {
			return
		}
		for _, w := range words(l.text) {
			if !f.body[w] {
				f.body[w], l.furniture = true, false
			}
		}
	})
}

func (f *furniture) each(visit func(*line)) {
	for i := range f.pages {
		for j := range f.pages[i].lines {
			visit(&f.pages[i].lines[j])
		}
	}
}

// String returns the text: a blank line between blocks, and none where a page ends,
// since a paragraph may run on.
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
	v := newVocabulary(left)
	var b strings.Builder
	for i, l := range left {
		if i+1 < len(left) {
			if stem, hyphen, tail := divided(l.text, left[i+1].text); tail != "" {
				b.WriteString(strings.TrimSuffix(l.text, hyphen) + v.hyphen(stem, tail))
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

// vocabulary is the words of a document that no line end divides, folded:
// "keep-alive" is one, and so are "keep" and "alive".
type vocabulary map[string]bool

var (
	hyphenated = regexp.MustCompile(`\pL[\pL\pM]*([-\x{2010}]\pL[\pL\pM]*)*`)
	stemEnd    = regexp.MustCompile(`\pL[\pL\pM]*([-\x{2010}\x{ad}])$`)
	tailStart  = regexp.MustCompile(`^\p{Ll}[\pL\pM]*`)
)

func newVocabulary(lines []line) vocabulary {
	v := make(vocabulary)
	for i, l := range lines {
		text := l.text
		if i > 0 {
			if _, _, tail := divided(lines[i-1].text, text); tail != "" {
				text = strings.TrimPrefix(text, tail)
			}
		}
		text = stemEnd.ReplaceAllString(text, "")
		for _, w := range hyphenated.FindAllString(text, -1) {
			w = fold.String(strings.ReplaceAll(w, "\u2010", "-"))
			v[w] = true
			for _, part := range strings.Split(w, "-") {
				v[part] = true
			}
		}
	}
	return v
}

// divided returns the parts of a word that may be divided between two lines: R2.9 of
// SPEC.md says where. The tail is "" if there is none.
func divided(line, next string) (stem, hyphen, tail string) {
	m := stemEnd.FindStringSubmatch(line)
	if m == nil {
		return "", "", ""
	}
	return strings.TrimSuffix(m[0], m[1]), m[1], tailStart.FindString(next)
}

// hyphen returns the hyphen of a word that was divided: "" if it is there for the
// line's end only. The rest of the document tells: "un-available" or
// "architecture-independent".
func (v vocabulary) hyphen(stem, tail string) string {
	stem, tail = fold.String(stem), fold.String(tail)
	switch {
	case v[stem+tail]:
		return ""
	case v[stem+"-"+tail], len(stem) >= shortest && len(tail) >= shortest && v[stem] && v[tail]:
		return "-"
	}
	return ""
}

// shortest is how long, in octets, the parts of a compound are at least: "to-day" is none.
const shortest = 4

var numbers = regexp.MustCompile(`[0-9]+|\b[ivxlc]+\b|\b[A-Z]\.`)

// key is a line without its numbers, Roman ones and letters of appendices too.
func key(s string) string {
	return numbers.ReplaceAllString(strings.Join(strings.Fields(s), " "), "#")
}

var fold = cases.Fold()

// words are the words of a line that have a letter, without case or accents: what is
// printed in capitals may have none. In scripts without spaces each letter is one.
func words(s string) []string {
	s = fold.String(norm.NFKD.String(s))
	var all []string
	var word []rune
	letter := false
	end := func() {
		if letter {
			all = append(all, string(word))
		}
		word, letter = word[:0], false
	}
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Mn, r) || r == '\u00ad':
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			end()
			all = append(all, string(r))
		case unicode.IsLetter(r):
			word, letter = append(word, r), true
		case unicode.IsDigit(r):
			word = append(word, r)
		default:
			end()
		}
	}
	end()
	return all
}
