package stream

import "bytes"

// isTextPassage reports whether an element is a MathML text integration point.
func isTextPassage(e *element) bool {
	switch e.tag {
	case tagMi, tagMo, tagMn, tagMs, tagMtext:
		return e.space == spaceMath
	}
	return false
}

// isPassage reports whether an element is an HTML integration point.
func isPassage(e *element) bool {
	switch e.tag {
	case tagAnnotationXml:
		return e.space == spaceMath && e.told&toldPassage != 0
	case tagDesc, tagForeignobject, tagTitle:
		return e.space == spaceSVG
	}
	return false
}

// inForeign reports whether the rules for SVG and MathML apply to the token, inside such an element.
func (m *machine) inForeign() bool {
	e, t := m.top(), &m.tok
	switch t.kind {
	case kindStart:
		return !isPassage(e) && (!isTextPassage(e) || t.tag == tagMglyph || t.tag == tagMalignmark) &&
			!(e.space == spaceMath && e.tag == tagAnnotationXml && t.tag == tagSvg)
	case kindText:
		return !isPassage(e) && !isTextPassage(e)
	}
	return t.kind != kindEnd
}

// foreign is "in foreign content" (13.2.6.5).
func (m *machine) foreign() bool {
	t := &m.tok
	switch t.kind {
	case kindText:
		if m.framesetOK && shows(t.text, t.form) {
			m.framesetOK = false
		}
		t.form |= replacesNUL
		m.addText()
	case kindStart:
		if m.traits(t.tag)&isBreakout != 0 || t.tag == tagFont && t.told&toldFont != 0 {
			for i := len(m.open) - 1; i >= 0; i-- {
				if e := &m.open[i]; e.space == spaceHTML || isPassage(e) || isTextPassage(e) {
					m.cut(i + 1)
					break
				}
			}
			return m.inMode(m.mode)
		}
		m.raw = tagOther
		m.addForeign(m.top().space)
	case kindStop:
		for i := len(m.open) - 1; i >= 0; i-- {
			if m.named(&m.open[i]) {
				m.cut(i)
				return true
			}
			if i > 0 && m.open[i-1].space == spaceHTML {
				break
			}
		}
		return m.inMode(m.mode)
	}
	return true
}

// named reports whether an element has the name of the token, whatever the case of its letters.
func (m *machine) named(e *element) bool {
	t := &m.tok
	if e.tag != tagOther && t.tag != tagOther {
		return e.tag == t.tag
	}
	return bytes.EqualFold(nameOf(e.tag, e.written), nameOf(t.tag, t.name))
}

func nameOf(t tag, name []byte) []byte {
	if t == tagOther {
		return name
	}
	return []byte(names[t])
}

// addForeign adds an element of SVG or MathML, which may be closed at once.
func (m *machine) addForeign(s space) {
	m.addElementOf(s)
	if rest := m.restOf(&m.tok); len(rest) > 0 && rest[len(rest)-1] == '/' {
		if _, closed := m.attributesOf(rest); closed {
			m.pop()
		}
	}
}
