package zipped

import (
	"encoding/xml"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// openMath reads a formula of an OpenDocument, which is in MathML 2. Its text is its characters in the
// order in which they are shown. Signs of roots, of fences and of slanted fractions are added, because
// elements stand for them. A blank is between cells and between rows. Phantoms are not shown.
type openMath struct {
	within *medium.Reading
	pieces []mathPiece // the first one is before the formula
	last   int         // the last piece of the formula so far
	open   []mathElement
	held   int64
	err    error
}

// mathPiece is a text of a formula. The pieces are linked in the order in which they are shown. The degree of
// a root is shown before the sign, and stored after the base.
type mathPiece struct {
	text string
	next int
}

// mathElement is an element that is open.
type mathElement struct {
	name            string
	children        int
	before, base    int    // the last piece before it, and that of its first child
	between, closes string // signs between the children, and after them
}

// parentheses have these places in OpenSymbol, the font of OpenOffice.org.
var parentheses = strings.NewReplacer("\uE09E", "(", "\uE09F", ")")

func newOpenMath(d *medium.Reading) *openMath {
	return &openMath{within: d, pieces: make([]mathPiece, 1)}
}

// start reports whether the element is read.
func (m *openMath) start(name string, e xml.StartElement) bool {
	if name == "math:annotation" || name == "math:annotation-xml" || name == "math:mphantom" && !m.within.Include.Hidden {
		return false
	}
	if n := len(m.open); n > 0 {
		m.child(&m.open[n-1])
	}
	element := mathElement{name: name, before: m.last}
	switch name {
	case "math:msqrt":
		m.add("√")
	case "math:menclose":
		if strings.Contains(attr(e, "notation"), "radical") {
			m.add("√")
		}
	case "math:mfrac":
		if attr(e, "bevelled") == "true" {
			element.between = "/"
		}
	case "math:mfenced":
		m.add(parentheses.Replace(attrOr(e, "open", "(")))
		element.between = strings.Join(strings.Fields(attrOr(e, "separators", ",")), "")
		element.closes = parentheses.Replace(attrOr(e, "close", ")"))
	}
	m.open = append(m.open, element)
	return true
}

// child begins a child of an element.
func (m *openMath) child(of *mathElement) {
	of.children++
	switch of.name {
	case "math:mtable", "math:mtr", "math:mlabeledtr":
		if of.children > 1 {
			m.add(" ")
		}
	case "math:mroot":
		if of.children == 2 {
			of.base = m.last
		}
	case "math:mfenced", "math:mfrac":
		if of.children > 1 {
			m.add(of.separator())
		}
	}
}

// separator returns the sign before a child. The last sign counts for the children that have none.
func (e *mathElement) separator() string {
	_, size := utf8.DecodeRuneInString(e.between)
	sign := e.between[:size]
	if size < len(e.between) {
		e.between = e.between[size:]
	}
	return sign
}

func (m *openMath) end() {
	n := len(m.open) - 1
	if n < 0 { // an element around the formula
		return
	}
	ended := m.open[n]
	m.open = m.open[:n]
	switch ended.name {
	case "math:mroot":
		m.root(ended)
	case "math:mfenced":
		m.add(ended.closes)
	}
}

// root puts the degree of a root, and then its sign, before the base.
func (m *openMath) root(e mathElement) {
	if e.children < 2 {
		e.base = m.last
	}
	base, degree, last := m.pieces[e.before].next, m.pieces[e.base].next, m.last
	m.add("√")
	if e.base == e.before || m.err != nil {
		return
	}
	sign := m.last
	m.pieces[e.before].next, m.pieces[last].next = degree, sign
	if last == e.base {
		m.pieces[e.before].next = sign
	}
	m.pieces[sign].next, m.pieces[e.base].next = base, 0
	m.last = e.base
}

// add adds a piece.
func (m *openMath) add(s string) {
	if s == "" || m.err != nil {
		return
	}
	cost := int64(len(s) + entryCost)
	if m.err = m.within.Budget.Hold(cost, "formulas"); m.err != nil {
		return
	}
	m.held += cost
	m.pieces = append(m.pieces, mathPiece{text: strings.Clone(s)})
	m.pieces[m.last].next = len(m.pieces) - 1
	m.last = len(m.pieces) - 1
}

// writeTo writes the formula.
func (m *openMath) writeTo(f *flow.Flow) {
	for i := m.pieces[0].next; i > 0; i = m.pieces[i].next {
		f.Characters(m.pieces[i].text, false)
	}
	m.within.Budget.Release(m.held)
	if m.err != nil {
		f.Fail(m.err)
	}
}
