package service

import (
	_ "embed"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/page/frame"
)

// The page asks the service that it comes from, and nothing else.
//
//go:embed page/page.html
var pageTemplates string

//go:embed page/page.css
var pageStyle string

//go:embed page/page.js
var pageScript string

// pageText returns the page, which is the same for everyone.
var pageText = sync.OnceValue(func() string {
	var b strings.Builder
	if err := frame.New(pageTemplates, "", nil).Write(&b, "", fpcheck.Version, nil); err != nil {
		panic(err)
	}
	return b.String()
})

// policy lets the page load its own style and script, and no other page hold it in a frame.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

func pageFile(mediaType string, text func() string) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, _ *http.Request) error {
		h := w.Header()
		h.Set("Content-Type", mediaType+"; charset=utf-8")
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		io.WriteString(w, text())
		return nil
	}
}

func pageRoutes() []route {
	return []route{
		{"GET /{$}", open, pageFile("text/html", pageText)},
		{"GET /page.css", open, pageFile("text/css", func() string { return frame.Style + pageStyle })},
		{"GET /page.js", open, pageFile("text/javascript", func() string { return pageScript })},
	}
}
