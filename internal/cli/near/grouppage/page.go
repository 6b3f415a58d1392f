// Package grouppage writes groups of near duplicates as an HTML page, the largest first. For each
// group the page shows the documents farthest from the kept one, with the texts side by side.
//
//	p := &grouppage.Page{Title: "2 groups of near duplicates"}
//	p.Add(grouppage.Group{Keep: "a.txt", Size: 2, Weakest: 0.93, Others: others})
//	err := p.WriteHTML(out)
package grouppage

import (
	_ "embed"
	"html/template"
	"io"
	"math"
	"strconv"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/internal/page/frame"
)

//go:embed page.html
var templates string

//go:embed page.css
var style string

var pageFrame = frame.New(templates, style, template.FuncMap{"name": cli.DisplayShort, "similarity": Similarity})

// A Page has groups of near duplicates. IDs may be any bytes.
type Page struct {
	Title  string // what was found
	Facts  []Fact // how
	Groups []Group
	More   int // groups that are left out
}

// A Fact is a line at the top of the page.
type Fact struct{ Name, Value string }

// A Group has documents that are near one another.
type Group struct {
	Keep     string // the id of the one to keep
	Features int64  // 0 if unknown
	Size     int
	Weakest  float64 // the least similarity to the one to keep
	Others   []Document
}

// A Document is a document to remove.
type Document struct {
	ID         string
	Similarity float64 // to the one to keep
	Features   int64   // 0 if unknown
	Reason     string  // why it is to be removed
	Texts      *difference.Excerpt
	Cut        int    // bytes of each text that Texts are about, if not all
	Note       string // why there are no Texts; "" if they were not asked for
}

// More returns the number of documents of the group that are left out.
func (g Group) More() int { return g.Size - 1 - len(g.Others) }

// WriteHTML writes the page: one file that needs no network and no scripts.
func (p *Page) WriteHTML(w io.Writer) error {
	return pageFrame.Write(w, p.Title, fpcheck.Version, p)
}

// Similarity spells a similarity with two decimals. It never rounds up to 1.
func Similarity(x float64) string {
	if x < 1 {
		x = math.Min(x, .99)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}
