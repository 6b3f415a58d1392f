package zipped

import (
	"cmp"
	"encoding/xml"
	"slices"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/margins"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
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
	text := p.document.NewText()
	defer text.Reset()
	if err := p.into(text, read); err != nil {
		return err
	}
	return m.Add(text.String())
}

// into calls a function that reads, and writes what it finds to a text of its own.
func (p *reader) into(text *medium.Text, read func() error) error {
	body := p.flow
	p.flow = flow.To(text)
	err := cmp.Or(read(), p.flow.Err())
	p.flow = body
	return err
}
