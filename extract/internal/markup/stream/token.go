package stream

import (
	"bytes"
	"encoding/binary"

	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// kind is what a token is. Comments give no token.
type kind uint8

const (
	kindEnd kind = iota // of the page
	kindText
	kindStart
	kindStop // an end tag
	kindDoctype
)

// form is how the bytes of a text are to be read.
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
	from int    // where the name of a tag with attributes begins
	to   int    // where its ">" is; 0 for other tags
	text []byte

	continues bool // the text, from where the window cut it
}

// is makes a token one of another kind, field by field, as [machine.slot] says why.
func (t *token) is(k kind, n tag) {
	t.kind, t.form, t.tag, t.told, t.continues = k, 0, n, 0, false
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

// lowered are the bytes of a name in lower case; 0 ends a name.
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

// scan reads the next token into m.tok. It is the tokenizer of the HTML Standard (13.2.5), as in
// x/net/html. A tag cut off by the end of the page is not a token. It reports whether there is a
// token. If not, the window ends too early.
func (m *machine) scan() bool {
	b := m.page
	if m.raw != tagOther {
		if text, ok := m.rawText(); text || !ok {
			return ok
		}
	}
	if m.inCDATA {
		return m.readCDATA(m.pos)
	}
	for {
		if m.skips != skipsNothing && !m.skip() {
			return false
		}
		start := m.pos
		at := start
		if m.quickTag() { // as mostly
			return true
		}
		if at >= len(b) {
			m.tok = token{kind: kindEnd}
			return m.final
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
			if c := b[at+1]; ascii.IsLetter(c) || c == '!' || c == '?' || c == '/' && (at+2 < len(b) || at > start) {
				break
			} else if c == '/' { // and the page ends
				at = len(b)
				break
			}
			at++
		}
		if at > start {
			if at == len(b) || m.goesOn {
				return m.addToken(start, at-start, hasReferences, at < len(b))
			}
			m.start = m.base + int64(start)
			m.tok.is(kindText, tagOther)
			m.tok.form, m.tok.text = hasReferences, b[start:at]
			m.pos = at
			return true
		}
		m.start = m.base + int64(start)
		switch c := b[at+1]; {
		case c == '/':
			if c := b[at+2]; ascii.IsLetter(c) {
				return m.readTag(at+2, kindStop)
			} else if c == '>' {
				m.pos = at + 3
			} else {
				m.skipMarked(at + 2)
			}
			m.comment()
		case c == '?':
			m.skipMarked(at + 1)
			m.comment()
		case c == '!':
			if found, ok := m.declaration(at + 2); found || !ok {
				return ok
			}
		default:
			return m.readTag(at+1, kindStart)
		}
	}
}

// addToken makes a token of the text of n bytes at a place, and goes behind it. If the text has
// not ended where the window does, it is cut where that changes nothing. It reports whether
// anything is left of it.
func (m *machine) addToken(at, n int, f form, ended bool) bool {
	text := m.page[at : at+n]
	cut := !ended && !m.final
	if cut {
		if text = text[:uncut(text, f)]; len(text) == 0 {
			return false
		}
	}
	if !m.goesOn {
		m.start = m.base + int64(at)
	}
	m.tok.is(kindText, tagOther)
	m.tok.form, m.tok.text, m.tok.continues = f, text, m.goesOn
	m.goesOn = cut
	m.pos = at + len(text)
	return true
}

// declaration reads what follows "<!". It reports whether that is a token and all in the window.
func (m *machine) declaration(at int) (found, ok bool) {
	b := m.page[at:]
	if len(b) < 7 && !m.final {
		return false, false
	}
	switch {
	case bytes.HasPrefix(b, []byte("--")):
		if n := commentEnd(b[2:], true); n >= 0 {
			m.pos = at + 2 + n
		} else {
			m.skipLater(skipsComment)
		}
	case len(b) >= 7 && bytes.EqualFold(b[:7], []byte("doctype")):
		end := len(m.page)
		if n := bytes.IndexByte(b[7:], '>'); n >= 0 {
			end = at + 7 + n + 1
		} else if !m.final {
			return false, false
		}
		m.pos = end
		m.tok = token{kind: kindDoctype, text: m.page[at-2 : end]}
		m.goesOn = false
		return true, true
	case m.top().space != spaceHTML && bytes.HasPrefix(b, []byte("[CDATA[")):
		m.goesOn = false
		ok := m.readCDATA(at + 7)
		return ok, ok
	default:
		m.skipMarked(at)
	}
	m.comment()
	return false, true
}

// readCDATA reads the text from a place up to "]]>".
func (m *machine) readCDATA(at int) bool {
	b := m.page[at:]
	n := bytes.Index(b, []byte("]]>"))
	ended := n >= 0
	after := n + 3
	if !ended {
		n, after = len(b), len(b)
		if !m.final {
			n = max(n-2, 0)
		}
	}
	if !m.addToken(at, n, replacesNUL|hasReferences, ended) && !ended {
		return false
	}
	if m.inCDATA = m.goesOn; !m.inCDATA {
		m.pos = at + after
	}
	return true
}

// commentEnd returns where a comment ends, given the text after its "<!--" or more of it. It returns
// -1 if the comment continues.
func commentEnd(b []byte, whole bool) int {
	for at := 0; ; at++ {
		n := bytes.IndexByte(b[at:], '>')
		if n < 0 {
			return -1
		}
		at += n
		switch {
		case whole && (at == 0 || at == 1 && b[0] == '-'), bytes.HasSuffix(b[:at], []byte("--")), bytes.HasSuffix(b[:at], []byte("--!")):
			return at + 1
		}
	}
}

func (m *machine) readTag(at int, k kind) bool {
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
		name |= uint64(c) << (8 * (at - start))
	}
	t := &m.tok
	if at-start <= 8 {
		t.is(k, m.tables.short(name))
	} else {
		t.is(k, m.tables.long[string(bytes.ToLower(b[start:min(at, start+32)]))])
	}
	if t.tag == tagOther {
		t.name = b[start:at]
	}
	return m.endTag(start, at)
}

// endTag reads what a tag has behind its name, which begins and ends at two places.
func (m *machine) endTag(start, at int) bool {
	b, t := m.page, &m.tok
	t.to = 0
	if at < len(b) && b[at] == '>' {
		m.pos = at + 1
	} else if at = m.readAttributes(at, t.kind == kindStart); at == 0 {
		if m.final {
			m.pos, t.kind = len(b), kindEnd
		}
		return m.final
	} else {
		t.from, t.to = start, at
		m.pos = at + 1
	}
	if t.kind == kindStart && m.tables.traits[t.tag]&isRaw != 0 {
		m.raw = t.tag
		m.script = script{}
	}
	m.goesOn = false
	return true
}

// quickTag is like readTag for common tags. The name has at most seven letters and is followed by ">"
// or a blank. It reports whether the next tag is such a tag, and whole in the window.
func (m *machine) quickTag() bool {
	at := m.pos
	b := m.page
	if at+16 > len(b) {
		return false
	}
	p := (*[16]byte)(b[at:])
	if p[0] != '<' {
		return false
	}
	k, n := kindStart, 1
	x := binary.LittleEndian.Uint64(p[1:])
	if p[1] == '/' {
		k, n = kindStop, 2
		x = binary.LittleEndian.Uint64(p[2:])
	}
	end := belowLetters(x)
	if end == 0 {
		return false
	}
	// A byte below 0x20 may be taken for a letter, but not the byte that ends the name. A name that is
	// found has only letters.
	letters := (end ^ (end - 1)) >> 8
	tag := m.tables.short((x | ' '*ones) & letters)
	if tag == tagOther {
		return false
	}
	length := first(end)
	c := byte(x >> (8 * length & 63))
	if c != '>' && c != ' ' && c != '\n' {
		return false
	}
	m.start = m.base + int64(at)
	m.tok.is(k, tag)
	at += n
	return m.endTag(at, at+length)
}

// restOf returns what the token's tag has from its name to its ">", if it has attributes.
func (m *machine) restOf(t *token) []byte {
	if t.to == 0 {
		return nil
	}
	return m.page[t.from:t.to]
}
