package pdf

import (
	"cmp"
	"slices"
)

// candidate is a line that may be the number of its page.
type candidate struct {
	line   *line
	page   int
	number int
	roman  bool
	named  bool // a word says that it is the number of a page
}

// counting is how numbers count pages.
type counting struct {
	roman   bool
	greater int // how much they are greater than the index of their page
}

// series is the numbers at an edge of pages that count these pages.
type series struct {
	counting
	edge  int
	lines []candidate
}

// findNumbers finds page numbers. Each is alone in one of the two outermost lines, and they rise by one for each page.
// Other figures may do so too, such as the years of a chronicle. So a page has one number, and isSound decides whether
// numbers count pages. The number of a single page is well below the text.
func (f *furniture) findNumbers() {
	if len(f.pages) == 1 {
		f.findOnly()
		return
	}
	all, pages := f.series()
	slices.SortStableFunc(all, func(a, b *series) int {
		return cmp.Or(cmp.Compare(max(a.greater, 1), max(b.greater, 1)), pages[b.counting]-pages[a.counting],
			b.greater-a.greater, a.edge-b.edge)
	})
	numbered := make(map[int]counting)
	for _, s := range all {
		if !s.isSound(pages[s.counting], len(f.pages)) {
			continue
		}
		for _, c := range s.lines {
			if by, ok := numbered[c.page]; !ok || by == s.counting {
				numbered[c.page] = s.counting
				c.line.furniture, c.line.number = true, true
			}
		}
	}
}

// findOnly finds the number of the only page.
func (f *furniture) findOnly() {
	if l := f.pages[0].at(bottom, 0); l != nil && f.pages[0].footed {
		if c, ok := f.mayNumber(l, 0); ok && c.number == 1 && !c.roman {
			l.furniture, l.number = true, true
		}
	}
}

// series returns the numbers at the edges of pages, by how they count the pages. It also returns how many pages are
// counted so at any edge.
func (f *furniture) series() (all []*series, pages map[counting]int) {
	type place struct {
		counting
		edge int
	}
	found := make(map[place]*series)
	pages = make(map[counting]int)
	last := make(map[counting]int)
	f.eachCandidate(func(c candidate, e int) {
		by := counting{c.roman, c.number - c.page}
		s := found[place{by, e}]
		if s == nil {
			s = &series{counting: by, edge: e}
			found[place{by, e}] = s
			all = append(all, s)
		}
		if n := len(s.lines); n == 0 || s.lines[n-1].page < c.page { // an edge has one number
			s.lines = append(s.lines, c)
		}
		if pages[by] == 0 || last[by] < c.page {
			pages[by]++
			last[by] = c.page
		}
	})
	return all, pages
}

// eachCandidate visits the lines that may be page numbers, the outer one of an edge first.
func (f *furniture) eachCandidate(visit func(c candidate, e int)) {
	for i := range f.pages {
		for e := range edges {
			for distance := range 2 {
				if l := f.pages[i].at(e, distance); l != nil {
					if c, ok := f.mayNumber(l, i); ok {
						visit(c, e)
					}
				}
			}
		}
	}
}

// Years are not the numbers of the first pages of a document.
const (
	firstYear = 1000
	lastYear  = 2100
)

// isSound reports whether numbers count pages. They do so on a number of pages, at any edge. There are two at least,
// and most are apart from the text or have a word for a page. Numbers beyond those of the pages need more signs. They
// are no years, and on half of the pages or more. Roman ones need not be, since they end before the text.
func (s *series) isSound(on, pages int) bool {
	apart, named, year := 0, 0, false
	for _, c := range s.lines {
		if c.named {
			named++
		}
		if c.named || c.line.first && c.line.last {
			apart++
		}
		year = year || firstYear <= c.number && c.number <= lastYear
	}
	n := len(s.lines)
	switch {
	case n < 2 || 2*apart < n:
		return false
	case 2*named >= n:
		return true
	case s.greater > 1:
		return !year && n >= repeated && (s.roman || 2*on >= pages)
	}
	return on > 2 || s.lines[1].page-s.lines[0].page <= near
}
