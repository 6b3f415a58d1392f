package markup

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/lsh-interop/fpcheck/extract/internal/lazy"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
)

// markdown is CommonMark 0.31 with GitHub's extensions and footnotes. HTML within is HTML.
var markdown = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.NewFootnote(extension.WithFootnoteBacklinkHTML(""))),
		goldmark.WithRendererOptions(html.WithUnsafe()),
	)
})

// OpenMarkdown reads Markdown as the page that it is written for.
func OpenMarkdown(d *medium.Document) error {
	octets, err := plain.Whole(d, "Markdown")
	if err != nil {
		return err
	}
	octets = frontMatter().ReplaceAll(octets, nil)
	const deepest = 500 // as of HTML
	if n := quoteDepth(octets); n > deepest {
		return fmt.Errorf("%w: Markdown: %d quotes in each other, expected at most %d", medium.ErrTooDeep, n, deepest)
	}
	var page bytes.Buffer
	if err := markdown().Convert(octets, &page); err != nil {
		return fmt.Errorf("%w: Markdown: %w", medium.ErrMalformed, err)
	}
	text, _, err := VisibleText(page.Bytes(), "utf-8")
	if err != nil {
		return err
	}
	d.Tool, d.Text = versionOf("github.com/yuin/goldmark", ""), strings.NewReader(text)
	return nil
}

// frontMatter is the block at the start of a file that site generators read: YAML or TOML.
var frontMatter = lazy.Regexp(`\A(?:---[ \t]*\r?\n(?s:.*?\n)??(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n(?s:.*?\n)??\+\+\+)[ \t]*(?:\r?\n|\z)`)

// quoteDepth returns the greatest number of marks of quotes and lists at the start of a line.
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
