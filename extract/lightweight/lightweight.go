// Package lightweight reads Markdown, reStructuredText, CSV and TSV. Importing it registers the readers.
package lightweight

import (
	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/lightweight/internal/separated"
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
