// Package lightweight reads Markdown, reStructuredText, CSV and TSV. Importing it registers the readers.
package lightweight

import (
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
	"github.com/lsh-interop/fpcheck/extract/lightweight/internal/commonmark"
	"github.com/lsh-interop/fpcheck/extract/lightweight/internal/separated"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

const (
	markdownType = "text/markdown"
	rstType      = "text/x-rst"
	csvType      = "text/csv"
	tsvType      = "text/tab-separated-values"
)

var family = formats.Family{
	Name: "lightweight",
	Formats: []formats.Format{
		{Line: 4, Types: []string{markdownType}, Read: openMarkdown,
			Named: map[string]string{".markdown": markdownType, ".md": markdownType}},
		{Line: 5, Types: []string{rstType}, Read: openRST, Named: map[string]string{".rst": rstType}},
		{Line: 43, Types: []string{csvType}, Read: separated.Open, Named: map[string]string{".csv": csvType}},
		{Line: 44, Types: []string{tsvType}, Read: separated.OpenTSV,
			Named: map[string]string{".tab": tsvType, ".tsv": tsvType}},
	},
	Text: func(head []byte) string {
		if separated.Is(head) {
			return csvType
		}
		return ""
	},
}

var _ = formats.Register(&family)

// openMarkdown reads Markdown as the page that it is written for.
func openMarkdown(d *medium.Reading) error {
	octets, err := plain.Whole(d, "Markdown")
	if err != nil {
		return err
	}
	if matter := frontMatter().FindIndex(octets); matter != nil {
		octets = octets[matter[1]:]
	}
	page, err := commonmark.HTML(d, octets)
	if err != nil {
		return err
	}
	text, _, err := markup.Text(d, page, "utf-8")
	if err != nil {
		return err
	}
	d.Tool, d.Text = markup.Version("golang.org/x/net", "/html"), strings.NewReader(text)
	return nil
}

// frontMatter is the block at the start of a file that site generators read: YAML or TOML.
var frontMatter = lazy.Regexp(`\A(?:---[ \t]*(?:\r\n?|\n)(?s:.*?[\r\n])??(?:---|\.\.\.)|\+\+\+[ \t]*(?:\r\n?|\n)(?s:.*?[\r\n])??\+\+\+)[ \t]*(?:\r\n?|\n|\z)`)
