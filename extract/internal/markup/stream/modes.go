package stream

import "bytes"

// mode is an insertion mode (13.2.4.1).
type mode uint8

const (
	initial mode = iota
	beforeHTML
	beforeHead
	inHead
	inHeadNoscript
	afterHead
	inBody
	inText
	inTable
	inCaption
	inColumnGroup
	inTableBody
	inRow
	inCell
	inTemplate
	afterBody
	afterAfterBody
	ignored // x/net/html gives up where a template is in SVG or MathML
)

// dispatch runs the token through the modes until one consumes it.
func (m *machine) dispatch() {
	for n := 0; m.stop == NoReason && !m.step(); n++ {
		if n > 2*mostOpen {
			m.stop = Fault
		}
	}
}

// step runs the token through one mode, and reports whether it was consumed.
func (m *machine) step() bool {
	if n := len(m.open); m.mode == inBody && n > 0 && m.open[n-1].space == spaceHTML { // as mostly
		switch m.tok.kind {
		case kindText:
			m.bodyText()
			return true
		case kindStart:
			return m.bodyStart()
		case kindStop:
			return m.bodyStop()
		}
		return m.body()
	}
	if m.top().space != spaceHTML && m.inForeign() {
		return m.foreign()
	}
	return m.inMode(m.mode)
}

func (m *machine) inMode(mode mode) bool {
	switch mode {
	case inBody:
		return m.body()
	case initial, beforeHTML:
		return m.begin()
	case beforeHead:
		return m.beforeHead()
	case inHead:
		return m.head()
	case inHeadNoscript:
		return m.headNoscript()
	case afterHead:
		return m.afterHead()
	case inText:
		return m.inText()
	case inTable:
		return m.table()
	case inCaption:
		return m.caption()
	case inColumnGroup:
		return m.columnGroup()
	case inTableBody:
		return m.tableBody()
	case inRow:
		return m.row()
	case inCell:
		return m.cell()
	case inTemplate:
		return m.template()
	case afterBody, afterAfterBody:
		return m.afterBody()
	}
	return true
}

// imply runs a token that is not written through the modes.
func (m *machine) imply(k kind, t tag) {
	written := m.tok
	m.tok = token{kind: k, tag: t}
	m.dispatch()
	m.tok = written
}

// comment is told of a comment, which may be the first child of the current node.
func (m *machine) comment() {
	m.goesOn = false
	if m.mode != afterBody && m.mode != afterAfterBody {
		m.fresh = 0
	}
}

// leading takes the blanks off the start of a text, and reports whether nothing is left.
func (m *machine) leading() (blanks []byte, all bool) {
	t := &m.tok
	if len(t.text) > 0 && regular[t.text[0]] {
		return nil, false
	}
	if t.form != 0 {
		m.decoded = appendText(m.decoded[:0], t.text, t.form, false)
		t.text, t.form = m.decoded, 0
	}
	rest := bytes.TrimLeft(t.text, "\t\n\f\r ")
	blanks = t.text[:len(t.text)-len(rest)]
	t.text = rest
	return blanks, len(rest) == 0
}

// leadAdded takes the blanks off the start of a text, and adds them to the current node.
func (m *machine) leadAdded() (all bool) {
	blanks, all := m.leading()
	if len(blanks) > 0 {
		rest := m.tok.text
		m.tok.text = blanks
		m.addText()
		m.tok.text = rest
	}
	return all
}

// begin is "initial" and "before html".
func (m *machine) begin() bool {
	t := &m.tok
	switch t.kind {
	case kindText:
		if _, all := m.leading(); all {
			return true
		}
	case kindDoctype:
		if m.mode == initial {
			m.doctype = bytes.Clone(t.text) // the window goes on
			m.mode = beforeHTML
		}
		return true
	case kindStart:
		if t.tag == tagHtml {
			m.addElement()
			m.mode = beforeHead
			return true
		}
	case kindStop:
		switch t.tag {
		case tagHead, tagBody, tagHtml, tagBr:
		default:
			m.mode = beforeHTML
			return true
		}
	}
	m.mode = beforeHTML
	m.imply(kindStart, tagHtml)
	return false
}

func (m *machine) beforeHead() bool {
	t := &m.tok
	switch t.kind {
	case kindText:
		if _, all := m.leading(); all {
			return true
		}
	case kindDoctype:
		return true
	case kindStart:
		switch t.tag {
		case tagHead:
			m.headElement = *m.addElement()
			m.mode = inHead
			return true
		case tagHtml:
			return m.body()
		}
	case kindStop:
		switch t.tag {
		case tagHead, tagBody, tagHtml, tagBr:
		default:
			return true
		}
	}
	m.imply(kindStart, tagHead)
	return false
}

func (m *machine) head() bool {
	t := &m.tok
	switch t.kind {
	case kindText:
		if m.leadAdded() {
			return true
		}
	case kindDoctype:
		return true
	case kindStart:
		switch t.tag {
		case tagHtml:
			return m.body()
		case tagBase, tagBasefont, tagBgsound, tagLink, tagMeta:
			m.addEmpty()
			if t.tag == tagMeta && m.headOf != nil && m.headOf.Declared == "" {
				m.readMeta()
			}
			return true
		case tagNoscript:
			m.addElement()
			m.mode = inHeadNoscript
			m.raw = tagOther
			return true
		case tagScript, tagTitle, tagNoframes, tagStyle:
			m.addRaw()
			return true
		case tagHead:
			return true
		case tagTemplate:
			m.startTemplate()
			return true
		}
	case kindStop:
		switch t.tag {
		case tagHead:
			m.pop()
			m.mode = afterHead
			return true
		case tagBody, tagHtml, tagBr:
		case tagTemplate:
			if m.has(tagTemplate) {
				m.endTemplate()
			}
			return true
		default:
			return true
		}
	}
	m.imply(kindStop, tagHead)
	return false
}

// addRaw adds an element whose content has no tags.
func (m *machine) addRaw() {
	m.addElement()
	m.original = m.mode
	m.mode = inText
}

func (m *machine) headNoscript() bool {
	t := &m.tok
	switch t.kind {
	case kindDoctype:
		return true
	case kindStart:
		switch t.tag {
		case tagHtml:
			return m.body()
		case tagBasefont, tagBgsound, tagLink, tagMeta, tagNoframes, tagStyle:
			return m.head()
		case tagHead:
			return true
		case tagNoscript:
			m.raw = tagOther
			return true
		}
	case kindStop:
		if t.tag != tagNoscript && t.tag != tagBr {
			return true
		}
	case kindText:
		if !shows(t.text, t.form|replacesNUL) {
			return m.head()
		}
	}
	m.pop()
	if m.top().tag != tagHead {
		m.stop = Fault
		return true
	}
	m.mode = inHead
	return t.tag == tagNoscript
}

func (m *machine) afterHead() bool {
	t := &m.tok
	switch t.kind {
	case kindText:
		if m.leadAdded() {
			return true
		}
	case kindDoctype:
		return true
	case kindStart:
		switch t.tag {
		case tagHtml:
			return m.body()
		case tagBody:
			m.addElement()
			m.framesetOK = false
			m.mode = inBody
			return true
		case tagFrameset:
			m.stop = Frameset
			return true
		case tagBase, tagBasefont, tagBgsound, tagLink, tagMeta, tagNoframes, tagScript, tagStyle, tagTemplate, tagTitle:
			m.push(&m.headElement)
			consumed := m.head()
			m.remove(m.at(m.headElement.id))
			return consumed
		case tagHead:
			return true
		}
	case kindStop:
		switch t.tag {
		case tagBody, tagHtml, tagBr:
		case tagTemplate:
			return m.head()
		default:
			return true
		}
	}
	m.imply(kindStart, tagBody)
	m.framesetOK = true
	return t.kind == kindEnd
}

// inText is "text": the content of an element without tags.
func (m *machine) inText() bool {
	if m.tok.kind == kindText {
		m.addText()
		return true
	}
	if m.tok.kind == kindStop || m.tok.kind == kindEnd {
		m.pop()
	}
	m.mode = m.original
	return m.tok.kind == kindStop
}

// afterBody is "after body" and "after after body".
func (m *machine) afterBody() bool {
	t := &m.tok
	switch t.kind {
	case kindEnd:
		return true
	case kindText:
		if !shows(t.text, t.form|replacesNUL) {
			return m.body()
		}
	case kindDoctype:
		if m.mode == afterAfterBody {
			return true
		}
	case kindStart:
		if t.tag == tagHtml {
			return m.body()
		}
	case kindStop:
		if t.tag == tagHtml && m.mode == afterBody {
			m.mode = afterAfterBody
			return true
		}
	}
	m.mode = inBody
	return false
}
