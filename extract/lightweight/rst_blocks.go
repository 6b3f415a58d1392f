package lightweight

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract/internal/markup"
)

// block is a directive that is read as a whole, when it ends.
type block struct {
	substitution string // the name that it defines, or ""
	name         string
	argument     string
	lines        []string // after the first, without the blanks around them
	indent       int
}

// parts returns the argument, the options by their names, and the content of a directive.
func (b *block) parts() (argument string, options map[string]string, content []string) {
	head := b.lines
	if i := slices.Index(head, ""); i >= 0 {
		head, content = head[:i], head[i+1:]
	}
	isOption := func(line string) bool { return option().MatchString(line) }
	next := func(lines []string) int {
		if i := slices.IndexFunc(lines, isOption); i >= 0 {
			return i
		}
		return len(lines)
	}
	end := next(head)
	argument = strings.TrimSpace(b.argument + "\n" + strings.Join(head[:end], "\n"))
	options = make(map[string]string)
	for head = head[end:]; len(head) > 0; head = head[end:] {
		m := option().FindStringSubmatch(head[0])
		end = 1 + next(head[1:])
		options[m[1]] = strings.Join(append([]string{m[2]}, head[1:end]...), "\n")
	}
	return argument, options, content
}

// endBlock reads the block that was collected.
func (r *reader) endBlock() {
	b := r.block
	if b == nil {
		return
	}
	r.block = nil
	argument, options, content := b.parts()
	if file := options["file"] + options["url"]; file != "" && (b.name == "csv-table" || b.name == "raw") {
		r.elsewhere(b.name, file)
	}
	switch {
	case b.substitution != "":
		text, marked := r.definition(b.name, argument, content)
		r.defined.define(b.substitution, text, marked)
	case b.name == "include":
		if !isCode(options) && !strings.HasPrefix(argument, "<") { // a file of Docutils, which has only definitions
			r.elsewhere(b.name, argument)
		}
	case b.name == "literalinclude":
		r.put(options["caption"], true)
	case b.name == "csv-table":
		r.put(argument, true)
		r.rows(options, content)
	case b.name == "raw":
		r.put(r.raw(argument, content), false)
	case b.name == "toctree":
		r.put(options["caption"], true)
		for _, line := range content {
			if title := role(line); title != line { // not the title of the other document
				r.put(title, true)
			}
		}
	}
}

// isCode reports whether the options of "include" say that the file is shown as it is, as "literalinclude" shows it.
func isCode(options map[string]string) bool {
	_, literal := options["literal"]
	_, code := options["code"]
	return literal || code
}

// definition returns the text that a definition of a substitution stands for. A date is not stored.
func (r *reader) definition(name, argument string, content []string) (text string, marked bool) {
	switch {
	case name == "unicode":
		return characters(argument), false
	case name == "raw":
		return r.raw(argument, content), false
	case name == "date", unshown.Has(name):
		return "", false
	}
	return strings.TrimSpace(argument + "\n" + strings.Join(content, "\n")), true
}

// raw returns the text of HTML. What is raw in other formats is not shown on a page.
func (r *reader) raw(formats string, content []string) string {
	formats, first, _ := strings.Cut(formats, "\n")
	if !strings.Contains(strings.ToLower(formats), "html") {
		return ""
	}
	text, _, err := markup.Text(r.within, []byte(first+"\n"+strings.Join(content, "\n")), "utf-8")
	if err != nil && r.err == nil {
		r.err = err
	}
	return text
}

// rows reads the rows of a table in CSV, each a line.
func (r *reader) rows(options map[string]string, content []string) {
	table := csv.NewReader(strings.NewReader(options["header"] + "\n" + strings.Join(content, "\n")))
	table.FieldsPerRecord, table.LazyQuotes, table.TrimLeadingSpace = -1, true, true
	switch delimiter := options["delim"]; delimiter {
	case "":
	case "space", "tab": // which is read as blanks
		table.Comma = ' '
	default:
		table.Comma, _ = utf8.DecodeRuneInString(delimiter)
	}
	for {
		cells, err := table.Read()
		if err == io.EOF {
			return
		}
		if err != nil { // the delimiter cannot be one
			r.put(options["header"], true)
			r.put(strings.TrimSpace(strings.Join(content, "\n")), true)
			return
		}
		r.put(strings.Join(cells, " "), true)
	}
}

// characters returns the text of the directive "unicode": numbers of characters, and other words, without a
// comment after two dots.
func characters(codes string) string {
	codes, _, _ = strings.Cut(codes+" ", " .. ")
	var out []string
	for code := range strings.FieldsSeq(codes) {
		out = append(out, character(code))
	}
	return strings.Join(out, "")
}

// character returns the character that a code names, as U+20AC or 0x20AC, or the code itself.
func character(code string) string {
	digits, base := code, 10
	for _, prefix := range []string{"U+", "u+", "0x", `\x`, `\u`, `\U`, "&#x", "x", "u", "U"} {
		if rest, ok := strings.CutPrefix(code, prefix); ok {
			digits, base = strings.TrimSuffix(rest, ";"), 16
			break
		}
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n == 0 || n > utf8.MaxRune {
		return code
	}
	return string(rune(n))
}
