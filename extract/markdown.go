package extract

import (
	"bufio"
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// markdown is CommonMark 0.31 with GitHub's extensions and footnotes. HTML within is HTML.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.GFM, extension.NewFootnote(extension.WithFootnoteBacklinkHTML(""))),
	goldmark.WithRendererOptions(html.WithUnsafe()),
)

// openMarkdown reads Markdown as the page that it is written for.
func openMarkdown(d *Document, source *bufio.Reader, in *inner) error {
	octets, err := wholePlain(d, source, in, "Markdown")
	if err != nil {
		return err
	}
	octets = frontMatter.ReplaceAll(octets, nil)
	const deepest = 500 // as of HTML
	if n := quoteDepth(octets); n > deepest {
		return fmt.Errorf("%w: Markdown: %d quotes in each other, expected at most %d", ErrTooDeep, n, deepest)
	}
	var page bytes.Buffer
	if err := markdown.Convert(octets, &page); err != nil {
		return fmt.Errorf("%w: Markdown: %w", ErrMalformed, err)
	}
	text, _, err := VisibleText(page.Bytes(), "utf-8")
	if err != nil {
		return err
	}
	d.Tool, d.text = versionOf("github.com/yuin/goldmark", ""), strings.NewReader(text)
	return nil
}

// frontMatter is what site generators read at the start of a file: YAML or TOML.
var frontMatter = regexp.MustCompile(`\A(?:---[ \t]*\r?\n(?s:.*?\n)??(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n(?s:.*?\n)??\+\+\+)[ \t]*(?:\r?\n|\z)`)

// quoteDepth is the greatest number of marks of quotes and lists that a line begins with.
func quoteDepth(text []byte) (most int) {
	for line := range bytes.Lines(text) {
		n := 0
		for i, c := range line {
			mark := c == '>' || (c == '-' || c == '*' || c == '+') && i+1 < len(line) && line[i+1] == ' '
			if mark {
				n++
			} else if c != ' ' && c != '\t' {
				break
			}
		}
		most = max(most, n)
	}
	return most
}
