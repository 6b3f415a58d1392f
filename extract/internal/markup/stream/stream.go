// Package stream finds the visible text of an HTML page without its tree: R11.3 to R11.10.
//
// It keeps the stack of open elements, the list of active formatting elements and the insertion
// modes of the HTML Standard's tree construction. The text is always that of the tree which
// golang.org/x/net/html builds, also where that differs from the Standard. Text is written as it
// comes. This package does not read a page whose tree has text anywhere else than at the end of
// what is already there, and gives a [Reason]. The text of such a page is found from its tree.
//
// Numbers such as 13.2.6.4.7 are sections of the HTML Standard.
package stream

import (
	"bytes"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
)

// Text is the visible text of a page.
type Text struct {
	Octets []byte
	// Lead and Trail are what is called for before and after it.
	Lead, Trail flow.Gap
	// Pictures reports whether the page has an element img or svg.
	Pictures bool
}

// checked is how many octets are read between two calls of check.
const checked = 1 << 16

// Read finds the visible text of a page in UTF-8, and appends it to out. It calls check now and
// then, and ends with its error. The text is only known if there is no reason.
func Read(page, out []byte, check func() error) (text Text, reason Reason, err error) {
	m := &machine{page: page, out: out[:0], tables: lookups(), framesetOK: true}
	m.open = make([]element, 0, 32)
	for next := checked; m.stop == NoReason; {
		m.next()
		if m.stop != NoReason {
			break
		}
		m.dispatch()
		if m.tok.kind == kindEnd {
			break
		}
		if m.pos >= next {
			next = m.pos + checked
			if err := check(); err != nil {
				return Text{}, NoReason, err
			}
		}
	}
	if m.stop != NoReason {
		return Text{}, m.stop, nil
	}
	if m.depth > 0 {
		m.gap = flow.LineEnd
	}
	return Text{m.out, m.lead, m.gap, m.pictures}, NoReason, nil
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
	again          int          // how many were opened again, or compared
	templates      []mode
	headElement    element
	form           uint32 // the form element pointer
	fresh          uint32 // the preformatted element that has no child yet
	last           uint32 // the last element's id
	framesetOK     bool
	fostering      bool
	doctype        []byte
	quirk          quirk

	out      []byte
	gap      flow.Gap // called for since the last piece
	lead     flow.Gap // called for before the first
	depth    int32    // how many blocks of the text the last node is in
	pictures bool
	decoded  []byte // a buffer
}

// quirk is what is known of quirks mode.
type quirk uint8

const (
	unknown quirk = iota
	hasQuirks
	hasNone
)

// quirks reports whether the document type is one of those for which a table does not end a
// paragraph: "quirks mode" (13.2.6.4.1).
func (m *machine) quirks() bool {
	if m.quirk == unknown {
		m.quirk = m.quirkOf(m.doctype)
	}
	return m.quirk == hasQuirks
}

// quirkOf asks x/net/html about a document type, by the tree of a page that is little else.
func (m *machine) quirkOf(doctype []byte) quirk {
	if doctype == nil {
		return hasQuirks
	}
	tree, err := html.Parse(bytes.NewReader(append(bytes.Clone(doctype), "<p><table>"...)))
	if err == nil {
		for n := range tree.Descendants() {
			switch {
			case n.Type != html.ElementNode || n.Data != "table":
			case n.Parent.Data == "p":
				return hasQuirks
			default:
				return hasNone
			}
		}
	}
	m.stop = Fault
	return hasNone
}
