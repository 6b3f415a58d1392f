package stream

// body is "in body" (13.2.6.4.7).
func (m *machine) body() bool {
	switch m.tok.kind {
	case kindText:
		m.bodyText()
	case kindStart:
		return m.bodyStart()
	case kindStop:
		return m.bodyStop()
	case kindEnd:
		if len(m.templates) > 0 {
			m.mode = inTemplate
			return false
		}
	}
	return true
}

func (m *machine) bodyText() {
	t := &m.tok
	if len(t.text) == 0 {
		return
	}
	if m.fresh != 0 && !t.continues && m.top().id == m.fresh {
		m.dropNewline()
	}
	if len(t.text) == 0 || t.text[0] == 0 && t.form&replacesNUL == 0 && onlyNUL(t.text) {
		return
	}
	m.reconstruct()
	m.addText()
	if m.framesetOK && shows(t.text, t.form) {
		m.framesetOK = false
	}
}

// dropNewline drops a line end at the start of a preformatted element.
func (m *machine) dropNewline() {
	t := &m.tok
	switch t.text[0] {
	case '\r', '\n', '&':
	default:
		return
	}
	if t.form != 0 {
		m.decoded = appendText(m.decoded[:0], newlines(t.text), t.form, false)
		t.text, t.form = m.decoded, 0
	}
	if len(t.text) > 0 && t.text[0] == '\r' {
		t.text = t.text[1:]
	}
	if len(t.text) > 0 && t.text[0] == '\n' {
		t.text = t.text[1:]
	}
}

func onlyNUL(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// endParagraph ends a paragraph, as the start of a block does.
func (m *machine) endParagraph() {
	if m.counts[tagP] > 0 {
		m.popUntil(inButton, tagP)
	}
}

func (m *machine) bodyStart() bool {
	t := &m.tok
	switch t.tag {
	case tagHtml:
		if !m.has(tagTemplate) && t.told != 0 {
			m.stop = Late
		}
	case tagBase, tagBasefont, tagBgsound, tagLink, tagMeta, tagNoframes, tagScript, tagStyle, tagTemplate, tagTitle:
		return m.head()
	case tagBody:
		if !m.has(tagTemplate) && len(m.open) >= 2 && m.open[1].tag == tagBody {
			m.framesetOK = false
			if t.told != 0 {
				m.stop = Late
			}
		}
	case tagFrameset:
		if m.framesetOK && len(m.open) >= 2 && m.open[1].tag == tagBody {
			m.stop = Frameset
		}
	case tagAddress, tagArticle, tagAside, tagBlockquote, tagCenter, tagDetails, tagDialog, tagDir, tagDiv, tagDl,
		tagFieldset, tagFigcaption, tagFigure, tagFooter, tagHeader, tagHgroup, tagMain, tagMenu, tagNav, tagOl, tagP,
		tagSearch, tagSection, tagSummary, tagUl, tagPlaintext:
		m.endParagraph()
		m.addElement()
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		m.endParagraph()
		if isHeading(m.top().tag) {
			m.pop()
		}
		m.addElement()
	case tagPre, tagListing:
		m.endParagraph()
		m.fresh = m.addElement().id
		m.framesetOK = false
	case tagForm:
		if m.form != 0 && !m.has(tagTemplate) {
			return true
		}
		m.endParagraph()
		m.addElement()
		if !m.has(tagTemplate) {
			m.form = m.top().id
		}
	case tagLi:
		m.startItem(tagLi, tagLi)
	case tagDd, tagDt:
		m.startItem(tagDd, tagDt)
	case tagButton:
		if m.within(inScope, tagButton) {
			m.implyEnds(tagOther)
			m.popUntil(inScope, tagButton)
		}
		m.reconstruct()
		m.addElement()
		m.framesetOK = false
	case tagA:
		m.endLink()
		m.reconstruct()
		m.addFormatting()
	case tagB, tagBig, tagCode, tagEm, tagFont, tagI, tagS, tagSmall, tagStrike, tagStrong, tagTt, tagU:
		m.reconstruct()
		m.addFormatting()
	case tagNobr:
		m.reconstruct()
		if m.within(inScope, tagNobr) {
			m.endFormatting(tagNobr)
			m.reconstruct()
		}
		m.addFormatting()
	case tagApplet, tagMarquee, tagObject:
		m.reconstruct()
		m.addElement()
		m.mark()
		m.framesetOK = false
	case tagTable:
		if m.within(inButton, tagP) && !m.quirks() {
			m.popUntil(inButton, tagP)
		}
		m.addElement()
		m.framesetOK = false
		m.mode = inTable
	case tagArea, tagBr, tagEmbed, tagImg, tagKeygen, tagWbr:
		m.reconstruct()
		m.addEmpty()
		m.framesetOK = false
	case tagInput:
		m.popUntil(inScope, tagSelect)
		m.reconstruct()
		m.addEmpty()
		if t.told&toldInput == 0 {
			m.framesetOK = false
		}
	case tagParam, tagSource, tagTrack:
		m.addEmpty()
	case tagHr:
		if m.within(inButton, tagP) {
			m.implyEnds(tagP)
			m.popUntil(inScope, tagP)
		}
		if m.within(inScope, tagSelect) {
			m.implyEnds(tagOther)
		}
		m.addEmpty()
		m.framesetOK = false
	case tagImage:
		t.tag = tagImg
		return false
	case tagTextarea:
		m.framesetOK = false
		m.addRaw()
	case tagXmp:
		m.endParagraph()
		m.reconstruct()
		m.framesetOK = false
		m.addRaw()
	case tagIframe:
		m.framesetOK = false
		m.addRaw()
	case tagNoembed:
		m.addRaw()
	case tagNoscript:
		m.reconstruct()
		m.addElement()
		m.raw = tagOther
	case tagSelect:
		if m.popUntil(inScope, tagSelect) {
			return true
		}
		m.reconstruct()
		m.addElement()
		m.framesetOK = false
	case tagOption, tagOptgroup:
		if m.within(inScope, tagSelect) {
			but := tagOther
			if t.tag == tagOption {
				but = tagOptgroup
			}
			m.implyEnds(but)
		} else if m.top().tag == tagOption {
			m.pop()
		}
		m.reconstruct()
		m.addElement()
	case tagRb, tagRtc:
		if m.within(inScope, tagRuby) {
			m.implyEnds(tagOther)
		}
		m.addElement()
	case tagRp, tagRt:
		if m.within(inScope, tagRuby) {
			m.implyEnds(tagRtc)
		}
		m.addElement()
	case tagMath:
		m.reconstruct()
		m.addForeign(spaceMath)
	case tagSvg:
		m.reconstruct()
		m.addForeign(spaceSVG)
	case tagCaption, tagCol, tagColgroup, tagFrame, tagHead, tagTbody, tagTd, tagTfoot, tagTh, tagThead, tagTr:
	default:
		m.reconstruct()
		m.addElement()
	}
	return true
}

func isHeading(t tag) bool {
	switch t {
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		return true
	}
	return false
}

// startItem starts an item of a list, and ends the one before it.
func (m *machine) startItem(t, or tag) {
	m.framesetOK = false
search:
	for i := len(m.open) - 1; i >= 0; i-- {
		switch e := &m.open[i]; {
		case e.tag == t || e.tag == or:
			m.cut(i)
			break search
		case e.tag == tagAddress || e.tag == tagDiv || e.tag == tagP:
		case m.special(e):
			break search
		}
	}
	m.endParagraph()
	m.addElement()
}

// endLink ends the link that is open where another starts.
func (m *machine) endLink() {
	for i := len(m.listed) - 1; i >= 0 && m.listed[i].id != 0; i-- {
		if m.listed[i].tag == tagA {
			id := m.listed[i].id
			m.endFormatting(tagA)
			m.remove(m.at(id))
			m.unlist(m.inList(id))
			return
		}
	}
}

func (m *machine) bodyStop() bool {
	t := &m.tok
	switch t.tag {
	case tagBody:
		if m.within(inScope, tagBody) {
			m.mode = afterBody
		}
	case tagHtml:
		if m.within(inScope, tagBody) {
			m.imply(kindStop, tagBody)
			return false
		}
	case tagAddress, tagArticle, tagAside, tagBlockquote, tagButton, tagCenter, tagDetails, tagDialog, tagDir, tagDiv,
		tagDl, tagFieldset, tagFigcaption, tagFigure, tagFooter, tagHeader, tagHgroup, tagListing, tagMain, tagMenu,
		tagNav, tagOl, tagPre, tagSearch, tagSection, tagSelect, tagSummary, tagUl:
		if m.within(inScope, t.tag) {
			m.implyEnds(tagOther)
			m.popUntil(inScope, t.tag)
		}
	case tagForm:
		m.endForm()
	case tagP:
		if !m.within(inButton, tagP) {
			m.imply(kindStart, tagP)
		}
		m.popUntil(inButton, tagP)
	case tagLi:
		m.popUntil(inListItem, tagLi)
	case tagDd, tagDt:
		m.popUntil(inScope, t.tag)
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		at := max(m.find(inScope, tagH1, tagH2), m.find(inScope, tagH3, tagH4), m.find(inScope, tagH5, tagH6))
		if at >= 0 {
			m.cut(at)
		}
	case tagA, tagB, tagBig, tagCode, tagEm, tagFont, tagI, tagNobr, tagS, tagSmall, tagStrike, tagStrong, tagTt, tagU:
		m.endFormatting(t.tag)
	case tagApplet, tagMarquee, tagObject:
		if m.popUntil(inScope, t.tag) {
			m.clearToMark()
		}
	case tagBr:
		*t = token{kind: kindStart, tag: tagBr}
		return false
	case tagTemplate:
		return m.head()
	default:
		m.endOther(t.tag, t.name)
	}
	return true
}

func (m *machine) endForm() {
	if m.has(tagTemplate) {
		if m.within(inScope, tagForm) {
			m.implyEnds(tagOther)
			m.popUntil(inScope, tagForm)
		}
		return
	}
	form := m.form
	m.form = 0
	i := m.find(inScope, tagForm, tagForm)
	if form == 0 || i < 0 || m.open[i].id != form {
		return
	}
	m.implyEnds(tagOther)
	m.remove(m.at(form))
}

// endOther is "any other end tag".
func (m *machine) endOther(t tag, name []byte) {
	for i := len(m.open) - 1; i >= 0; i-- {
		e := &m.open[i]
		if e.space == spaceHTML && e.tag == t && (t != tagOther || sameName(e.written, name)) {
			m.cut(i)
			return
		}
		if m.special(e) {
			return
		}
	}
}

// sameName reports whether names differ in nothing but the case of A to Z.
func sameName(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if lowered[a[i]] != lowered[b[i]] {
			return false
		}
	}
	return true
}
