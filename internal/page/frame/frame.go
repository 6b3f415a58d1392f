// Package frame writes the head, style, header and footer that all HTML pages of this module share.
// A report is one file without scripts that needs no network.
package frame

import (
	_ "embed"
	"html/template"
	"io"
	"sync"
)

// Style has the colours for light, dark and print, and the type. Tables of class board become lists
// on a phone. A page's own style follows it.
//
//go:embed base.css
var Style string

//go:embed frame.html
var source string

// A Frame is a page without its content.
type Frame struct {
	style string
	parse func() *template.Template
}

// New returns a frame for the templates "header" and "main" in html, which may also define "head"
// and "footer". It parses them when the first page is written, with funcs, and panics if it cannot.
func New(html, style string, funcs template.FuncMap) *Frame {
	return &Frame{Style + style, sync.OnceValue(func() *template.Template {
		return template.Must(template.Must(template.New("frame").Funcs(funcs).Parse(source)).Parse(html))
	})}
}

// Write writes a page of a version of fpcheck. The templates of the frame show the content.
func (f *Frame) Write(w io.Writer, title, version string, content any) error {
	return f.parse().Execute(w, struct {
		Title, Version string
		Style          template.CSS
		Content        any
	}{title, version, template.CSS(f.style), content})
}
