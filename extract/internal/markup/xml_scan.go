package markup

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/lazy"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/whatwg"
)

// The bounds of R11.16. That of R11.12 and R11.13 is in octets, and so never less than the
// code points of the rules.
const (
	mostOpen = 500
	mostHeld = 4 << 20 // a name, a value, a document type declaration
)

// scanner reads an XML document construct by construct: R11.12 to R11.16. It hands the
// elements and the character data to a handler.
type scanner struct {
	in       *bufio.Reader // UTF-8, well-formed
	handler  handler
	asked    lazy.Set // attributes whose values are read
	line     int      // of what comes next, from 1
	entities entities
	open     []string // names of elements
	rooted   bool     // the root element has begun
	cdata    bool     // within a CDATA section
	names    map[string]string
}

// handler is told what a document is made of.
type handler interface {
	start(name string, attrs attributes)
	end()
	characters(s string)
}

func newScanner(in *bufio.Reader, asked lazy.Set, h handler) *scanner {
	return &scanner{
		in: in, handler: h, asked: asked, line: 1,
		entities: make(entities), names: make(map[string]string),
	}
}

// malformed is an error of the document, with the line where it was found.
func (s *scanner) malformed(format string, args ...any) error {
	return fmt.Errorf("%w: XML, line %d: %s", medium.ErrMalformed, s.line, fmt.Sprintf(format, args...))
}

func (s *scanner) discard(n int) {
	b, _ := s.in.Peek(n)
	s.line += bytes.Count(b, []byte("\n"))
	s.in.Discard(n)
}

// peek returns the next octet, or at the end of the document an error that says within what
// it ends.
func (s *scanner) peek(what string) (byte, error) {
	b, err := s.in.Peek(1)
	if err == io.EOF {
		return 0, s.malformed("the document ends in %s", what)
	}
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

// next reads one construct, or some character data (R11.12).
func (s *scanner) next() error {
	if s.cdata {
		return s.section()
	}
	head, err := s.in.Peek(len("<![CDATA["))
	if err != nil && (err != io.EOF || len(head) == 0) {
		if err == io.EOF {
			return s.end()
		}
		return err
	}
	begins := func(mark string) bool { return bytes.HasPrefix(head, []byte(mark)) }
	switch {
	case head[0] == '&':
		return s.reference()
	case head[0] != '<':
		b, _ := s.in.Peek(s.in.Buffered())
		n := bytes.IndexAny(b, "<&")
		if n < 0 {
			n = len(b)
		}
		err := s.characters(string(b[:n]))
		s.discard(n)
		return err
	case begins("<!--"):
		s.discard(len("<!--"))
		return s.until("-->", "a comment", nil)
	case begins("<?"):
		s.discard(len("<?"))
		return s.until("?>", "a processing instruction", nil)
	case begins("<![CDATA["):
		s.discard(len("<![CDATA["))
		return s.section()
	case begins("<!DOCTYPE") && !s.rooted:
		s.discard(len("<!DOCTYPE"))
		return s.documentType()
	case begins("</"):
		s.discard(len("</"))
		return s.endTag()
	case len(head) > 1 && beginsName(head[1]):
		s.discard(1)
		return s.startTag()
	}
	return s.malformed("%q begins nothing: expected a tag, a comment or the like, or &lt;", head)
}

// end is the end of the document. It returns [io.EOF] if all is well.
func (s *scanner) end() error {
	switch {
	case !s.rooted:
		return s.malformed("no root element")
	case len(s.open) > 0:
		return s.malformed("the document ends where </%s> was expected", s.open[len(s.open)-1])
	}
	return io.EOF
}

// until reads up to a mark, and past it. Unless each is nil, what stands before the mark is
// handed to it in pieces.
func (s *scanner) until(mark, what string, each func([]byte) error) error {
	for {
		if found, err := s.toward(mark, what, each); found || err != nil {
			return err
		}
	}
}

// toward does what until does, for one piece. It reports whether it read past the mark.
func (s *scanner) toward(mark, what string, each func([]byte) error) (found bool, err error) {
	if _, err := s.in.Peek(len(mark)); err == io.EOF {
		return false, s.malformed("the document ends in %s: expected %s", what, mark)
	} else if err != nil {
		return false, err
	}
	b, _ := s.in.Peek(s.in.Buffered())
	n := bytes.Index(b, []byte(mark))
	if found = n >= 0; !found {
		n = len(b) - len(mark) + 1
	}
	if each != nil {
		if err := each(b[:n]); err != nil {
			return false, err
		}
	}
	s.discard(n)
	if found {
		s.discard(len(mark))
	}
	return found, nil
}

// section reads a piece of a CDATA section, whose text may have any length.
func (s *scanner) section() error {
	ended, err := s.toward("]]>", "a CDATA section", func(b []byte) error { return s.characters(string(b)) })
	s.cdata = !ended
	return err
}

// literal reads up to a quotation mark, and past it.
func (s *scanner) literal(quote byte, what string) (string, error) {
	var value []byte
	err := s.until(string(quote), what, func(b []byte) error {
		value = append(value, b...)
		return s.held(len(value), what)
	})
	return string(value), err
}

// held returns an error if octets that must be held in memory are too many.
func (s *scanner) held(n int, what string) error {
	if n > mostHeld {
		return fmt.Errorf("%w: XML, line %d: more than %d octets in %s", medium.ErrTooLarge, s.line, mostHeld, what)
	}
	return nil
}

func (s *scanner) skipBlanks(what string) error {
	for {
		c, err := s.peek(what)
		if err != nil || !whatwg.IsBlank(c) {
			return err
		}
		s.discard(1)
	}
}

// name reads a name, which may be empty.
func (s *scanner) name(what string) (string, error) {
	return s.span(what, func(c byte, first bool) bool { return beginsName(c) || !first && continuesName(c) })
}

// span reads the longest sequence of octets for which belongs returns true.
func (s *scanner) span(what string, belongs func(c byte, first bool) bool) (string, error) {
	var b []byte
	for {
		c, err := s.peek(what)
		if err != nil {
			return "", err
		}
		if !belongs(c, len(b) == 0) {
			break
		}
		if b = append(b, c); len(b) > mostHeld {
			return "", s.held(len(b), what)
		}
		s.discard(1)
	}
	if name, ok := s.names[string(b)]; ok {
		return name, nil
	}
	name := string(b)
	if len(s.names) < 1000 && len(name) < 64 {
		s.names[name] = name
	}
	return name, nil
}

// startTag is R11.13, after the <.
func (s *scanner) startTag() error {
	name, err := s.name("a tag")
	if err != nil {
		return err
	}
	what := "the tag <" + name + ">"
	var attrs attributes
	for {
		if err := s.skipBlanks(what); err != nil {
			return err
		}
		c, err := s.peek(what)
		switch {
		case err != nil:
			return err
		case c == '>':
			s.discard(1)
			return s.start(name, attrs)
		case c == '/':
			s.discard(1)
			if c, err := s.peek(what); err != nil {
				return err
			} else if c != '>' {
				return s.malformed("%q after / in %s: expected >", c, what)
			}
			s.discard(1)
			if err := s.start(name, attrs); err != nil {
				return err
			}
			s.close()
			return nil
		case !beginsName(c):
			return s.malformed("%q in %s: expected an attribute or >", c, what)
		}
		if err := s.attribute(what, &attrs); err != nil {
			return err
		}
	}
}

func (s *scanner) attribute(what string, attrs *attributes) error {
	name, err := s.name(what)
	if err != nil {
		return err
	}
	if err := s.skipBlanks(what); err != nil {
		return err
	}
	if c, err := s.peek(what); err != nil {
		return err
	} else if c != '=' {
		return s.malformed("%q after the attribute %s of %s: expected =", c, name, what)
	}
	s.discard(1)
	if err := s.skipBlanks(what); err != nil {
		return err
	}
	quote, err := s.peek(what)
	if err != nil {
		return err
	}
	if quote != '"' && quote != '\'' {
		return s.malformed("%q before the value of the attribute %s of %s: expected a quotation mark", quote, name, what)
	}
	s.discard(1)
	if !s.asked.Has(name) {
		return s.until(string(quote), what, nil)
	}
	value, err := s.literal(quote, what)
	if err != nil {
		return err
	}
	if _, ok := attrs.get(name); !ok { // of two, the first counts
		*attrs = append(*attrs, xmlAttribute{name, s.entities.resolveIn(value)})
	}
	return nil
}

type xmlAttribute struct{ name, value string }

// attributes are those of an element that were asked for.
type attributes []xmlAttribute

func (a attributes) get(name string) (value string, ok bool) {
	for _, one := range a {
		if one.name == name {
			return one.value, true
		}
	}
	return "", false
}

func (s *scanner) endTag() error {
	name, err := s.name("an end tag")
	if err != nil {
		return err
	}
	what := "the tag </" + name + ">"
	if err := s.skipBlanks(what); err != nil {
		return err
	}
	switch c, err := s.peek(what); {
	case err != nil:
		return err
	case c != '>':
		return s.malformed("%q in %s: expected >", c, what)
	case len(s.open) == 0:
		return s.malformed("%s, where no element is open", what)
	case s.open[len(s.open)-1] != name:
		return s.malformed("%s, where </%s> was expected", what, s.open[len(s.open)-1])
	}
	s.discard(1)
	s.close()
	return nil
}

// reference is R11.14.
func (s *scanner) reference() error {
	s.discard(1)
	what := "a reference"
	name, err := s.span(what, func(c byte, _ bool) bool { return isReference(c) })
	if err != nil {
		return err
	}
	if c, err := s.peek(what); err != nil {
		return err
	} else if c != ';' {
		return s.malformed("&%s is no reference: expected ; after it, or &amp;", name)
	}
	text, ok := s.entities.resolve(name)
	if !ok {
		return s.malformed("&%s; stands for nothing: expected a character, an entity of HTML or one that is declared in the document with plain text", name)
	}
	s.discard(1)
	return s.characters(text)
}

// documentType is R11.15, after <!DOCTYPE.
func (s *scanner) documentType() error {
	const what = "the document type declaration"
	subset := false // within the internal subset
	for size := 0; ; size++ {
		c, err := s.peek(what)
		if err != nil {
			return err
		}
		switch {
		case subset && c == '<':
			n, err := s.declaration(what)
			if err != nil {
				return err
			}
			size += n
			continue
		case !subset && (c == '"' || c == '\''):
			s.discard(1)
			if err := s.until(string(c), what, nil); err != nil {
				return err
			}
			continue
		}
		s.discard(1)
		switch {
		case c == '[':
			subset = true
		case c == ']':
			subset = false
		case c == '>' && !subset:
			return nil
		}
		if err := s.held(size, what); err != nil {
			return err
		}
	}
}

// declaration reads a declaration of the internal subset, and returns how many octets of it
// are held in memory.
func (s *scanner) declaration(what string) (size int, err error) {
	head, err := s.in.Peek(len("<!ENTITY"))
	if err != nil && err != io.EOF {
		return 0, err
	}
	switch begins := func(mark string) bool { return bytes.HasPrefix(head, []byte(mark)) }; {
	case begins("<!--"):
		s.discard(len("<!--"))
		return 0, s.until("-->", "a comment", nil)
	case begins("<?"):
		s.discard(len("<?"))
		return 0, s.until("?>", "a processing instruction", nil)
	case begins("<!ENTITY"):
		s.discard(len("<!ENTITY"))
		if size, err = s.entity(what); err != nil {
			return 0, err
		}
	}
	for {
		c, err := s.peek(what)
		if err != nil {
			return 0, err
		}
		s.discard(1)
		switch c {
		case '>':
			return size, nil
		case '"', '\'':
			if err := s.until(string(c), what, nil); err != nil {
				return 0, err
			}
		}
	}
}

// entity declares an entity, the first of its name, up to the end of its value.
func (s *scanner) entity(what string) (size int, err error) {
	if err := s.skipBlanks(what); err != nil {
		return 0, err
	}
	name, err := s.name(what)
	if err != nil || name == "" { // a parameter entity
		return 0, err
	}
	if err := s.skipBlanks(what); err != nil {
		return 0, err
	}
	value, quoted := "", false
	if c, err := s.peek(what); err != nil {
		return 0, err
	} else if quoted = c == '"' || c == '\''; quoted {
		s.discard(1)
		if value, err = s.literal(c, what); err != nil {
			return 0, err
		}
	}
	return len(name) + s.entities.declare(name, value, quoted) + 64, nil
}

// start begins an element: R11.16.
func (s *scanner) start(name string, attrs attributes) error {
	if len(s.open) == mostOpen {
		return fmt.Errorf("%w: XML, line %d: <%s> is within %d elements", medium.ErrTooDeep, s.line, name, mostOpen)
	}
	if len(s.open) == 0 && s.rooted {
		return s.malformed("a second root element, <%s>", name)
	}
	s.rooted = true
	s.open = append(s.open, name)
	s.handler.start(name, attrs)
	return nil
}

// close ends the innermost element.
func (s *scanner) close() {
	s.open = s.open[:len(s.open)-1]
	s.handler.end()
}

// characters is character data, of which none is outside the root element: R11.16.
func (s *scanner) characters(text string) error {
	if len(s.open) > 0 {
		s.handler.characters(text)
	} else if rest := strings.TrimLeft(text, whatwg.Blanks); rest != "" {
		s.line += strings.Count(text[:len(text)-len(rest)], "\n")
		return s.malformed("text outside the root element")
	}
	return nil
}
