package zipped

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// quick reads the tokens of XML that most documents consist of. They must be whole in a buffer, with
// ASCII names, and without an error. For anything else, encoding/xml takes over to the end, with the
// same open elements. So encoding/xml alone decides what is an error. FuzzQuick checks that both read
// the same.
type quick struct {
	source   *source
	entities map[string]string // besides the five of XML

	open     []openElement
	closing  bool                    // the last tag was an end tag too
	spaces   map[string]string       // namespaces by their prefixes, "" the default
	elements map[string]*elementName // by their names in the document, while the namespaces stay
	names    map[string]xml.Name     // of attributes, likewise

	spans []span // of the tag that is read
	attrs []xml.Attr
}

// openElement is an open element, with the declarations of its tag.
type openElement struct {
	*elementName
	declared []declaration
}

type elementName struct {
	raw      string
	name     xml.Name
	prefixed string
}

// declaration is of a namespace.
type declaration struct {
	prefix, space string
	outer         string // that the prefix had outside of the element, if any
	hadOuter      bool
}

// span is where the name and the value of an attribute are in a tag.
type span struct{ name, nameEnd, value, valueEnd int }

const (
	// quickBuffer bounds, in bytes, the tokens read quickly, without the budget: see [decoder.Read].
	quickBuffer = 32 << 10
	// mostNames bounds the names that are known.
	mostNames = 1000

	xmlSpace = "http://www.w3.org/XML/1998/namespace"
)

func newQuick(s *source, entities map[string]string) *quick {
	return &quick{
		source: s, entities: entities, spaces: make(map[string]string),
		elements: make(map[string]*elementName), names: make(map[string]xml.Name),
	}
}

// read reads a token. It returns false if encoding/xml must go on.
func (q *quick) read(t *token) bool {
	if q.closing {
		q.closing = false
		q.close(t)
		return true
	}
	for last := false; ; {
		b, _ := q.source.in.Peek(q.source.in.Buffered())
		if len(b) > 1 {
			switch n := q.token(b, t); {
			case n > 0:
				q.source.latest = [2]byte{b[max(n-2, 0)], b[n-1]}
				q.source.skip(n)
				return true
			case n < 0:
				return false
			}
		}
		if last || len(b) == quickBuffer {
			return false
		}
		// Twice as much is asked for, so that a token is looked at a few times only.
		_, err := q.source.in.Peek(min(quickBuffer, max(512, 2*len(b))))
		if last = err != nil; last && err == io.EOF && len(b) == 0 && q.source.in.Buffered() == 0 && len(q.open) == 0 {
			*t = token{kind: ended}
			return true
		}
	}
}

// token reads the token at the start of b, which has at least two bytes. It returns the length of the
// token, or 0 if it is incomplete. It returns -1 if encoding/xml must read it.
func (q *quick) token(b []byte, t *token) int {
	switch {
	case b[0] != '<':
		n := bytes.IndexByte(b, '<')
		if n < 0 {
			return 0
		}
		return q.characters(b[:n], n, t)
	case b[1] == '/':
		return q.endTag(b, t)
	case b[1] == '?':
		return q.instruction(b, t)
	case b[1] != '!':
		return q.startTag(b, t)
	case len(b) < len("<![CDATA["):
		return 0
	case bytes.HasPrefix(b, []byte("<!--")):
		n := bytes.Index(b[4:], []byte("--"))
		switch n += 4; {
		case n < 4 || n+2 == len(b):
			return 0
		case b[n+2] != '>':
			return -1
		}
		*t = token{kind: other}
		return n + 3
	case bytes.HasPrefix(b, []byte("<![CDATA[")):
		n := bytes.Index(b, []byte("]]>"))
		if n < 0 {
			return 0
		}
		return q.section(b[len("<![CDATA["):n], n+3, t)
	}
	return q.directive(b, t)
}

// instruction reads a processing instruction. That of XML itself must not name an encoding but UTF-8.
func (q *quick) instruction(b []byte, t *token) int {
	n := bytes.Index(b, []byte("?>"))
	if n < 0 {
		return 0
	}
	if _, err := xml.NewDecoder(bytes.NewReader(b[:n+2])).RawToken(); err != nil {
		return -1
	}
	*t = token{kind: other}
	return n + 2
}

// directive reads a directive in which no other is.
func (q *quick) directive(b []byte, t *token) int {
	if !ascii.IsLetter(b[2]) {
		return -1
	}
	quote := byte(0)
	for i, c := range b[3:] {
		switch {
		case c == quote:
			quote = 0
		case quote != 0:
		case c == '"' || c == '\'':
			quote = c
		case c == '<':
			return -1
		case c == '>':
			*t = token{kind: other}
			return 3 + i + 1
		}
	}
	return 0
}

func (q *quick) endTag(b []byte, t *token) int {
	if len(q.open) == 0 {
		return -1
	}
	raw := q.open[len(q.open)-1].raw
	if len(b) < 2+len(raw)+1 {
		return 0
	}
	if string(b[2:2+len(raw)]) != raw {
		return -1
	}
	for i, c := range b[2+len(raw):] {
		switch c {
		case ' ', '\t', '\n', '\r':
		case '>':
			q.close(t)
			return 2 + len(raw) + i + 1
		default:
			return -1
		}
	}
	return 0
}

// close ends the innermost element.
func (q *quick) close(t *token) {
	last := q.open[len(q.open)-1]
	q.open = q.open[:len(q.open)-1]
	*t = token{kind: endTag, name: last.prefixed}
	for i := len(last.declared) - 1; i >= 0; i-- {
		d := last.declared[i]
		if q.spaces[d.prefix] != d.outer || !d.hadOuter {
			q.forget()
		}
		if q.spaces[d.prefix] = d.outer; !d.hadOuter {
			delete(q.spaces, d.prefix)
		}
	}
}

// forget forgets names whose namespaces may have changed.
func (q *quick) forget() {
	if len(q.elements)+len(q.names) > 64 { // a map that was large is slow to clear ever after
		q.elements, q.names = make(map[string]*elementName), make(map[string]xml.Name)
	}
	clear(q.elements)
	clear(q.names)
}

func (q *quick) startTag(b []byte, t *token) int {
	if !ascii.IsLetter(b[1]) && b[1] != '_' {
		return -1
	}
	i := quickName(b, 1)
	nameEnd, declares, empty := i, false, false
	q.spans = q.spans[:0]
	for {
		for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
			i++
		}
		if i+1 >= len(b) {
			if i < len(b) && b[i] == '>' {
				i++
				break
			}
			return 0
		}
		if b[i] == '>' {
			i++
			break
		}
		if b[i] == '/' {
			if b[i+1] != '>' {
				return -1
			}
			i, empty = i+2, true
			break
		}
		if !ascii.IsLetter(b[i]) && b[i] != '_' {
			return -1
		}
		s := span{name: i, nameEnd: quickName(b, i)}
		switch i = s.nameEnd; {
		case i+1 >= len(b):
			return 0
		case b[i] != '=' || b[i+1] != '"' && b[i+1] != '\'':
			return -1
		}
		s.value = i + 2
		n := bytes.IndexByte(b[s.value:], b[i+1])
		if n < 0 {
			return 0
		}
		s.valueEnd = s.value + n
		i = s.valueEnd + 1
		declares = declares || bytes.HasPrefix(b[s.name:s.nameEnd], []byte("xmlns"))
		q.spans = append(q.spans, s)
	}
	return q.element(b[:i], nameEnd, declares, empty, t)
}

// element begins the element of a tag, whose attributes are in spans.
func (q *quick) element(tag []byte, nameEnd int, declares, empty bool, t *token) int {
	var e openElement
	q.attrs = q.attrs[:0]
	all := ""
	if len(q.spans) > 0 {
		all = string(tag) // the values are parts of it
	}
	for _, s := range q.spans {
		value, ok := q.resolved(all[s.value:s.valueEnd], tag[s.value:s.valueEnd], false)
		if !ok {
			return -1
		}
		q.attrs = append(q.attrs, xml.Attr{Value: value})
	}
	if declares {
		for i, s := range q.spans {
			prefix, isPrefix := strings.CutPrefix(all[s.name:s.nameEnd], "xmlns:")
			if !isPrefix && prefix != "xmlns" || isPrefix && (prefix == "" || strings.Contains(prefix, ":")) {
				continue
			}
			if !isPrefix {
				prefix = ""
			}
			d := declaration{prefix: strings.Clone(prefix), space: strings.Clone(q.attrs[i].Value)}
			d.outer, d.hadOuter = q.spaces[prefix]
			if !d.hadOuter || d.outer != d.space {
				q.forget()
			}
			q.spaces[d.prefix] = d.space
			e.declared = append(e.declared, d)
		}
	}
	e.elementName = q.elementName(tag[1:nameEnd])
	ok := e.elementName != nil
	for i, s := range q.spans {
		ok = ok && q.attributeName(tag[s.name:s.nameEnd], &q.attrs[i].Name)
	}
	if !ok {
		return -1
	}
	q.open = append(q.open, e)
	q.closing = empty
	*t = token{kind: startTag, name: e.prefixed, element: xml.StartElement{Name: e.name, Attr: q.attrs}}
	return len(tag)
}

// elementName returns the name of an element, or nil if encoding/xml must read it.
func (q *quick) elementName(raw []byte) *elementName {
	if known := q.elements[string(raw)]; known != nil {
		return known
	}
	e := &elementName{raw: string(raw)}
	prefix, local, ok := cutName(e.raw)
	if !ok || prefix == "xmlns" || prefix == "xml" || local == "xmlns" {
		return nil
	}
	e.name = xml.Name{Space: prefix, Local: local}
	if space, ok := q.spaces[prefix]; ok {
		e.name.Space = space
	}
	e.prefixed = prefixed(e.name)
	if len(q.elements) == mostNames {
		clear(q.elements)
	}
	q.elements[e.raw] = e
	return e
}

// attributeName finds the name of an attribute. It returns false if encoding/xml must read it.
func (q *quick) attributeName(raw []byte, name *xml.Name) bool {
	if known, ok := q.names[string(raw)]; ok {
		*name = known
		return true
	}
	prefix, local, ok := cutName(string(raw))
	if !ok {
		return false
	}
	*name = xml.Name{Space: prefix, Local: local}
	switch prefix {
	case "", "xmlns":
	case "xml":
		name.Space = xmlSpace
	default:
		if space, ok := q.spaces[prefix]; ok {
			name.Space = space
		}
	}
	if len(q.names) == mostNames {
		clear(q.names)
	}
	q.names[string(raw)] = *name
	return true
}

// cutName returns the prefix of a name, if it has one, and the rest.
func cutName(raw string) (prefix, local string, ok bool) {
	prefix, local, ok = strings.Cut(raw, ":")
	if !ok {
		return "", raw, true
	}
	return prefix, local, prefix != "" && local != "" && !strings.Contains(local, ":")
}

var inQuickNames = func() (t [256]bool) {
	for i := range t {
		c := byte(i)
		t[i] = ascii.IsLetter(c) || '0' <= c && c <= '9' || c == '_' || c == ':' || c == '.' || c == '-'
	}
	return t
}()

// quickName returns the end of a name that begins at a place.
func quickName(b []byte, at int) int {
	for at < len(b) && inQuickNames[b[at]] {
		at++
	}
	return at
}

// head returns the tags of the open elements, with which encoding/xml knows where it is.
func (q *quick) head() []byte {
	var b bytes.Buffer
	for _, e := range q.open {
		b.WriteString("<" + e.raw)
		for _, d := range e.declared {
			if b.WriteString(" xmlns"); d.prefix != "" {
				b.WriteString(":" + d.prefix)
			}
			b.WriteString(`="`)
			xml.EscapeText(&b, []byte(d.space)) // a line end in it is a reference
			b.WriteString(`"`)
		}
		b.WriteString(">")
	}
	return b.Bytes()
}
