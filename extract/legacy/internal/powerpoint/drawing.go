package powerpoint

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

// mostGroups bounds the groups of shapes that one may be in.
const mostGroups = 64

// drawing reads the shapes of a slide in the order of the file. Shapes of a master go to the margins.
func (r *reader) drawing(found record, s *slide, master bool) error {
	margin := r.document.NewText()
	defer margin.Reset()
	page := &pageReader{reader: r, slide: s, master: master, margin: flow.To(margin), used: make(map[uint32]bool)}
	if err := page.shapes(found.child(recDrawing).child(recDg), 0); err != nil {
		return err
	}
	if err := page.margin.Err(); err != nil {
		return err
	}
	return r.margins.Add(margin.String())
}

// pageReader reads the shapes of a slide.
type pageReader struct {
	*reader
	slide  *slide
	master bool
	margin *flow.Flow
	used   map[uint32]bool // texts that a shape has shown
}

func (p *pageReader) shapes(container record, depth int) error {
	if depth > mostGroups {
		return fmt.Errorf("%w: PPT: more than %d nested groups of shapes", medium.ErrTooDeep, mostGroups)
	}
	first := true
	for found := range records(container.octets) {
		switch found.kind {
		case recGroup:
			if err := p.shapes(found, depth+1); err != nil {
				return err
			}
		case recShape:
			shape := p.shapeOf(found)
			if first && depth > 1 && shape.hidden { // the first shape of a group is the group
				return nil
			}
			first = false
			if err := p.show(shape); err != nil {
				return err
			}
			if err := p.flow.Err(); err != nil {
				return err
			}
		}
	}
	return p.document.Check()
}

// shape is what is known of a shape.
type shape struct {
	hidden      bool
	placeholder bool
	footer      bool
	wordArt     string
	object      uint32 // that it shows
	textbox     record
}

func (p *pageReader) shapeOf(found record) (s shape) {
	const deleted, background, picture = 1 << 3, 1 << 10, 75
	for part := range records(found.octets) {
		switch part.kind {
		case recFSP:
			s.hidden = s.hidden || part.uint32(4)&(deleted|background) != 0
			p.pictures = p.pictures || part.instance == picture
		case recFOPT:
			s.properties(part)
		case recTextbox:
			s.textbox = part
		case recClientData:
			s.clientData(part)
		}
	}
	return s
}

// properties reads a table of properties ([MS-ODRAW] 2.2.9): numbers, and then the longer values.
func (s *shape) properties(table record) {
	const text, group, complex = 0x00C0, 0x03BF, 1 << 15
	n := min(int(table.instance), len(table.octets)/6)
	long := table.octets[6*n:]
	for i := range n {
		id, v := table.uint16(6*i), table.uint32(6*i+2)
		if id&complex != 0 {
			length := min(int64(v), int64(len(long)))
			if id&0x3FFF == text {
				s.wordArt = utf16text.Terminated(long[:length])
			}
			long = long[length:]
		} else if id&0x3FFF == group && v&0x00020002 == 0x00020002 {
			s.hidden = true
		}
	}
}

// clientData finds out whether a shape is a placeholder, and of what.
func (s *shape) clientData(data record) {
	const date, number, footer, header = 7, 8, 9, 10
	for part := range records(data.octets) {
		kind := byte(0)
		switch {
		case part.kind == recPlaceholder && len(part.octets) > 4:
			kind = part.octets[4]
		case part.kind == recExObjRef:
			s.object = part.uint32(0)
			continue
		case part.kind == recHFPlaceholder && len(part.octets) > 0:
			kind = part.octets[0]
		default:
			continue
		}
		s.placeholder = true
		switch kind {
		case date, number, header:
			s.hidden = true
		case footer:
			s.footer = true
		}
	}
}

func (p *pageReader) show(s shape) error {
	if s.hidden || p.master && s.placeholder {
		return nil
	}
	to := p.flow
	if p.master || s.footer {
		to = p.margin
	}
	if s.wordArt != "" {
		to.Line()
		to.Characters(lines.Replace(s.wordArt), true)
		to.Line()
	}
	var t text
	for part := range records(s.textbox.octets) {
		switch {
		case part.kind == recOutlineTextRef:
			n := part.uint32(0)
			if int64(n) < int64(len(p.slide.texts)) && !p.used[n] {
				p.used[n] = true
				p.slide.texts[n].writeTo(to)
			}
		case part.kind == recTextHeader:
			t.writeTo(to)
			t = text{}
		default:
			t.take(part)
		}
	}
	t.writeTo(to)
	if s.object == 0 {
		return nil
	}
	return p.chart(s.object, to)
}
