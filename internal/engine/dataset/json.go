package dataset

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract"
)

// maxNesting bounds objects and arrays in one another, as encoding/json does.
const maxNesting = 10000

// wanted is a tree of the names that lead to the fields. It is not written to.
type wanted struct {
	fields Fields
	slots  int // one for each path
	root   *node
}

type node struct {
	slots []int // that a value here goes to
	below map[string]*node
}

// newWanted gives the id, if there is one, the last slot.
func newWanted(f Fields) *wanted {
	w := &wanted{fields: f, root: new(node)}
	paths := f.Text
	if f.ID != nil {
		paths = append(paths[:len(paths):len(paths)], f.ID)
	}
	for i, p := range paths {
		n := w.root
		for _, name := range p {
			if n.below == nil {
				n.below = make(map[string]*node)
			}
			if n.below[name] == nil {
				n.below[name] = new(node)
			}
			n = n.below[name]
		}
		n.slots = append(n.slots, i)
	}
	w.slots = len(paths)
	return w
}

// content reads the fields of a JSON text that is one object. Of members of one name
// the last counts, as in Python and JavaScript.
func (w *wanted) content(line []byte) (*Content, error) {
	c := new(Content)
	s := scanner{b: line, found: make([][]byte, w.slots)}
	if err := s.record(w.root); err != nil {
		return c, err
	}
	if w.fields.ID != nil {
		raw := s.found[w.slots-1]
		switch what := kind(raw); what {
		case "a string":
			c.ID.Text = string(unquote(raw))
			if utf8.Valid(raw) {
				c.ID.JSON = raw
			}
		case "a number":
			c.ID = ID{string(raw), raw}
		default:
			return c, fmt.Errorf("%w: field %s: %s: expected a string or a number", extract.ErrMalformed, shown(w.fields.ID), what)
		}
	}
	for i, p := range w.fields.Text {
		raw := s.found[i]
		if what := kind(raw); what != "a string" {
			return c, fmt.Errorf("%w: field %s: %s: expected a string", extract.ErrMalformed, shown(p), what)
		}
		c.Text = append(c.Text, unquote(raw))
	}
	return c, nil
}

// kind names a JSON value that a scanner has passed.
func kind(raw []byte) string {
	if raw == nil {
		return "missing"
	}
	switch raw[0] {
	case '"':
		return "a string"
	case '{':
		return "an object"
	case '[':
		return "an array"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}

// scanner reads a JSON text by RFC 8259, but takes octets of strings that are not
// UTF-8 as they are.
type scanner struct {
	b     []byte
	i     int
	depth int
	found [][]byte // values, by slot; nil where there is none
}

// record reads a text that is one object.
func (s *scanner) record(root *node) error {
	s.blanks()
	if s.i < len(s.b) && s.b[s.i] != '{' {
		begun := s.i
		if err := s.value(nil); err != nil {
			return err
		}
		return fmt.Errorf("%w: %s: expected one JSON object a line", extract.ErrMalformed, kind(s.b[begun:s.i]))
	}
	if err := s.value(root); err != nil {
		return err
	}
	if s.blanks(); s.i < len(s.b) {
		return s.expected("the end of the line after the object")
	}
	return nil
}

// value reads a value, and what is wanted of it.
func (s *scanner) value(n *node) error {
	if s.i == len(s.b) {
		return s.expected("a value")
	}
	begun := s.i
	var err error
	switch c := s.b[s.i]; {
	case c == '"':
		err = s.string()
	case c == '{':
		err = s.object(n)
	case c == '[':
		err = s.array()
	case c == 't':
		err = s.literal("true")
	case c == 'f':
		err = s.literal("false")
	case c == 'n':
		err = s.literal("null")
	case c == '-' || isDigit(c):
		err = s.number()
	default:
		err = s.expected("a value")
	}
	if n != nil && err == nil {
		for _, slot := range n.slots {
			s.found[slot] = s.b[begun:s.i:s.i]
		}
	}
	return err
}

func (s *scanner) object(n *node) error {
	if err := s.open(); err != nil {
		return err
	}
	for first := true; ; first = false {
		s.blanks()
		if first && s.take('}') {
			break
		}
		begun := s.i
		if s.i == len(s.b) || s.b[s.i] != '"' {
			return s.expected("a name in quotes")
		}
		if err := s.string(); err != nil {
			return err
		}
		var below *node
		if n != nil && n.below != nil {
			if below = n.below[string(unquote(s.b[begun:s.i]))]; below != nil {
				s.forget(below)
			}
		}
		s.blanks()
		if !s.take(':') {
			return s.expected("a colon")
		}
		s.blanks()
		if err := s.value(below); err != nil {
			return err
		}
		s.blanks()
		if s.take('}') {
			break
		}
		if !s.take(',') {
			return s.expected("a comma or }")
		}
	}
	s.depth--
	return nil
}

// forget takes back what an earlier member of the same name gave.
func (s *scanner) forget(n *node) {
	for _, slot := range n.slots {
		s.found[slot] = nil
	}
	for _, below := range n.below {
		s.forget(below)
	}
}

func (s *scanner) array() error {
	if err := s.open(); err != nil {
		return err
	}
	for first := true; ; first = false {
		s.blanks()
		if first && s.take(']') {
			break
		}
		if err := s.value(nil); err != nil {
			return err
		}
		s.blanks()
		if s.take(']') {
			break
		}
		if !s.take(',') {
			return s.expected("a comma or ]")
		}
	}
	s.depth--
	return nil
}

// open passes over the bracket of an object or an array.
func (s *scanner) open() error {
	s.i++
	if s.depth++; s.depth > maxNesting {
		return fmt.Errorf("%w: JSON: more than %d nested objects and arrays", extract.ErrTooDeep, maxNesting)
	}
	return nil
}

// inString are the octets that a string may hold as they are.
var inString = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return t
}()

func (s *scanner) string() error {
	b, i := s.b, s.i+1
	for {
		for i < len(b) && inString[b[i]] {
			i++
		}
		s.i = i
		switch {
		case i == len(b):
			return s.expected(`the string's closing "`)
		case b[i] == '"':
			s.i++
			return nil
		case b[i] != '\\':
			return s.expected("an escape of a control character")
		case i+1 < len(b) && strings.IndexByte(`"\/bfnrt`, b[i+1]) >= 0:
			i += 2
		case i+6 <= len(b) && b[i+1] == 'u' && isHex(b[i+2:i+6]):
			i += 6
		default:
			return s.expected(`an escape: \" \\ \/ \b \f \n \r \t or \u and 4 hexadecimal digits`)
		}
	}
}

func (s *scanner) number() error {
	s.take('-')
	if !s.take('0') && !s.digits() {
		return s.expected("a digit")
	}
	if s.take('.') && !s.digits() {
		return s.expected("a digit")
	}
	if s.take('e') || s.take('E') {
		_ = s.take('+') || s.take('-')
		if !s.digits() {
			return s.expected("a digit")
		}
	}
	return nil
}

// digits reports whether there was any.
func (s *scanner) digits() bool {
	begun := s.i
	for s.i < len(s.b) && isDigit(s.b[s.i]) {
		s.i++
	}
	return s.i > begun
}

func (s *scanner) literal(word string) error {
	if !bytes.HasPrefix(s.b[s.i:], []byte(word)) {
		return s.expected(word)
	}
	s.i += len(word)
	return nil
}

func (s *scanner) take(c byte) bool {
	if s.i < len(s.b) && s.b[s.i] == c {
		s.i++
		return true
	}
	return false
}

func (s *scanner) blanks() {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ' ', '\t', '\r', '\n':
			s.i++
		default:
			return
		}
	}
}

func (s *scanner) expected(what string) error {
	found := "the end of the line"
	if s.i < len(s.b) {
		r, size := utf8.DecodeRune(s.b[s.i:])
		found = strconv.QuoteRune(r)
		if r == utf8.RuneError && size == 1 {
			found = fmt.Sprintf("byte %#x", s.b[s.i])
		}
	}
	return fmt.Errorf("%w: JSON: byte %d is %s: expected %s", extract.ErrMalformed, s.i+1, found, what)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isHex(digits []byte) bool {
	for _, c := range digits {
		if !isDigit(c) && (c|0x20 < 'a' || 'f' < c|0x20) {
			return false
		}
	}
	return true
}

// unquote returns the octets that a string means, which a scanner has passed. Each
// maximal run of unpaired surrogates is one U+FFFD (R1.2). Without escapes it is a part
// of raw.
func unquote(raw []byte) []byte {
	b := raw[1 : len(raw)-1]
	i := bytes.IndexByte(b, '\\')
	if i < 0 {
		return b
	}
	text := make([]byte, 0, len(b))
	for unpaired := false; ; {
		if i > 0 {
			text, unpaired = append(text, b[:i]...), false
		}
		if b = b[i:]; len(b) == 0 {
			return text
		}
		if b[1] != 'u' {
			text, unpaired = append(text, meant[b[1]]), false
			b = b[2:]
		} else {
			r := hex4(b[2:])
			b = b[6:]
			if utf16.IsSurrogate(r) && len(b) >= 6 && b[0] == '\\' && b[1] == 'u' {
				if pair := utf16.DecodeRune(r, hex4(b[2:])); pair != utf8.RuneError {
					r, b = pair, b[6:]
				}
			}
			lone := utf16.IsSurrogate(r)
			if !lone || !unpaired {
				text = utf8.AppendRune(text, r) // U+FFFD for a surrogate
			}
			unpaired = lone
		}
		if i = bytes.IndexByte(b, '\\'); i < 0 {
			i = len(b)
		}
	}
}

// meant are the octets that escapes of one letter stand for.
var meant = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func hex4(digits []byte) (r rune) {
	for _, c := range digits[:4] {
		if !isDigit(c) {
			c = c&^0x20 - 'A' + '0' + 10
		}
		r = r<<4 | rune(c-'0')
	}
	return r
}
