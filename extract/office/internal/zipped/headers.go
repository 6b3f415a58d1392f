package zipped

import (
	"encoding/xml"
	"slices"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/margins"
)

// refer notes that a section has a header or a footer.
func (w *wordText) refer(part, pages string) {
	if part == "" || w.referred[part+"\x00"+pages] {
		return
	}
	w.referred[part+"\x00"+pages] = true
	w.hold(entryCost+stringCost+len(part), "headers and footers")
	switch pages {
	case "even":
		w.even = append(w.even, part)
	case "first":
		w.first = append(w.first, part)
	default:
		w.headers = append(w.headers, part)
	}
}

// headersAndFooters reads those that some page shows.
func (w *wordText) headersAndFooters(settings string) error {
	evenPages := false
	if settings != "" && len(w.even) > 0 {
		err := w.walk(settings, elements{start: func(name string, e xml.StartElement) bool {
			if name == "w:evenAndOddHeaders" {
				evenPages = isOn(attr(e, "val"))
			}
			return true
		}})
		if err != nil {
			return err
		}
	}
	shown := slices.Clone(w.headers)
	if evenPages {
		shown = append(shown, w.even...)
	}
	if w.titlePage {
		shown = append(shown, w.first...)
	}
	for _, part := range shown {
		if err := w.margin(w.margins, func() error { return w.part(part) }); err != nil {
			return err
		}
	}
	return nil
}

// margin reads what the function writes as a part of the margins, and not of the text.
func (p *reader) margin(m *margins.Margins, read func() error) error {
	text, body := p.document.NewText(), p.flow
	defer text.Reset()
	p.flow = flow.To(text)
	err := read()
	if err == nil {
		err = p.flow.Err()
	}
	p.flow = body
	if err != nil {
		return err
	}
	return m.Add(text.String())
}
