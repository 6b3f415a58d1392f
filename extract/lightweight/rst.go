package lightweight

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// openRST reads reStructuredText as a page of Docutils or Sphinx shows it. It leaves out what neither shows:
// comments, targets, roles, and most options and some arguments of directives. Marks of inline markup, and
// the lines under titles and around tables, are left out, too. It reads line by line without parsing. The
// text differs from a Docutils page by a few words in a thousand.
func openRST(d *medium.Reading) error {
	octets, err := plain.Whole(d, "reStructuredText")
	if err != nil {
		return err
	}
	text, err := textOf(d, string(octets))
	if err != nil {
		return err
	}
	d.Text = strings.NewReader(text)
	return nil
}

func textOf(d *medium.Reading, source string) (string, error) {
	r := reader{skip: -1, options: -1, literal: -1, within: d, defined: newSubstitutions(d)}
	r.out.Grow(len(source)) // markup is longer than what it shows
	for line := range strings.SplitSeq(strings.ReplaceAll(strings.ReplaceAll(source, "\r\n", "\n"), "\t", "        "), "\n") {
		line = strings.TrimRight(line, " ")
		bare := strings.TrimLeft(line, " ")
		r.line(bare, len(line)-len(bare))
	}
	r.endBlock()
	r.flush()
	return r.text()
}

// reader reads lines.
type reader struct {
	within    *medium.Reading
	defined   *substitutions
	out       strings.Builder
	begun     bool     // out has a piece
	later     []later  // pieces that are not in out
	paragraph []string // markup may span its lines
	block     *block   // that is collected to its end, or nil
	// The indentation of a skipped block, of a directive's options and of a literal block; -1 outside one.
	skip, options, literal int
	dots                   bool         // the last line was a comment without text
	inOptions, shown       bool         // an option goes on, and is shown
	marked                 bool         // the literal block has inline markup
	columns                map[int]bool // where cells of the table end; nil outside a table
	err                    error
}

// later is a piece of the text that may have substitutions. They may be defined after it.
type later struct {
	at   int // where it belongs in the text that is written
	text string
}

// put writes a line or a paragraph, which may have inline markup.
func (r *reader) put(text string, marked bool) {
	if text == "" {
		return
	}
	if r.begun {
		r.out.WriteByte('\n')
	}
	r.begun = true
	switch {
	case marked && strings.Contains(text, "|"):
		r.later = append(r.later, later{r.out.Len(), text})
	case marked:
		r.out.WriteString(inline(text, r.defined))
	default:
		r.out.WriteString(text)
	}
}

func (r *reader) flush() {
	r.put(strings.Join(r.paragraph, "\n"), true)
	r.paragraph = r.paragraph[:0]
}

// text returns the whole text. All substitutions are defined now.
func (r *reader) text() (string, error) {
	written := r.out.String()
	if err := cmp.Or(r.err, r.defined.err); err != nil || len(r.later) == 0 {
		return written, err
	}
	length := len(written)
	for _, l := range r.later {
		length += len(l.text)
	}
	var out strings.Builder
	out.Grow(length)
	from := 0
	for _, l := range r.later {
		out.WriteString(written[from:l.at])
		out.WriteString(inline(l.text, r.defined))
		from = l.at
		if r.defined.err != nil {
			return "", r.defined.err
		}
	}
	out.WriteString(written[from:])
	return out.String(), nil
}

// line reads a line, without the blanks around it.
func (r *reader) line(bare string, indent int) {
	if r.block != nil {
		if bare == "" || indent > r.block.indent {
			r.block.lines = append(r.block.lines, bare)
			return
		}
		r.endBlock()
	}
	if bare == "" {
		r.blank()
		return
	}
	r.dots = false
	if r.skip >= 0 && indent > r.skip {
		return
	}
	r.skip = -1
	if r.options >= 0 && indent > r.options && r.option(bare) {
		return
	}
	if r.literal >= 0 && indent > r.literal {
		r.put(bare, r.marked)
		return
	}
	r.literal = -1
	if marks := marks().FindString(bare); strings.HasPrefix(bare[len(marks):], ".. ") {
		bare, indent = bare[len(marks):], indent+len(marks) // a block that begins an item
	}
	switch {
	case bare == "..", strings.HasPrefix(bare, ".. "):
		r.flush()
		r.explicit(bare, indent)
	case isAdornment(bare), table().MatchString(bare):
		r.flush()
		r.border(bare)
	case strings.HasPrefix(bare, "__ "): // the target of an anonymous reference
	case strings.HasSuffix(bare, "::"): // a literal block follows
		bare = strings.TrimSuffix(bare, ":")
		if bare == ":" {
			bare = ""
		}
		r.paragraph = append(r.paragraph, strings.TrimRight(bare, " "))
		r.flush()
		r.literal, r.options, r.marked = indent, -1, false
	default:
		if r.columns != nil {
			bare = r.row(bare)
		} else if strings.HasPrefix(bare, "| ") { // a line block
			bare = bare[2:]
		}
		r.paragraph = append(r.paragraph, marks().ReplaceAllString(bare, ""))
	}
}

// blank reads an empty line.
func (r *reader) blank() {
	r.flush()
	r.options, r.inOptions, r.columns = -1, false, nil
	if r.dots { // a comment without text ends here
		r.dots, r.skip = false, -1
	}
}

// option reads a line of a directive's options. They end at an empty line.
func (r *reader) option(bare string) bool {
	if m := option().FindStringSubmatch(bare); m != nil {
		r.flush()
		r.inOptions, r.shown = true, shownOptions.Has(m[1])
		bare = m[2]
	}
	if r.inOptions && r.shown {
		r.put(bare, true)
	}
	return r.inOptions
}

// border reads a line around the rows of a table with a grid.
func (r *reader) border(bare string) {
	if bare[0] != '+' {
		return
	}
	if r.columns == nil {
		r.columns = make(map[int]bool)
	}
	for i, c := range bare {
		if c == '+' {
			r.columns[i] = true
		}
	}
}

// row returns a line of a row without the bars between its cells. A substitution in a cell keeps its bars.
func (r *reader) row(bare string) string {
	cells := []byte(bare)
	column := 0
	for i, c := range bare {
		apart := (i == 0 || bare[i-1] == ' ') && (i+1 == len(bare) || bare[i+1] == ' ')
		if c == '|' && (apart || r.columns[column]) {
			cells[i] = ' '
		}
		column++
	}
	return strings.TrimSpace(string(cells))
}

// explicit reads the line that begins an explicit markup block.
func (r *reader) explicit(line string, indent int) {
	if m := footnote().FindStringSubmatch(line); m != nil {
		r.put(strings.Trim(m[1], "[]#*")+" "+m[2], true)
		return
	}
	if m := substitution().FindStringSubmatch(line); m != nil {
		r.block = &block{substitution: m[1], name: nameOf(m[2]), argument: m[3], indent: indent}
		return
	}
	m := directive().FindStringSubmatch(line)
	if m == nil { // a comment or a target
		r.skip, r.dots = indent, line == ".."
		return
	}
	r.directive(nameOf(m[1]), m[2], indent)
}

var (
	option = lazy.Regexp(`^:([^:` + "`" + `]+):(?: +(.*))?$`)
	table  = lazy.Regexp(`^(?:\+[-=+]+\+|=+(?: +=+)+|-+(?: +-+)+)$`)
	marks  = lazy.Regexp(`^(?:(?:[*+•‣⁃-]|#\.) +)*`)

	directive    = lazy.Regexp(`^\.\. ([A-Za-z0-9][A-Za-z0-9_.+:-]*?) ?::(?: +(.*))?$`)
	substitution = lazy.Regexp(`^\.\. \|([^|]+)\| +([A-Za-z0-9][A-Za-z0-9_.+:-]*?) ?::(?: +(.*))?$`)
	footnote     = lazy.Regexp(`^\.\. (\[[^\]]+\])(?: +(.*))?$`)
)

// isAdornment reports whether a line is one repeated punctuation character.
func isAdornment(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	return len(s) >= 2 && n == 1 && !unicode.IsLetter(r) && !unicode.IsDigit(r) && strings.Trim(s, s[:1]) == "" && (len(s) > 3 || s != "::" && s != "...")
}
