package zipped

import (
	"encoding/xml"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// remarkParts are the relationships of a slide or a sheet to its comments, and to the notes of the
// speaker. A threaded comment has a copy among the comments, for programs that do not know it.
var remarkParts = []struct {
	kind, unless string
	asked        func(medium.Include) bool
}{
	{"comments", "threadedComment", func(i medium.Include) bool { return i.Comments }},
	{"threadedComment", "", func(i medium.Include) bool { return i.Comments }},
	{"notesSlide", "", func(i medium.Include) bool { return i.Notes }},
}

// remarks writes the comments on a slide or a sheet, and the notes of its speaker. Each must be asked for.
// links are its relationships.
func (p *reader) remarks(links relationships, to *medium.Text) error {
	for _, r := range remarkParts {
		part := links.first(r.kind)
		if part == "" || !r.asked(p.document.Include) || r.unless != "" && links.first(r.unless) != "" {
			continue
		}
		if err := p.into(to, func() error { return p.remark(part) }); err != nil {
			return err
		}
		if _, err := to.WriteString("\n"); err != nil {
			return err
		}
	}
	return nil
}

// remark reads a part of comments or notes: each paragraph is a line. The number and the date of a slide
// are left out, and its picture.
func (p *reader) remark(part string) error {
	reading, hidden := 0, false
	return p.walk(part, elements{
		start: func(name string, e xml.StartElement) bool {
			switch name[strings.IndexByte(name, ':')+1:] {
			case "sp":
				hidden = false
			case "ph":
				switch attr(e, "type") {
				case "sldNum", "dt", "hdr", "ftr", "sldImg":
					hidden = true
				}
			case "authors", "author", "rPh", "mentions", "extLst":
				return false
			case "comment", "threadedComment", "cm", "p", "br":
				p.flow.Line()
			case "t", "text":
				reading++
			}
			return true
		},
		end: func(name string) {
			switch name[strings.IndexByte(name, ':')+1:] {
			case "t", "text":
				reading--
			case "p", "comment", "threadedComment", "cm":
				p.flow.Line()
			}
		},
		text: func(s string) {
			if reading > 0 && !hidden {
				p.flow.Characters(unescapeX(s), true)
			}
		},
	})
}
