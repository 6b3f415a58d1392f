package stream

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/lsh-interop/fpcheck/extract/internal/markup/elements"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// attribute is an attribute of a start tag, as it is written.
type attribute struct {
	key, value []byte
	end        int // of the value, without its quotes
}

// readAttribute reads an attribute, and returns the place after it and its blanks; 0 if it is cut.
func readAttribute(b []byte, at int, a *attribute) int {
	start := at
	if b[at] == '=' {
		at++
	}
	for ; ; at++ {
		if at >= len(b) {
			return 0
		}
		if c := b[at]; c <= '>' && (c == '=' || c == '>' || c == '/' || whatwg.IsBlank(c)) {
			break
		}
	}
	a.key, a.value, a.end = b[start:at], b[at:at], at
	if at = skipBlanks(b, at); at == len(b) {
		return 0
	}
	switch b[at] {
	case '/':
		return blanksOrEnd(b, at+1)
	case '=':
		at++
	default:
		return at
	}
	if at = skipBlanks(b, at); at == len(b) {
		return 0
	}
	switch quote := b[at]; quote {
	case '>':
		return at
	case '"', '\'':
		at++
		n := bytes.IndexByte(b[at:], quote)
		if n < 0 {
			return 0
		}
		a.value, a.end = b[at:at+n], at+n
		at += n + 1
	default:
		start := at
		for at++; ; at++ {
			if at >= len(b) {
				return 0
			}
			if c := b[at]; c == '>' || whatwg.IsBlank(c) {
				break
			}
		}
		a.value, a.end = b[start:at], at
	}
	return blanksOrEnd(b, at)
}

func skipBlanks(b []byte, at int) int {
	for at < len(b) && whatwg.IsBlank(b[at]) {
		at++
	}
	return at
}

// blanksOrEnd skips blanks, and returns 0 if the page ends there.
func blanksOrEnd(b []byte, at int) int {
	if at = skipBlanks(b, at); at == len(b) {
		return 0
	}
	return at
}

// readAttributes returns the place of a tag's ">", or 0 if it is cut, and tells attributes of start tags.
func (m *machine) readAttributes(at int, start bool) int {
	b := m.page
	if at = skipBlanks(b, at); at == len(b) {
		return 0
	}
	var a attribute
	var told told
	var seen uint8
	for b[at] != '>' {
		if next := m.quickAttribute(at, start, &told, &seen); next > 0 { // as mostly
			at = next
			continue
		}
		if at = readAttribute(b, at, &a); at == 0 {
			return 0
		}
		if start && mayTell(a.key) {
			told |= m.tell(&a, &seen)
		}
	}
	m.tok.told = told
	return at
}

// quickAttribute is like readAttribute and tell, for common attributes. The name has at most seven
// letters, and the value is in quotation marks. All of it and two more bytes must be in the window. It
// returns 0 for other attributes.
func (m *machine) quickAttribute(at int, start bool, told *told, seen *uint8) int {
	b := m.page[at:]
	if len(b) < 24 {
		return 0
	}
	x := binary.LittleEndian.Uint64(b)
	n := first(belowLetters(x))
	if n-1 >= 7 || b[n] != '=' || b[n+1] != '"' {
		return 0
	}
	value := b[n+2:]
	end := first(equal(binary.LittleEndian.Uint64(value), '"'))
	if end == 8 {
		more := bytes.IndexByte(value[8:], '"')
		if more < 0 {
			return 0
		}
		end += more
	}
	if len(value) <= end+2 {
		return 0
	}
	if start && mayTell(b[:n]) {
		*told |= m.tell(&attribute{b[:n], value[:end], 0}, seen)
	}
	at += n + 2 + end + 1
	switch value[end+1] {
	case '>':
		return at
	case ' ':
		if !whatwg.IsBlank(value[end+2]) {
			return at + 1
		}
	}
	return blanksOrEnd(m.page, at)
}

// Attributes that count only the first time.
const (
	seenClass uint8 = 1 << iota
	seenType
	seenEncoding
)

// mayTell reports whether tell applies, by the length and first letter of a name, unlike id or href.
func mayTell(key []byte) bool {
	switch len(key) {
	case 4:
		c := key[0] | 0x20
		return c == 'o' || c == 't' || c == 'f' || c == 's'
	case 5:
		return key[0]|0x20 == 'c'
	case 6:
		return key[0]|0x20 == 'h'
	case 8:
		return key[0]|0x20 == 'e'
	}
	return false
}

// tell returns what an attribute says.
func (m *machine) tell(a *attribute, seen *uint8) (t told) {
	first := func(bit uint8) bool {
		before := *seen&bit != 0
		*seen |= bit
		return !before
	}
	switch {
	case whatwg.Same(a.key, "class"):
		if first(seenClass) && len(a.value) >= shortestLine && mayBeLine(a.value) && elements.IsLine(string(m.valueOf(a.value))) {
			t = toldLine
		}
	case whatwg.Same(a.key, "hidden"):
		t = toldHidden
	case whatwg.Same(a.key, "open"):
		t = toldOpen
	case whatwg.Same(a.key, "type"):
		if first(seenType) && m.tok.tag == tagInput && whatwg.Same(m.valueOf(a.value), "hidden") {
			t = toldInput
		}
	case whatwg.Same(a.key, "color"), whatwg.Same(a.key, "face"), whatwg.Same(a.key, "size"):
		t = toldFont
	case whatwg.Same(a.key, "encoding"):
		if first(seenEncoding) && m.tok.tag == tagAnnotationXml {
			if value := m.valueOf(a.value); whatwg.Same(value, "text/html") || whatwg.Same(value, "application/xhtml+xml") {
				t = toldPassage
			}
		}
	}
	return t
}

// valueOf returns the value that is written so.
func (m *machine) valueOf(b []byte) []byte {
	if bytes.IndexByte(b, '&') < 0 && bytes.IndexByte(b, 0) < 0 {
		return b
	}
	return appendText(nil, b, hasReferences|replacesNUL, true)
}

// shortestLine is the length of the shortest class of R11.10, ocr_line.
const shortestLine = 8

// mayBeLine reports whether to ask R11.10: its classes have "ocr", a low line, and at least the shortest length.
func mayBeLine(class []byte) bool {
	lines, references := uint64(0), uint64(0)
	for i := 0; ; i += 8 {
		i = min(i, len(class)-8)
		x := binary.LittleEndian.Uint64(class[i:])
		lines, references = lines|equal(x, '_'), references|equal(x, '&')
		if i+8 == len(class) {
			return references != 0 || lines != 0 && bytes.Contains(class, []byte("ocr"))
		}
	}
}

// attributesOf returns the attributes of a start tag by name, without repetitions, and whether x/net/html
// sees the tag as self-closing. rest is the rest of a token.
func (m *machine) attributesOf(rest []byte) (all []attribute, closed bool) {
	if bytes.IndexByte(rest, 0) >= 0 { // names with it are compared before it is replaced
		m.stop = NULInName
		return nil, false
	}
	at := 0
	for at < len(rest) && lowered[rest[at]] != 0 {
		at++
	}
	b := append(slices.Clone(rest), '>')
	for at = skipBlanks(b, at); at < len(rest); {
		var a attribute
		if at = readAttribute(b, at, &a); len(a.key) > 0 {
			lower(a.key)
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(a, o attribute) int { return bytes.Compare(a.key, o.key) })
	all = slices.CompactFunc(all, func(a, o attribute) bool { return bytes.Equal(a.key, o.key) })
	// A solidus at the end of a value without quotes is part of the value.
	last := -1
	for i := range all {
		last = max(last, all[i].end-1)
		all[i].value = m.valueOf(newlines(all[i].value))
	}
	end := len(rest) - 1
	return all, end >= 0 && rest[end] == '/' && end != last
}

func newlines(b []byte) []byte {
	if bytes.IndexByte(b, '\r') < 0 {
		return b
	}
	return bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
}

// lower changes a name to lower case.
func lower(b []byte) {
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] |= 0x20
		}
	}
}
