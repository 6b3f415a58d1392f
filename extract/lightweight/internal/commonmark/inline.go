package commonmark

import (
	"bytes"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// inline reads the text of a paragraph, a heading or a cell. Marks that may be markup are kept aside from the HTML.
// Those that are not markup are written at the end.
type inline struct {
	*reader
	text []byte
	at   int // in text

	html     []byte
	marks    []mark // from the second on
	last     int    // candidate for emphasis; 0 for none
	brackets []bracket
	inactive int // brackets that begin no link, since a link follows them

	ticks   map[int]int // for each number of backquotes, the last place
	without [cdata + 1]bool
}

// mark is a row of one character that may begin or end emphasis. Or it is a bracket that may begin a link.
type mark struct {
	at            int // in html
	char          byte
	opens, closes bool
	all           int // characters
	left          int // of them, as text
	before, after int // candidates
}

// bracket is a [ that has no ] yet.
type bracket struct {
	mark     int
	from     int // in text, after it
	at       int // in html, with the ! of a picture
	last     int // candidate before it
	picture  bool
	followed bool // by another one
}

const (
	markSize    = 64
	bracketSize = 48
)

// special are the characters that may be more than text.
var special = func() (set [256]bool) {
	for _, c := range []byte("\\`*_~[]!<&\n:w") {
		set[c] = true
	}
	return set
}()

// read writes a text.
func (in *inline) read(r *reader, text []byte) {
	in.reader, in.text, in.at = r, text, 0
	in.html, in.marks, in.brackets = in.html[:0], append(in.marks[:0], mark{}), in.brackets[:0]
	in.last, in.inactive, in.ticks, in.without = 0, 0, nil, [cdata + 1]bool{}
	for in.at < len(text) {
		from := in.at
		for in.at < len(text) && !special[text[in.at]] {
			in.at++
		}
		in.raw(text[from:in.at]) // which has no < and no &
		if in.at < len(text) {
			in.char(text[in.at])
		}
	}
	in.emphasis(0)
	in.finish()
}

// finish writes the HTML with the marks that are none.
func (in *inline) finish() {
	length := len(in.html)
	for _, m := range in.marks {
		length += m.left
	}
	out := room(in.memory, in.out.octets, length, 1)
	from := 0
	for _, m := range in.marks {
		out = append(out, in.html[from:m.at]...)
		for range m.left {
			out = append(out, m.char)
		}
		from = m.at
	}
	in.out.octets = append(out, in.html[from:]...)
}

// literal writes text.
func (in *inline) literal(text []byte) {
	in.html = appendEscaped(room(in.memory, in.html, escapedLength(text), 1), text)
}

// raw writes HTML.
func (in *inline) raw(html []byte) { in.html = append(room(in.memory, in.html, len(html), 1), html...) }

// take writes the next n bytes as text.
func (in *inline) take(n int) {
	in.literal(in.text[in.at : in.at+n])
	in.at += n
}

// char reads what a special character begins.
func (in *inline) char(c byte) {
	rest := in.text[in.at:]
	switch c {
	case '\n':
		in.lineEnd()
	case '\\':
		in.escape(rest)
	case '`':
		in.codeSpan(rest)
	case '*', '_', '~':
		in.mark(c, rest)
	case '[':
		in.openBracket(rest)
	case ']':
		in.closeBracket()
	case '<':
		in.angle(rest)
	case '&':
		in.entity(rest)
	case ':', 'w':
		in.take(max(1, in.bareLink(rest)))
	case '!':
		in.take(1)
	}
}

// lineEnd writes the end of a line. Two spaces before it make it a break.
func (in *inline) lineEnd() {
	if in.at > 1 && in.text[in.at-1] == ' ' && in.text[in.at-2] == ' ' {
		in.raw([]byte("<br>"))
	}
	in.raw([]byte("\n"))
	in.at++
}

func (in *inline) escape(rest []byte) {
	switch {
	case len(rest) > 1 && rest[1] == '\n':
		in.raw([]byte("<br>\n"))
		in.at += 2
	case len(rest) > 1 && isMark(rest[1]):
		in.at++
		in.take(1)
	default:
		in.take(1)
	}
}

// isMark reports whether a character is ASCII punctuation.
func isMark(c byte) bool { return c > ' ' && c < 0x7f && !ascii.IsLetter(c) && !ascii.IsDigit(c) }

// codeSpan reads code in backquotes.
func (in *inline) codeSpan(rest []byte) {
	n := ticks(rest)
	if in.ticks == nil {
		in.ticks = make(map[int]int)
		for at := in.at; at < len(in.text); {
			if in.text[at] != '`' {
				if next := bytes.IndexByte(in.text[at:], '`'); next >= 0 {
					at += next
					continue
				}
				break
			}
			length := ticks(in.text[at:])
			if _, ok := in.ticks[length]; !ok {
				in.hold(labelCost)
			}
			in.ticks[length] = at
			at += length
		}
	}
	if in.ticks[n] <= in.at {
		in.take(n)
		return
	}
	for at := n; ; {
		at += bytes.IndexByte(rest[at:], '`')
		length := ticks(rest[at:])
		if length == n {
			in.literal(inCode(rest[n:at]))
			in.at += at + n
			return
		}
		at += length
	}
}

// inCode returns code without one space at both ends, if it has one there and is more than spaces.
func inCode(code []byte) []byte {
	isSpace := func(c byte) bool { return c == ' ' || c == '\n' }
	if n := len(code); n > 1 && isSpace(code[0]) && isSpace(code[n-1]) && len(bytes.Trim(code, " \n")) > 0 {
		return code[1 : n-1]
	}
	return code
}

// ticks returns the number of backquotes at the start of a text.
func ticks(text []byte) int {
	n := 0
	for n < len(text) && text[n] == '`' {
		n++
	}
	return n
}

// angle reads a link in angle brackets, or HTML.
func (in *inline) angle(rest []byte) {
	if n := addressEnd(rest); n > 0 {
		in.literal(rest[1 : n-1])
		in.at += n
		return
	}
	n := 0
	if kind := htmlOpening(rest); kind != 0 {
		n = in.htmlEnd(kind, rest)
	} else {
		n = tagEnd(rest)
	}
	if n == 0 {
		in.take(1)
		return
	}
	in.raw(rest[:n])
	in.at += n
}

// htmlEnd returns the length of a comment or the like, or 0. It does not search twice for an end that is missing.
func (in *inline) htmlEnd(kind htmlKind, text []byte) int {
	if in.without[kind] {
		return 0
	}
	if kind == comment {
		for _, short := range []string{"<!-->", "<!--->"} {
			if bytes.HasPrefix(text, []byte(short)) {
				return len(short)
			}
		}
	}
	from := len(htmlBegins[min(kind, cdata)])
	if kind == declaration {
		from = 2
	}
	end := bytes.Index(text[from:], []byte(htmlEnds[kind]))
	if end < 0 {
		in.without[kind] = true
		return 0
	}
	return from + end + len(htmlEnds[kind])
}

// entity reads a character reference. HTML knows more of them than Markdown.
func (in *inline) entity(rest []byte) {
	const longest = 32
	end := bytes.IndexByte(rest[:min(len(rest), longest+2)], ';')
	if end < 2 {
		in.take(1)
		return
	}
	name := rest[:end+1]
	if name[1] == '#' {
		r, ok := numbered(name[2:end])
		if !ok {
			in.take(1)
			return
		}
		in.literal(utf8.AppendRune(nil, r))
	} else if known := html.UnescapeString(string(name)); !isName(name[1:end]) || known[0] == '&' && known != "&" ||
		strings.HasSuffix(known, ";") && string(name) != "&semi;" { // a longer name than that of the reference
		in.take(1)
		return
	} else {
		in.literal([]byte(known))
	}
	in.at += end + 1
}

func isName(name []byte) bool {
	for _, c := range name {
		if !ascii.IsLetter(c) && !ascii.IsDigit(c) {
			return false
		}
	}
	return true
}

// numbered returns the character of a numeric reference. What is no character is U+FFFD.
func numbered(digits []byte) (r rune, ok bool) {
	base, most := 10, 7
	if len(digits) > 0 && digits[0]|0x20 == 'x' {
		digits, base, most = digits[1:], 16, 6
	}
	n, err := strconv.ParseUint(string(digits), base, 32)
	if err != nil || len(digits) > most || digits[0] == '+' || digits[0] == '_' {
		return 0, false
	}
	if n == 0 || !utf8.ValidRune(rune(n)) {
		return utf8.RuneError, true
	}
	return rune(n), true
}
