package stream

import (
	"bytes"
	"slices"
)

// attribute is an attribute of a start tag, as it is written.
type attribute struct {
	key, value []byte
}

// readAttribute reads an attribute from a place that is no blank and not ">", and returns the
// place after it, and after the blanks there; 0 if the page ends before.
func readAttribute(b []byte, at int, a *attribute) int {
	start := at
	if b[at] == '=' {
		at++
	}
	for ; ; at++ {
		if at >= len(b) {
			return 0
		}
		if c := b[at]; c <= '>' && (c == '=' || c == '>' || c == '/' || isBlank(c)) {
			break
		}
	}
	a.key, a.value = b[start:at], b[at:at]
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
		a.value = b[at : at+n]
		at += n + 1
	default:
		start := at
		for at++; ; at++ {
			if at >= len(b) {
				return 0
			}
			if c := b[at]; c == '>' || isBlank(c) {
				break
			}
		}
		a.value = b[start:at]
	}
	return blanksOrEnd(b, at)
}

func skipBlanks(b []byte, at int) int {
	for at < len(b) && isBlank(b[at]) {
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

// readAttributes goes from the end of a tag's name to its ">", and returns that place, or 0 if
// the page ends before. It tells what the attributes of a start tag say.
func (m *machine) readAttributes(at int, start bool) int {
	b := m.page
	if at = skipBlanks(b, at); at == len(b) {
		return 0
	}
	var a attribute
	var told told
	var seen uint8
	for b[at] != '>' {
		if at = readAttribute(b, at, &a); at == 0 {
			return 0
		}
		if n := len(a.key); start && 4 <= n && n <= 8 {
			switch a.key[0] | 0x20 {
			case 'h', 'c', 'o', 't', 'f', 's', 'e':
				told |= m.tell(&a, &seen)
			}
		}
	}
	m.tok.told = told
	return at
}

// Attributes of which the first of a name counts.
const (
	seenClass uint8 = 1 << iota
	seenType
	seenEncoding
)

// tell returns what an attribute says.
func (m *machine) tell(a *attribute, seen *uint8) (t told) {
	first := func(bit uint8) bool {
		before := *seen&bit != 0
		*seen |= bit
		return !before
	}
	switch {
	case same(a.key, "class"):
		if first(seenClass) && mayBeLine(a.value) && isLine(m.valueOf(a.value)) {
			t = toldLine
		}
	case same(a.key, "hidden"):
		t = toldHidden
	case same(a.key, "open"):
		t = toldOpen
	case same(a.key, "type"):
		if first(seenType) && m.tok.tag == tagInput && same(m.valueOf(a.value), "hidden") {
			t = toldInput
		}
	case same(a.key, "color"), same(a.key, "face"), same(a.key, "size"):
		t = toldFont
	case same(a.key, "encoding"):
		if first(seenEncoding) && m.tok.tag == tagAnnotationXml {
			if value := m.valueOf(a.value); same(value, "text/html") || same(value, "application/xhtml+xml") {
				t = toldPassage
			}
		}
	}
	return t
}

// same reports whether a name or a value is a word in lower case, whatever the case of its letters.
func same(b []byte, word string) bool {
	if len(b) != len(word) {
		return false
	}
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != word[i] {
			return false
		}
	}
	return true
}

// valueOf returns the value that is written so.
func (m *machine) valueOf(b []byte) []byte {
	if bytes.IndexByte(b, '&') < 0 && bytes.IndexByte(b, 0) < 0 {
		return b
	}
	return appendText(nil, b, hasReferences|replacesNUL, true)
}

// mayBeLine reports whether isLine need be asked.
func mayBeLine(class []byte) bool {
	return bytes.IndexByte(class, '&') >= 0 || bytes.Contains(class, []byte("ocr"))
}

// isLine is R11.10.
func isLine(class []byte) bool {
	for word := range bytes.FieldsFuncSeq(class, func(r rune) bool { return r < 0x80 && isBlank(byte(r)) }) {
		switch string(word) {
		case "ocr_caption", "ocr_footer", "ocr_header", "ocr_line", "ocr_textfloat", "ocrx_line":
			return true
		}
	}
	return false
}

// attributesOf returns the attributes of a start tag, without those that repeat a name, and
// whether it closes itself as x/net/html sees it. The rest is that of a token.
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
	last := -1
	for at = skipBlanks(b, at); at < len(rest); {
		var a attribute
		at = readAttribute(b, at, &a)
		a.key = bytes.Clone(a.key)
		lower(a.key)
		if len(a.key) == 0 || slices.ContainsFunc(all, func(o attribute) bool { return bytes.Equal(o.key, a.key) }) {
			continue
		}
		last = cap(b) - cap(a.value) + len(a.value) - 1 // of b, of which the value is a part
		a.value = m.valueOf(newlines(a.value))
		all = append(all, a)
	}
	end := len(rest) - 1
	return all, end >= 0 && rest[end] == '/' && (len(all) == 0 || end != last)
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
