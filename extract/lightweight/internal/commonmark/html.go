package commonmark

import (
	"bytes"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// htmlKind is one of the seven kinds of HTML blocks in CommonMark. It tells where the block ends.
type htmlKind uint8

const (
	verbatim htmlKind = 1 + iota // script, pre, style, textarea
	comment
	instruction
	declaration
	cdata
	element // that is a block
	tag     // alone in its line
)

// How the kinds begin and end. An element and a tag end at a blank line.
var (
	htmlBegins = [...]string{comment: "<!--", instruction: "<?", cdata: "<![CDATA["}
	htmlEnds   = [...]string{comment: "-->", instruction: "?>", declaration: ">", cdata: "]]>"}
)

// verbatimNames are names of elements that end with their own tag.
var verbatimNames = lazy.Names(`pre script style textarea`)

var verbatimEnd = lazy.Regexp(`(?i)</(?:pre|script|style|textarea)>`)

// blockNames are the names of elements that begin a block anywhere.
var blockNames = lazy.Names(`address article aside base basefont blockquote body caption center col colgroup dd details
	dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html
	iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody
	td tfoot th thead title tr track ul`)

// htmlBlock returns the kind of the HTML block that a line begins, or 0. A tag alone does not interrupt a paragraph.
func htmlBlock(line []byte, interrupts bool) htmlKind {
	if kind := htmlOpening(line); kind != 0 {
		return kind
	}
	rest, closing := bytes.CutPrefix(line[1:], []byte("/"))
	n := 0
	for n < len(rest) && (ascii.IsLetter(rest[n]) || n > 0 && ascii.IsDigit(rest[n])) {
		n++
	}
	name := strings.ToLower(string(rest[:min(n, len("blockquote"))]))
	after := rest[n:]
	ends := len(after) == 0 || bytes.IndexByte([]byte(" \t>"), after[0]) >= 0
	switch {
	case n == 0 || n > len("blockquote"): // a name of its own, or none
	case !closing && ends && verbatimNames.Has(name):
		return verbatim
	case (ends || bytes.HasPrefix(after, []byte("/>"))) && blockNames.Has(name):
		return element
	case verbatimNames.Has(name):
		return 0
	}
	if end := tagEnd(line); end > 0 && blank(line[end:]) && !interrupts {
		return tag
	}
	return 0
}

// htmlOpening returns the kind of what begins with <! or <?, or 0.
func htmlOpening(text []byte) htmlKind {
	for kind, begin := range htmlBegins {
		if begin != "" && bytes.HasPrefix(text, []byte(begin)) {
			return htmlKind(kind)
		}
	}
	if len(text) > 2 && text[1] == '!' && ascii.IsLetter(text[2]) {
		return declaration
	}
	return 0
}

// htmlLine writes a line of an HTML block, which may end it.
func (r *reader) htmlLine(c *cursor) {
	rest := c.rest()
	ends := false
	switch r.html {
	case element, tag:
		ends = blank(rest)
	case verbatim:
		ends = verbatimEnd().Match(rest)
	default:
		ends = bytes.Contains(rest, []byte(htmlEnds[r.html]))
	}
	r.write(string(rest), "\n")
	if ends {
		r.leaf = none
	}
}

// tagEnd returns the length of the tag at the start of a text, or 0.
func tagEnd(text []byte) int {
	at := 1
	closing := at < len(text) && text[at] == '/'
	if closing {
		at++
	}
	if at == len(text) || !ascii.IsLetter(text[at]) {
		return 0
	}
	for at < len(text) && (ascii.IsLetter(text[at]) || ascii.IsDigit(text[at]) || text[at] == '-') {
		at++
	}
	for !closing {
		end := attributeEnd(text, at)
		if end == at {
			break
		}
		at = end
	}
	at = blanks(text, at)
	if !closing && at < len(text) && text[at] == '/' {
		at++
	}
	if at < len(text) && text[at] == '>' {
		return at + 1
	}
	return 0
}

// attributeEnd returns the place after an attribute and the blanks before it, or the place itself if there is none.
func attributeEnd(text []byte, from int) int {
	at := blanks(text, from)
	if at == from || at == len(text) || !ascii.IsLetter(text[at]) && text[at] != '_' && text[at] != ':' {
		return from
	}
	for at < len(text) && (ascii.IsLetter(text[at]) || ascii.IsDigit(text[at]) || bytes.IndexByte([]byte("_:.-"), text[at]) >= 0) {
		at++
	}
	value := blanks(text, at)
	if value == len(text) || text[value] != '=' {
		return at
	}
	value = blanks(text, value+1)
	if value == len(text) {
		return from
	}
	if quote := text[value]; quote == '"' || quote == '\'' {
		if n := bytes.IndexByte(text[value+1:], quote); n >= 0 {
			return value + 1 + n + 1
		}
		return from
	}
	end := value
	for end < len(text) && bytes.IndexByte([]byte(" \t\n\"'=<>`"), text[end]) < 0 {
		end++
	}
	if end == value {
		return from
	}
	return end
}

// blanks returns the place after blanks and line ends.
func blanks(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n') {
		at++
	}
	return at
}
