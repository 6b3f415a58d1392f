package zipped

import (
	"fmt"
	"path"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// reader reads a document that is a ZIP archive of XML.
type reader struct {
	*archive
	document   *medium.Reading
	flow       *flow.Flow
	pictures   bool // something that is no text is shown
	macros     bool // a sheet of macros, or a dialog, is shown
	hasDrawing bool // the sheet that was read last has one
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

// hold counts bytes of memory in use until the document is read. Too many end the reading.
func (p *reader) hold(n int, what string) {
	if err := p.document.Budget.Hold(int64(n), what); err != nil {
		p.flow.Fail(err)
	}
}

// pageAsMail is the type of Office Open XML for an HTML page as a mail (MHTML).
const pageAsMail = "message/rfc822"

// embed reads a member that is a document, shown as part of this one.
func (p *reader) embed(name string) error {
	mediaType, err := p.contentType(name)
	if err != nil {
		return err
	}
	if mediaType != pageAsMail { // for any other, the bytes decide
		mediaType = ""
	}
	return p.show(name, mediaType)
}

// show reads a member as a document of that type.
func (p *reader) show(name, mediaType string) error {
	r, err := p.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	within, err := p.document.Within(path.Base(name))
	if err == nil {
		err = within.Open(r, mediaType)
	}
	var text []byte
	if err == nil {
		text, err = p.document.Whole(within.Text, name)
	}
	if medium.IsFinal(err) {
		return fmt.Errorf("%q: %w", name, err)
	}
	if err != nil {
		p.document.Lose("%q is left out: %w", name, err)
		return nil
	}
	p.document.Inherit(within, "")
	p.flow.Line()
	p.flow.Characters(strings.ToValidUTF8(string(text), "\uFFFD"), true)
	p.flow.Line()
	return nil
}
