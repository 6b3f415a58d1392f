package markup

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/markup/stream"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/internal/unicode/wellformed"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// Trust is how far the encoding of a page is known before its head has been read.
type Trust int

// Unless its encoding is certain, a meta element in the head of a page may declare another.
const (
	guessed   Trust = iota // by default
	tentative              // as the page begins, or as its bytes show
	Certain
)

// Decode decodes an HTML document (R11.1, R11.2), or a part, and names its encoding.
func Decode(octets []byte, declared string) (text []byte, name string, trust Trust) {
	name, mark, trust := saidEncoding(octets, declared)
	octets = octets[mark:]
	if name == "" || name == "utf-8" {
		if wellformed.Valid(octets) {
			return octets, "utf-8", trustInUTF8(trust, octets)
		}
		name = cmp.Or(name, otherEncoding)
	}
	text, _ = whatwg.NewDecoder(name).Bytes(octets) // ill-formed bytes are replaced: there is no error
	return text, name, trust
}

// trustInUTF8 returns the trust in UTF-8 for a page that is UTF-8, by its first bytes. Pages in encodings with escape
// sequences are UTF-8, too.
func trustInUTF8(trust Trust, head []byte) Trust {
	if trust == guessed && plain.Shifted(head[:min(len(head), medium.SourceSize)]) == "" {
		return tentative
	}
	return trust
}

// headOf returns what looks at the head of a page, or nil if its encoding is certain.
func headOf(encoding string, trust Trust) *stream.Head {
	if trust == Certain {
		return nil
	}
	return &stream.Head{Tentative: encoding, By: declaredBy}
}

// noteGuess notes that the encoding of a page is a guess, once its head has been read.
func noteGuess(d *medium.Reading, encoding string, trust Trust, head *stream.Head) {
	if trust == guessed && head.Declared == "" {
		d.Note("%s", guess.Note(encoding))
	}
}

// declaredBy returns the encoding that a meta element declares, or "".
func declaredBy(charset, httpEquiv, content string) string {
	name := whatwg.Lookup(charset)
	if name == "" && whatwg.Same([]byte(httpEquiv), "content-type") {
		name = whatwg.Lookup(labelIn(lowerASCII([]byte(content))))
	}
	return declarable(name)
}

// otherEncoding returns the encoding of a page that declares none and is not UTF-8.
const otherEncoding = "windows-1252"

// prescanned is how many bytes of a page may say what its encoding is, after a byte order mark.
const prescanned = 1024

// saidEncoding returns the encoding by the mark, the transport or the prescan, or "". It also returns
// the mark's length.
func saidEncoding(octets []byte, declared string) (name string, mark int, trust Trust) {
	name, mark = whatwg.ByteOrderMark(octets)
	if name == "" && declared != "" {
		name = whatwg.Lookup(declared)
	}
	if name != "" {
		return name, mark, Certain
	}
	switch name = prescan(octets[:min(len(octets), prescanned)]); name {
	case "":
		return "", 0, guessed
	case "utf-16be", "utf-16le":
		return name, 0, Certain
	}
	return name, 0, tentative
}

// prescan is "prescan a byte stream to determine its encoding" (13.2.3.2), or "".
func prescan(b []byte) string {
	if name := metaPrescan(b); name != "" {
		return name
	}
	return xmlEncoding(b)
}

// xmlEncoding is the Standard's "get an XML encoding".
func xmlEncoding(b []byte) string {
	const upToBlank = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\f\r\x0e\x0f" +
		"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "
	if !bytes.HasPrefix(b, []byte("<?xml")) || bytes.IndexByte(b, '>') < 0 {
		return ""
	}
	_, b, ok := bytes.Cut(b, []byte("encoding"))
	b = bytes.TrimLeft(b, upToBlank)
	if !ok || !bytes.HasPrefix(b, []byte("=")) {
		return ""
	}
	b = bytes.TrimLeft(b[1:], upToBlank)
	if len(b) == 0 || b[0] != '"' && b[0] != '\'' {
		return ""
	}
	label, _, ok := bytes.Cut(b[1:], b[:1])
	if !ok || bytes.ContainsAny(label, upToBlank) {
		return ""
	}
	return readable(whatwg.Lookup(string(label)))
}

// readable returns the encoding meant by a label that was read as ASCII: not UTF-16.
func readable(name string) string {
	switch name {
	case "utf-16be", "utf-16le":
		return "utf-8"
	}
	return name
}

// declarable returns the encoding that a meta element means by another.
func declarable(name string) string {
	if name == "x-user-defined" {
		return "windows-1252"
	}
	return readable(name)
}

// metaPrescan is the prescan without its last resort, an XML declaration.
func metaPrescan(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("<\x00?\x00x\x00")):
		return "utf-16le"
	case bytes.HasPrefix(b, []byte("\x00<\x00?\x00x")):
		return "utf-16be"
	}
	for {
		i := bytes.IndexByte(b, '<')
		if i < 0 {
			return ""
		}
		b = b[i:]
		switch {
		case bytes.HasPrefix(b, []byte("<!--")):
			i := bytes.Index(b[2:], []byte("-->"))
			if i < 0 {
				return ""
			}
			b = b[2+i+2:]
		case len(b) > 5 && bytes.EqualFold(b[:5], []byte("<meta")) && (whatwg.IsBlank(b[5]) || b[5] == '/'):
			var name string
			var ok bool
			if b, name, ok = metaEncoding(b[5:]); !ok || name != "" {
				return name
			}
		case isTag(b):
			i := 0
			for i < len(b) && b[i] != '>' && !whatwg.IsBlank(b[i]) {
				i++
			}
			if i == len(b) {
				return ""
			}
			b = b[i:]
			for {
				rest, name, _, ok := attribute(b)
				if !ok {
					return ""
				}
				b = rest
				if len(name) == 0 {
					break
				}
			}
		case bytes.HasPrefix(b, []byte("<!")), bytes.HasPrefix(b, []byte("</")), bytes.HasPrefix(b, []byte("<?")):
			i := bytes.IndexByte(b, '>')
			if i < 0 {
				return ""
			}
			b = b[i:]
		}
		b = b[1:]
	}
}

// isTag reports whether b begins with < or </ and a letter.
func isTag(b []byte) bool {
	if len(b) < 2 || b[0] != '<' {
		return false
	}
	b = b[1:]
	if b[0] == '/' {
		b = b[1:]
	}
	return len(b) > 0 && 'a' <= b[0]|0x20 && b[0]|0x20 <= 'z'
}

// metaEncoding returns the end of a meta element and its encoding. ok is false if it was cut.
func metaEncoding(b []byte) (rest []byte, encoding string, ok bool) {
	var seen [3]bool                             // http-equiv, content, charset
	pragma := false                              // http-equiv is content-type
	found, label, needPragma := false, "", false // of the first that gives a charset
	for {
		var written, content []byte
		if b, written, content, ok = attribute(b); !ok {
			return nil, "", false
		}
		if len(written) == 0 {
			break
		}
		at := slices.IndexFunc(encodingAttributes, func(name string) bool { return whatwg.Same(written, name) })
		if at < 0 || seen[at] {
			continue
		}
		seen[at] = true
		switch encodingAttributes[at] {
		case "http-equiv":
			pragma = pragma || whatwg.Same(content, "content-type")
		case "content":
			if l := labelIn(lowerASCII(content)); !found && whatwg.Lookup(l) != "" {
				found, label, needPragma = true, l, true
			}
		case "charset":
			found, label, needPragma = true, lowerASCII(content), false
		}
	}
	if !found || needPragma && !pragma {
		return b, "", true
	}
	return b, declarable(whatwg.Lookup(label)), true
}

// encodingAttributes are the attributes of a meta element that say what the encoding is.
var encodingAttributes = []string{"http-equiv", "content", "charset"}

// attribute is the Standard's "get an attribute". The name is empty at the end
// of the tag; ok is false if the bytes ran out. Neither name nor value is in lower case yet.
func attribute(b []byte) (rest, name, value []byte, ok bool) {
	for len(b) > 0 && (whatwg.IsBlank(b[0]) || b[0] == '/') {
		b = b[1:]
	}
	if len(b) == 0 {
		return nil, nil, nil, false
	}
	if b[0] == '>' {
		return b, nil, nil, true
	}
	i := 0
	for i < len(b) && !whatwg.IsBlank(b[i]) && b[i] != '/' && b[i] != '>' && (b[i] != '=' || i == 0) {
		i++
	}
	name, b = b[:i], skipBlanks(b[i:])
	if len(b) == 0 {
		return nil, nil, nil, false
	}
	if b[0] != '=' {
		return b, name, nil, true
	}
	if b = skipBlanks(b[1:]); len(b) == 0 {
		return nil, nil, nil, false
	}
	if q := b[0]; q == '"' || q == '\'' {
		i := bytes.IndexByte(b[1:], q)
		if i < 0 {
			return nil, nil, nil, false
		}
		return b[i+2:], name, b[1 : i+1], true
	}
	i = 0
	for i < len(b) && !whatwg.IsBlank(b[i]) && b[i] != '>' {
		i++
	}
	if i == len(b) {
		return nil, nil, nil, false
	}
	return b[i:], name, b[:i], true
}

// labelIn is "extracting a character encoding from a meta element", up to the label.
func labelIn(content string) string {
	for {
		i := strings.Index(content, "charset") // content is lower case
		if i < 0 {
			return ""
		}
		content = strings.TrimLeft(content[i+len("charset"):], whatwg.Blanks)
		if rest, ok := strings.CutPrefix(content, "="); ok {
			content = strings.TrimLeft(rest, whatwg.Blanks)
			break
		}
	}
	if content == "" {
		return ""
	}
	if q := content[:1]; q == `"` || q == "'" {
		label, _, ok := strings.Cut(content[1:], q)
		if !ok {
			return ""
		}
		return label
	}
	if i := strings.IndexAny(content, whatwg.Blanks+";"); i >= 0 {
		return content[:i]
	}
	return content
}

func skipBlanks(b []byte) []byte {
	for len(b) > 0 && whatwg.IsBlank(b[0]) {
		b = b[1:]
	}
	return b
}

func lowerASCII(b []byte) string {
	b = bytes.Clone(b)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// SaysEncoding reports whether a page says what its encoding is.
func SaysEncoding(octets []byte) bool {
	name, _ := whatwg.ByteOrderMark(octets)
	return name != "" || prescan(octets[:min(len(octets), prescanned)]) != ""
}
