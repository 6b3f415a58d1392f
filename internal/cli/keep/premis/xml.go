package premis

import (
	"bufio"
	"encoding/xml"
	"strings"
	"unicode/utf8"
)

// sink writes XML, an element a line.
type sink struct {
	w     *bufio.Writer
	depth int
}

func (s *sink) raw(texts ...string) {
	for _, t := range texts {
		s.w.WriteString(t)
	}
}

// failed is the first error of writing.
func (s *sink) failed() error {
	_, err := s.w.Write(nil)
	return err
}

func (s *sink) indent() {
	for range s.depth {
		s.raw("  ")
	}
}

// start writes a start tag. Attributes are names and values in turn, without those of no value.
func (s *sink) start(name, end string, attributes []string) {
	s.indent()
	s.raw("<", name)
	for i := 0; i < len(attributes); i += 2 {
		if attributes[i+1] != "" {
			s.raw(" ", attributes[i], `="`)
			s.text(attributes[i+1])
			s.raw(`"`)
		}
	}
	s.raw(end)
}

func (s *sink) open(name string, attributes ...string) {
	s.start(name, ">\n", attributes)
	s.depth++
}

func (s *sink) close(name string) {
	s.depth--
	s.indent()
	s.raw("</", name, ">\n")
}

// empty writes an element without content.
func (s *sink) empty(name string, attributes ...string) { s.start(name, "/>\n", attributes) }

// leaf writes an element with a text.
func (s *sink) leaf(name, text string, attributes ...string) {
	s.start(name, ">", attributes)
	s.text(text)
	s.raw("</", name, ">\n")
}

// text writes a text, in which what is no character of XML is U+FFFD.
func (s *sink) text(text string) { xml.EscapeText(s.w, []byte(text)) }

// isText reports whether XML 1.0 has all characters of a text (2.2, Char).
func isText(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return false
		}
		return r < ' ' || r == 0xFFFE || r == 0xFFFF
	})
}
