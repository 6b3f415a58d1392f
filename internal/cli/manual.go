package cli

import (
	"embed"
	"strings"

	"github.com/spf13/cobra"
)

// manualTexts are the texts of the manual beyond the help of each command. A text begins with the
// description. Lines that begin with "# " are headings. Lines that begin with ": " define the term
// on the line before. Lines that begin with four spaces are kept as they are. Code is between
// backquotes.
//
//go:embed manual/*.txt manual/shared/*.txt
var manualTexts embed.FS

// manual is the text about a command.
type manual struct {
	description string
	options     map[string]string // by flag: replaces the flag's usage
	examples    string
	sections    []section // all others, in order
}

type section struct{ heading, text string }

// manualOf returns the manual of a command. Commands of the cobra library have none.
func manualOf(c *cobra.Command) *manual {
	name := strings.TrimPrefix(pageName(c), "fpcheck-")
	text, err := manualTexts.ReadFile("manual/" + name + ".txt")
	m := &manual{options: make(map[string]string)}
	if err != nil {
		m.description = c.Long
		return m
	}
	shared, _ := manualTexts.ReadFile("manual/shared/options.txt")
	m.addOptions(string(shared))
	parts := strings.Split("\n"+string(text), "\n# ")
	m.description = strings.TrimSpace(parts[0])
	for _, part := range parts[1:] {
		heading, text, _ := strings.Cut(part, "\n")
		text = strings.Trim(text, "\n")
		switch heading {
		case "OPTIONS":
			m.addOptions(text)
		case "EXAMPLES":
			m.examples = text
		default:
			m.sections = append(m.sections, section{heading, text})
		}
	}
	return m
}

func (m *manual) addOptions(text string) {
	for _, b := range blocks(text) {
		m.options[strings.TrimPrefix(b.term, "--")] = b.text
	}
}

// pageName returns the name of a command's page: fpcheck-manifest-create.
func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// block is a paragraph, a definition if it has a term, or literal lines.
type block struct {
	term, text string
	literal    bool
}

func blocks(text string) (all []block) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if paragraph = strings.Trim(paragraph, "\n"); paragraph == "" {
			continue
		}
		term, definition, defined := strings.Cut(paragraph, "\n:   ")
		switch {
		case defined:
			all = append(all, block{term: term, text: joinLines(definition)})
		case strings.HasPrefix(paragraph, "  "), strings.HasPrefix(paragraph, "\t"):
			all = append(all, block{text: dedent(paragraph), literal: true})
		default:
			all = append(all, block{text: joinLines(paragraph)})
		}
	}
	return all
}

func joinLines(text string) string { return strings.Join(strings.Fields(text), " ") }

// dedent removes the indentation of literal lines.
func dedent(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimPrefix(l, "    "), "\t")
	}
	return strings.Join(lines, "\n")
}
