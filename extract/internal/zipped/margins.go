package zipped

import (
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// margins collects what the pages or slides of a document repeat: headers, footers, and what
// masters show. Each line of it is text once, after the document.
type margins struct {
	within *medium.Document
	text   *medium.Text
	seen   map[string]bool
}

func newMargins(d *medium.Document) *margins {
	return &margins{d, d.NewText(), make(map[string]bool)}
}

// add adds the lines that were not there before.
func (m *margins) add(text string) error {
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || m.seen[line] {
			continue
		}
		if err := m.within.Budget.Hold(int64(len(line)+entryCost), "headers and footers"); err != nil {
			return err
		}
		m.seen[strings.Clone(line)] = true
		if _, err := m.text.WriteString(line + "\n"); err != nil {
			return err
		}
	}
	return nil
}

// writeTo ends a text with them.
func (m *margins) writeTo(f *flow.Flow) {
	f.Line()
	f.Characters(m.text.String(), true)
	f.Line()
}

// margin reads what the function writes as a part of the margins, and not of the text.
func (p *reader) margin(m *margins, read func() error) error {
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
	return m.add(text.String())
}
