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
// Nothing is lost but what numbers pages. A running title that stands nowhere else is kept once. So is a
// line of the text that is mistaken for a running title.
//
// With soft, a hyphen that is removed at a line end becomes a soft hyphen.
func withoutFurniture(pages []page, b *budget.Budget, soft bool) (string, error) {
	f := furniture{pages: pages, budget: b}
	if soft {
		f.leftOut = "\u00AD"
	}
	f.findNumbers()
	f.findRepeated()
	f.findTitles()
	f.findBare()
	f.keepLines()
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
	bare   bool // it has no line but furniture, and what may be its number
}

type line struct {
	text string
	key  string // at an edge: the same for lines that differ only in what may number pages
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

// A line is furniture if it stands at an edge of this many pages, at most near pages apart.
const (
	repeated = 3
	near     = 2
)

// findRepeated finds lines repeated at the same edge of nearby pages, apart from page numbers in them. It also finds
// those of a kind, if they stand there twice.
func (f *furniture) findRepeated() {
	type place struct {
		edge int
		key  string
	}
	found := make(map[place]int) // times
	last := make(map[place]int)
	twice, long := make(map[place]bool), make(map[place]bool)
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
		found[at]++
		twice[at] = twice[at] || found[at] > 1
		long[at] = long[at] || found[at] >= repeated
		if k := kind(l); k != "" {
			kinds[place{at.edge, k}]++
		}
	})
	for i := range f.pages {
		for e := range edges {
			for l := f.pages[i].next(e); l != nil; l = f.pages[i].next(e) {
				at := place{e, l.key}
				if !long[at] && (!twice[at] || kind(l) == "" || kinds[place{e, kind(l)}] < repeated) {
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
	before, after, ok := strings.Cut(withoutNumbers(l.text), "#")
	if !ok || !strings.ContainsFunc(before, unicode.IsLetter) || strings.ContainsRune(before[:len(before)-1], ' ') ||
		len(words(after)) == 0 || !l.first || !l.last {
		return ""
	}
	return before
}

// findTitles finds the running titles of chapters and sections. They must also occur on the page, or on one before it,
// at most near pages apart. No line is a title because of itself. Nor is a heading because of the table of contents.
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
	titles := make(map[string]int) // the last page of each
	for i := range f.pages {
		p := &f.pages[i]
		below := max(0, len(p.lines)-edge) // where the lower edge begins
		heads := make(map[string]int)      // titles at the upper edge
		for j := range p.lines {
			switch l := &p.lines[j]; {
			case !l.first || !mayBeTitle(l):
			case !l.last || edge <= j && j < below:
				f.addTitle(titles, l, i)
			case j < below:
				f.addTitle(heads, l, i)
			}
		}
		f.leaveTitles(i, bottom, titles, heads)
		for j := below; j < len(p.lines); j++ {
			if l := &p.lines[j]; j >= edge && l.first && mayBeTitle(l) {
				f.addTitle(titles, l, i)
			}
		}
		f.leaveTitles(i, top, titles, nil)
		for j := range min(edge, len(p.lines)) {
			if l := &p.lines[j]; mayBeTitle(l) {
				f.addTitle(titles, l, i)
			}
		}
	}
}

// mayBeTitle reports whether a line of the text may be a title. A line that ends with a number may be of a table of
// contents.
func mayBeTitle(l *line) bool {
	if l.furniture {
		return false
	}
	tokens := tokensOf(l.text)
	return len(tokens) <= 1 || tokens[len(tokens)-1].letter
}

// leaveTitles leaves out lines at an edge of a page that are titles. They may run on from there.
func (f *furniture) leaveTitles(page, e int, titles, heads map[string]int) {
	p := &f.pages[page]
	for l := p.next(e); l != nil && l.first && l.last; l = p.next(e) {
		if !isTitle(l, page, titles) && !isTitle(l, page, heads) {
			return
		}
		l.furniture = true
		f.addTitle(titles, l, page)
	}
}

// longest is the greatest number of words in a title, and shortestTitle its least length in bytes. The cells of a table
// may be shorter.
const (
	longest       = 30
	shortestTitle = 3
)

// addTitle adds a line that may be a title, and its beginnings, for running titles that are cut off.
func (f *furniture) addTitle(titles map[string]int, l *line, page int) {
	words := words(l.text)
	if len(words) > longest {
		return
	}
	add := func(title string) {
		if _, ok := titles[title]; ok || f.hold(title) {
			titles[title] = page
		}
	}
	add(strings.Join(words, " "))
	for n := 2; n < len(words); n++ {
		add(strings.Join(words[:n], " ") + "…")
	}
}

// isTitle reports whether the line is a title, after the number of a chapter or section.
func isTitle(l *line, page int, titles map[string]int) bool {
	words, end := words(l.text), ""
	if strings.HasSuffix(l.text, "…") || strings.HasSuffix(l.text, "...") {
		end = "…"
	}
	for i := range min(3, len(words)) {
		t := strings.Join(words[i:], " ")
		if len(t) < shortestTitle {
			break
		}
		for _, title := range []string{t, t + end} {
			if last, ok := titles[title]; ok && page-last <= near {
				return true
			}
		}
	}
	return false
}

// findBare finds the pages without a line of text. A running title that is kept is none.
func (f *furniture) findBare() {
	for i := range f.pages {
		p := &f.pages[i]
		p.bare = true
		for j := 0; p.bare && j < len(p.lines); j++ {
			if l := &p.lines[j]; !l.furniture {
				_, p.bare = f.mayNumber(l, i)
			}
		}
	}
}

func (f *furniture) each(visit func(page int, l *line)) {
	for i := range f.pages {
		for j := range f.pages[i].lines {
			visit(i, &f.pages[i].lines[j])
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
