// Package maintext finds the main text of a page: chapter 11a. A reader of pages adds the elements and
// texts that the page shows. Then Text chooses the lines of the article.
package maintext

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"
)

// Page is what a page shows. The zero value is empty.
type Page struct {
	text     []byte
	opened   []opened  // all elements that were added
	elements []element // those with text, once all are added
	runs     []run
	lines    []line
	shown    int   // how many of opened have text, once it is known
	begun    int   // lines, before they are listed
	half     int32 // R11.29
	core     int32 // R11.29
	most     int32 // the most direct good units of an element (R11.30)
	h1       int   // the first line in an h1, or -1
}

// free are pages whose memory is used for other pages.
var free sync.Pool

// New returns an empty page.
func New() *Page {
	if p, ok := free.Get().(*Page); ok {
		return p
	}
	return &Page{}
}

// Free says that the page is not used any more, nor what its methods returned but for strings. Large pages are dropped.
func (p *Page) Free() {
	const most = 4 << 20
	if int64(cap(p.text))+cost(cap(p.opened), cap(p.elements), cap(p.runs), cap(p.lines)) <= most {
		*p = Page{text: p.text[:0], opened: p.opened[:0], elements: p.elements[:0], runs: p.runs[:0], lines: p.lines[:0]}
		free.Put(p)
	}
}

// Buffer returns an empty buffer for the text of the page.
func (p *Page) Buffer() []byte { return p.text[:0] }

// opened is an element that may have text, in tree order. The first is the document.
type opened struct {
	parent int32 // -1 of the document
	link   int32 // the innermost link around it, or 0; the complement once it is known to have text
	tag    Tag
}

// element is an element with text, in tree order. The first is the document.
type element struct {
	sums
	parent int32 // -1 of the document
	outer  int32 // the nearest element around it with more units, or the document
	end    int32 // the index after the last element within it
	link   int32 // the innermost link around it, or 0
	number int32 // of a link: that of the last line that counted it, from 1
	seen   int32 // the number of the last line with a run within it, or 0
	direct int32 // direct good units (R11.30)
	tag    Tag
	flags  Flags // its own and those of the elements around it, once they are of use
}

// Tag says where a reader has the start tag of an element.
type Tag struct{ Name, At, Size int32 }

// run is a part of the text that is of one element.
type run struct {
	at      int32 // where it begins
	element int32
	line    bool // it begins a line
}

// sums are what the lines of an element add up to (R11.29).
type sums struct {
	units, linked, lines, good, goods int32 // good: units of good lines
}

func (s *sums) add(o sums) {
	s.units += o.units
	s.linked += o.linked
	s.lines += o.lines
	s.good += o.good
	s.goods += o.goods
}

// line is a line (R11.25) and what R11.26 counts in it.
type line struct {
	start, end           int32 // in the text
	element              int32
	units, linked        int32
	links                int32
	commas, ends, digits int32
	last                 rune // that is no closing mark
}

// good is R11.27.
func (l *line) good() bool {
	return 3*l.linked <= l.units && (l.units >= 80 || l.units >= 40 && isEnd(l.last))
}

// solid is R11.34.
func (l *line) solid() bool { return l.units >= 60 || l.units >= 30 && isEnd(l.last) }

// Cost returns the memory in bytes that a page takes at most. It has the numbers of elements, runs and lines, and of
// bytes of text that the page shows.
func Cost(elements, runs, lines, size int) int64 {
	return cost(elements, elements, runs, lines) + 2*int64(size)
}

func cost(all, shown, runs, lines int) int64 {
	const choice = 4 + 1 // a score, and whether the line is chosen
	each := int64(unsafe.Sizeof(line{})) + choice
	return grown[opened](all) + int64(unsafe.Sizeof(element{}))*int64(shown) + grown[run](runs) + each*int64(lines)
}

// grown returns the memory in bytes that a list and its shorter copy take at most while it grows.
func grown[T any](length int) int64 {
	var part T
	return (9*int64(length)/4 + 512) * int64(unsafe.Sizeof(part))
}

// Cost returns the memory that the page takes at most for what was added to it, besides its text.
func (p *Page) Cost() int64 { return cost(len(p.opened), p.shown, len(p.runs), p.begun) }

// Element adds an element to an earlier one, or to the document, which is 0. It returns the number of the element.
// Elements are added in tree order.
func (p *Page) Element(parent int32, link bool, tag Tag) int32 {
	p.document()
	o := opened{parent: parent, link: p.opened[parent].link, tag: tag}
	if link {
		o.link = int32(len(p.opened))
	}
	p.opened = append(p.opened, o)
	return int32(len(p.opened) - 1)
}

// Parent returns the element around an element.
func (p *Page) Parent(element int32) int32 { return p.opened[element].parent }

// Len returns the number of elements, the document among them.
func (p *Page) Len() int { return len(p.opened) }

// Adopt moves an element with all that follows out of the element around it, into the parent of that. A copy of the
// element around it takes its content. The copy comes right after it, so the numbers of those behind grow by one.
func (p *Page) Adopt(moved int32) {
	around := p.opened[moved].parent
	parent := p.opened[around].parent
	copied := moved + 1
	link := p.opened[around].link == around
	p.opened = slices.Insert(p.opened, int(copied), opened{parent: moved, tag: p.opened[around].tag})
	m, c := &p.opened[moved], &p.opened[copied]
	m.parent, m.link = parent, p.opened[parent].link
	if c.link = m.link; link {
		c.link = copied
	}
	for i := int(copied) + 1; i < len(p.opened); i++ {
		e := &p.opened[i]
		if e.parent >= moved {
			e.parent++ // the copy, of those in the moved element
		}
		switch {
		case e.link == around:
			e.link = copied
		case e.link > moved:
			e.link++
		}
	}
	for i := len(p.runs) - 1; i >= 0 && p.runs[i].element >= moved; i-- {
		p.runs[i].element++
	}
}

// Run says that the text from here on is of an element, up to the next run. It begins a line if an element called for
// a line end.
func (p *Page) Run(at int, element int32, line bool) {
	p.document()
	if n := len(p.runs); !line && n > 0 && p.runs[n-1].element == element {
		return
	}
	if line = line || len(p.runs) == 0; line {
		p.begun++
	}
	p.runs = append(p.runs, run{int32(at), element, line})
}

func (p *Page) document() {
	if len(p.opened) == 0 {
		p.opened = append(p.opened, opened{parent: -1})
	}
}

// Close is called once, after all elements and runs. It finds the elements with text, in them or within them.
func (p *Page) Close() {
	p.document()
	p.show(0)
	for _, r := range p.runs {
		p.show(r.element)
	}
}

// show notes that an element and those around it have text.
func (p *Page) show(number int32) {
	for number >= 0 && p.opened[number].link >= 0 {
		o := &p.opened[number]
		o.link = ^o.link
		p.shown++
		number = o.parent
	}
}

// list lists the elements with text, and gives the runs their new numbers.
func (p *Page) list() {
	p.elements = slices.Grow(p.elements, p.shown)
	for i := range p.opened {
		o := &p.opened[i]
		if o.link >= 0 {
			continue
		}
		number, e := int32(len(p.elements)), element{parent: -1, tag: o.tag}
		if i > 0 {
			e.parent = p.opened[o.parent].parent
		}
		if o.parent = number; ^o.link > 0 { // from here on, it has the new number
			e.link = p.opened[^o.link].parent
		}
		p.elements = append(p.elements, e)
	}
	for i := range p.runs {
		r := &p.runs[i]
		r.element = p.opened[r.element].parent
	}
}

// Read reads the visible text. It is called once, after Close. The argument flagsOf returns the flags
// of an element by itself. It is called for the elements around a line, a part of all.
func (p *Page) Read(text []byte, flagsOf func(Tag) Flags) {
	p.list()
	p.text = text
	p.lines = slices.Grow(p.lines, p.begun)
	for i, r := range p.runs {
		end := int32(len(text))
		if i+1 < len(p.runs) {
			end = p.runs[i+1].at
		}
		if r.line {
			p.lines = append(p.lines, line{start: r.at, element: r.element})
		}
		number := int32(len(p.lines))
		l := &p.lines[number-1]
		l.element = p.around(l.element, r.element, number)
		link := p.elements[r.element].link
		if e := &p.elements[link]; link > 0 && e.number != number {
			l.links++
			e.number = number
		}
		l.count(text[r.at:end], link > 0)
	}
	for i := range p.lines {
		end := len(text)
		if i+1 < len(p.lines) {
			end = int(p.lines[i+1].start) - 1 // without the line end
		}
		p.lines[i].end = int32(end)
	}
	p.addUp(flagsOf)
}

// around returns the deepest element with both the element of a line and that of its next run. It climbs no part of
// the tree twice in a line.
func (p *Page) around(line, run, number int32) int32 {
	for line != run && p.elements[run].seen != number {
		if line > run { // which comes later in tree order, so it is not around the run
			line = p.elements[line].parent
		} else {
			p.elements[run].seen = number
			run = p.elements[run].parent
		}
	}
	p.elements[line].seen = number
	return line
}

// count counts the characters of a run.
func (l *line) count(text []byte, linked bool) {
	units := l.units
	for i := 0; i < len(text); {
		if i+8 <= len(text) {
			if letters, blanks := lettersOf(binary.LittleEndian.Uint64(text[i:])); letters|blanks == high {
				if l.units += int32(bits.OnesCount64(letters)); letters != 0 {
					l.last = rune(text[i+7-bits.LeadingZeros64(letters)/8])
				}
				i += 8
				continue
			}
		}
		if c := text[i]; c < utf8.RuneSelf {
			i++
			k := kinds[c]
			if k == blank {
				continue
			}
			l.units++
			switch k {
			case comma:
				l.commas++
			case end:
				l.ends++
			case digit:
				l.digits++
			case closing:
				continue
			}
			l.last = rune(c)
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		i += size
		l.units += unitsOf(r)
		switch {
		case strings.ContainsRune(commas, r):
			l.commas++
		case isEnd(r):
			l.ends++
		case strings.ContainsRune(closings, r):
			continue
		}
		l.last = r
	}
	if linked {
		l.linked += l.units - units
	}
}

const (
	each = 0x0101010101010101 // times a byte
	high = each * 0x80
)

// lettersOf finds the letters of ASCII in eight bytes, and the blanks. It sets the high bit of the byte of each.
func lettersOf(eight uint64) (letters, blanks uint64) {
	low := eight &^ high // so that sums stay within a byte
	x := low | each*' '
	letters = (x + each*(0x80-'a')) &^ (x + each*(0x7F-'z')) &^ eight & high
	blanks = ^((low ^ each*' ') + each*0x7F) &^ eight & high
	return letters, blanks
}

// The characters of R11.26.
const (
	commas   = ",;،؛、，；"
	ends     = ".!?…؟۔।。！？"
	closings = `"')]}»”’」』）】`
)

func isEnd(r rune) bool { return strings.ContainsRune(ends, r) }

type kind uint8

const (
	other kind = iota
	blank
	comma
	end
	digit
	closing
)

var kinds = [utf8.RuneSelf]kind{
	' ': blank, '\n': blank,
	',': comma, ';': comma, '.': end, '!': end, '?': end, '"': closing, '\'': closing, ')': closing, ']': closing, '}': closing,
	'0': digit, '1': digit, '2': digit, '3': digit, '4': digit, '5': digit, '6': digit, '7': digit, '8': digit, '9': digit,
}

// wide are the ranges of characters that count as three units: of scripts without spaces, and Hangul.
var wide = [][2]rune{
	{0x0E00, 0x0EFF}, {0x1000, 0x109F}, {0x1780, 0x17FF}, {0x3041, 0x30FF}, {0x3400, 0x9FFF},
	{0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0x20000, 0x3FFFF},
}

func unitsOf(r rune) int32 {
	for _, w := range wide {
		if w[0] <= r && r <= w[1] {
			return 3
		}
	}
	return 1
}
