package stream

// startTemplate is the start tag of a template, "in head".
func (m *machine) startTemplate() {
	for i := range m.open {
		if m.open[i].space != spaceHTML {
			m.mode = ignored
			return
		}
	}
	m.addElement()
	m.mark()
	m.framesetOK = false
	m.mode = inTemplate
	m.templates = append(m.templates, inTemplate)
}

func (m *machine) endTemplate() {
	m.implyEnds(tagOther)
	for i := len(m.open) - 1; i >= 0; i-- {
		if e := &m.open[i]; e.tag == tagTemplate && e.space == spaceHTML {
			m.cut(i)
			break
		}
	}
	m.clearToMark()
	if len(m.templates) == 0 {
		m.stop = Fault
		return
	}
	m.templates = m.templates[:len(m.templates)-1]
	m.resetMode()
}

// template is "in template" (13.2.6.4.18).
func (m *machine) template() bool {
	t := &m.tok
	switch t.kind {
	case kindText, kindDoctype:
		return m.body()
	case kindStart:
		next := inBody
		switch t.tag {
		case tagBase, tagBasefont, tagBgsound, tagLink, tagMeta, tagNoframes, tagScript, tagStyle, tagTemplate, tagTitle:
			return m.head()
		case tagCaption, tagColgroup, tagTbody, tagTfoot, tagThead:
			next = inTable
		case tagCol:
			next = inColumnGroup
		case tagTr:
			next = inTableBody
		case tagTd, tagTh:
			next = inRow
		}
		if len(m.templates) == 0 {
			m.stop = Fault
			return true
		}
		m.templates[len(m.templates)-1] = next
		m.mode = next
		return false
	case kindStop:
		if t.tag == tagTemplate {
			return m.head()
		}
		return true
	}
	if !m.has(tagTemplate) {
		return true
	}
	m.endTemplate()
	return false
}

// resetMode is "reset the insertion mode appropriately" (13.2.4.1), as in x/net/html.
func (m *machine) resetMode() {
	for i := len(m.open) - 1; i >= 0; i-- {
		e := &m.open[i]
		switch e.tag {
		case tagTd, tagTh:
			m.mode = inCell
		case tagTr:
			m.mode = inRow
		case tagTbody, tagThead, tagTfoot:
			m.mode = inTableBody
		case tagCaption:
			m.mode = inCaption
		case tagColgroup:
			m.mode = inColumnGroup
		case tagTable:
			m.mode = inTable
		case tagTemplate:
			if e.space != spaceHTML {
				continue
			}
			if len(m.templates) == 0 {
				m.stop = Fault
				return
			}
			m.mode = m.templates[len(m.templates)-1]
		case tagHead:
			m.mode = inHead
		case tagBody:
			m.mode = inBody
		case tagFrameset:
			m.stop = Frameset
		case tagHtml:
			m.mode = afterHead
			if m.headElement.id == 0 {
				m.mode = beforeHead
			}
		default:
			if i > 0 {
				continue
			}
			m.mode = inBody
		}
		return
	}
}
