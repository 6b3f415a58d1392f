package templates

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"html/template"
	"math/rand/v2"
	"slices"
	"strings"
)

// names are the templates. The two with the suffix -teaser put a paragraph
// about something else before the article.
var names = []string{
	"amp",
	"aspnet",
	"bootstrap-teaser",
	"forum",
	"government",
	"hashed",
	"journal",
	"megamenu",
	"news",
	"newspaper",
	"portal-teaser",
	"print",
	"tables",
	"wiki",
	"wordpress",
}

var designs = template.Must(template.ParseFS(files, "pages/*.html"))

// Names returns the names of the templates.
func Names() []string { return slices.Clone(names) }

// Render returns a page that shows the article in a design. The words around
// the article depend on its name, the template and the copy number only. The
// article is shown as it is: for a copy with edits give Edited(a, copy).
func Render(a Article, design string, copy int) []byte {
	p := newPage(a, rand.New(seed(a.Name, design, copy)))
	var out bytes.Buffer
	if err := designs.ExecuteTemplate(&out, design+".html", p); err != nil {
		panic(err)
	}
	if design == "tables" {
		return numericReferences(out.String())
	}
	return out.Bytes()
}

func seed(name, design string, copy int) *rand.PCG {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s|%s", name, design)
	return rand.NewPCG(h.Sum64(), uint64(copy))
}

// numericReferences writes every character outside ASCII as a reference, as
// old editors did.
func numericReferences(page string) []byte {
	var out strings.Builder
	for _, r := range page {
		if r < 0x80 {
			out.WriteRune(r)
		} else {
			fmt.Fprintf(&out, "&#%d;", r)
		}
	}
	return []byte(out.String())
}
