package lightweight

import (
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// markdown is CommonMark 0.31 with GitHub's extensions and footnotes. HTML within is HTML.
var markdown = sync.OnceValue(bounded)

// openMarkdown reads Markdown as the page that it is written for.
func openMarkdown(d *medium.Reading) error {
	octets, err := plain.Whole(d, "Markdown")
	if err != nil {
		return err
	}
	if matter := frontMatter().FindIndex(octets); matter != nil {
		octets = octets[matter[1]:]
	}
	page, err := convert(d.Budget, octets)
	if err != nil {
		return err
	}
	text, _, err := markup.Text(d, page, "utf-8")
	if err != nil {
		return err
	}
	d.Tool, d.Text = markup.Version("github.com/yuin/goldmark", ""), strings.NewReader(text)
	return nil
}

// frontMatter is the block at the start of a file that site generators read: YAML or TOML.
var frontMatter = lazy.Regexp(`\A(?:---[ \t]*\r?\n(?s:.*?\n)??(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n(?s:.*?\n)??\+\+\+)[ \t]*(?:\r?\n|\z)`)
