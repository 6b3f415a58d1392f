package markup

import (
	"fmt"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// mostOpen bounds the open elements: R11.16.
const mostOpen = 500

// scanner reads an XML document by constructs (R11.12 to R11.16).
type scanner struct {
	input
	text     *xmlText // is told what the document is made of
	entities entities
	open     []*xmlName // elements
	attrs    attributes // of the tag that is read
	rooted   bool       // the root element has begun
	cdata    bool       // within a CDATA section
}

// step reads one construct, or some character data (R11.12).
func (s *scanner) step() error {
	if s.cdata {
		return s.section()
	}
	head, err := s.peek(len("<![CDATA["))
	if err != nil && (err != io.EOF || len(head) == 0) {
		if err == io.EOF {
			return s.end()
		}
		return err
	}
	begins := func(mark string) bool { return strings.HasPrefix(head, mark) }
	switch {
	case head[0] == '&':
		return s.reference()
	case head[0] != '<':
		n := textEnd(head)
		err := s.characters(head[:n])
		s.at += n
		return err
	case len(head) > 1 && beginsName(head[1]):
		s.at++
		return s.startTag()
	case begins("</"):
		s.at += len("</")
		return s.endTag()
	case begins("<!--"):
		s.at += len("<!--")
		return s.until("-->", construct{head: "a comment"}, nil)
	case begins("<?"):
		s.at += len("<?")
		return s.until("?>", construct{head: "a processing instruction"}, nil)
	case begins("<![CDATA["):
		s.at += len("<![CDATA[")
		return s.section()
	case begins("<!DOCTYPE") && !s.rooted:
		s.at += len("<!DOCTYPE")
		return s.documentType()
	}
	return s.malformed("%q begins no markup: expected a tag, a comment or the like, or &lt;", head[:min(len(head), len("<![CDATA["))])
}

// textEnd returns the end of the character data at the front of a text. It looks at little more.
func textEnd(s string) int {
	for from, to := 0, 64; from < len(s); from, to = to, 2*to {
		part := s[from:min(to, len(s))]
		if n := strings.IndexByte(part, '<'); n >= 0 {
			part = part[:n]
		}
		if n := strings.IndexByte(part, '&'); n >= 0 {
			part = part[:n]
		}
		if end := from + len(part); end < min(to, len(s)) {
			return end
		}
	}
	return len(s)
}

// end is the end of the document. It returns [io.EOF] if all is well.
func (s *scanner) end() error {
	switch {
	case !s.rooted:
		return s.malformed("no root element")
	case len(s.open) > 0:
		return s.malformed("the document ends where </%s> was expected", s.open[len(s.open)-1].text)
	}
	return io.EOF
}

// section reads a piece of a CDATA section, whose text may have any length.
func (s *scanner) section() error {
	ended, err := s.toward("]]>", construct{head: "a CDATA section"}, s.characters)
	s.cdata = !ended
	return err
}

// startTag is R11.13, after the <.
func (s *scanner) startTag() error {
	if name, empty := s.usualTag(); name != nil {
		return s.element(name, empty)
	}
	read, err := s.name(construct{head: "a tag"})
	if err != nil {
		return err
	}
	name := s.interned(read)
	what := construct{"the tag <", name.text, ">"}
	s.attrs = s.attrs[:0]
	for {
		c, err := s.afterBlanks(what)
		switch {
		case err != nil:
			return err
		case c == '>':
			s.at++
			return s.element(name, false)
		case c == '/':
			s.at++
			if c, err := s.next(what); err != nil {
				return err
			} else if c != '>' {
				return s.malformed("%q after / in %s: expected >", c, what)
			}
			s.at++
			return s.element(name, true)
		case !beginsName(c):
			return s.malformed("%q in %s: expected an attribute or >", c, what)
		}
		if err := s.attribute(what); err != nil {
			return err
		}
	}
}

// usualTag is like startTag for tags without an error and without blanks around =. The window must have
// the whole tag. Otherwise it reads nothing, and returns no name.
func (s *scanner) usualTag() (name *xmlName, empty bool) {
	w := s.rest()
	i := nameEnd(w, 0)
	name = s.interned(w[:i])
	s.attrs = s.attrs[:0]
	for {
		for i < len(w) && whatwg.IsBlank(w[i]) {
			i++
		}
		switch {
		case i < len(w) && w[i] == '>':
			s.at += i + 1
			return name, false
		case i+1 < len(w) && w[i] == '/' && w[i+1] == '>':
			s.at += i + 2
			return name, true
		case i == len(w) || !beginsName(w[i]):
			return nil, false
		}
		end := nameEnd(w, i)
		if end+1 >= len(w) || w[end] != '=' || w[end+1] != '"' && w[end+1] != '\'' {
			return nil, false
		}
		n := strings.IndexByte(w[end+2:], w[end+1])
		if n < 0 {
			return nil, false
		}
		if asksFor(w[i:end]) {
			s.addAttribute(w[i:end], w[end+2:end+2+n])
		}
		i = end + 2 + n + 1
	}
}

// nameEnd returns the end of a name that begins at a place.
func nameEnd(s string, at int) int {
	for at < len(s) && inNames[s[at]] {
		at++
	}
	return at
}

func (s *scanner) attribute(what construct) error {
	name, err := s.name(what)
	if err != nil {
		return err
	}
	if c, err := s.afterBlanks(what); err != nil {
		return err
	} else if c != '=' {
		return s.malformed("%q after the attribute %s of %s: expected =", c, name, what)
	}
	s.at++
	quote, err := s.afterBlanks(what)
	if err != nil {
		return err
	}
	if quote != '"' && quote != '\'' {
		return s.malformed("%q before the value of the attribute %s of %s: expected a quotation mark", quote, name, what)
	}
	s.at++
	if !asksFor(name) {
		return s.until(string(quote), what, nil)
	}
	value, err := s.literal(string(quote), what)
	if err != nil {
		return err
	}
	s.addAttribute(name, value)
	return nil
}

// addAttribute adds an attribute, unless there is one of the name: of two, the first counts.
func (s *scanner) addAttribute(name, value string) {
	if _, ok := s.attrs.get(name); !ok {
		s.attrs = append(s.attrs, xmlAttribute{name, s.entities.resolveIn(value)})
	}
}

type xmlAttribute struct{ name, value string }

// attributes are the requested attributes of an element.
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
	if n := len(s.open); n > 0 {
		if rest, ok := strings.CutPrefix(s.rest(), s.open[n-1].text); ok && rest != "" && rest[0] == '>' {
			s.at = len(s.window) - len(rest) + 1
			s.close()
			return nil
		}
	}
	name, err := s.name(construct{head: "an end tag"})
	if err != nil {
		return err
	}
	what := construct{"the tag </", name, ">"}
	switch c, err := s.afterBlanks(what); {
	case err != nil:
		return err
	case c != '>':
		return s.malformed("%q in %s: expected >", c, what)
	case len(s.open) == 0:
		return s.malformed("%s, where no element is open", what)
	case s.open[len(s.open)-1].text != name:
		return s.malformed("%s, where </%s> was expected", what, s.open[len(s.open)-1].text)
	}
	s.at++
	s.close()
	return nil
}

// reference is R11.14.
func (s *scanner) reference() error {
	s.at++
	what := construct{head: "a reference"}
	name, err := s.span(what, &inReferences)
	if err != nil {
		return err
	}
	if c, err := s.next(what); err != nil {
		return err
	} else if c != ';' {
		return s.malformed("&%s is not a reference: expected ; after it, or &amp;", name)
	}
	text, ok := s.entities.resolve(name)
	if !ok {
		return s.malformed("&%s; is not known: expected a character, an entity of HTML, or an entity declared with plain text", name)
	}
	s.at++
	return s.characters(text)
}

// documentType is R11.15, after <!DOCTYPE.
func (s *scanner) documentType() error {
	what := construct{head: "the document type declaration"}
	subset := false // within the internal subset
	declared := 0   // bytes of memory for entities
	for size := 0; ; size++ {
		c, err := s.next(what)
		if err != nil {
			return err
		}
		switch {
		case subset && c == '<':
			n, err := s.declaration(what)
			if err != nil {
				return err
			}
			if declared += n; declared > mostDeclared {
				return fmt.Errorf("%w: XML, line %d: more than %d bytes of memory for the entities of the document type declaration",
					medium.ErrTooLarge, s.line(), mostDeclared)
			}
			continue
		case !subset && (c == '"' || c == '\''):
			s.at++
			if err := s.until(string(c), what, nil); err != nil {
				return err
			}
			continue
		}
		s.at++
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

// declaration reads a declaration of the internal subset. It returns the bytes that it keeps in memory.
func (s *scanner) declaration(what construct) (size int, err error) {
	head, err := s.peek(len("<!ENTITY"))
	if err != nil && err != io.EOF {
		return 0, err
	}
	switch begins := func(mark string) bool { return strings.HasPrefix(head, mark) }; {
	case begins("<!--"):
		s.at += len("<!--")
		return 0, s.until("-->", construct{head: "a comment"}, nil)
	case begins("<?"):
		s.at += len("<?")
		return 0, s.until("?>", construct{head: "a processing instruction"}, nil)
	case begins("<!ENTITY"):
		s.at += len("<!ENTITY")
		if size, err = s.entity(what); err != nil {
			return 0, err
		}
	}
	for {
		c, err := s.next(what)
		if err != nil {
			return 0, err
		}
		s.at++
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
func (s *scanner) entity(what construct) (size int, err error) {
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
		s.at++
		if value, err = s.literal(string(c), what); err != nil {
			return 0, err
		}
	}
	return s.entities.declare(name, value, quoted), nil
}

// element begins an element: R11.16. An empty one ends at once.
func (s *scanner) element(name *xmlName, empty bool) error {
	if len(s.open) == mostOpen {
		return fmt.Errorf("%w: XML, line %d: <%s> is within %d elements", medium.ErrTooDeep, s.line(), name.text, mostOpen)
	}
	if len(s.open) == 0 && s.rooted {
		return s.malformed("a second root element, <%s>", name.text)
	}
	s.rooted = true
	s.open = append(s.open, name)
	s.text.start(name, s.attrs)
	if empty {
		s.close()
	}
	return nil
}

// close ends the innermost element.
func (s *scanner) close() {
	s.open = s.open[:len(s.open)-1]
	s.text.end()
}

// characters reads character data. None may be outside the root element: R11.16.
func (s *scanner) characters(text string) error {
	if len(s.open) > 0 {
		s.text.characters(text)
	} else if rest := strings.TrimLeft(text, whatwg.Blanks); rest != "" {
		return malformedAt(s.line()+strings.Count(text[:len(text)-len(rest)], "\n"), "text outside the root element")
	}
	return nil
}
