// Package stream finds the visible text of an HTML page without its tree: R11.3 to R11.10.
//
// It holds the stack of open elements, the list of active formatting elements and the insertion
// modes of the HTML Standard's tree construction, as golang.org/x/net/html implements them, with
// what is known to differ there: the text is that of the tree which that package builds. Text is
// written as it comes. A page that puts what is shown elsewhere than at the end of the tree is not
// read, with a [Reason], and its text is found by way of the tree.
package stream

import (
	"bytes"

	"golang.org/x/net/html"
)

// Text is the visible text of a page.
type Text struct {
	Octets []byte
	// Lead and Trail are what is called for before and after it.
	Lead, Trail Gap
	// Pictures reports whether the page has an element img or svg.
	Pictures bool
}

// checked is after how many octets of a page its reader is asked whether to go on.
const checked = 1 << 16

// Read appends the visible text of a page in UTF-8 to out. It calls check now and then, and
// ends with its error. If the reason is not 0, the text is not known.
func Read(page, out []byte, check func() error) (text Text, reason Reason, err error) {
	m := &machine{page: page, out: out[:0], tables: lookups(), framesetOK: true}
	m.open = make([]element, 0, 32)
	for next := checked; m.stop == none0; {
		m.next()
		if m.stop != none0 {
			break
		}
		m.dispatch()
		if m.tok.kind == kindEnd {
			break
		}
		if m.pos >= next {
			next = m.pos + checked
			if err := check(); err != nil {
				return Text{}, none0, err
			}
		}
	}
	if m.stop != none0 {
		return Text{}, m.stop, nil
	}
	if m.depth > 0 {
		m.gap = LineEnd
	}
	return Text{m.out, m.lead, m.gap, m.pictures}, none0, nil
}

// machine reads a page.
type machine struct {
	page   []byte
	pos    int // in the page, after the token
	tok    token
	raw    tag // whose start tag is before a text without tags
	stop   Reason
	tables *tables

	mode, original mode
	open           []element
	counts         [tags]uint16 // of the open elements of HTML, by tag
	listed         []element    // the list of active formatting elements
	reopen         bool         // some of them may not be open
	again          int          // how many were opened again
	templates      []mode
	headElement    element
	form           uint32 // the form element pointer
	fresh          uint32 // the preformatted element that has no child yet
	last           uint32 // the last element's id
	framesetOK     bool
	fostering      bool
	doctype        []byte

	out      []byte
	gap      Gap   // called for since the last piece
	lead     Gap   // called for before the first
	depth    int32 // how many blocks of the text the last node is in
	pictures bool
	decoded  []byte // a buffer
}

// quirks reports whether the document type is one of those for which a table does not end a
// paragraph: "quirks mode" (13.2.6.4.1). The tree of as much tells.
func (m *machine) quirks() bool {
	if m.doctype == nil {
		return true
	}
	tree, err := html.Parse(bytes.NewReader(append(bytes.Clone(m.doctype), "<p><table>"...)))
	if err != nil {
		m.stop = Fault
		return false
	}
	for n := range tree.Descendants() {
		if n.Type == html.ElementNode && n.Data == "table" {
			return n.Parent.Data == "p"
		}
	}
	m.stop = Fault
	return false
}
