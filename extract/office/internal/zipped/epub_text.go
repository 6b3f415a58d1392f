package zipped

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	visible "github.com/lsh-interop/fpcheck/extract/internal/markup/elements"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// xhtml returns the visible text of a document that is well-formed XML (R11.4 to R11.10), and
// whether it has pictures. A line end is called for before the text and after it. Nothing is
// written before the end, since what is not well-formed is read as HTML instead.
func (p *reader) xhtml(octets []byte, where string) (text string, pictures bool, err error) {
	held := 2 * int64(len(octets)) // with its text
	defer p.document.Budget.Release(held)
	if err := p.document.Budget.Hold(held, "the text of "+strconv.Quote(where)); err != nil {
		return "", false, err
	}
	d := newXML(p.document, bytes.NewReader(octets), where, xml.HTMLEntity)
	var out strings.Builder
	to := flow.To(&out)
	open := []xhtmlElement{{}} // the first stands for the document
	some := false
	var t token
	for n := 1; ; n++ {
		if n%checkedTokens == 0 {
			if err := p.document.Check(); err != nil {
				return "", false, err
			}
		}
		if err := d.next(&t); err != nil {
			return "", false, badXML(where, err)
		}
		within := &open[len(open)-1]
		switch t.kind {
		case ended:
			if !some {
				return "", false, fmt.Errorf("%w: %q: no element", medium.ErrMalformed, where)
			}
			return out.String(), pictures, nil
		case startTag:
			some = true
			if len(open) > 500 { // as in R11.3
				return "", false, fmt.Errorf("%w: more than 500 nested elements in %q", medium.ErrTooDeep, where)
			}
			name := t.element.Name.Local
			pictures = pictures || name == "img" || name == "svg"
			e := within.element(name, t.element.Attr)
			if e.line {
				to.Line()
			}
			open = append(open, e)
		case endTag:
			if within.line {
				to.Line()
			}
			open = open[:len(open)-1]
		case characters:
			some = true
			if !within.out {
				to.Characters(t.text, within.preformatted)
			}
		}
	}
}

// checkedTokens is how many tokens are read until the time is looked at.
const checkedTokens = 1 << 12

// xhtmlElement is what is to be done with an element that is open.
type xhtmlElement struct {
	out          bool // left out
	line         bool // calls for line ends
	preformatted bool
}

// element returns what is to be done with an element in e.
func (e *xhtmlElement) element(name string, attrs []xml.Attr) xhtmlElement {
	if e.out || visible.LeftOut.Has(name) {
		return xhtmlElement{out: true}
	}
	class, hidden, shown := "", false, false
	for _, a := range attrs {
		switch {
		case a.Name.Local == "open":
			shown = true
		case a.Name.Space != "":
		case a.Name.Local == "hidden":
			hidden = true
		case a.Name.Local == "class":
			class = a.Value
		}
	}
	if hidden || name == "dialog" && !shown { // R11.5
		return xhtmlElement{out: true}
	}
	return xhtmlElement{
		line:         visible.Blocks.Has(name) || visible.IsLine(class),
		preformatted: e.preformatted || visible.KeepLines.Has(name),
	}
}
