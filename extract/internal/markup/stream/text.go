package stream

import (
	"bytes"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// addElement adds an element of HTML to the current node, opens it, and says where it is.
func (m *machine) addElement() *element { return m.addElementOf(spaceHTML) }

// addElementOf is addElement for any namespace.
func (m *machine) addElementOf(s space) *element {
	t := &m.tok
	tr := m.traits(t.tag)
	state, depth := m.place(t.tag, t.told, tr)
	e := m.slot()
	if m.shown != nil && m.stop == NoReason {
		parent := int32(0) // the document
		if n := len(m.open); n > 1 {
			parent = m.open[n-2].node
		}
		e.node = m.addShown(parent, state, t.tag, m.restOf(t))
	}
	e.id, e.tag, e.space, e.state, e.told, e.depth = m.last, t.tag, s, state, t.told, depth
	switch {
	case tr&isFormatting != 0:
		e.written = m.restOf(t)
	case t.tag == tagOther:
		e.written = t.name
	default:
		e.written = nil
	}
	if s == spaceHTML {
		m.counts[t.tag]++
	}
	if t.tag == tagImg || t.tag == tagSvg {
		m.pictures = true
	}
	return e
}

// addEmpty adds an element that has no content.
func (m *machine) addEmpty() {
	m.addElement()
	m.pop()
}

// place counts an element that comes after all that is in its parent, and says where it is.
func (m *machine) place(t tag, told told, tr trait) (s state, depth int32) {
	var parent parent
	if m.fostering {
		reason := NoReason
		if parent, reason = m.foster(); reason != NoReason {
			m.stop = reason
			return 0, 0
		}
		if m.elsewhere() {
			return 0, 0
		}
	} else {
		top := m.top()
		parent.state, parent.depth = top.state, top.depth
	}
	m.last++
	m.fresh = 0
	depth = parent.depth
	s = parent.state & (keepsLines | isApart)
	hidden := tr&isLeftOut != 0 || told&toldHidden != 0 || t == tagDialog && told&toldOpen == 0
	block := tr&isBlock != 0 || told&toldLine != 0
	if tr&isPre != 0 {
		s |= keepsLines
	}
	switch {
	case parent.state&isSkipped != 0:
		s |= isSkipped | inSkipped | isNeutral
	case hidden:
		s |= isSkipped
	case !block:
		s |= isNeutral
	case s&isApart == 0: // R11.7
		m.gap = flow.LineEnd
		m.shown.line()
		depth++
		m.depth = depth
	}
	return s, depth
}

// parent is what a new node must know about its parent.
type parent struct {
	state state
	depth int32
}

// foster returns the parent of a new node while foster parenting is enabled (13.2.6.1).
func (m *machine) foster() (parent, Reason) {
	top := m.top()
	if m.traits(top.tag)&isRows == 0 {
		return parent{top.state, top.depth}, NoReason
	}
	table, template := -1, -1
	for i := len(m.open) - 1; i >= 0; i-- {
		switch m.open[i].tag {
		case tagTable:
			table = max(table, i)
		case tagTemplate:
			template = max(template, i)
		}
	}
	switch {
	case template > table:
		t := &m.open[template]
		return parent{t.state, t.depth}, NoReason
	case table < 0:
		return parent{}, Fostered
	}
	t := &m.open[table]
	switch {
	case t.state&inSkipped != 0:
		return parent{state: isSkipped}, NoReason
	case t.state&isSkipped != 0: // what is before it is shown
		return parent{}, Fostered
	}
	// The table calls for a line end, so what has no text changes nothing before it.
	return parent{isApart, t.depth}, NoReason
}

// elsewhere reports whether foster parenting puts a node elsewhere, where the main text needs its element.
func (m *machine) elsewhere() bool {
	if m.shown == nil || m.traits(m.top().tag)&isRows == 0 {
		return false
	}
	m.stop = Fostered
	return true
}

// addText adds the text of the token to the current node.
func (m *machine) addText() {
	t := &m.tok
	if len(t.text) == 0 {
		return
	}
	top := m.top()
	parent := parent{top.state, top.depth}
	if m.fostering {
		reason := NoReason
		if parent, reason = m.foster(); reason != NoReason {
			m.stop = reason
			return
		}
		if m.elsewhere() {
			return
		}
	}
	m.fresh = 0
	switch {
	case parent.state&isSkipped != 0:
	case parent.state&isApart != 0:
		if shows(t.text, t.form) {
			m.stop = Fostered
		}
	default:
		if m.depth > parent.depth { // blocks have ended: R11.7
			m.depth = parent.depth
			m.gap = flow.LineEnd
			m.shown.line()
		}
		m.shown.text(top.node)
		m.write(t.text, t.form, parent.state&keepsLines != 0)
	}
}

func shows(text []byte, f form) bool {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case whatwg.IsBlank(c) || c == 0 && f&replacesNUL == 0:
		case c == '&' && f&hasReferences != 0:
			n, s, r := resolve(text[i:], false)
			if n == 0 || s != "" && bytes.Trim([]byte(s), "\t\n\f\r ") != nil || s == "" && !(r < 0x80 && whatwg.IsBlank(byte(r))) {
				return true
			}
			i += n - 1
		default:
			return true
		}
	}
	return false
}

// write writes the pieces of a text, with what is called for between them: R11.8 and R11.9.
func (m *machine) write(text []byte, f form, lines bool) {
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case regular[c]:
			m.flush()
			i += m.copyRegular(text[i:])
		case whatwg.IsBlank(c):
			m.blank(c, lines)
			i++
		case c == 0:
			if f&replacesNUL != 0 {
				m.flush()
				m.out = append(m.out, "\uFFFD"...)
			}
			i++
		case f&hasReferences == 0:
			m.flush()
			m.out = append(m.out, c)
			i++
		default:
			n, s, r := resolve(text[i:], false)
			switch {
			case n == 0:
				n = 1
				m.flush()
				m.out = append(m.out, c)
			case len(s) == 1 && whatwg.IsBlank(s[0]):
				m.blank(s[0], lines)
			case s != "":
				m.flush()
				m.out = append(m.out, s...)
			case r < 0x80 && whatwg.IsBlank(byte(r)):
				m.blank(byte(r), lines)
			default:
				m.flush()
				m.out = utf8.AppendRune(m.out, r)
			}
			i += n
		}
	}
}

// blank reads a blank.
func (m *machine) blank(c byte, lines bool) {
	if lines && (c == '\n' || c == '\r') {
		m.gap = flow.LineEnd
	} else {
		m.gap = max(m.gap, flow.Blank)
	}
}

// flush writes what is called for before a piece.
func (m *machine) flush() {
	if m.gap != flow.None {
		if m.wrote || len(m.out) > 0 {
			m.out = append(m.out, " \n"[m.gap-flow.Blank])
		} else {
			m.lead = m.gap
		}
		m.gap = flow.None
	}
	if m.shown != nil {
		m.shown.piece(len(m.out))
	}
}
