package maintext

import (
	"slices"
	"sync"
)

// A line has the features of R11.31, in its order.

// levels is how many levels of a line there are (R11.30).
const levels = 3

// flagged are the features that are flags, of a line without any.
var flagged [len(groups) + len(tags)]int32

// names are the features in the order of their numbers, from 0.
var names = sync.OnceValue(func() []string {
	names := []string{"units", "link", "links", "commas", "ends", "digits", "end", "colon", "since h1"}
	for _, k := range []string{" 0", " 1", " 2"} {
		for _, what := range []string{"share", "part", "link", "good share", "lines", "good lines"} {
			names = append(names, what+k)
		}
	}
	names = append(names, "in half", "in most", "steps", "page units", "page good", "page lines", "page link", "before", "good before")
	names = append(names, "direct 0", "direct 1", "direct 2")
	for _, g := range groups {
		names = append(names, g.name)
	}
	for _, t := range tags {
		names = append(names, "<"+t.name+">")
	}
	return names
})

// addUp adds up the lines of each element (R11.29).
func (p *Page) addUp(flagsOf func(Tag) Flags) {
	all := p.elements
	for i := range p.lines {
		l := &p.lines[i]
		s := sums{units: l.units, linked: l.linked, lines: 1}
		if l.good() {
			s.good, s.goods = l.units, 1
		}
		all[l.element].add(s)
	}
	for i := len(all) - 1; i >= 0; i-- {
		e := &all[i]
		e.end = max(e.end, int32(i)+1)
		if i > 0 {
			parent := &all[e.parent]
			parent.add(e.sums)
			parent.end = max(parent.end, e.end)
		}
	}
	for i := 1; i < len(all); i++ {
		e, parent := &all[i], &all[all[i].parent]
		e.outer = parent.outer
		if parent.units > e.units {
			e.outer = e.parent
		}
		if e.lines > 0 {
			e.flags = parent.flags | flagsOf(e.tag)
		}
		if 2*e.good > all[0].good {
			p.half = int32(i)
		}
		if e.good > 0 && 5*e.good >= 4*all[0].good {
			p.core = int32(i)
		}
	}
	for i := range p.lines {
		if l := &p.lines[i]; l.good() {
			level := p.level(l)
			all[level].direct += l.units
			p.most = max(p.most, all[level].direct)
		}
	}
	h1 := flagOf("h1")
	p.h1 = slices.IndexFunc(p.lines, func(l line) bool { return all[l.element].flags&h1 != 0 })
}

// level returns level 0 of a line (R11.30).
func (p *Page) level(l *line) int32 {
	if e := &p.elements[l.element]; e.units == l.units {
		return e.outer
	}
	return l.element
}

func per(a, b int32) int32 {
	if b == 0 {
		return 0
	}
	return int32(int64(a) * 1000 / int64(b))
}

func flag(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

func (p *Page) within(element, around int32) bool {
	return around <= element && element < p.elements[around].end
}

// features appends the features of a line to f. before and goodBefore are the units of the lines before it.
func (p *Page) features(f []int32, at int, before, goodBefore int32) []int32 {
	l, page := &p.lines[at], &p.elements[0]
	since := int32(0)
	if p.h1 >= 0 && at >= p.h1 {
		since = int32(min(at-p.h1+1, 200))
	}
	f = append(f, min(l.units, 2000), per(l.linked, l.units), min(l.links, 50), min(l.commas, 50), min(l.ends, 50),
		per(l.digits, l.units), flag(isEnd(l.last)), flag(l.last == ':' || l.last == '：'), since)
	var direct [levels]int32
	i, had := p.level(l), l.units
	for k := range levels {
		e := &p.elements[i]
		f = append(f, per(e.units, page.units), per(had, e.units), per(e.linked, e.units), per(e.good, page.good), min(e.lines, 200), min(e.goods, 100))
		direct[k] = per(e.direct, p.most)
		had = e.units
		i = e.outer
	}
	steps := int32(0)
	for i = l.element; i != 0 && steps < 20 && !p.within(p.core, i); i = p.elements[i].outer {
		steps++
	}
	f = append(f, flag(p.within(l.element, p.half)), flag(p.within(l.element, p.core)), steps,
		page.units, per(page.good, page.units), page.lines, per(page.linked, page.units),
		per(before, page.units), per(goodBefore, page.good))
	f = append(f, direct[:]...)
	all := p.elements[l.element].flags
	at = len(f)
	f = append(f, flagged[:]...)
	for bit := range flagged {
		f[at+bit] = int32(all >> bit & 1)
	}
	return f
}
