package markup

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/lazy"
	"github.com/lsh-interop/fpcheck/internal/whatwg"
)

// mostOpen bounds the open elements: R11.16.
const mostOpen = 500

// scanner reads an XML document construct by construct: R11.12 to R11.16. It hands the
// elements and the character data to a handler.
type scanner struct {
	input
	handler  handler
	asked    lazy.Set // attributes whose values are read
	entities entities
	open     []string // names of elements
	rooted   bool     // the root element has begun
	cdata    bool     // within a CDATA section
}

// handler is told what a document is made of.
type handler interface {
	start(name string, attrs attributes)
	end()
	characters(s string)
}

func newScanner(in *bufio.Reader, asked lazy.Set, h handler) *scanner {
	return &scanner{
		input:   input{in, 1, make(map[string]string)},
		handler: h, asked: asked, entities: make(entities),
	}
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

// section reads a piece of a CDATA section, whose text may have any length.
func (s *scanner) section() error {
	ended, err := s.toward("]]>", "a CDATA section", func(b []byte) error { return s.characters(string(b)) })
	s.cdata = !ended
	return err
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
		c, err := s.afterBlanks(what)
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
	if c, err := s.afterBlanks(what); err != nil {
		return err
	} else if c != '=' {
		return s.malformed("%q after the attribute %s of %s: expected =", c, name, what)
	}
	s.discard(1)
	quote, err := s.afterBlanks(what)
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
	switch c, err := s.afterBlanks(what); {
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
	if _, err := s.afterBlanks(what); err != nil {
		return 0, err
	}
	name, err := s.name(what)
	if err != nil || name == "" { // a parameter entity
		return 0, err
	}
	value, quoted := "", false
	if c, err := s.afterBlanks(what); err != nil {
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
