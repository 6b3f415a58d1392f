package stream

import "bytes"

// kind is what a token is. Comments give no token.
type kind uint8

const (
	kindEnd kind = iota // of the page
	kindText
	kindStart
	kindStop // an end tag
	kindDoctype
)

// form is how the octets of a text are to be read.
type form uint8

const (
	hasReferences form = 1 << iota // character references are resolved
	replacesNUL                    // U+0000 is U+FFFD; it is dropped otherwise
)

// token is what a page is made of. Its slices are parts of the page, or of a buffer.
type token struct {
	kind kind
	form form
	tag  tag
	told told   // of a start tag
	name []byte // as it is written, if the tag is tagOther
	rest []byte // of a start tag, from its name to its ">"
	text []byte
}

// told is what the attributes of a start tag say.
type told uint8

const (
	toldHidden  told = 1 << iota // R11.5
	toldOpen                     // R11.5
	toldLine                     // R11.10
	toldInput                    // an input of type hidden
	toldFont                     // font has color, face or size
	toldPassage                  // annotation-xml is an HTML integration point (13.2.4.2)
)

// lowered are the octets of a name in lower case; 0 ends a name.
var lowered = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
		if 'A' <= i && i <= 'Z' {
			t[i] |= 0x20
		}
	}
	for _, c := range "\t\n\f\r />" {
		t[c] = 0
	}
	return t
}()

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// next reads the next token into m.tok: the tokenizer of the HTML Standard (13.2.5), as
// x/net/html has it. A tag that the page ends in gives none.
func (m *machine) next() {
	b := m.page
	if m.raw != tagOther {
		text, references := m.rawText()
		m.raw = tagOther
		if len(text) > 0 {
			m.tok = token{kind: kindText, form: replacesNUL, text: text}
			if references {
				m.tok.form |= hasReferences
			}
			return
		}
	}
	for {
		start := m.pos
		at := start
		if at >= len(b) {
			m.tok = token{kind: kindEnd}
			return
		}
		for {
			if b[at] != '<' {
				n := bytes.IndexByte(b[at:], '<')
				if n < 0 {
					at = len(b)
					break
				}
				at += n
			}
			if at+1 == len(b) {
				at++
				break
			}
			if c := b[at+1]; isLetter(c) || c == '!' || c == '?' || c == '/' && (at+2 < len(b) || at > start) {
				break
			} else if c == '/' { // and the page ends
				at = len(b)
				break
			}
			at++
		}
		if at > start {
			m.pos = at
			m.tok = token{kind: kindText, form: hasReferences, text: b[start:at]}
			return
		}
		switch c := b[at+1]; {
		case c == '/':
			if c := b[at+2]; isLetter(c) {
				m.readTag(at+2, kindStop)
				return
			} else if c == '>' {
				m.pos = at + 3
			} else {
				m.pos = m.after('>', at+2)
			}
			m.comment()
		case c == '?':
			m.pos = m.after('>', at+1)
			m.comment()
		case c == '!':
			if m.declaration(at + 2) {
				return
			}
		default:
			m.readTag(at+1, kindStart)
			return
		}
	}
}

// after returns the place after the next c from a place on, or the end of the page.
func (m *machine) after(c byte, from int) int {
	if n := bytes.IndexByte(m.page[from:], c); n >= 0 {
		return from + n + 1
	}
	return len(m.page)
}

// declaration reads what follows "<!", and reports whether it is a token.
func (m *machine) declaration(at int) bool {
	b := m.page[at:]
	switch {
	case bytes.HasPrefix(b, []byte("--")):
		m.pos = at + 2 + commentEnd(b[2:])
	case len(b) >= 7 && bytes.EqualFold(b[:7], []byte("doctype")):
		m.pos = m.after('>', at+7)
		m.tok = token{kind: kindDoctype, text: m.page[at-2 : m.pos]}
		return true
	case m.top().space != spaceHTML && bytes.HasPrefix(b, []byte("[CDATA[")):
		b = b[7:]
		n := bytes.Index(b, []byte("]]>"))
		if n < 0 {
			n = len(b)
		}
		m.pos = min(at+7+n+3, len(m.page))
		m.tok = token{kind: kindText, form: replacesNUL | hasReferences, text: b[:n]}
		return true
	default:
		m.pos = m.after('>', at)
	}
	m.comment()
	return false
}

// commentEnd returns where a comment ends, by what follows its "<!--".
func commentEnd(b []byte) int {
	for at := 0; ; at++ {
		n := bytes.IndexByte(b[at:], '>')
		if n < 0 {
			return len(b)
		}
		at += n
		switch {
		case at == 0, at == 1 && b[0] == '-', bytes.HasSuffix(b[:at], []byte("--")), bytes.HasSuffix(b[:at], []byte("--!")):
			return at + 1
		}
	}
}

// readTag reads a tag from its name on.
func (m *machine) readTag(at int, k kind) {
	b := m.page
	start := at
	var name uint64
	for ; at < len(b); at++ {
		c := lowered[b[at]]
		if c == 0 {
			if b[at] == 0 { // which x/net/html makes U+FFFD
				m.stop = NULInName
			}
			break
		}
		name = name<<8 | uint64(c)
	}
	t := &m.tok
	*t = token{kind: k}
	if n := at - start; n <= 8 {
		t.tag = m.tables.short(name)
	} else {
		t.tag = m.tables.long[string(bytes.ToLower(b[start:min(at, start+32)]))]
	}
	if t.tag == tagOther {
		t.name = b[start:at]
	}
	if at < len(b) && b[at] == '>' {
		m.pos = at + 1
	} else if at = m.readAttributes(at, k == kindStart); at == 0 {
		m.pos, t.kind = len(b), kindEnd
		return
	} else {
		t.rest = b[start:at]
		m.pos = at + 1
	}
	if k == kindStart && m.tables.traits[t.tag]&isRaw != 0 {
		m.raw = t.tag
	}
}
