package zipped

import (
	"bytes"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/internal/unicode/wellformed"
)

// characters reads character data. The token has n bytes.
func (q *quick) characters(b []byte, n int, t *token) int {
	text, ok := q.resolved(string(b), b, true)
	if !ok {
		return -1
	}
	*t = token{kind: characters, text: text}
	return n
}

// section reads what is in a CDATA section. The token has n bytes.
func (q *quick) section(b []byte, n int, t *token) int {
	if of := classes(b); of&isForbidden != 0 || of&isBeyond != 0 && !isText(b) {
		return -1
	}
	*t = token{kind: characters, text: lineEnds.Replace(string(b))}
	return n
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// The classes of bytes that need a look.
const (
	isBeyond    = 1 << iota // beyond ASCII
	isForbidden             // in XML
	isReference             // &
	isReturn                // a carriage return
	isAngle                 // <
	isBracket               // ]
)

var classOf = func() (t [256]byte) {
	for i := range t {
		switch {
		case i >= 0x80:
			t[i] = isBeyond
		case i < ' ' && i != '\t' && i != '\n' && i != '\r':
			t[i] = isForbidden
		}
	}
	t['&'], t['\r'], t['<'], t[']'] = isReference, isReturn, isAngle, isBracket
	return t
}()

func classes(b []byte) (all byte) {
	for _, c := range b {
		all |= classOf[c]
	}
	return all
}

// isText reports whether bytes are UTF-8 of characters of XML, apart from control characters in ASCII.
func isText(b []byte) bool {
	return wellformed.Valid(b) && !bytes.Contains(b, []byte("\uFFFE")) && !bytes.Contains(b, []byte("\uFFFF"))
}

// resolved returns what character data or the value of an attribute stands for. It is given twice. False
// says that encoding/xml must read it.
func (q *quick) resolved(s string, b []byte, inText bool) (string, bool) {
	of := classes(b)
	switch {
	case of&(isForbidden|isAngle) != 0,
		of&isBracket != 0 && inText && strings.Contains(s, "]]>"),
		of&isBeyond != 0 && !isText(b):
		return "", false
	case of&(isReference|isReturn) == 0:
		return s, true
	}
	var text strings.Builder
	for {
		before, rest, found := strings.Cut(s, "&")
		lineEnds.WriteString(&text, before)
		if !found {
			return text.String(), true
		}
		name, _, ended := strings.Cut(rest[:min(len(rest), mostReference)], ";")
		meaning, ok := q.reference(name)
		if !ended || !ok {
			return "", false
		}
		text.WriteString(meaning)
		s = rest[len(name)+1:]
	}
}

// mostReference bounds the bytes of a reference that is read quickly.
const mostReference = 40

// reference returns what a reference stands for, by what is between & and ;.
func (q *quick) reference(name string) (string, bool) {
	if text := markup.Predefined(name); text != "" {
		return text, true
	}
	if !strings.HasPrefix(name, "#") {
		text, ok := q.entities[name]
		return text, ok
	}
	r, ok := markup.Numbered(name)
	if !ok || r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
		return "", false
	}
	return string(r), true
}
