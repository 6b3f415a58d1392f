package commonmark

import (
	"bytes"
	"strconv"

	"golang.org/x/text/cases"
)

// labels are the targets that a document defines for links, and its footnotes.
type labels struct {
	links map[string]bool
	notes map[string]*note
	order []*note // by the first reference to each
}

// note is a footnote.
type note struct {
	number int // 0 if no reference to it was read
	body   *output
}

const (
	longestLabel = 999
	labelCost    = 128 // bytes of memory for a label, besides its own
)

// defines removes the definitions of links from the start of the open paragraph.
func (r *reader) defines() {
	rest := r.text
	for len(rest) > 0 && rest[0] == '[' {
		label, n := definition(rest)
		if n == 0 {
			break
		}
		if name := normal(label); r.first && !r.links[name] {
			r.hold(labelCost + int64(len(name)))
			r.links[name] = true
		}
		rest = rest[n:]
	}
	r.text = append(r.text[:0], rest...)
}

// definition returns the label that a text defines at its start, and the length of that definition. The length is 0 if
// there is none.
func definition(text []byte) (label []byte, length int) {
	at := labelEnd(text, 0)
	if at == 0 || at == len(text) || text[at] != ':' || blankLabel(text[1:at-1]) {
		return nil, 0
	}
	label = text[1 : at-1]
	at = spaces(text, at+1)
	target := targetEnd(text, at)
	if target <= at {
		return nil, 0
	}
	end := lineEnd(text, target) // of a definition without a title
	if from := spaces(text, target); from > target && from < len(text) {
		if title := titleEnd(text, from); title > from {
			if after := lineEnd(text, title); after > 0 {
				end = after
			}
		}
	}
	return label, end
}

// spaces returns the place after spaces, tabs and at most one line end.
func spaces(text []byte, at int) int {
	for lines := 0; at < len(text); at++ {
		switch text[at] {
		case ' ', '\t':
		case '\n':
			if lines++; lines > 1 {
				return at
			}
		default:
			return at
		}
	}
	return at
}

// lineEnd returns the place after a line if only blanks are left of it. Otherwise it returns 0.
func lineEnd(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	switch {
	case at == len(text):
		return at
	case text[at] == '\n':
		return at + 1
	}
	return 0
}

// labelEnd returns the place after a label in brackets, or 0.
func labelEnd(text []byte, at int) int {
	for i := at + 1; i < min(len(text), at+longestLabel+2); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			return 0
		case ']':
			return i + 1
		}
	}
	return 0
}

func blankLabel(label []byte) bool { return len(bytes.TrimSpace(label)) == 0 }

// normal returns a label as labels are compared.
func normal(label []byte) string {
	return cases.Fold().String(string(bytes.Join(bytes.Fields(label), []byte(" "))))
}

// linked reports whether a target is defined for a label.
func (r *reader) linked(label []byte) bool {
	return len(r.links) > 0 && len(label) <= longestLabel && !blankLabel(label) && r.links[normal(label)]
}

// noteLabel returns the label of the footnote that a line begins, or nil.
func noteLabel(line []byte) []byte {
	if end := noteEnd(line); end > 0 && bytes.HasPrefix(line[end:], []byte(":")) {
		return line[len("[^") : end-1]
	}
	return nil
}

// noteEnd returns the length of a reference to a footnote, or 0.
func noteEnd(text []byte) int {
	if !bytes.HasPrefix(text, []byte("[^")) {
		return 0
	}
	if end := bytes.IndexAny(text[:min(len(text), longestLabel)], "]\n"); end > len("[^") && text[end] == ']' &&
		!blankLabel(text[len("[^"):end]) && bytes.IndexByte(text[1:end], '[') < 0 {
		return end + 1
	}
	return 0
}

// opensNote begins a footnote. It is written to a place of its own.
func (r *reader) opensNote(matched *int, label []byte) {
	r.opens(matched, container{kind: footnote, indent: 4})
	r.open[*matched-1].outer, r.out = r.out, new(output)
	name := string(label)
	switch n := r.notes[name]; {
	case r.first && n == nil:
		r.hold(labelCost + int64(len(name)))
		r.notes[name] = new(note)
	case !r.first && n.body == nil: // the first of this name
		n.body = r.out
	}
}

// noteNumber returns the number of a footnote, or 0 if there is none of this name.
func (r *reader) noteNumber(label []byte) int {
	n := r.notes[string(label)]
	if n == nil {
		return 0
	}
	if n.number == 0 {
		r.order = append(r.order, n)
		n.number = len(r.order)
	}
	return n.number
}

// endnotes writes the footnotes that are referred to, in the order of the references.
func (r *reader) endnotes() {
	for i, n := range r.order {
		if i == 0 {
			r.write("<hr>\n<ol>\n")
		}
		r.write("<li>", string(n.body.octets), "</li>\n")
	}
	if len(r.order) > 0 {
		r.write("</ol>\n")
	}
}

// reference returns the mark of a reference to a footnote.
func reference(number int) string { return "<sup>" + strconv.Itoa(number) + "</sup>" }
