// Package passagepage writes passages that documents share as an HTML page, side by side:
//
//	p := &passagepage.Page{Title: "2 repeated passages"}
//	p.Passages = append(p.Passages, passagepage.Passage{Words: 20, Documents: 2, Holder: one, Other: other})
//	err := p.WriteHTML(out)
package passagepage

import (
	_ "embed"
	"html/template"
	"io"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/page/frame"
)

//go:embed page.html
var templates string

//go:embed page.css
var style string

var pageFrame = frame.New(templates, style, template.FuncMap{"name": cli.DisplayShort})

// A Page is passages that documents share.
type Page struct {
	Title    string // what was found
	Passages []Passage
	More     int // passages that are left out
}

// A Passage stands in two documents.
type Passage struct {
	Words         float64
	Documents     int // with the passage
	Holder, Other Side
}

// A Side is a passage in one of its documents, with some text around it.
type Side struct {
	ID                     string // any bytes
	Start, End             int    // bytes of the text
	Before, Passage, After string
}

// WriteHTML writes the page: one file that needs no network and no scripts.
func (p *Page) WriteHTML(w io.Writer) error {
	return pageFrame.Write(w, p.Title, fpcheck.Version, p)
}
