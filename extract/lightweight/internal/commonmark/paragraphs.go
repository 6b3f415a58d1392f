package commonmark

import (
	"bytes"

	"github.com/lsh-interop/fpcheck/extract/internal/field"
)

// addLine adds a line to the open paragraph.
func (r *reader) addLine(line []byte) {
	r.text = room(r.memory, r.text, len(line)+1, 1)
	if len(r.text) > 0 {
		r.text = append(r.text, '\n')
	}
	r.text = append(r.text, line...)
}

// closeParagraph writes the open paragraph.
func (r *reader) closeParagraph() {
	r.defines()
	if len(r.text) > 0 {
		r.inBlock("p>", r.withBox())
	}
}

// withBox returns the text of the open paragraph. The box of a task is ☒ or ☐, which have as many bytes.
func (r *reader) withBox() []byte {
	text := bytes.TrimRight(r.text, " \t")
	if r.task && isTask(text) {
		copy(text, field.Box(text[1] != ' '))
	}
	return text
}

// inBlock writes text in an element.
func (r *reader) inBlock(tag string, text []byte) {
	if !r.first {
		r.write("<", tag)
		r.inline.read(r, text)
		r.write("</", tag, "\n")
	}
}

// isTask reports whether an item begins with a box: [ ], [x] or [X].
func isTask(text []byte) bool {
	return len(text) > 3 && text[0] == '[' && bytes.IndexByte([]byte(" xX"), text[1]) >= 0 && text[2] == ']' &&
		bytes.IndexByte([]byte(" \t\n"), text[3]) >= 0
}

// tableBegins begins a table if the last line of the open paragraph is its head. The next line tells.
func (r *reader) tableBegins(line []byte) bool {
	columns := columnsUnder(line)
	if columns == 0 {
		return false
	}
	at := bytes.LastIndexByte(r.text, '\n') + 1
	head := r.text[at:]
	n := 0
	for range cells(head) {
		n++
	}
	if n != columns {
		return false
	}
	r.text = r.text[:max(at-1, 0)]
	r.closeParagraph()
	r.leaf, r.columns = table, columns
	r.write("<table>\n")
	r.row("th>", head)
	return true
}

// columnsUnder returns the number of columns that the line under the head of a table has, 0 for other lines.
func columnsUnder(line []byte) int {
	if bytes.IndexByte([]byte("|-:"), line[0]) < 0 || len(bytes.Trim(line, " \t|:-")) > 0 {
		return 0
	}
	n := 0
	for cell := range cells(line) {
		cell = bytes.TrimSuffix(bytes.TrimPrefix(cell, []byte(":")), []byte(":"))
		if len(cell) == 0 || len(bytes.Trim(cell, "-")) > 0 {
			return 0
		}
		n++
	}
	return n
}

// cells returns the cells of a row. A | after a \ does not separate them.
func cells(row []byte) func(func([]byte) bool) {
	row = bytes.Trim(row, " \t")
	row = bytes.TrimPrefix(row, []byte("|"))
	return func(yield func([]byte) bool) {
		from := 0
		for i, c := range row {
			if c != '|' || i > 0 && row[i-1] == '\\' {
				continue
			}
			if !yield(bytes.Trim(row[from:i], " \t")) {
				return
			}
			from = i + 1
		}
		if from < len(row) {
			yield(bytes.Trim(row[from:], " \t"))
		}
	}
}

// row writes a row of a table. Browsers show no more cells than its head has.
func (r *reader) row(tag string, line []byte) {
	r.write("<tr>")
	n := 0
	for cell := range cells(line) {
		if n++; n > r.columns {
			break
		}
		r.inBlock(tag, bytes.ReplaceAll(cell, []byte(`\|`), []byte("|")))
	}
	r.write("</tr>\n")
}
