package extract

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/text/transform"

	"github.com/lsh-interop/fpcheck/internal/whatwg"
)

// openXML reads XML as a stream: a document may have any length.
func openXML(d *Document, source *bufio.Reader, in *inner) error {
	encoding, err := encodingOfXML(source, in.charset)
	if err != nil {
		return err
	}
	d.Encoding, d.text = encoding, newXMLText(source, encoding)
	return nil
}

// XMLText returns the text of an XML document by chapter 11 of SPEC.md, and the name of
// its encoding. The declared charset is the transport's, "" if there is none. An error
// wraps [ErrMalformed], [ErrTooDeep] or [ErrTooLarge].
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

// encodingOfXML names the encoding of an XML document (R11.11), and discards a byte
// order mark.
func encodingOfXML(source *bufio.Reader, declared string) (string, error) {
	head, err := source.Peek(1024)
	if err != nil && err != io.EOF {
		return "", err
	}
	name, mark := byteOrderMark(head)
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

// The bounds of R11.16. Those of R11.12 and R11.13 are octets here, and never less than
// the code points that the rules speak of.
const (
	mostOpen   = 500
	mostHeld   = 4 << 20 // a name, a value, a document type declaration
	mostEntity = 256     // code points of an entity's value (R11.15)
)

// xmlText is the text of an XML document: it scans while it is read. The scan is
// R11.12 to R11.16; what the elements mean is in vocabularies.go.
type xmlText struct {
	in       *bufio.Reader // UTF-8, well-formed
	line     int           // of what comes next, from 1
	entities map[string]entity
	open     []element
	rooted   bool // the root element has begun
	cdata    bool // within a CDATA section
	err      error

	vocabulary *xmlVocabulary
	flow       flow
	out        bytes.Buffer // written, and not read yet
	written    int64        // octets, in all
	whole      bool         // R11.23: the last String of a line gave the whole word
	names      map[string]string
}

// entity is an internal general entity, if its value is one that may be used.
type entity struct {
	text string
	ok   bool
}

func newXMLText(source io.Reader, encoding string) *xmlText {
	x := &xmlText{
		in:   bufio.NewReaderSize(transform.NewReader(source, whatwg.NewDecoder(encoding)), 16<<10),
		line: 1, entities: make(map[string]entity), names: make(map[string]string),
	}
	x.flow.w = (*xmlWriter)(x)
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
		x.err = x.next()
	}
	if x.out.Len() == 0 && x.err != nil {
		return 0, x.err
	}
	return x.out.Read(p)
}

// malformed is an error of the document, with the line where it was found.
func (x *xmlText) malformed(format string, args ...any) error {
	return fmt.Errorf("%w: XML, line %d: %s", ErrMalformed, x.line, fmt.Sprintf(format, args...))
}

func (x *xmlText) discard(n int) {
	b, _ := x.in.Peek(n)
	x.line += bytes.Count(b, []byte("\n"))
	x.in.Discard(n)
}

// peek returns the next octet; at the end of the document an error that says what it
// ends in.
func (x *xmlText) peek(what string) (byte, error) {
	b, err := x.in.Peek(1)
	if err == io.EOF {
		return 0, x.malformed("the document ends in %s", what)
	}
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

// next reads one construct, or some character data (R11.12).
func (x *xmlText) next() error {
	if x.cdata {
		return x.section()
	}
	head, err := x.in.Peek(len("<![CDATA["))
	if err != nil && (err != io.EOF || len(head) == 0) {
		if err == io.EOF {
			return x.end()
		}
		return err
	}
	begins := func(s string) bool { return bytes.HasPrefix(head, []byte(s)) }
	switch {
	case head[0] == '&':
		return x.reference()
	case head[0] != '<':
		b, _ := x.in.Peek(x.in.Buffered())
		n := bytes.IndexAny(b, "<&")
		if n < 0 {
			n = len(b)
		}
		err := x.characters(string(b[:n]))
		x.discard(n)
		return err
	case begins("<!--"):
		x.discard(len("<!--"))
		return x.until("-->", "a comment", nil)
	case begins("<?"):
		x.discard(len("<?"))
		return x.until("?>", "a processing instruction", nil)
	case begins("<![CDATA["):
		x.discard(len("<![CDATA["))
		return x.section()
	case begins("<!DOCTYPE") && !x.rooted:
		x.discard(len("<!DOCTYPE"))
		return x.documentType()
	case begins("</"):
		x.discard(len("</"))
		return x.endTag()
	case len(head) > 1 && beginsName(head[1]):
		x.discard(1)
		return x.startTag()
	}
	return x.malformed("%q begins nothing: expected a tag, a comment or the like, or &lt;", head)
}

// end is the end of the document. It returns [io.EOF] if all is well.
func (x *xmlText) end() error {
	switch {
	case !x.rooted:
		return x.malformed("no root element")
	case len(x.open) > 0:
		return x.malformed("the document ends where </%s> was expected", x.open[len(x.open)-1].name)
	}
	return io.EOF
}

// until reads up to a mark, and past it. What stands before it is handed to each, if
// there is one, in pieces.
func (x *xmlText) until(mark, what string, each func([]byte) error) error {
	for {
		if found, err := x.toward(mark, what, each); found || err != nil {
			return err
		}
	}
}

// toward is until, for one piece: found says that the mark is past.
func (x *xmlText) toward(mark, what string, each func([]byte) error) (found bool, err error) {
	if _, err := x.in.Peek(len(mark)); err == io.EOF {
		return false, x.malformed("the document ends in %s: expected %s", what, mark)
	} else if err != nil {
		return false, err
	}
	b, _ := x.in.Peek(x.in.Buffered())
	n := bytes.Index(b, []byte(mark))
	if found = n >= 0; !found {
		n = len(b) - len(mark) + 1
	}
	if each != nil {
		if err := each(b[:n]); err != nil {
			return false, err
		}
	}
	x.discard(n)
	if found {
		x.discard(len(mark))
	}
	return found, nil
}

// section reads a piece of a CDATA section: the text of one may be of any length.
func (x *xmlText) section() error {
	ended, err := x.toward("]]>", "a CDATA section", func(b []byte) error { return x.characters(string(b)) })
	x.cdata = !ended
	return err
}

// literal reads what stands before a quotation mark, and past that.
func (x *xmlText) literal(quote byte, what string) (string, error) {
	var value []byte
	err := x.until(string(quote), what, func(b []byte) error {
		value = append(value, b...)
		return x.held(len(value), what)
	})
	return string(value), err
}

// held refuses what must be held in memory and is too long.
func (x *xmlText) held(n int, what string) error {
	if n > mostHeld {
		return fmt.Errorf("%w: XML, line %d: more than %d octets in %s", ErrTooLarge, x.line, mostHeld, what)
	}
	return nil
}

func (x *xmlText) skipBlanks(what string) error {
	for {
		c, err := x.peek(what)
		if err != nil || !isBlank(c) {
			return err
		}
		x.discard(1)
	}
}

// name reads a name, which may be empty.
func (x *xmlText) name(what string) (string, error) {
	return x.span(what, func(c byte, first bool) bool { return beginsName(c) || !first && continuesName(c) })
}

// span reads the longest sequence of octets that belong to it.
func (x *xmlText) span(what string, belongs func(c byte, first bool) bool) (string, error) {
	var b []byte
	for {
		c, err := x.peek(what)
		if err != nil {
			return "", err
		}
		if !belongs(c, len(b) == 0) {
			break
		}
		if b = append(b, c); len(b) > mostHeld {
			return "", x.held(len(b), what)
		}
		x.discard(1)
	}
	if s, ok := x.names[string(b)]; ok {
		return s, nil
	}
	s := string(b)
	if len(x.names) < 1000 && len(s) < 64 {
		x.names[s] = s
	}
	return s, nil
}

// beginsName and continuesName say of which octets, in UTF-8, names are made (R11.13).
func beginsName(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == ':' || c >= 0x80
}

func continuesName(c byte) bool {
	return beginsName(c) || '0' <= c && c <= '9' || c == '-' || c == '.'
}

// localName is what follows the last colon of a name.
func localName(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

// startTag is R11.13, after the <.
func (x *xmlText) startTag() error {
	name, err := x.name("a tag")
	if err != nil {
		return err
	}
	what := "the tag <" + name + ">"
	var attrs attributes
	for {
		if err := x.skipBlanks(what); err != nil {
			return err
		}
		c, err := x.peek(what)
		switch {
		case err != nil:
			return err
		case c == '>':
			x.discard(1)
			return x.start(name, attrs)
		case c == '/':
			x.discard(1)
			if c, err := x.peek(what); err != nil {
				return err
			} else if c != '>' {
				return x.malformed("%q after / in %s: expected >", c, what)
			}
			x.discard(1)
			if err := x.start(name, attrs); err != nil {
				return err
			}
			x.close()
			return nil
		case !beginsName(c):
			return x.malformed("%q in %s: expected an attribute or >", c, what)
		}
		if err := x.attribute(what, &attrs); err != nil {
			return err
		}
	}
}

func (x *xmlText) attribute(what string, attrs *attributes) error {
	name, err := x.name(what)
	if err != nil {
		return err
	}
	if err := x.skipBlanks(what); err != nil {
		return err
	}
	if c, err := x.peek(what); err != nil {
		return err
	} else if c != '=' {
		return x.malformed("%q after the attribute %s of %s: expected =", c, name, what)
	}
	x.discard(1)
	if err := x.skipBlanks(what); err != nil {
		return err
	}
	quote, err := x.peek(what)
	if err != nil {
		return err
	}
	if quote != '"' && quote != '\'' {
		return x.malformed("%q before the value of the attribute %s of %s: expected a quotation mark", quote, name, what)
	}
	x.discard(1)
	if !askedFor[name] {
		return x.until(string(quote), what, nil)
	}
	value, err := x.literal(quote, what)
	if err != nil {
		return err
	}
	if _, ok := attrs.get(name); !ok { // the first of two
		*attrs = append(*attrs, xmlAttribute{name, x.resolved(value)})
	}
	return nil
}

type xmlAttribute struct{ name, value string }

// attributes are those of an element that some rule asks for.
type attributes []xmlAttribute

func (a attributes) get(name string) (value string, ok bool) {
	for _, one := range a {
		if one.name == name {
			return one.value, true
		}
	}
	return "", false
}

func (x *xmlText) endTag() error {
	name, err := x.name("an end tag")
	if err != nil {
		return err
	}
	what := "the tag </" + name + ">"
	if err := x.skipBlanks(what); err != nil {
		return err
	}
	switch c, err := x.peek(what); {
	case err != nil:
		return err
	case c != '>':
		return x.malformed("%q in %s: expected >", c, what)
	case len(x.open) == 0:
		return x.malformed("%s, where no element is open", what)
	case x.open[len(x.open)-1].name != name:
		return x.malformed("%s, where </%s> was expected", what, x.open[len(x.open)-1].name)
	}
	x.discard(1)
	x.close()
	return nil
}

// reference is R11.14.
func (x *xmlText) reference() error {
	x.discard(1)
	what := "a reference"
	name, err := x.span(what, func(c byte, _ bool) bool { return isReference(c) })
	if err != nil {
		return err
	}
	if c, err := x.peek(what); err != nil {
		return err
	} else if c != ';' {
		return x.malformed("&%s is no reference: expected ; after it, or &amp;", name)
	}
	text, ok := x.resolve(name)
	if !ok {
		return x.malformed("&%s; stands for nothing: expected a character, an entity of HTML or one that is declared in the document with plain text", name)
	}
	x.discard(1)
	return x.characters(text)
}

func isReference(c byte) bool { return c == '#' || continuesName(c) }

// resolve returns what a reference stands for, by what is between & and ;.
func (x *xmlText) resolve(name string) (text string, ok bool) {
	if text, ok := basic(name); ok {
		return text, true
	}
	if e, ok := x.entities[name]; ok {
		return e.text, e.ok
	}
	text = html.UnescapeString("&" + name + ";")
	// What is no name keeps its semicolon, and so does what only begins with one.
	return text, !strings.HasPrefix(name, "#") && (text == ";" || !strings.HasSuffix(text, ";"))
}

// basic resolves character references and the five entities of XML.
func basic(name string) (text string, ok bool) {
	switch name {
	case "amp":
		return "&", true
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "quot":
		return `"`, true
	case "apos":
		return "'", true
	}
	digits, ok := strings.CutPrefix(name, "#")
	if !ok {
		return "", false
	}
	base := 10
	if rest, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = rest, 16
	}
	n, err := strconv.ParseUint(digits, base, 64) // takes no sign
	if err != nil || n == 0 || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
		return "", false
	}
	return string(rune(n)), true
}

// resolved resolves the references of an attribute's value. What stands for nothing
// stays.
func (x *xmlText) resolved(value string) string {
	text, _ := resolveAll(value, x.resolve)
	return text
}

// resolveAll resolves references; ok says that each stands for something.
func resolveAll(s string, resolve func(string) (string, bool)) (text string, ok bool) {
	var b strings.Builder
	ok = true
	for {
		before, rest, found := strings.Cut(s, "&")
		b.WriteString(before)
		if !found {
			return b.String(), ok
		}
		n := 0
		for n < len(rest) && isReference(rest[n]) {
			n++
		}
		text, known := "", false
		if n < len(rest) && rest[n] == ';' {
			text, known = resolve(rest[:n])
		}
		if known {
			b.WriteString(text)
			s = rest[n+1:]
		} else {
			b.WriteByte('&')
			ok, s = false, rest
		}
	}
}

// documentType is R11.15, after <!DOCTYPE.
func (x *xmlText) documentType() error {
	const what = "the document type declaration"
	subset := false // within the internal subset
	for size := 0; ; size++ {
		c, err := x.peek(what)
		if err != nil {
			return err
		}
		switch {
		case subset && c == '<':
			n, err := x.declaration(what)
			if err != nil {
				return err
			}
			size += n
			continue
		case !subset && (c == '"' || c == '\''):
			x.discard(1)
			if err := x.until(string(c), what, nil); err != nil {
				return err
			}
			continue
		}
		x.discard(1)
		switch {
		case c == '[':
			subset = true
		case c == ']':
			subset = false
		case c == '>' && !subset:
			return nil
		}
		if err := x.held(size, what); err != nil {
			return err
		}
	}
}

// declaration reads what begins with < in the internal subset, and returns how many
// octets of it are held.
func (x *xmlText) declaration(what string) (size int, err error) {
	head, err := x.in.Peek(len("<!ENTITY"))
	if err != nil && err != io.EOF {
		return 0, err
	}
	switch begins := func(s string) bool { return bytes.HasPrefix(head, []byte(s)) }; {
	case begins("<!--"):
		x.discard(len("<!--"))
		return 0, x.until("-->", "a comment", nil)
	case begins("<?"):
		x.discard(len("<?"))
		return 0, x.until("?>", "a processing instruction", nil)
	case begins("<!ENTITY"):
		x.discard(len("<!ENTITY"))
		if size, err = x.entity(what); err != nil {
			return 0, err
		}
	}
	for {
		c, err := x.peek(what)
		if err != nil {
			return 0, err
		}
		x.discard(1)
		switch c {
		case '>':
			return size, nil
		case '"', '\'':
			if err := x.until(string(c), what, nil); err != nil {
				return 0, err
			}
		}
	}
}

// entity declares an entity, the first of its name, up to the end of its value.
func (x *xmlText) entity(what string) (size int, err error) {
	if err := x.skipBlanks(what); err != nil {
		return 0, err
	}
	name, err := x.name(what)
	if err != nil || name == "" { // a parameter entity
		return 0, err
	}
	if err := x.skipBlanks(what); err != nil {
		return 0, err
	}
	var e entity
	if c, err := x.peek(what); err != nil {
		return 0, err
	} else if c == '"' || c == '\'' {
		x.discard(1)
		value, err := x.literal(c, what)
		if err != nil {
			return 0, err
		}
		if utf8.RuneCountInString(value) <= mostEntity && !strings.Contains(value, "<") {
			e.text, e.ok = resolveAll(value, func(name string) (string, bool) {
				text, ok := basic(name)
				return text, ok && !(name[0] == '#' && (text == "&" || text == "<"))
			})
		}
	}
	if _, ok := x.entities[name]; !ok {
		x.entities[name] = e
	}
	return len(name) + len(e.text) + 64, nil
}
