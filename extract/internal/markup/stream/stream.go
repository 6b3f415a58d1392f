// Package stream finds the visible text of an HTML page without its tree: R11.3 to R11.10.
//
// It keeps the state of the HTML Standard's tree construction. This is the stack of open elements, the list
// of active formatting elements, and the insertion mode. The text always equals the text of the tree that
// golang.org/x/net/html builds, even where that differs from the Standard. Text is written as it comes. In
// some pages, the tree adds text before earlier text. This package does not read these, and returns a
// [Reason]. The text of such a page is found from its tree.
//
// # Pages that are not in memory
//
// A long page is read by a window that moves over it, and grows for longer tags. Text beyond the window is
// cut into several tokens. A cut is never inside a possible character reference. Nor is it after a carriage
// return, which may be half of a line end. The modes treat pieces of a text like the whole. For a comment, a
// script and CDATA, the state so far is kept. What elements keep of their tags is copied when the window
// moves.
//
// A reason may be found at the very end of a page, and then the text written before is wrong. So a long page
// is read twice: [Scan] looks for a reason, and a [Reader] writes. Their memory does not grow with the page.
// The window has a maximum length. For a longer tag the reason is [TooLong], and the page must be read in
// memory.
//
// Numbers such as 13.2.6.4.7 are sections of the HTML Standard.
package stream

import (
	"bytes"
	"errors"
	"math"
	"sync"

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

// checked is how many bytes are read between two calls of check.
const checked = 1 << 16

// Read finds the visible text of a page in UTF-8, and appends it to out. It calls check now and
// then, and ends with its error. The text is only known if there is no reason. The head is
// nil if the encoding is certain.
func Read(page, out []byte, check func() error, head *Head) (text Text, reason Reason, err error) {
	reason, err = whole(page, out[:0], check, head, nil, func(m *machine) error {
		text = Text{m.out, m.lead, m.gap, m.pictures}
		return nil
	})
	return text, reason, err
}

// whole reads a page in memory. It calls found with the machine that has read it, unless there is a reason or an error.
func whole(
	page, out []byte, check func() error, head *Head, shown *shown, found func(*machine) error,
) (reason Reason, err error) {
	m := machines.Get().(*machine)
	m.check, m.headOf, m.shown = check, head, shown
	m.page, m.final, m.out = page, true, out
	if _, err = m.run(math.MaxInt); err == nil && m.stop == NoReason {
		err = found(m)
	}
	reason = m.stop
	m.reset()
	machines.Put(m)
	return reason, err
}

// machines have read pages in memory, and may read others.
var machines = sync.Pool{New: func() any { return newMachine(nil) }}

func newMachine(check func() error) *machine {
	m := &machine{open: make([]element, 0, 32)}
	m.reset()
	m.check = check
	return m
}

// reset makes a machine ready for another page. It keeps only buffers that have not grown large.
func (m *machine) reset() {
	open, listed, templates, decoded := emptied(m.open), emptied(m.listed), emptied(m.templates), emptied(m.decoded)
	*m = machine{
		tables: lookups(), framesetOK: true, checkAt: checked,
		open: open, listed: listed, templates: templates, decoded: decoded,
	}
}

// mostKept is how many parts a buffer may have that is kept for the next page.
const mostKept = 1 << 10

func emptied[T any](s []T) []T {
	if cap(s) > mostKept {
		return nil
	}
	clear(s[:cap(s)])
	return s[:0]
}

// run reads until a number of bytes of text is ready, and reports whether the page has ended.
func (m *machine) run(enough int) (ended bool, err error) {
	for m.stop == NoReason {
		m.prose()
		if !m.scan() {
			if m.stop == NoReason {
				m.fill()
			}
			if m.err != nil {
				return true, m.err
			}
			continue
		}
		if m.stop != NoReason {
			break
		}
		if !m.step() {
			m.dispatch()
		}
		if m.tok.kind == kindEnd {
			break
		}
		if at := m.base + int64(m.pos); at >= m.checkAt {
			m.checkAt = at + checked
			if err := m.check(); err != nil {
				return true, err
			}
		}
		if len(m.out) >= enough && m.stop == NoReason {
			return false, nil
		}
	}
	if m.depth > 0 {
		m.gap = flow.LineEnd
	}
	return true, nil
}

// machine reads a page.
type machine struct {
	page   []byte // or the window's part of it
	final  bool   // the page ends there
	pos    int    // there, after the token
	base   int64  // of the window, in the page
	start  int64  // of the token, in the page
	window *window
	err    error // of filling the window

	tok     token
	raw     tag // whose start tag is before a text without tags
	script  script
	inCDATA bool
	goesOn  bool // the token is a text that goes on
	skips   skips
	stop    Reason
	tables  *tables

	check   func() error
	checkAt int64
	headOf  *Head // nil if the encoding is certain

	mode, original mode
	open           []element
	counts         [tags]uint16 // of the open elements of HTML, by tag
	listed         []element    // the list of active formatting elements
	reopen         bool         // some of them may not be open
	again          int64        // how many were opened again, or compared
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
	wrote    bool     // there was text that was taken out of it
	gap      flow.Gap // called for since the last piece
	lead     flow.Gap // called for before the first
	depth    int32    // how many blocks of the text the last node is in
	shown    *shown   // nil but for main text
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

// quirks reports whether the document type keeps paragraphs open before tables (13.2.6.4.1).
func (m *machine) quirks() bool {
	if m.quirk == unknown {
		m.quirk = m.quirkOf(m.doctype)
	}
	return m.quirk == hasQuirks
}

// quirkOf asks x/net/html about a document type, by the tree of a page that is little else. Small letters mean the
// same, but x/net/html takes HTML for another name than html.
func (m *machine) quirkOf(doctype []byte) quirk {
	if doctype == nil {
		return hasQuirks
	}
	tree, err := html.Parse(bytes.NewReader(append(bytes.ToLower(doctype), "<p><table>"...)))
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

// ErrReason is the error of a [Reader] of a page for which there is a [Reason].
var ErrReason = errors.New("the page changed while it was read")

// Reason is why a page cannot be read without its tree.
type Reason uint8

// The reasons.
const (
	NoReason   Reason = iota // the page was read
	Fostered                 // text that is shown stands before the table in which it is written
	Adopted                  // a block leaves a formatting element, and is shown differently outside
	Frameset                 // a set of frames takes the place of what was shown
	Late                     // a second <html> or <body> says how the first one is shown
	Reopened                 // too many formatting elements are opened again
	TooDeep                  // too many elements are open
	NULInName                // a name has U+0000, which x/net/html replaces late
	TooLong                  // a tag is longer than the window may be
	Redeclared               // the head declares another encoding (R11.1)
	Fault                    // the tree cannot be built either
)

func (r Reason) String() string {
	return [...]string{"none", "fostered", "adopted", "frameset", "late", "reopened", "too deep", "NUL in a name", "too long", "another encoding", "fault"}[r]
}
