package markup

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"golang.org/x/text/transform"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/markup/elements"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// OpenXML reads XML as a stream: a document may have any length.
func OpenXML(d *medium.Reading) error {
	encoding, err := encodingOfXML(d.Source, d.Charset)
	if err != nil {
		return err
	}
	d.Encoding, d.Text = encoding, newXMLText(d.Source, encoding)
	return nil
}

// XMLText implements the function of package extract.
func XMLText(octets []byte, declared string) (text, encoding string, err error) {
	source := bufio.NewReader(bytes.NewReader(octets))
	if encoding, err = encodingOfXML(source, declared); err != nil {
		return "", "", err
	}
	b, err := io.ReadAll(newXMLText(source, encoding))
	if err != nil {
		return "", encoding, err
	}
	return string(b), encoding, nil
}

// encodingOfXML returns the encoding of an XML document (R11.11), without its byte order mark.
func encodingOfXML(source *bufio.Reader, declared string) (string, error) {
	head, err := source.Peek(1024)
	if err != nil && err != io.EOF {
		return "", err
	}
	name, mark := whatwg.ByteOrderMark(head)
	if name == "" {
		name = whatwg.Lookup(declared)
	}
	switch {
	case name != "":
	case bytes.HasPrefix(head, []byte("<\x00?\x00")):
		name = "utf-16le"
	case bytes.HasPrefix(head, []byte("\x00<\x00?")):
		name = "utf-16be"
	default:
		if name = xmlEncoding(head[:bytes.IndexByte(head, '>')+1]); name == "" {
			name = "utf-8"
		}
	}
	_, err = source.Discard(mark)
	return name, err
}

// xmlText is the text of an XML document, scanned while the text is read (R11.17 to R11.24).
type xmlText struct {
	scanner    *scanner
	err        error       // after what is written
	open       []element   // the first stands for what the root element is in
	vocabulary *vocabulary // nil until the root element names it
	flow       *flow.Flow
	out        bytes.Buffer // written, and not read yet
	written    int64        // bytes, in all
	whole      bool         // R11.23: the last String of a line gave the whole word
	pictures   bool
}

// element is an open element.
type element struct {
	*traits
	out    bool // left out
	pre    bool // preformatted
	silent bool // its character data is no text
	kept   bool // an element in it was kept
	gap    flow.Gap
	start  int64 // what was written before it
}

// asksFor reports whether a rule names an attribute.
func asksFor(name string) bool {
	switch name {
	case "hidden", "open", "class", "break", "CONTENT", "SUBS_TYPE", "SUBS_CONTENT":
		return true
	}
	return false
}

func newXMLText(source io.Reader, encoding string) *xmlText {
	x := new(xmlText)
	x.flow = flow.To((*xmlWriter)(x))
	decoded := transform.NewReader(source, whatwg.NewDecoder(encoding))
	x.scanner = &scanner{
		input: input{source: decoded, buffer: make([]byte, xmlWindow)}, text: x, entities: make(entities),
	}
	return x
}

// xmlWriter is where the flow of an [xmlText] goes.
type xmlWriter xmlText

func (w *xmlWriter) WriteString(s string) (int, error) {
	w.written += int64(len(s))
	return w.out.WriteString(s)
}

func (x *xmlText) Read(p []byte) (int, error) {
	for x.out.Len() < min(len(p), 4<<10) && x.err == nil {
		x.err = x.scanner.step()
	}
	if x.out.Len() == 0 && x.err != nil {
		return 0, x.err
	}
	return x.out.Read(p)
}

// start begins an element: R11.17 and R11.18. The values of the attributes are lost when it returns.
func (x *xmlText) start(name *xmlName, attrs attributes) {
	if len(x.open) == 0 {
		root := localName(name.text)
		if x.vocabulary == nil || root == "svg" { // no page of XHTML, whatever it is declared to be
			x.vocabulary, x.pictures = vocabularyOf(root), root == "svg"
		}
		x.open = append(x.open, element{traits: new(traits), silent: x.vocabulary.silent})
	}
	if name.traits == nil {
		name.traits = x.vocabulary.traitsOf(localName(name.text))
	}
	x.pictures = x.pictures || name.traits.picture
	x.open = append(x.open, element{traits: name.traits, start: x.written})
	x.begin(&x.open[len(x.open)-1], &x.open[len(x.open)-2], attrs)
}

func localName(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

// begin decides what is to be done with an element, and calls for what stands before it.
func (x *xmlText) begin(e, within *element, attrs attributes) {
	v := x.vocabulary
	e.out = within.out || e.leftOut || v.isHidden(e.local, attrs) ||
		v == page && e.local == "TextEquiv" && x.written > within.start ||
		within.only != nil && !within.only.Has(e.local) ||
		within.first && within.kept
	if e.out {
		return
	}
	within.kept = true
	e.pre = within.pre || e.preformatted
	e.silent = within.silent && !e.isText
	e.gap = e.usualGap
	if class, _ := attrs.get("class"); v == xhtml && elements.IsLine(class) {
		e.gap = flow.LineEnd
	}
	if no, _ := attrs.get("break"); e.milestone && no == "no" {
		e.gap = flow.Joined
	}
	x.flow.Call(e.gap)
	if v == alto {
		x.recognised(e.local, attrs)
	}
}

// end ends the innermost element.
func (x *xmlText) end() {
	last := len(x.open) - 1
	x.flow.Call(x.open[last].gap)
	x.open = x.open[:last]
}

// characters is character data: R11.18.
func (x *xmlText) characters(s string) {
	if e := &x.open[len(x.open)-1]; !e.out && !e.silent {
		x.flow.Characters(s, e.pre)
	}
}

func (v *vocabulary) isHidden(local string, attrs attributes) bool {
	if v != xhtml {
		return false
	}
	_, hidden := attrs.get("hidden")
	_, open := attrs.get("open")
	return hidden || local == "dialog" && !open
}

// recognised is R11.23.
func (x *xmlText) recognised(local string, attrs attributes) {
	switch local {
	case "String":
		text, _ := attrs.get("CONTENT")
		half, _ := attrs.get("SUBS_TYPE")
		word, _ := attrs.get("SUBS_CONTENT")
		x.whole = word != "" && half == "HypPart1"
		switch {
		case x.whole:
			text = word
		case word != "" && half == "HypPart2":
			text = ""
		}
		x.flow.Characters(text, false)
	case "HYP":
		if !x.whole {
			x.flow.Join()
			x.flow.Piece("-")
		}
	case "SP":
		x.flow.Blank()
	}
}
