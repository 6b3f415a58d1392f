package zipped

import (
	"encoding/xml"

	"github.com/lsh-interop/fpcheck/extract/internal/formula"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// graphic reads a chart or a diagram where a part refers to it. It notes damaged ones.
func (p *reader) graphic(name string, e xml.StartElement, links map[string]relationship) {
	id, read, what := "r:id", p.chart, "chart"
	if name == "dgm:relIds" {
		id, read, what = "r:dm", p.diagram, "diagram"
	}
	reference := attrIn(e, id)
	if reference == "" {
		return
	}
	part := p.linked(links, reference, what).target
	if part == "" {
		return
	}
	p.flow.Line()
	if err := read(part); err != nil {
		p.leaveOut(part, err)
	}
	p.flow.Line()
}

// leaveOut notes that a part of the document is damaged, unless the error is of all of it.
func (p *reader) leaveOut(part string, err error) {
	if medium.IsFinal(err) {
		p.flow.Fail(err)
		return
	}
	p.document.Lose("%q is left out: %w", part, err)
}

// shapes reads the text of shapes, and of the charts and diagrams among them.
func (p *reader) shapes(part string) error {
	links, err := p.relationships(part)
	if err != nil {
		return err
	}
	return p.drawing(part, links.byID())
}

// diagram reads the text of a diagram's points, in the order of its data.
func (p *reader) diagram(part string) error { return p.drawing(part, nil) }

// drawing reads the text of shapes, or of a diagram's points. Charts and diagrams among them are
// read if they have links. Drawings inside a chart have none, so no chart contains itself. Hidden
// shapes are left out.
func (p *reader) drawing(part string, links map[string]relationship) error {
	text := 0
	var math formula.Formula
	var shapes []bool // that are open: whether they are hidden
	return p.walk(part, elements{
		start: func(name string, e xml.StartElement) bool {
			if last := len(shapes) - 1; last >= 0 && shapes[last] {
				return false
			}
			signs, shown := beginMath(&math, name, e)
			if p.flow.Characters(signs, false); !shown && !p.document.Include.Hidden {
				return false
			}
			switch name {
			case "sp", "grpSp", "graphicFrame":
				shapes = append(shapes, false)
			case "cNvPr":
				if hidden := attr(e, "hidden"); hidden != "" && len(shapes) > 0 {
					shapes[len(shapes)-1] = isOn(hidden)
				}
			case "dgm:pt":
				return attr(e, "type") != "pres"
			case "a:p", "a:br":
				p.flow.Line()
			case "a:tab":
				p.flow.Blank()
			case "a:t", "m:t":
				text++
			case "c:chart", "cx:chart", "dgm:relIds":
				if links != nil {
					p.graphic(name, e, links)
				}
			}
			return true
		},
		end: func(name string) {
			p.flow.Characters(endMath(&math, name), false)
			switch name {
			case "sp", "grpSp", "graphicFrame":
				shapes = shapes[:len(shapes)-1]
			case "a:p":
				p.flow.Line()
			case "a:t", "m:t":
				text--
			}
		},
		text: func(s string) {
			if text > 0 {
				p.flow.Characters(math.Text(s), false)
			}
		},
	})
}
