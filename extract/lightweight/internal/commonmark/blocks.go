package commonmark

import (
	"bytes"
	"fmt"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// reader reads the blocks of a document line by line.
type reader struct {
	*memory
	*labels
	within *medium.Reading
	first  bool // pass, which writes nothing
	out    *output

	open    []container
	leaf    leaf
	text    []byte // of the paragraph that is open
	task    bool   // the paragraph begins an item
	fence   []byte // of the code that is open; nil if it is indented
	indent  int    // of the fence
	blanks  int    // blank lines of indented code, which are part of it if it goes on
	html    htmlKind
	columns int // of the table that is open

	inline inline
}

// leaf is a block that contains no blocks.
type leaf uint8

const (
	none leaf = iota
	paragraph
	code
	rawHTML
	table
)

// container is a block that contains blocks.
type container struct {
	kind   containerKind
	marker byte // of a list: its bullet, or what follows its numbers
	empty  bool // of an item: no block has begun
	indent int  // of an item or a footnote: the columns before its blocks
	outer  *output
}

type containerKind uint8

const (
	quote containerKind = iota
	bullets
	numbers
	item
	footnote
)

var tags = [...]string{quote: "blockquote>", bullets: "ul>", numbers: "ol>", item: "li>"}

// isList reports whether a container has items only.
func (c container) isList() bool { return c.kind == bullets || c.kind == numbers }

// line reads a line.
func (r *reader) line(line []byte) {
	c := &cursor{line: line}
	matched := r.match(c)
	if matched == len(r.open) {
		if r.goesOn(c) {
			return
		}
	} else if r.leaf != paragraph { // whose lines may lack the marks of their containers
		r.closeTo(matched)
	}
	for begun := true; begun; {
		if blank(c.line[c.at:]) {
			r.closeTo(matched)
			return
		}
		var whole bool
		if begun, whole = r.begin(c, &matched); whole {
			return
		}
	}
	switch r.leaf {
	case paragraph:
		within := matched == len(r.open) && c.indent() <= 3
		if line := c.bare(); !within || !r.tableBegins(line) {
			r.addLine(line)
		}
	case table:
		r.row("td>", c.bare())
	default:
		r.begins(&matched)
		r.leaf, r.text = paragraph, r.text[:0]
		r.addLine(c.bare())
	}
}

// match passes the marks of open containers that go on, and returns their number.
func (r *reader) match(c *cursor) int {
	for i, o := range r.open {
		switch o.kind {
		case quote:
			indent := c.indent()
			if indent > 3 || !bytes.HasPrefix(c.bare(), []byte(">")) {
				return i
			}
			c.passMark(indent, 1)
		case item, footnote:
			switch {
			case blank(c.line[c.at:]):
				if o.empty {
					return i
				}
			case c.indent() < o.indent:
				return i
			}
			c.skip(o.indent)
		}
	}
	return len(r.open)
}

// goesOn reads a line of code or HTML. It reports false if the line is not a part of it.
func (r *reader) goesOn(c *cursor) bool {
	empty := blank(c.line[c.at:])
	switch {
	case r.leaf == rawHTML:
		r.htmlLine(c)
	case r.leaf != code:
		return false
	case r.fence != nil:
		if c.indent() <= 3 && closes(r.fence, c.bare()) {
			r.closeLeaf()
			return true
		}
		c.skip(r.indent)
		r.escaped(c.rest())
		r.write("\n")
	case empty:
		r.blanks++
	case c.indent() <= 3:
		r.closeLeaf()
		return false
	default:
		for ; r.blanks > 0; r.blanks-- {
			r.write("\n")
		}
		c.skip(4)
		r.escaped(c.rest())
		r.write("\n")
	}
	return true
}

// begin begins the block whose marks come next. It reports whether a container begins, whose blocks may follow, or the
// line is read as a whole.
func (r *reader) begin(c *cursor, matched *int) (container, whole bool) {
	indent, bare := c.indent(), c.bare()
	if indent > 3 {
		if r.leaf == none {
			r.begins(matched)
			r.leaf, r.fence = code, nil
			r.write("<pre><code>")
			return false, r.goesOn(c)
		}
		return false, false
	}
	interrupts := r.leaf == paragraph && *matched == len(r.open)
	switch bare[0] {
	case '>':
		r.opens(matched, quoteMark)
		c.passMark(indent, 1)
		return true, false
	case '#':
		whole = r.heading(matched, bare)
	case '`', '~':
		whole = r.fenced(matched, indent, bare)
	case '<':
		if r.html = htmlBlock(bare, r.leaf == paragraph); r.html != 0 {
			r.begins(matched)
			r.leaf = rawHTML
			r.htmlLine(c)
			whole = true
		}
	case '[':
		if label := noteLabel(bare); label != nil {
			r.opensNote(matched, label)
			c.skip(indent)
			c.pass(len("[^]:") + len(label))
			return true, false
		}
	case '=', '-':
		whole = interrupts && r.underline(bare)
	}
	if whole || !isRule(bare) {
		return !whole && r.item(c, matched, interrupts), whole
	}
	r.begins(matched)
	r.write("<hr>\n")
	return false, true
}

var quoteMark = container{kind: quote}

// passMark passes the mark of a quote or an item, and the space after it.
func (c *cursor) passMark(indent, length int) {
	c.skip(indent)
	c.pass(length)
	c.skip(1)
}

// begins makes room for a block in the innermost container that goes on.
func (r *reader) begins(matched *int) {
	r.closeTo(*matched)
	if n := len(r.open); n > 0 && r.open[n-1].isList() {
		r.closeTo(n - 1)
	}
	r.task = false
	if n := len(r.open); n > 0 {
		r.task, r.open[n-1].empty = r.open[n-1].empty, false
	}
	*matched = len(r.open)
}

// opens begins a container.
func (r *reader) opens(matched *int, o container) {
	if o.kind == item {
		r.closeTo(*matched)
	} else {
		r.begins(matched)
	}
	if r.open = append(r.open, o); len(r.open) > deepest {
		panic(stop{fmt.Errorf("%w: Markdown: more than %d quotes and lists in one another", medium.ErrTooDeep, deepest)})
	}
	*matched = len(r.open)
	if o.kind != footnote {
		r.write("<", tags[o.kind])
	}
}

// closeTo ends the open leaf and all but n containers.
func (r *reader) closeTo(n int) {
	r.closeLeaf()
	for ; len(r.open) > n; r.open = r.open[:len(r.open)-1] {
		if o := r.open[len(r.open)-1]; o.kind == footnote {
			r.out = o.outer
		} else {
			r.write("</", tags[o.kind], "\n")
		}
	}
}

// closeLeaf ends the open leaf.
func (r *reader) closeLeaf() {
	switch r.leaf {
	case paragraph:
		r.closeParagraph()
	case code:
		r.blanks = 0
		r.write("</code></pre>\n")
	case table:
		r.write("</table>\n")
	}
	r.leaf = none
}

// heading reads a heading after marks #.
func (r *reader) heading(matched *int, line []byte) bool {
	text := bytes.TrimLeft(line, "#")
	level := len(line) - len(text)
	if level > 6 || len(text) > 0 && text[0] != ' ' && text[0] != '\t' {
		return false
	}
	text = bytes.Trim(text, " \t")
	if end := bytes.TrimRight(text, "#"); len(end) == 0 || end[len(end)-1] == ' ' || end[len(end)-1] == '\t' {
		text = end
	}
	r.begins(matched)
	r.inBlock(fmt.Sprint("h", level, ">"), bytes.TrimRight(text, " \t"))
	return true
}

// underline ends a paragraph as a heading, by the line under it.
func (r *reader) underline(line []byte) bool {
	marks := bytes.TrimRight(line, " \t")
	if len(bytes.Trim(marks, string(marks[:1]))) > 0 {
		return false
	}
	if r.defines(); len(r.text) == 0 { // only definitions: there is nothing above the line
		return false
	}
	tag := "h1>"
	if line[0] == '-' {
		tag = "h2>"
	}
	r.leaf = none
	r.inBlock(tag, r.withBox())
	return true
}

// fenced begins code after a fence.
func (r *reader) fenced(matched *int, indent int, line []byte) bool {
	rest := bytes.TrimLeft(line, string(line[:1]))
	n := len(line) - len(rest)
	if n < 3 || line[0] == '`' && bytes.IndexByte(rest, '`') >= 0 {
		return false
	}
	r.begins(matched)
	r.leaf, r.fence, r.indent = code, line[:n], indent
	r.write("<pre><code>")
	return true
}

// closes reports whether a line ends the code after a fence.
func closes(fence, line []byte) bool {
	return bytes.HasPrefix(line, fence) && blank(bytes.TrimLeft(line, string(fence[:1])))
}

// isRule reports whether a line is a horizontal rule.
func isRule(line []byte) bool {
	if !bytes.ContainsRune([]byte("*-_"), rune(line[0])) {
		return false
	}
	n := bytes.Count(line, line[:1])
	return n >= 3 && n+bytes.Count(line, []byte(" "))+bytes.Count(line, []byte("\t")) == len(line)
}

// item begins an item of a list, if its mark comes next.
func (r *reader) item(c *cursor, matched *int, interrupts bool) bool {
	list, length := listMark(c.bare(), interrupts)
	if length == 0 {
		return false
	}
	top := *matched - 1
	if top < 0 || r.open[top].kind != list.kind || r.open[top].marker != list.marker {
		r.opens(matched, list)
	}
	indent := c.indent()
	c.skip(indent)
	c.pass(length)
	after := c.indent()
	if after > 4 || blank(c.line[c.at:]) {
		after = 1
	}
	c.skip(after)
	r.opens(matched, container{kind: item, empty: true, indent: indent + length + after})
	return true
}

// listMark returns the list that a line belongs to, and the length of its mark. An item that interrupts a
// paragraph must not be empty or have another number than 1.
func listMark(line []byte, interrupts bool) (list container, length int) {
	switch first := line[0]; {
	case first == '-' || first == '+' || first == '*':
		list, length = container{kind: bullets, marker: first}, 1
	case ascii.IsDigit(first):
		digits := 1
		for digits < min(len(line), 10) && ascii.IsDigit(line[digits]) {
			digits++
		}
		if digits > 9 || digits == len(line) || interrupts && string(line[:digits]) != "1" {
			return container{}, 0
		}
		list, length = container{kind: numbers, marker: line[digits]}, digits+1
		if list.marker != '.' && list.marker != ')' {
			return container{}, 0
		}
	default:
		return container{}, 0
	}
	if rest := line[length:]; len(rest) > 0 && rest[0] != ' ' && rest[0] != '\t' || interrupts && blank(rest) {
		return container{}, 0
	}
	return list, length
}
