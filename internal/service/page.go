package service

import (
	"embed"
	"net/http"

	"github.com/lsh-interop/fpcheck/internal/page/stylesheet"
)

// The page asks the service that it comes from, and nothing else.
//
//go:embed page
var pageFiles embed.FS

// policy lets the page load its own style and script, and no other page hold it in a frame.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// pageFile answers with a file of the page.
func pageFile(name, mediaType, before string) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, _ *http.Request) error {
		octets, err := pageFiles.ReadFile("page/" + name)
		if err != nil {
			return err
		}
		h := w.Header()
		h.Set("Content-Type", mediaType+"; charset=utf-8")
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		w.Write(append([]byte(before), octets...))
		return nil
	}
}

// pageRoutes are those of the page.
func pageRoutes() []route {
	return []route{
		{"GET /{$}", open, pageFile("page.html", "text/html", "")},
		{"GET /page.css", open, pageFile("page.css", "text/css", stylesheet.Base)},
		{"GET /page.js", open, pageFile("page.js", "text/javascript", "")},
	}
}
