package stream

// Head is the encoding that the head of a page declares (R11.1).
type Head struct {
	// Tentative is the encoding by which the page was decoded.
	Tentative string
	// Declared is the encoding of the first meta element that declares one.
	Declared string
	// By returns the encoding that a meta element declares, or "".
	By func(charset, httpEquiv, content string) string
}

// Redeclared reports whether the head declares another encoding.
func (h *Head) Redeclared() bool { return h.Declared != "" && h.Declared != h.Tentative }

// readMeta reads a meta element that was added, if it is in the head and in no template.
func (m *machine) readMeta() {
	if m.mode != inHead && m.mode != inHeadNoscript && m.mode != afterHead || m.stop != NoReason {
		return
	}
	var charset, httpEquiv, content string
	attributes, _ := m.attributesOf(m.restOf(&m.tok))
	for _, a := range attributes {
		switch string(a.key) {
		case "charset":
			charset = string(a.value)
		case "http-equiv":
			httpEquiv = string(a.value)
		case "content":
			content = string(a.value)
		}
	}
	if m.stop != NoReason { // the tree tells
		return
	}
	if m.headOf.Declared = m.headOf.By(charset, httpEquiv, content); m.headOf.Redeclared() {
		m.stop = Redeclared
	}
}
