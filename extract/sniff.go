package extract

import (
	"bytes"
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// sniffed is how many octets at the start of a document are looked at.
const sniffed = 3072

// endings tell kinds of text apart by the file's name.
var endings = map[string]string{
	".eml":      "message/rfc822",
	".htm":      "text/html",
	".html":     "text/html",
	".markdown": "text/markdown",
	".mbox":     "application/mbox",
	".md":       "text/markdown",
	".rst":      "text/x-rst",
	".text":     "text/plain",
	".txt":      "text/plain",

	".fodg": openDocument + "graphics-flat-xml",
	".fodp": openDocument + "presentation-flat-xml",
	".fods": openDocument + "spreadsheet-flat-xml",
	".fodt": openDocument + "text-flat-xml",

	".alto":    "application/xml",
	".dbk":     "application/docbook+xml",
	".docbook": "application/docbook+xml",
	".jats":    "application/jats+xml",
	".nxml":    "application/jats+xml",
	".svg":     "image/svg+xml",
	".tei":     "application/tei+xml",
	".xht":     "application/xhtml+xml",
	".xhtml":   "application/xhtml+xml",
	".xml":     "application/xml",
}

// structured are the kinds of text whose markup is not content.
var structured = []string{"text/xml", "text/rtf", "image/svg+xml"}

// sniff returns the media type of a document by its first octets. A name only
// tells one kind of text from another: a PDF by the name of x.txt is a PDF.
func sniff(head []byte, name string) string {
	if bytes.HasPrefix(head, []byte(`{\rtf`)) { // it may hold octets that no text has
		return "text/rtf"
	}
	found := mimetype.Detect(head)
	text := false
	for t := found; t != nil; t = t.Parent() {
		text = text || t.Is("text/plain")
	}
	if len(head) == 0 || wide(head) != "" && found.Is("application/octet-stream") {
		text = true
	}
	for t := found; t != nil; t = t.Parent() {
		if t.Is(compoundFile) { // its streams, further down, say of what kind
			return compoundFile
		}
	}
	if !text {
		// What a ZIP archive is, all of it must be there to say.
		for t := found; t != nil; t = t.Parent() {
			if t.Is(zipType) {
				return zipType
			}
		}
		return bare(found.String())
	}
	if t, ok := endings[strings.ToLower(path.Ext(name))]; ok {
		return t
	}
	if isMail(head) {
		return "message/rfc822"
	}
	for t := found; t != nil; t = t.Parent() {
		if t.Is("text/html") {
			return "text/html"
		}
		for _, s := range structured {
			if t.Is(s) {
				return bare(found.String())
			}
		}
	}
	return "text/plain"
}

func bare(mediaType string) string {
	t, _, _ := strings.Cut(mediaType, ";")
	return t
}
