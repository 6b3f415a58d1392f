package dataset

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// maxNesting bounds objects and arrays in one another, as encoding/json does.
const maxNesting = 10000

// wanted is a tree of the names that lead to the fields. Several goroutines may use it.
type wanted struct {
	fields Fields
	unit   string // "line": what a text is
	slots  int    // one for each path
	nodes  int    // in the tree
	root   *node

	scanners sync.Pool // of *scanner
}

type node struct {
	slots []int // that a value here goes to
	below map[string]*node
	each  *node // of an array, or an object
	all   []int // slots here and below
	place int   // of the node among all
}

func newWanted(f Fields) *wanted {
	w := &wanted{fields: f, unit: "line", root: new(node)}
	paths := f.paths()
	for i, p := range paths {
		n := w.root
		n.all = append(n.all, i)
		for _, name := range p {
			n = w.next(n, name)
			n.all = append(n.all, i)
		}
		n.slots = append(n.slots, i)
	}
	w.slots = len(paths)
	return w
}

// next returns the node that a name leads to from n.
func (w *wanted) next(n *node, name string) *node {
	if name == Each {
		if n.each == nil {
			n.each = w.newNode()
		}
		return n.each
	}
	if n.below == nil {
		n.below = make(map[string]*node)
	}
	if n.below[name] == nil {
		n.below[name] = w.newNode()
	}
	return n.below[name]
}

func (w *wanted) newNode() *node {
	w.nodes++
	return &node{place: w.nodes - 1}
}

// slot is what was found of a path.
type slot struct {
	values [][]byte // without nulls
	there  bool     // something was found, if only null
	wrong  string   // the kind of a value that has no elements or names, but the path asks for them
}

// content reads the fields of a JSON text that is one object. A field that occurs twice is an error, since
// readers of JSON differ in which of the two they take.
func (w *wanted) content(line []byte, c *Content) error {
	s, _ := w.scanners.Get().(*scanner)
	if s == nil {
		s = w.newScanner()
	}
	s.b = line
	if err := s.record(w.root); err != nil {
		return err
	}
	if w.fields.ID != nil {
		if err := w.id(c, s.found[w.slots-1]); err != nil {
			return err
		}
	}
	if w.fields.Rank != nil {
		c.Rank = w.rank(c, s.found[len(w.fields.Text)])
	}
	c.setTexts(len(w.fields.Text))
	for i, p := range w.fields.Text {
		text, escaped, err := w.text(p, &s.found[i])
		if err != nil {
			return err
		}
		c.Escaped += escaped
		if c.Text[i] = text; text == nil && !s.found[i].there {
			c.Absent = append(c.Absent, i)
		}
	}
	s.end()
	w.scanners.Put(s)
	return nil
}

func (w *wanted) newScanner() *scanner {
	return &scanner{unit: w.unit, found: make([]slot, w.slots), seen: make([]int64, w.nodes)}
}

// text returns the text of a field: a part of the record, unless there are escapes or several values. Escaped counts
// runs of bytes that are escaped as surrogates.
func (w *wanted) text(p Path, found *slot) (all []byte, escaped int, err error) {
	if given, ok := w.fields.given(p); ok && !found.there {
		return []byte(given), 0, nil
	}
	if found.wrong != "" {
		return nil, 0, wrongKind(p, found.wrong, "an array or an object")
	}
	text := joined{most: math.MaxInt64}
	for _, raw := range found.values {
		if what := kind(raw); what != "a string" {
			return nil, 0, wrongKind(p, what, "a string")
		}
		s, runs := unescape(raw)
		if escaped += runs; len(found.values) == 1 {
			text.all = s
		} else {
			text.add(s) // they are parts of the record, which is within the bound
		}
	}
	return text.all, escaped, nil
}

// rank returns the value that records are ordered by. What is no string or number has none.
func (w *wanted) rank(c *Content, found slot) ID {
	if given, ok := w.fields.given(w.fields.Rank); ok && !found.there {
		return stringID(given)
	}
	if len(found.values) == 0 {
		return ID{}
	}
	switch raw := found.values[len(found.values)-1]; kind(raw) {
	case "a string":
		return stringID(c.strings.Copy(unquote(raw)))
	case "a number":
		return numberID(c.strings.Copy(raw))
	}
	return ID{}
}

func wrongKind(p Path, what, expected string) error {
	if what == "an array" && !slices.Contains(p, Each) {
		expected = fmt.Sprintf("a string, or a field with %s after the name of the array", eachMark)
	}
	return fmt.Errorf("%w: field %s: %s: expected %s", extract.ErrMalformed, shown(p), what, expected)
}

// id reads the id of a record.
func (w *wanted) id(c *Content, found slot) error {
	if given, ok := w.fields.given(w.fields.ID); ok && !found.there {
		c.ID = stringID(given)
		return nil
	}
	if len(found.values) == 0 && found.wrong == "" {
		return nil
	}
	what, raw := found.wrong, []byte(nil)
	if what == "" {
		raw = found.values[0]
		what = kind(raw)
	}
	switch what {
	case "a string":
		written := c.strings.Copy(raw)
		c.ID = ID{Text: written[1 : len(written)-1], written: written, isString: true}
		if bytes.IndexByte(raw, '\\') >= 0 {
			c.ID.Text = c.strings.Copy(unquote(raw))
		}
		return nil
	case "a number", "a boolean":
		c.ID = numberID(c.strings.Copy(raw))
		return nil
	}
	return fmt.Errorf("%w: field %s: %s: expected a string or a number", extract.ErrMalformed, shown(w.fields.ID), what)
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

// scanner reads a JSON text by RFC 8259. It also accepts strings that are not UTF-8.
type scanner struct {
	b     []byte
	unit  string // "line": what b is
	i     int
	depth int
	found []slot
	// Objects are numbered from 1 for as long as the scanner is used. seen has the last object in which
	// a name occurred, by the place of its node.
	objects int64
	seen    []int64
}

// end makes s ready for another text. It keeps the memory of few values, but no part of the text.
func (s *scanner) end() {
	const few = 64
	s.b, s.i, s.depth = nil, 0, 0
	for i, found := range s.found {
		clear(found.values)
		if s.found[i] = (slot{}); cap(found.values) <= few {
			s.found[i].values = found.values[:0]
		}
	}
}

// record reads a text that is one object.
func (s *scanner) record(root *node) error {
	s.blanks()
	if s.i < len(s.b) && s.b[s.i] != '{' {
		begun := s.i
		if err := s.value(nil); err != nil {
			return err
		}
		return fmt.Errorf("%w: %s: expected one JSON object a %s", extract.ErrMalformed, kind(s.b[begun:s.i]), s.unit)
	}
	if err := s.value(root); err != nil {
		return err
	}
	if s.blanks(); s.i < len(s.b) {
		return s.expected("the end of the " + s.unit + " after the object")
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
		err = s.array(n)
	case c == 't':
		err = s.literal("true")
	case c == 'f':
		err = s.literal("false")
	case c == 'n':
		err = s.literal("null")
	case c == '-' || ascii.IsDigit(c):
		err = s.number()
	default:
		err = s.expected("a value")
	}
	if n != nil && err == nil {
		s.keep(n, s.b[begun:s.i:s.i])
	}
	return err
}

// keep keeps a value of n.
func (s *scanner) keep(n *node, raw []byte) {
	null := raw[0] == 'n'
	for _, i := range n.slots {
		if s.found[i].there = true; !null {
			s.found[i].values = append(s.found[i].values, raw)
		}
	}
	if n.below == nil && n.each == nil {
		return
	}
	fits := raw[0] == '{' || raw[0] == '[' && n.each != nil
	there := n.all // of the slots below, those that have a value now: null, or a wrong one
	if fits {
		if n.each == nil {
			return
		}
		there = n.each.all // the array, or the object, may be empty
	}
	for _, i := range there {
		if s.found[i].there = true; !fits && !null && !slices.Contains(n.slots, i) {
			s.found[i].wrong = kind(raw)
		}
	}
}

func (s *scanner) object(n *node) error {
	if err := s.open(); err != nil {
		return err
	}
	s.objects++
	object := s.objects
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
		var below, each *node
		if n != nil && n.below != nil {
			if below = n.below[string(unquote(s.b[begun:s.i]))]; below != nil {
				if s.seen[below.place] == object {
					return s.repeated(begun)
				}
				s.seen[below.place] = object
			}
		}
		if n != nil {
			each = n.each
		}
		s.blanks()
		if !s.take(':') {
			return s.expected("a colon")
		}
		s.blanks()
		if below != nil && each != nil { // two fields want the value
			begun := s.i
			if err := s.value(each); err != nil {
				return err
			}
			s.i, each = begun, nil
		}
		if each != nil {
			below = each
		}
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

// repeated returns the error for a name of a field, at begun, that the object has had before.
func (s *scanner) repeated(begun int) error {
	return fmt.Errorf("%w: JSON: byte %d: the key %q occurs twice in an object: expected it once",
		extract.ErrMalformed, begun+1, unquote(s.b[begun:s.i]))
}

func (s *scanner) array(n *node) error {
	var each *node
	if n != nil {
		each = n.each
	}
	if err := s.open(); err != nil {
		return err
	}
	for first := true; ; first = false {
		s.blanks()
		if first && s.take(']') {
			break
		}
		if err := s.value(each); err != nil {
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

// control returns the index of the first control character of a string, or -1.
func control(b []byte) int {
	const ones, highs = ^uint64(0) / 255, ^uint64(0) / 255 << 7
	below := func(c uint64) uint64 { return (c - ones*' ') &^ c } // a high bit if a byte is below the blank
	i := 0
	for ; i+32 <= len(b); i += 32 {
		c := b[i:][:32]
		v, w := binary.LittleEndian.Uint64(c), binary.LittleEndian.Uint64(c[8:])
		x, y := binary.LittleEndian.Uint64(c[16:]), binary.LittleEndian.Uint64(c[24:])
		if (below(v)|below(w)|below(x)|below(y))&highs != 0 {
			break
		}
	}
	for ; i+8 <= len(b) && below(binary.LittleEndian.Uint64(b[i:]))&highs == 0; i += 8 {
	}
	for ; i < len(b); i++ {
		if b[i] < ' ' {
			return i
		}
	}
	return -1
}

func (s *scanner) string() error {
	b, i := s.b, s.i+1
	quote := s.i // the next one, if it is not before i
	for {
		if quote < i {
			quote = len(b)
			if n := bytes.IndexByte(b[i:], '"'); n >= 0 {
				quote = i + n
			}
		}
		end := quote
		if n := bytes.IndexByte(b[i:quote], '\\'); n >= 0 {
			end = i + n
		}
		if n := control(b[i:end]); n >= 0 {
			s.i = i + n
			return s.expected("an escape of a control character")
		}
		i, s.i = end, end
		switch {
		case i == len(b):
			return s.expected(`the string's closing "`)
		case b[i] == '"':
			s.i++
			return nil
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
	for s.i < len(s.b) && ascii.IsDigit(s.b[s.i]) {
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
	found := "the end of the " + s.unit
	if s.i < len(s.b) {
		r, size := utf8.DecodeRune(s.b[s.i:])
		found = strconv.QuoteRune(r)
		if r == utf8.RuneError && size == 1 {
			found = fmt.Sprintf("byte %#x", s.b[s.i])
		}
	}
	return fmt.Errorf("%w: JSON: byte %d is %s: expected %s", extract.ErrMalformed, s.i+1, found, what)
}

func isHex(digits []byte) bool {
	for _, c := range digits {
		if !ascii.IsDigit(c) && (c|0x20 < 'a' || 'f' < c|0x20) {
			return false
		}
	}
	return true
}

// unquote returns the bytes that a string means, which a scanner has passed. See [unescape].
func unquote(raw []byte) []byte {
	text, _ := unescape(raw)
	return text
}

// unescape returns the bytes that a string means, which a scanner has passed. Each
// maximal run of unpaired surrogates is one U+FFFD (R1.2). It returns the number of
// runs that begin with a byte that Python has escaped. Without escapes, the text is a part of raw.
func unescape(raw []byte) (text []byte, runs int) {
	b := raw[1 : len(raw)-1]
	i := bytes.IndexByte(b, '\\')
	if i < 0 {
		return b, 0
	}
	text = make([]byte, 0, len(b))
	for unpaired := false; ; {
		if i > 0 {
			text, unpaired = append(text, b[:i]...), false
		}
		if b = b[i:]; len(b) == 0 {
			return text, runs
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
			if isEscapedByte(r) && !unpaired {
				runs++
			}
			unpaired = lone
		}
		if i = bytes.IndexByte(b, '\\'); i < 0 {
			i = len(b)
		}
	}
}

// isEscapedByte reports whether Python writes a byte that is not UTF-8 as that surrogate (surrogateescape).
func isEscapedByte(r rune) bool { return 0xDC80 <= r && r <= 0xDCFF }

// meant are the bytes that escapes of one letter stand for.
var meant = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func hex4(digits []byte) (r rune) {
	for _, c := range digits[:4] {
		if !ascii.IsDigit(c) {
			c = c&^0x20 - 'A' + '0' + 10
		}
		r = r<<4 | rune(c-'0')
	}
	return r
}
