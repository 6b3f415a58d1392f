package zipped

import (
	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/margins"
)

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
