package zipped

import (
	"encoding/xml"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/margins"
)

// masters are the master pages of an OpenDocument, with headers, footers and shapes that pages
// show. They also have the footers that slides refer to. They are known before the body, or after
// it.
type masters struct {
	texts   map[string]*masterPage
	pages   map[string]string   // master pages that styles begin, by the style
	footers map[string][]string // of slides, by name, in pieces
	used    []string            // master pages, in the order in which the body needs them
	named   []string            // footers, likewise
	is      map[string]bool     // master pages and footers that are in the lists
	begun   bool                // a paragraph was read
	reading *masterPage         // that is open
	footer  string              // whose text is being read
}

type masterPage struct {
	text *aside
	next string
}

func newMasters() *masters {
	return &masters{
		texts: make(map[string]*masterPage), pages: make(map[string]string),
		footers: make(map[string][]string), is: make(map[string]bool),
	}
}

// standard is the master page of a text that begins without one.
const standard = "Standard"

// use notes that pages are shown that have this master page.
func (m *masters) use(name string) {
	if name != "" && !m.is["page "+name] {
		m.is["page "+name] = true
		m.used = append(m.used, name)
	}
}

// master reads what the elements say of master pages.
func (t *openText) master(name string, e xml.StartElement) {
	m := t.masters
	if m.reading != nil || t.bodies == 0 && !strings.HasPrefix(name, "style:") {
		return
	}
	hold := func(s string) {
		if err := t.within.Budget.Hold(int64(2*entryCost+2*len(s)), "master pages"); err != nil {
			t.flow.Fail(err)
		}
	}
	switch name {
	case "style:style":
		if page := attrIn(e, "style:master-page-name"); page != "" && !t.byName {
			hold(t.style + page)
			m.pages[t.style] = page
		}
	case "style:master-page":
		if t.bodies > 0 {
			return
		}
		m.reading = &masterPage{t.aside(1), attrIn(e, "style:next-style-name")}
		hold(attrIn(e, "style:name"))
		m.texts[attrIn(e, "style:name")] = m.reading
		t.push(m.reading.text)
	case "text:p", "text:h", "table:table":
		style := attrIn(e, "text:style-name")
		if name == "table:table" {
			style = attrIn(e, "table:style-name")
		}
		page := m.pages[style]
		if !m.begun && page == "" {
			page = standard
		}
		m.begun = true
		if page != "" {
			hold(page)
			m.use(page)
		}
	case "draw:page":
		hold(attrIn(e, "draw:master-page-name"))
		m.use(attrIn(e, "draw:master-page-name"))
		if footer := attrIn(e, "presentation:use-footer-name"); footer != "" && !m.is["footer "+footer] {
			hold(footer)
			m.is["footer "+footer] = true
			m.named = append(m.named, footer)
		}
	}
}

func (t *openText) masterEnd() {
	if t.masters.reading != nil {
		t.masters.reading = nil
		t.pop()
	}
}

// isNoMargin reports whether an element of a master page does not show, or is a placeholder.
func isNoMargin(name string, e xml.StartElement) bool {
	if strings.HasPrefix(name, "style:") && attrIn(e, "style:display") == "false" {
		return true
	}
	if name == "style:master-page" { // in another
		return true
	}
	class := attrIn(e, "presentation:class")
	return class != "" && class != "footer"
}

// footer adds to the text of a footer of slides.
func (t *openText) footer(s string) {
	if err := t.within.Budget.Hold(int64(stringCost+len(s)), "footers"); err != nil {
		t.flow.Fail(err)
		return
	}
	t.masters.footers[t.masters.footer] = append(t.masters.footers[t.masters.footer], s)
}

// margins returns what the pages and slides of the body show again and again.
func (t *openText) margins() (*margins.Margins, error) {
	m := margins.Of(t.within)
	if t.sheet {
		return m, nil
	}
	for i := 0; i < len(t.masters.used); i++ {
		page := t.masters.texts[t.masters.used[i]]
		if page == nil {
			continue
		}
		if err := m.Add(page.text.text.String()); err != nil {
			return nil, err
		}
		t.masters.use(page.next)
	}
	for _, name := range t.masters.named {
		if err := m.Add(strings.Join(strings.Fields(strings.Join(t.masters.footers[name], "")), " ")); err != nil {
			return nil, err
		}
	}
	return m, nil
}
