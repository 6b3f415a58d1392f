// Package margins collects what the pages or slides of a document repeat: headers, footers, and what
// masters show. Each line of it is text once, after the document.
package margins

import (
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// Margins collects the lines of margins, each once.
type Margins struct {
	within *medium.Reading
	text   *medium.Text
	seen   map[string]bool
}

// Of returns the margins of a document, which are empty.
func Of(d *medium.Reading) *Margins {
	return &Margins{d, d.NewText(), make(map[string]bool)}
}

// Add adds the lines that were not there before.
func (m *Margins) Add(text string) error {
	const entry = 128 // bytes of memory that a line costs, besides its own
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || m.seen[line] {
			continue
		}
		if err := m.within.Budget.Hold(int64(len(line)+entry), "headers and footers"); err != nil {
			return err
		}
		m.seen[strings.Clone(line)] = true
		if _, err := m.text.WriteString(line + "\n"); err != nil {
			return err
		}
	}
	return nil
}

// AddIf adds the margins of some pages, such as the first, if the document shows them.
func (m *Margins) AddIf(shown bool, of *Margins) error {
	if !shown {
		return nil
	}
	return m.Add(of.String())
}

// String returns the lines.
func (m *Margins) String() string { return m.text.String() }

// WriteTo ends a text with them.
func (m *Margins) WriteTo(f *flow.Flow) {
	f.Line()
	f.Characters(m.String(), true)
	f.Line()
}
