package zipped

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"golang.org/x/text/transform"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// mostElements bounds the elements that are open at once.
const mostElements = 1000

// elements are the functions that handle the elements of an XML document. An element's name
// has the usual prefix of its namespace, whatever the document's own prefix: "w:p".
type elements struct {
	start func(name string, e xml.StartElement) bool // false leaves the element out
	end   func(name string)
	text  func(s string)
}

// walk reads XML that is in a document to its end, or until stop returns an error. No DTD is
// read, so no entity but XML's own five is known.
func (e elements) walk(within *medium.Reading, r io.Reader, where string, stop func() error) error {
	d := newXML(within, r, where, nil)
	var open []string
	var t token
	var a alternatives
	out := 0 // how many of the open elements are left out
	some := false
	for {
		if err := d.next(&t); err != nil {
			return badXML(where, err)
		}
		switch t.kind {
		case ended:
			if !some {
				return fmt.Errorf("%w: %q: no element", medium.ErrMalformed, where)
			}
			return nil
		case startTag:
			some = true
			if len(open) == mostElements {
				return tooDeep(where)
			}
			open = append(open, t.name)
			if out > 0 || !a.start(t.name, t.element, len(open)) || e.start != nil && !e.start(t.name, t.element) {
				out++
				if err := d.skim(mostElements - len(open)); err != nil {
					return badXML(where, err)
				}
			}
		case endTag:
			name := open[len(open)-1]
			open = open[:len(open)-1]
			if out > 0 {
				out--
			} else if e.end != nil {
				e.end(name)
			}
		case characters:
			if out == 0 && e.text != nil {
				e.text(t.text)
			}
		}
		if err := stop(); err != nil {
			return err
		}
	}
}

func tooDeep(where string) error {
	return fmt.Errorf("%w: more than %d nested elements in %q", medium.ErrTooDeep, mostElements, where)
}

// decoder reads XML token by token. The budget bounds the token, which is in memory.
type decoder struct {
	*xml.Decoder
	quick  *quick // nil if it does not read, or no longer
	within *medium.Reading
	r      io.Reader
	source *source // nil if what is read is decoded first
	n      int     // bytes since the last token
	held   int64   // of memory, for them
	skims  bool    // what is read is held nowhere
}

// token is what of XML is read at once.
type token struct {
	kind    tokenKind
	name    string           // of an element, prefixed
	element xml.StartElement // whose attributes are there until the next token is read
	text    string
}

type tokenKind uint8

// The kinds of tokens.
const (
	other tokenKind = iota
	startTag
	endTag
	characters
	ended // the end of the document
)

// What a token costs in bytes of memory: each byte in a buffer and a string, and each attribute.
const (
	octetCost     = 4
	attributeCost = 192
)

func (d *decoder) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	if d.skims {
		return n, err
	}
	if d.n += n; d.n > 64<<10 {
		cost := int64(octetCost*n + attributeCost*bytes.Count(p[:n], []byte("=")))
		d.held += cost
		if over := d.within.Budget.Hold(cost, "one tag or text of XML"); over != nil {
			return n, over
		}
	}
	return n, err
}

func (d *decoder) next(t *token) error {
	if d.quick != nil {
		if d.quick.read(t) {
			d.release()
			return nil
		}
		if err := d.give(); err != nil {
			return err
		}
	}
	read, err := d.Token()
	*t = token{}
	if err == io.EOF {
		t.kind = ended
		return nil
	}
	switch r := read.(type) {
	case xml.StartElement:
		*t = token{kind: startTag, name: prefixed(r.Name), element: r}
	case xml.EndElement:
		*t = token{kind: endTag, name: prefixed(r.Name)}
	case xml.CharData:
		*t = token{kind: characters, text: string(r)}
	}
	return err
}

// give lets encoding/xml read what comes.
func (d *decoder) give() error {
	open := len(d.quick.open)
	d.source.head = d.quick.head()
	d.quick = nil
	for range open {
		if _, err := d.Decoder.Token(); err != nil {
			return err
		}
	}
	return nil
}

// release says that a token is no longer held.
func (d *decoder) release() {
	if d.held > 0 {
		d.within.Budget.Release(d.held)
	}
	d.n, d.held = 0, 0
}

func (d *decoder) Token() (xml.Token, error) {
	t, err := d.Decoder.Token()
	d.release()
	var syntax *xml.SyntaxError
	if d.source != nil && errors.As(err, &syntax) {
		syntax.Line += d.source.lines
	}
	return t, err
}

// skim skips the content of the element that just began, if it can. Elements may be depth deep.
func (d *decoder) skim(depth int) error {
	if d.source == nil {
		return nil
	}
	d.skims = true
	defer func() { d.skims = false }()
	return d.source.skim(depth, d.within.Check)
}

// newXML returns a decoder of XML in the encoding that it declares, or that its mark names.
// It knows entities besides XML's own.
func newXML(within *medium.Reading, r io.Reader, where string, entities map[string]string) *decoder {
	x := &decoder{within: within, r: r}
	in := bufio.NewReaderSize(x, quickBuffer)
	head, _ := in.Peek(3)
	name, mark := whatwg.ByteOrderMark(head)
	if mark > 0 {
		in.Discard(mark)
		in = bufio.NewReaderSize(transform.NewReader(in, whatwg.NewDecoder(name)), quickBuffer)
	}
	x.source = &source{in: in, where: where}
	d := xml.NewDecoder(x.source)
	d.CharsetReader = func(label string, input io.Reader) (io.Reader, error) {
		name := whatwg.Lookup(label)
		switch {
		case mark > 0, name == "utf-8", name == "utf-16be", name == "utf-16le":
			return input, nil
		case name == "":
			return nil, fmt.Errorf("encoding %q: expected a label of the Encoding Standard", label)
		}
		x.source = nil
		return transform.NewReader(input, whatwg.NewDecoder(name)), nil
	}
	d.Entity = entities
	x.Decoder, x.quick = d, newQuick(x.source, entities)
	return x
}

// badXML adds to an error of reading XML where it was.
func badXML(where string, err error) error {
	if errors.Is(err, medium.ErrMalformed) || medium.IsFinal(err) {
		return err
	}
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("%w: %q, line %d: %s", medium.ErrMalformed, where, syntax.Line, syntax.Msg)
	}
	return fmt.Errorf("%w: %q: %w", medium.ErrMalformed, where, err)
}

// prefixed returns an element's name, with the usual prefix of its namespace.
func prefixed(n xml.Name) string {
	if p, ok := prefixes()[n.Space]; ok {
		return p + ":" + n.Local
	}
	return n.Local
}

// attr returns the value of an attribute by its local name, "" if there is none. It is a copy, which
// does not keep the whole tag in memory.
func attr(e xml.StartElement, name string) string { return attrOr(e, name, "") }

// attrOr is like attr, but returns other if there is no such attribute.
func attrOr(e xml.StartElement, name, other string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && a.Name.Space != "xmlns" {
			return strings.Clone(a.Value)
		}
	}
	return other
}

func attrIn(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if prefixed(a.Name) == name {
			return strings.Clone(a.Value)
		}
	}
	return ""
}

// prefixes are the usual prefixes of the namespaces of Office Open XML, OpenDocument 1.3, OpenOffice.org 1 and
// iWork 2009.
var prefixes = sync.OnceValue(func() map[string]string {
	const (
		transitional = "http://schemas.openxmlformats.org/"
		strict       = "http://purl.oclc.org/ooxml/"
		opendocument = "urn:oasis:names:tc:opendocument:xmlns:"
		openOffice   = "http://openoffice.org/2000/" // of version 1
	)
	p := map[string]string{
		transitional + "package/2006/relationships": "rel",
		transitional + "package/2006/content-types": "ct",

		"http://schemas.openxmlformats.org/markup-compatibility/2006":      "mc",
		"http://schemas.microsoft.com/office/2006/xmlPackage":              "pkg",
		"http://schemas.microsoft.com/office/word/2003/wordml":             "w",
		"http://schemas.microsoft.com/aml/2001/core":                       "aml",
		"urn:schemas-microsoft-com:office:spreadsheet":                     "ss",
		"urn:schemas-microsoft-com:office:excel":                           "x",
		"http://schemas.microsoft.com/office/drawing/2014/chartex":         "cx",
		"urn:schemas-microsoft-com:vml":                                    "v",
		"http://openoffice.org/2010/draw":                                  "drawooo",
		"urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0": "field",
		"http://www.w3.org/1999/xlink":                                     "xlink",
		"http://www.w3.org/1998/Math/MathML":                               "math",

		"http://developer.apple.com/namespaces/sf":       "sf",
		"http://developer.apple.com/namespaces/sl":       "sl",
		"http://developer.apple.com/namespaces/ls":       "ls",
		"http://developer.apple.com/namespaces/keynote2": "key",
	}
	for prefix, name := range map[string]string{
		"w": "wordprocessingml", "s": "spreadsheetml", "p": "presentationml", "a": "drawingml",
	} {
		p[transitional+name+"/2006/main"] = prefix
		p[strict+name+"/main"] = prefix
	}
	for prefix, name := range map[string]string{
		"m": "officeDocument/%smath", "r": "officeDocument/%srelationships", "dgm": "drawingml/%sdiagram",
		"c": "drawingml/%schart",
	} {
		p[transitional+strings.Replace(name, "%s", "2006/", 1)] = prefix
		p[strict+strings.Replace(name, "%s", "", 1)] = prefix
	}
	for prefix, name := range map[string]string{
		"office": "office", "text": "text", "table": "table", "draw": "drawing", "style": "style",
		"presentation": "presentation", "form": "form", "manifest": "manifest", "svg": "svg-compatible",
		"number": "datastyle", "chart": "chart",
	} {
		p[opendocument+name+":1.0"] = prefix
		p[openOffice+name] = prefix
	}
	p["http://openoffice.org/2001/manifest"] = "manifest"
	p["http://www.w3.org/2000/svg"] = "svg"
	return p
})
