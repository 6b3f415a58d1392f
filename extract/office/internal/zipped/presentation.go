package zipped

import (
	"encoding/xml"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/formula"
	"github.com/lsh-interop/fpcheck/extract/internal/margins"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// The text of a presentation in PresentationML (ISO/IEC 29500-1, chapter 19) is the text of its
// slides in order. On a slide, shapes, tables, charts and diagrams (SmartArt) are read in order. A
// paragraph, a cell and a break are lines. Footers follow the slides, and then what the masters and
// layouts of these slides show, each line once.
//
// Left out are hidden slides and shapes, the numbers of slides, and dates of today that stand alone. So are
// placeholders of masters and layouts. Alternative texts are, too. So are speaker's notes and comments, which an
// audience does not see.

func (p *reader) slides(main string) error {
	links, err := p.relationships(main)
	if err != nil {
		return err
	}
	var slides []string
	byID := links.byID()
	err = p.walk(main, elements{start: func(name string, e xml.StartElement) bool {
		if name == "p:sldId" {
			if r := p.linked(byID, attrIn(e, "r:id"), "slide"); r.target != "" {
				slides = append(slides, r.target)
				p.hold(stringCost, "slides")
			}
		}
		return true
	}})
	if err != nil {
		return err
	}
	m, remarks := margins.Of(p.document), p.document.NewText()
	behind := make(map[string]*slide) // layouts and masters that show on some slide
	for _, s := range slides {
		if err := p.slide(s, m, behind, remarks); err != nil {
			return err
		}
	}
	p.flow.Line()
	p.flow.Characters(remarks.String(), true)
	m.WriteTo(p.flow)
	return nil
}

// slide reads a slide, and what shows behind it, unless that was read.
func (p *reader) slide(part string, m *margins.Margins, behind map[string]*slide, remarks *medium.Text) error {
	links, err := p.relationships(part)
	if err != nil {
		return err
	}
	s := &slide{reader: p, links: links.byID(), margins: m}
	if err := s.read(part); err != nil {
		return err
	}
	if !s.hidden {
		if err := p.controls(links); err != nil {
			return err
		}
		if err := p.remarks(links, remarks); err != nil {
			return err
		}
	}
	for _, kind := range []string{"slideLayout", "slideMaster"} {
		part = links.first(kind)
		if s.hidden || s.alone {
			return nil
		}
		if part == "" {
			if !links.has(kind) {
				p.document.Lose("a slide without a relationship to its %s", kind)
			}
			return nil
		}
		if s = behind[part]; s != nil {
			links = s.list
			continue
		}
		if links, err = p.relationships(part); err != nil {
			return err
		}
		s = &slide{reader: p, list: links, links: links.byID(), margins: m, master: true}
		behind[part] = s
		p.hold(entryCost, "masters")
		if err := p.margin(m, func() error { return s.read(part) }); err != nil {
			return err
		}
	}
	return nil
}

// slide reads one, or its master or layout.
type slide struct {
	*reader
	list    relationships
	links   map[string]relationship // the same, by id
	margins *margins.Margins
	master  bool
	hidden  bool // it is not shown
	alone   bool // its master does not show on it
	text    int  // open elements of characters
	formula formula.Formula
	date    loneDate
	shapes  []slideShape
	footers *medium.Text // of the slide
	footer  *flow.Flow   // to them
}

// slideShape is a shape that is open.
type slideShape struct{ hidden, footer bool }

func (s *slide) read(part string) error {
	s.footers = s.document.NewText()
	defer s.footers.Reset()
	s.footer = flow.To(s.footers)
	if err := s.walk(part, elements{s.start, s.end, s.characters}); err != nil {
		return err
	}
	return s.margins.Add(s.footers.String())
}

func (s *slide) start(name string, e xml.StartElement) bool {
	shape := s.shape()
	signs, shown := beginMath(&s.formula, name, e)
	if s.put(signs); !shown && !s.document.Include.Hidden {
		return false
	}
	switch name {
	case "p:sld", "p:sldLayout":
		s.hidden = !isOn(attr(e, "show")) && !s.document.Include.Hidden
		s.alone = !isOn(attr(e, "showMasterSp"))
		return !s.hidden
	case "p:sp", "p:grpSp", "p:graphicFrame", "p:pic", "p:cxnSp":
		s.shapes = append(s.shapes, *shape) // which is hidden if the group is
		s.pictures = s.pictures || name == "p:pic"
	case "p:oleObj":
		s.pictures = true
	case "p:cNvPr":
		if v := attr(e, "hidden"); v != "" {
			shape.hidden = shape.hidden || isOn(v) && !s.document.Include.Hidden
		}
	case "p:ph":
		switch attr(e, "type") {
		case "sldNum", "dt", "hdr":
			shape.hidden = true
		case "ftr":
			shape.footer = true
		}
		shape.hidden = shape.hidden || s.master
	case "a:fld":
		kind := attr(e, "type")
		if kind == "slidenum" {
			return false
		}
		s.date.field = strings.HasPrefix(kind, "datetime")
	case "a:p":
		s.date = loneDate{}
		s.to(shape).Line()
	case "a:br":
		s.date.gap(s.to(shape).Line)
	case "a:tab":
		s.date.gap(s.to(shape).Blank)
	case "a:t", "m:t":
		s.text++
	case "c:chart", "cx:chart", "dgm:relIds":
		if !shape.hidden {
			s.graphic(name, e, s.links)
		}
	}
	return true
}

func (s *slide) end(name string) {
	s.put(endMath(&s.formula, name))
	switch name {
	case "p:sp", "p:grpSp", "p:graphicFrame", "p:pic", "p:cxnSp":
		s.shapes = s.shapes[:len(s.shapes)-1]
	case "a:p":
		s.to(s.shape()).Line()
	case "a:fld":
		s.date.field = false
	case "a:t", "m:t":
		s.text--
	}
}

func (s *slide) characters(text string) {
	if s.text > 0 {
		s.put(s.date.text(s.formula.Text(text)))
	}
}

func (s *slide) put(text string) {
	if shape := s.shape(); !shape.hidden {
		s.to(shape).Characters(text, false)
	}
}

// shape returns the innermost shape that is open.
func (s *slide) shape() *slideShape {
	if n := len(s.shapes); n > 0 {
		return &s.shapes[n-1]
	}
	return &slideShape{}
}

// to returns where the text of a shape goes.
func (s *slide) to(shape *slideShape) *flow.Flow {
	if shape.footer {
		return s.footer
	}
	return s.flow
}
