package lightweight

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// openRST reads reStructuredText. It leaves out what Docutils does not show: comments, targets, options
// and names of directives, and roles. Marks of inline markup, and the lines under titles and around
// tables, are left out, too. It skips directives without text content. It reads line by line without
// parsing. The text differs from a Docutils page by a few words in a thousand.
func openRST(d *medium.Reading) error {
	octets, err := plain.Whole(d, "reStructuredText")
	if err != nil {
		return err
	}
	d.Text = strings.NewReader(textOf(string(octets)))
	return nil
}

func textOf(source string) string {
	r := reader{skip: -1, options: -1, literal: -1}
	for line := range strings.SplitSeq(strings.ReplaceAll(strings.ReplaceAll(source, "\r\n", "\n"), "\t", "        "), "\n") {
		line = strings.TrimRight(line, " ")
		bare := strings.TrimLeft(line, " ")
		r.line(bare, len(line)-len(bare))
	}
	r.flush()
	return strings.Join(r.out, "\n")
}

// reader reads lines.
type reader struct {
	out       []string
	paragraph []string // markup may span its lines
	// The indentation of a skipped block, of a directive's options and of a literal block; -1 outside one.
	skip, options, literal int
}

func (r *reader) flush() {
	if len(r.paragraph) > 0 {
		r.out = append(r.out, inline(strings.Join(r.paragraph, "\n")))
		r.paragraph = nil
	}
}

// line reads a line, without the blanks around it.
func (r *reader) line(bare string, indent int) {
	if bare == "" {
		r.flush()
		r.options = -1
		return
	}
	if r.skip >= 0 && indent > r.skip {
		return
	}
	r.skip = -1
	if r.options >= 0 && indent > r.options && option().MatchString(bare) {
		return
	}
	if r.literal >= 0 && indent > r.literal {
		r.out = append(r.out, bare)
		return
	}
	r.literal = -1
	switch {
	case isAdornment(bare), table().MatchString(bare):
		r.flush()
	case bare == "..", strings.HasPrefix(bare, ".. "):
		r.flush()
		r.explicit(bare, indent)
	case strings.HasPrefix(bare, "__ "): // the target of an anonymous reference
	case strings.HasSuffix(bare, "::"): // a literal block follows
		bare = strings.TrimSuffix(bare, ":")
		if bare == ":" {
			bare = ""
		}
		r.paragraph = append(r.paragraph, strings.TrimRight(bare, " "))
		r.flush()
		r.literal, r.options = indent, -1
	default:
		if strings.HasPrefix(bare, "|") && strings.HasSuffix(bare, "|") && strings.Contains(bare, " ") { // a table's row
			bare = strings.ReplaceAll(strings.Trim(bare, "|"), "|", " ")
		} else if strings.HasPrefix(bare, "| ") { // a line block
			bare = bare[2:]
		}
		r.paragraph = append(r.paragraph, bullet().ReplaceAllString(bare, ""))
	}
}

// explicit reads the line that begins an explicit markup block.
func (r *reader) explicit(line string, indent int) {
	kind, argument := blockOf(line)
	switch kind {
	case nothing:
		r.skip = indent
	case literally:
		r.literal, r.options = indent, indent
	case content:
		r.options = indent
	}
	if argument != "" {
		r.out = append(r.out, inline(argument))
	}
}

var (
	option = lazy.Regexp(`^:[^:` + "`" + `]+:(?: |$)`)
	table  = lazy.Regexp(`^(?:\+[-=+]+\+|=+(?: +=+)+|-+(?: +-+)+)$`)
	bullet = lazy.Regexp(`^(?:[*+•‣⁃-] +|#\. +)`)

	directive = lazy.Regexp(`^\.\. (?:\|[^|]+\| +)?([A-Za-z0-9][A-Za-z0-9_.+:-]*?) ?::(?: +(.*))?$`)
	footnote  = lazy.Regexp(`^\.\. (\[[^\]]+\])(?: +(.*))?$`)
)

// kind is the part of an explicit markup block to read.
type kind int

const (
	nothing kind = iota
	content
	literally
)

// blockOf returns the kind of the block that a line begins, and the text on the line.
func blockOf(line string) (k kind, argument string) {
	if m := footnote().FindStringSubmatch(line); m != nil {
		return content, strings.Trim(m[1], "[]#*") + " " + m[2]
	}
	m := directive().FindStringSubmatch(line)
	if m == nil || strings.HasPrefix(line, ".. |") || strings.HasPrefix(line, ".. _") {
		return nothing, "" // a comment, a target, a substitution
	}
	switch name := strings.ToLower(m[1]); name {
	case "code", "code-block", "sourcecode", "highlight", "parsed-literal", "console", "math", "prompt", "doctest", "testcode", "snippet":
		return literally, ""
	case "note", "warning", "tip", "hint", "important", "caution", "danger", "attention", "error", "admonition", "seealso",
		"topic", "sidebar", "rubric", "epigraph", "compound", "container", "figure", "table", "list-table", "csv-table",
		"versionadded", "versionchanged", "deprecated", "line-block", "centered", "hlist", "glossary", "tab", "tabs",
		"pull-quote", "highlights", "abstract", "dedication", "contents-note":
		if name == "container" || name == "figure" || name == "list-table" || name == "hlist" {
			m[2] = ""
		}
		return content, m[2]
	}
	if name := strings.ToLower(m[1]); strings.Contains(name, ":") || objects.Has(name) {
		return content, m[2]
	}
	return nothing, ""
}

// objects are directives of Sphinx that describe a thing by its name.
var objects = lazy.Names(`attribute class classmethod confval cmdoption currentmodule data describe
	django-admin django-admin-option envvar exception fieldlookup function method option
	setting templatefilter templatetag`)

// isAdornment reports whether a line is one repeated punctuation character.
func isAdornment(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	return len(s) >= 2 && n == 1 && !unicode.IsLetter(r) && !unicode.IsDigit(r) && strings.Trim(s, s[:1]) == "" && (len(s) > 3 || s != "::" && s != "...")
}
