package zipped

import "encoding/xml"

// The text of a presentation in PresentationML (ISO/IEC 29500-1, chapter 19) is that of its
// slides in order, and on each slide that of its shapes and tables in order. A paragraph, a
// cell and a break are lines.
//
// Left out: hidden slides and shapes; the numbers, dates, headers and footers of slides;
// what masters and layouts show on every slide; speaker's notes and comments, which are not
// shown to an audience; alternative texts and charts. The text of a diagram (SmartArt)
// is read where the diagram stands.

func (p *reader) slides(main string) error {
	links, err := p.relationships(main)
	if err != nil {
		return err
	}
	var slides []string
	byID := links.byID()
	err = p.walk(main, elements{start: func(name string, e xml.StartElement) bool {
		if name == "p:sldId" {
			if r := byID[attrIn(e, "r:id")]; r.target != "" {
				slides = append(slides, r.target)
				p.hold(stringCost, "slides")
			}
		}
		return true
	}})
	if err != nil {
		return err
	}
	for _, s := range slides {
		if err := p.slide(s); err != nil {
			return err
		}
	}
	return nil
}

func (p *reader) slide(part string) error {
	links, err := p.relationships(part)
	if err != nil {
		return err
	}
	var open choices
	byID := links.byID()
	text := 0
	var shapes []slideShape
	hidden := func() bool {
		for _, s := range shapes {
			if s.hidden {
				return true
			}
		}
		return false
	}
	return p.walk(part, elements{
		start: func(name string, e xml.StartElement) bool {
			if !open.start(name) {
				return false
			}
			switch name {
			case "p:sld":
				return isOn(attr(e, "show"))
			case "p:sp", "p:grpSp", "p:graphicFrame", "p:pic", "p:cxnSp":
				shapes = append(shapes, slideShape{})
				p.pictures = p.pictures || name == "p:pic"
			case "p:cNvPr":
				if v := attr(e, "hidden"); len(shapes) > 0 && v != "" {
					shapes[len(shapes)-1].hidden = isOn(v)
				}
			case "p:ph":
				switch attr(e, "type") {
				case "sldNum", "dt", "ftr", "hdr":
					if len(shapes) > 0 {
						shapes[len(shapes)-1].hidden = true
					}
				}
			case "a:p", "a:br":
				p.flow.Line()
			case "a:tab":
				p.flow.Blank()
			case "a:t", "m:t":
				text++
			case "dgm:relIds":
				if data := byID[attrIn(e, "r:dm")].target; data != "" && !hidden() {
					if err := p.drawing(data); err != nil {
						p.flow.Fail(err)
					}
				}
			}
			return true
		},
		end: func(name string) {
			open.end(name)
			switch name {
			case "p:sp", "p:grpSp", "p:graphicFrame", "p:pic", "p:cxnSp":
				shapes = shapes[:len(shapes)-1]
			case "a:p":
				p.flow.Line()
			case "a:t", "m:t":
				text--
			}
		},
		text: func(s string) {
			if text > 0 && !hidden() {
				p.flow.Characters(s, false)
			}
		},
	})
}

type slideShape struct{ hidden bool }

// drawing reads the text of shapes, or of a diagram's points.
func (p *reader) drawing(part string) error {
	text := 0
	var open choices
	return p.walk(part, elements{
		start: func(name string, e xml.StartElement) bool {
			if !open.start(name) {
				return false
			}
			switch name {
			case "dgm:pt":
				return attr(e, "type") != "pres"
			case "a:p", "a:br":
				p.flow.Line()
			case "a:t":
				text++
			}
			return true
		},
		end: func(name string) {
			open.end(name)
			switch name {
			case "a:p":
				p.flow.Line()
			case "a:t":
				text--
			}
		},
		text: func(s string) {
			if text > 0 {
				p.flow.Characters(s, false)
			}
		},
	})
}
