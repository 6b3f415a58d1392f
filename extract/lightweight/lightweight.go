// Package lightweight reads Markdown and reStructuredText. Importing it registers the readers.
package lightweight

import "github.com/lsh-interop/fpcheck/extract/internal/formats"

const (
	markdownType = "text/markdown"
	rstType      = "text/x-rst"
)

var family = formats.Family{
	Name: "lightweight",
	Formats: []formats.Format{
		{Line: 4, Types: []string{markdownType}, Read: openMarkdown,
			Named: []formats.Named{{Ending: ".markdown", MediaType: markdownType}, {Ending: ".md", MediaType: markdownType}}},
		{Line: 5, Types: []string{rstType}, Read: openRST, Named: []formats.Named{{Ending: ".rst", MediaType: rstType}}},
	},
}

var _ = formats.Register(&family)
