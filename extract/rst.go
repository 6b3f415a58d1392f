package extract

import (
	"bufio"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// openRST reads reStructuredText, and leaves out what Docutils does not show of it:
// comments, targets, options and names of directives, roles, marks of inline markup,
// the lines under titles and around tables. Of a directive whose content is no text
// nothing stays. It is a reader of lines, no parser: what it makes of a text differs from
// a page of Docutils by a few words in a thousand.
func openRST(d *Document, source *bufio.Reader, in *inner) error {
	octets, err := wholePlain(d, source, in, "reStructuredText")
	if err != nil {
		return err
	}
	d.text = strings.NewReader(rstText(string(octets)))
	return nil
}

func rstText(source string) string {
	var out []string
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(source, "\r\n", "\n"), "\t", "        "), "\n")
	var paragraph []string // markup may go across lines
	flush := func() {
		if len(paragraph) > 0 {
			out = append(out, rstInline(strings.Join(paragraph, "\n")))
			paragraph = nil
		}
	}
	skip, options, literal := -1, -1, -1 // the indentation of what is in each
	for _, line := range lines {
		line = strings.TrimRight(line, " ")
		bare := strings.TrimLeft(line, " ")
		indent := len(line) - len(bare)
		if bare == "" {
			flush()
			options = -1
			continue
		}
		if skip >= 0 && indent > skip {
			continue
		}
		skip = -1
		if options >= 0 && indent > options && rstOption.MatchString(bare) {
			continue
		}
		if literal >= 0 && indent > literal {
			out = append(out, bare)
			continue
		}
		literal = -1
		switch {
		case isAdornment(bare), rstTable.MatchString(bare):
			flush()
			continue
		case bare == ".." || strings.HasPrefix(bare, ".. "):
			flush()
			keep, argument := rstExplicit(bare)
			switch keep {
			case rstNothing:
				skip = indent
			case rstLiteral:
				literal, options = indent, indent
			case rstContent:
				options = indent
			}
			if argument != "" {
				out = append(out, rstInline(argument))
			}
			continue
		case strings.HasPrefix(bare, "__ "):
			continue
		}
		if literalNext(bare) {
			bare = strings.TrimSuffix(bare, ":")
			if bare == ":" {
				bare = ""
			}
			bare = strings.TrimRight(bare, " ")
			paragraph = append(paragraph, bare)
			flush()
			literal, options = indent, -1
			continue
		}
		if strings.HasPrefix(bare, "|") && strings.HasSuffix(bare, "|") && strings.Contains(bare, " ") {
			bare = strings.ReplaceAll(strings.Trim(bare, "|"), "|", " ")
		} else if strings.HasPrefix(bare, "| ") { // a line block
			bare = bare[2:]
		}
		bare = rstBullet.ReplaceAllString(bare, "")
		paragraph = append(paragraph, bare)
	}
	flush()
	return strings.Join(out, "\n")
}

func literalNext(line string) bool { return strings.HasSuffix(line, "::") }

var (
	rstOption = regexp.MustCompile(`^:[^:` + "`" + `]+:(?: |$)`)
	rstTable  = regexp.MustCompile(`^(?:\+[-=+]+\+|=+(?: +=+)+|-+(?: +-+)+)$`)
	rstBullet = regexp.MustCompile(`^(?:[*+•‣⁃-] +|#\. +)`)

	rstDirective  = regexp.MustCompile(`^\.\. (?:\|[^|]+\| +)?([A-Za-z0-9][A-Za-z0-9_.+:-]*?) ?::(?: +(.*))?$`)
	rstFootnote   = regexp.MustCompile(`^\.\. (\[[^\]]+\])(?: +(.*))?$`)
	rstInlineMark = regexp.MustCompile("(?s)(?::[A-Za-z][A-Za-z0-9:_.+-]*:)?``(.+?)``" +
		"|:([A-Za-z][A-Za-z0-9:_.+-]*):`([^`]+)`" +
		"|`([^`]+)`(__?|:[A-Za-z][A-Za-z0-9:_.+-]*:)?" +
		"|\\*\\*(\\S(?:.*?\\S)??)\\*\\*|\\*(\\S(?:.*?\\S)??)\\*" +
		"|\\|(\\S[^|\n]*)\\|_{0,2}" +
		"|\\[([#*0-9A-Za-z_.-]+)\\]_" +
		"|([\\pL\\pN])__?(\\s|[.,:;!?)'\"-]|$)" +
		"|\\\\(.)")
	rstEmbedded = regexp.MustCompile(`(?s)^(.*?)\s*<[^<>]*>$`)
)

type rstKept int

const (
	rstNothing rstKept = iota
	rstContent
	rstLiteral
)

// rstExplicit is what stays of the block that an explicit markup begins.
func rstExplicit(line string) (keep rstKept, argument string) {
	if m := rstFootnote.FindStringSubmatch(line); m != nil {
		return rstContent, strings.Trim(m[1], "[]#*") + " " + m[2]
	}
	m := rstDirective.FindStringSubmatch(line)
	if m == nil || strings.HasPrefix(line, ".. |") || strings.HasPrefix(line, ".. _") {
		return rstNothing, "" // a comment, a target, a substitution
	}
	switch name := strings.ToLower(m[1]); name {
	case "code", "code-block", "sourcecode", "highlight", "parsed-literal", "console", "math", "prompt", "doctest", "testcode", "snippet":
		return rstLiteral, ""
	case "note", "warning", "tip", "hint", "important", "caution", "danger", "attention", "error", "admonition", "seealso",
		"topic", "sidebar", "rubric", "epigraph", "compound", "container", "figure", "table", "list-table", "csv-table",
		"versionadded", "versionchanged", "deprecated", "line-block", "centered", "hlist", "glossary", "tab", "tabs",
		"pull-quote", "highlights", "abstract", "dedication", "contents-note":
		if name == "container" || name == "figure" || name == "list-table" || name == "hlist" {
			m[2] = ""
		}
		return rstContent, m[2]
	}
	if name := strings.ToLower(m[1]); strings.Contains(name, ":") || rstObjects[name] {
		return rstContent, m[2]
	}
	return rstNothing, ""
}

// rstObjects are directives of Sphinx that describe a thing by its name.
var rstObjects = names(`attribute class classmethod confval cmdoption currentmodule data describe
	django-admin django-admin-option envvar exception fieldlookup function method option
	setting templatefilter templatetag`)

// rstLabels are roles whose text is not shown.
var rstLabels = names("doc numref ref std:doc std:numref std:ref")

// rstInline takes the marks of inline markup off a paragraph.
func rstInline(s string) string {
	return rstInlineMark.ReplaceAllStringFunc(s, func(match string) string {
		m := rstInlineMark.FindStringSubmatch(match)
		switch {
		case m[1] != "":
			return m[1]
		case m[2] != "":
			if title := rstRole(m[3]); title != m[3] || !rstLabels[m[2]] {
				return title
			}
			return "" // the title of a place that is elsewhere
		case m[4] != "":
			return rstRole(m[4])
		case m[6] != "":
			return m[6]
		case m[7] != "":
			return m[7]
		case m[8] != "":
			return m[8]
		case m[9] != "":
			return "[" + strings.TrimLeft(m[9], "#*") + "]"
		case m[10] != "":
			return m[10] + m[11]
		case m[12] != "":
			return strings.TrimLeftFunc(m[12], unicode.IsSpace)
		}
		return match
	})
}

// rstRole is what is shown of interpreted text: the title before <target>, the last name
// after ~, no !.
func rstRole(s string) string {
	if m := rstEmbedded.FindStringSubmatch(s); m != nil && m[1] != "" {
		return m[1]
	}
	if rest, ok := strings.CutPrefix(s, "~"); ok {
		return rest[strings.LastIndex(rest, ".")+1:]
	}
	return strings.TrimPrefix(s, "!")
}

// isAdornment reports whether a line is one character of punctuation, again and again.
func isAdornment(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	return len(s) >= 2 && n == 1 && !unicode.IsLetter(r) && !unicode.IsDigit(r) && strings.Trim(s, s[:1]) == "" && (len(s) > 3 || s != "::" && s != "...")
}
