package zipped

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// reader reads a document that is a ZIP archive of XML.
type reader struct {
	*archive
	document *medium.Document
	flow     *flow.Flow
	pictures bool // something that is no text is shown
}

// walk reads an XML member.
func (p *reader) walk(name string, e elements) error {
	r, err := p.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	return e.walk(p.document, r, name, p.flow.Err)
}

// hold counts octets of memory that are held until the document has been read. Where there
// are too many, reading ends.
func (p *reader) hold(n int, what string) {
	if err := p.document.Budget.Hold(int64(n), what); err != nil {
		p.flow.Fail(err)
	}
}

// embed reads a member that is a document, shown as part of this one.
func (p *reader) embed(name string) error {
	r, err := p.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	within, err := p.document.Within(path.Base(name))
	if err == nil {
		err = within.Open(r, "")
	}
	if errors.Is(err, medium.ErrUnsupported) || errors.Is(err, medium.ErrNoText) {
		p.document.Note("%q is left out: %v", name, err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%q: %w", name, err)
	}
	text, err := p.document.Whole(within.Text, name)
	if err != nil {
		return err
	}
	p.flow.Line()
	p.flow.Characters(strings.ToValidUTF8(string(text), "\uFFFD"), true)
	p.flow.Line()
	return nil
}
