package stream

// verdict is what a mode makes of a token.
type verdict uint8

const (
	others    verdict = iota // the rules for all others hold
	consumed                 // it was consumed
	reprocess                // it is run through the modes again
)

// table is "in table" (13.2.6.4.9).
func (m *machine) table() bool {
	t := &m.tok
	switch t.kind {
	case kindText:
		if m.traits(m.top().tag)&isRows != 0 && !shows(t.text, t.form) {
			m.addText()
			return true
		}
	case kindDoctype:
		return true
	case kindEnd:
		return m.body()
	case kindStart:
		if v := m.tableStart(); v != others {
			return v == consumed
		}
	case kindStop:
		switch t.tag {
		case tagTable:
			if m.popUntil(inTableScope, tagTable) {
				m.resetMode()
			}
			return true
		case tagBody, tagCaption, tagCol, tagColgroup, tagHtml, tagTbody, tagTd, tagTfoot, tagTh, tagThead, tagTr:
			return true
		case tagTemplate:
			return m.head()
		}
	}
	m.fostering = true
	consumed := m.body()
	m.fostering = false
	return consumed
}

func (m *machine) tableStart() verdict {
	t := &m.tok
	switch t.tag {
	case tagCaption:
		m.clearTo(tagTable, tagTable, tagTable)
		m.mark()
		m.addElement()
		m.mode = inCaption
		return consumed
	case tagColgroup:
		m.clearTo(tagTable, tagTable, tagTable)
		m.addElement()
		m.mode = inColumnGroup
		return consumed
	case tagCol:
		m.imply(kindStart, tagColgroup)
		return reprocess
	case tagTbody, tagTfoot, tagThead:
		m.clearTo(tagTable, tagTable, tagTable)
		m.addElement()
		m.mode = inTableBody
		return consumed
	case tagTd, tagTh, tagTr:
		m.imply(kindStart, tagTbody)
		return reprocess
	case tagTable:
		if m.popUntil(inTableScope, tagTable) {
			m.resetMode()
			return reprocess
		}
		return consumed
	case tagStyle, tagScript, tagTemplate:
		if m.head() {
			return consumed
		}
		return reprocess
	case tagInput:
		if t.told&toldInput != 0 {
			m.addEmpty()
			return consumed
		}
	case tagForm:
		if m.has(tagTemplate) || m.form != 0 {
			return consumed
		}
		m.form = m.addElement().id
		m.pop()
	}
	return others
}

// startsPart reports whether a tag is of a part of a table other than a cell.
func startsPart(t tag) bool {
	switch t {
	case tagCaption, tagCol, tagColgroup, tagTbody, tagTfoot, tagThead, tagTr:
		return true
	}
	return false
}

// outOfPlace reports whether an end tag is ignored within a table.
func outOfPlace(t tag) bool {
	switch t {
	case tagBody, tagCaption, tagCol, tagColgroup, tagHtml:
		return true
	}
	return false
}

func (m *machine) caption() bool {
	t := &m.tok
	switch {
	case t.kind == kindStart && (startsPart(t.tag) || t.tag == tagTd), t.kind == kindStop && (t.tag == tagTable || t.tag == tagCaption):
		if !m.popUntil(inTableScope, tagCaption) {
			return true
		}
		m.clearToMark()
		m.mode = inTable
		return t.kind == kindStop && t.tag == tagCaption
	case t.kind == kindStop && (outOfPlace(t.tag) || startsPart(t.tag) || t.tag == tagTd || t.tag == tagTh):
		return true
	}
	return m.body()
}

func (m *machine) columnGroup() bool {
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
		case tagCol:
			m.addEmpty()
			return true
		case tagTemplate:
			return m.head()
		}
	case kindStop:
		switch t.tag {
		case tagColgroup:
			if m.top().tag == tagColgroup {
				m.pop()
				m.mode = inTable
			}
			return true
		case tagCol:
			return true
		case tagTemplate:
			return m.head()
		}
	case kindEnd:
		return m.body()
	}
	if m.top().tag != tagColgroup {
		return true
	}
	m.pop()
	m.mode = inTable
	return false
}

func (m *machine) tableBody() bool {
	t := &m.tok
	switch t.kind {
	case kindStart:
		switch t.tag {
		case tagTr:
			m.clearTo(tagTbody, tagTfoot, tagThead)
			m.addElement()
			m.mode = inRow
			return true
		case tagTd, tagTh:
			m.imply(kindStart, tagTr)
			return false
		case tagCaption, tagCol, tagColgroup, tagTbody, tagTfoot, tagThead:
			return !m.endSection()
		}
	case kindStop:
		switch t.tag {
		case tagTbody, tagTfoot, tagThead:
			if m.within(inTableScope, t.tag) {
				m.clearTo(tagTbody, tagTfoot, tagThead)
				m.pop()
				m.mode = inTable
			}
			return true
		case tagTable:
			return !m.endSection()
		case tagBody, tagCaption, tagCol, tagColgroup, tagHtml, tagTd, tagTh, tagTr:
			return true
		}
	}
	return m.table()
}

// endSection ends the part of a table that rows are in, and reports whether one was open.
func (m *machine) endSection() bool {
	i := m.findSection()
	if i >= 0 {
		m.cut(i)
		m.mode = inTable
	}
	return i >= 0
}

func (m *machine) row() bool {
	t := &m.tok
	switch t.kind {
	case kindStart:
		switch {
		case t.tag == tagTd || t.tag == tagTh:
			m.clearTo(tagTr, tagTr, tagTr)
			m.addElement()
			m.mark()
			m.mode = inCell
			return true
		case startsPart(t.tag):
			return !m.endRow()
		}
	case kindStop:
		switch t.tag {
		case tagTr:
			m.endRow()
			return true
		case tagTable:
			return !m.endRow()
		case tagTbody, tagTfoot, tagThead:
			return !m.within(inTableScope, t.tag) || !m.endRow()
		case tagBody, tagCaption, tagCol, tagColgroup, tagHtml, tagTd, tagTh:
			return true
		}
	}
	return m.table()
}

func (m *machine) endRow() bool {
	if !m.within(inTableScope, tagTr) {
		return false
	}
	m.clearTo(tagTr, tagTr, tagTr)
	m.pop()
	m.mode = inTableBody
	return true
}

func (m *machine) cell() bool {
	t := &m.tok
	switch t.kind {
	case kindStart:
		if startsPart(t.tag) || t.tag == tagTd || t.tag == tagTh {
			if !m.popUntilEither(inTableScope, tagTd, tagTh) {
				return true
			}
			m.clearToMark()
			m.mode = inRow
			return false
		}
	case kindStop:
		switch {
		case t.tag == tagTd || t.tag == tagTh:
			if m.popUntil(inTableScope, t.tag) {
				m.clearToMark()
				m.mode = inRow
			}
			return true
		case outOfPlace(t.tag):
			return true
		case m.traits(t.tag)&isRows != 0:
			if !m.within(inTableScope, t.tag) {
				return true
			}
			if m.popUntilEither(inTableScope, tagTd, tagTh) {
				m.clearToMark()
			}
			m.mode = inRow
			return false
		}
	}
	return m.body()
}
