package lightweight

import (
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
	"github.com/lsh-interop/fpcheck/extract/lightweight/internal/commonmark"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

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
