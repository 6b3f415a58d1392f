// Package maintext finds the main text of a page: chapter 11a. A reader of pages says which elements
// and texts a page shows, and Choose says which of its lines are the article.
package maintext

import (
	"strings"
	"unicode/utf8"
	"unsafe"
)

// Page collects what a page shows, in tree order. The zero value is empty.
type Page struct {
	elements []element
	lines    []line
	text     []byte // of all lines, each but the first after a line end
	now      int32  // the innermost element that is open
	around   int32  // the innermost element around the last line and all that came after it
	called   bool   // a line end was called for by an element
	blank    bool
	wrapped  bool // a line end was called for by a preformatted text
	measured *measured
}

// element is an element that is shown, or the document. Index 0 is the document.
type element struct {
	sums
	parent int32 // -1 of the document
	outer  int32 // the nearest element around it with more units, or the document
	end    int32 // the index after the last element within it
	flags  flags // its own; then also those of the elements around it
}

// Cost returns the memory in bytes that a page takes at most that shows so many elements, texts and octets. Lists
// double as they grow, and the text is copied.
func Cost(elements, texts, octets int) int64 {
	const each = 8 + 2 + 4 // of the choice: a score, and where it came from
	return 3*int64(elements)*int64(unsafe.Sizeof(element{})) + int64(texts)*(3*int64(unsafe.Sizeof(line{}))+each) + 4*int64(octets)
}

// sums are what the lines of an element add up to.
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
	element              int32
	start, end           int // in the text
	units, linked        int32
	links, link          int32 // link: the last one counted
	commas, ends, digits int32
	last                 rune // that is no closing mark
}

// good is R11.27.
func (l *line) good() bool {
	return 3*l.linked <= l.units && (l.units >= 80 || l.units >= 40 && isEnd(l.last))
}

// solid is R11.34.
func (l *line) solid() bool { return l.units >= 60 || l.units >= 30 && isEnd(l.last) }

// Open opens an element.
func (p *Page) Open(name, class, id, role string) {
	p.begin()
	p.elements = append(p.elements, element{parent: p.now, flags: flagsOf(name, class, id, role)})
	p.now = int32(len(p.elements) - 1)
}

// Close closes the innermost element that is open.
func (p *Page) Close() {
	e := &p.elements[p.now]
	e.end = int32(len(p.elements))
	if p.around == p.now {
		p.around = e.parent
	}
	p.now = e.parent
}

func (p *Page) begin() {
	if len(p.elements) == 0 {
		p.elements = append(p.elements, element{parent: -1})
		p.called = true
	}
}

// Line calls for a line end, as an element does (R11.7, R11.10).
func (p *Page) Line() { p.called = true }

// Characters adds the characters of a text node of the innermost open element. A link is the number of the
// innermost element a around it, counted from 1, or 0.
func (p *Page) Characters(s string, preformatted bool, link int32) {
	p.begin()
	for s != "" {
		n := 0
		for n < len(s) && isBlank(s[n]) {
			p.wrapped = p.wrapped || preformatted && (s[n] == '\n' || s[n] == '\r')
			n++
		}
		p.blank = p.blank || n > 0
		if s = s[n:]; s == "" {
			return
		}
		l := p.piece()
		n = l.count(s, link)
		p.text = append(p.text, s[:n]...)
		l.end = len(p.text)
		s = s[n:]
	}
}

// piece returns the line of the next piece.
func (p *Page) piece() *line {
	switch {
	case p.called:
		if len(p.lines) > 0 {
			p.text = append(p.text, '\n')
		}
		p.lines = append(p.lines, line{element: p.now, start: len(p.text)})
		p.around = p.now
	case p.wrapped:
		p.text = append(p.text, '\n')
	case p.blank:
		p.text = append(p.text, ' ')
	}
	p.called, p.wrapped, p.blank = false, false, false
	l := &p.lines[len(p.lines)-1]
	l.element = p.around
	return l
}

// count counts the characters of a piece, and returns its length.
func (l *line) count(s string, link int32) (n int) {
	if link > 0 && link != l.link {
		l.links++
		l.link = link
	}
	units := l.units
	for n < len(s) && !isBlank(s[n]) {
		if c := s[n]; c < utf8.RuneSelf {
			n++
			l.units++
			switch kinds[c] {
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
		r, size := utf8.DecodeRuneInString(s[n:])
		n += size
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
	if link > 0 {
		l.linked += l.units - units
	}
	return n
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

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
	comma
	end
	digit
	closing
)

var kinds = [utf8.RuneSelf]kind{
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
