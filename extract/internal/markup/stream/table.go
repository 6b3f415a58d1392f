package stream

// startsRows reports whether a start tag is of a part of a table that ends a caption or a cell.
func startsRows(t tag) bool {
	switch t {
	case tagCaption, tagCol, tagColgroup, tagTbody, tagTfoot, tagThead, tagTr:
		return true
	}
	return false
}

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
		if m.tableStart() {
			return true
		}
		if m.again0 {
			m.again0 = false
			return false
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

// verdict is what a mode makes of a token.
type verdict uint8

const (
	others   verdict = iota // the rules for others hold
	consumed                // it was consumed
	anew                    // it is run through the modes again
)
