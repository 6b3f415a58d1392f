package markup

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/markup/elements"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/unicode/wellformed"
)

// checkedSteps is the number of constructs that are read before the time is checked.
const checkedSteps = 1 << 12

// XHTML writes the visible text of a page that is well-formed XML (R11.11 to R11.16, R11.19), whatever its root. It
// reports whether the page has pictures. Ill-formed UTF-8 is an error: such a page may be in another encoding.
func XHTML(d *medium.Reading, octets []byte, to *medium.Text) (pictures bool, err error) {
	source := bufio.NewReader(bytes.NewReader(octets))
	encoding, err := encodingOfXML(source, "")
	if err != nil {
		return false, err
	}
	if encoding == "utf-8" && !wellformed.Valid(octets) {
		return false, fmt.Errorf("%w: XML: ill-formed UTF-8", medium.ErrMalformed)
	}
	x := newXMLText(source, encoding)
	x.vocabulary = xhtml
	for n := 1; x.err == nil; n++ {
		x.err = x.scanner.step()
		if n%checkedSteps == 0 {
			if err := d.Check(); err != nil {
				return false, err
			}
		}
		if x.out.Len() < xmlWindow && x.err == nil {
			continue
		}
		if _, err := to.WriteString(x.out.String()); err != nil {
			return false, err
		}
		x.out.Reset()
	}
	if x.err != io.EOF {
		return false, x.err
	}
	return x.pictures, nil
}

// mostAfter bounds the bytes after the end tag of a page.
const mostAfter = 1 << 10

// BrokenXHTML is like [Page], for a page that was written as XHTML and is not well-formed. It also reports whether the
// page is cut short, or something without an end hides the rest of it.
func BrokenXHTML(d *medium.Reading, octets []byte, to *flow.Flow) (pictures, cut bool, err error) {
	const most = 5 // bytes that a byte becomes: &amp;
	held := most * int64(len(octets))
	defer func() { d.Budget.Release(held) }()
	if err := d.Budget.Hold(held, "XHTML"); err != nil {
		return false, false, err
	}
	declared := ""
	if text, _, trust, err := decodeIn(d, octets, ""); err != nil {
		return false, false, err
	} else if trust == Certain { // perhaps UTF-16
		octets, declared = text, "utf-8"
	}
	octets, cut = asHTML(octets)
	cut = cut || !bytes.Contains(bytes.ToLower(octets[max(0, len(octets)-mostAfter):]), []byte("</html"))
	pictures, err = Page(d, octets, declared, to)
	return pictures, cut, err
}

// asHTML rewrites a page for readers of HTML. Empty elements get end tags: in HTML, <title/> is a start tag.
// Character data is escaped, and a document type declaration with an internal subset is left out. hides reports
// whether a comment, or an element whose tags are text, has no end.
func asHTML(page []byte) (out []byte, hides bool) {
	begin, end := internalSubset(page)
	out = append(make([]byte, 0, len(page)), page[:begin]...)
	z := html.NewTokenizer(bytes.NewReader(page[end:]))
	z.AllowCDATA(true)
	for {
		kind := z.Next()
		raw := z.Raw()
		switch kind {
		case html.ErrorToken:
			return out, hides
		case html.SelfClosingTagToken:
			z.NextIsNotRawText()
			if name, _ := z.TagName(); !empty.Has(string(name)) {
				out = append(append(out, bytes.TrimSuffix(raw, []byte("/>"))...), "></"...)
				out, raw = append(out, name...), []byte(">")
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			if hides = elements.RawText.Has(string(name)); string(name) == "noscript" { // as when scripts are not run
				z.NextIsNotRawText()
				hides = false
			}
		case html.EndTagToken:
			hides = false
		case html.CommentToken:
			hides = bytes.HasPrefix(raw, []byte("<!--")) && !bytes.HasSuffix(raw, []byte("-->"))
		case html.TextToken:
			if data, ok := bytes.CutPrefix(raw, []byte("<![CDATA[")); ok && !hides {
				data = bytes.TrimSuffix(data, []byte("]]>"))
				raw = bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("&"), []byte("&amp;")), []byte("<"), []byte("&lt;"))
			}
		}
		out = append(out, raw...)
	}
}

// internalSubset returns the bounds of a document type declaration with an internal subset, both 0 if there is none.
func internalSubset(page []byte) (begin, end int) {
	mark := []byte("<!DOCTYPE")
	before, rest, found := bytes.Cut(page, mark)
	if !found {
		return 0, 0
	}
	s := &scanner{input: input{window: string(rest), err: io.EOF}, entities: make(entities)}
	if s.documentType() != nil || bytes.IndexByte(rest[:s.at], '[') < 0 {
		return 0, 0
	}
	return len(before), len(before) + len(mark) + s.at
}
