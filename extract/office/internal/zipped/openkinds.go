package zipped

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// OpenDocument comes in kinds: texts, sheets, slides, drawings, and also charts and formulas alone.
// OpenOffice.org 1 has them, too. Its elements have other namespaces, and some have other names.

// isOpen reports whether a media type is one of OpenDocument or OpenOffice.org 1.
func isOpen(mediaType string) bool {
	return (strings.HasPrefix(mediaType, OpenDocument) || strings.HasPrefix(mediaType, OpenOffice)) &&
		!strings.ContainsFunc(mediaType, isOdd)
}

// openKind returns the kind that a media type names, also as a template or in one XML file.
func openKind(mediaType string) string {
	kind := strings.TrimPrefix(strings.TrimPrefix(mediaType, OpenDocument), OpenOffice)
	if end := strings.IndexAny(kind, "-."); end >= 0 {
		kind = kind[:end]
	}
	return kind
}

// openReader returns the reader of a kind. One without a reader is a document all the same.
func (p *reader) openReader(mediaType string) func() error {
	switch openKind(mediaType) {
	case "text", "spreadsheet", "presentation", "graphics", "image", "writer", "calc", "impress", "draw":
		return p.openDocument
	case "chart", "formula", "math":
		return p.openAlone
	}
	return func() error { return fmt.Errorf("%w: OpenDocument of type %q", medium.ErrUnsupported, mediaType) }
}

// openRoot returns the media type that the manifest declares, that of a text if it declares none.
func (p *reader) openRoot() (mediaType string, err error) {
	mediaType = OpenDocument + "text"
	err = p.walk(manifestFile, elements{start: func(name string, e xml.StartElement) bool {
		if t := attr(e, "media-type"); name == "manifest:file-entry" && attr(e, "full-path") == "/" && isOpen(t) {
			mediaType = t
		}
		return true
	}})
	return mediaType, err
}

// openAlone reads a document that is only a formula or a chart.
func (p *reader) openAlone() error {
	if err := p.openManifest(); err != nil {
		return err
	}
	o := newOpenObject(p.document, p.flow)
	if err := p.walk("content.xml", elements{o.start, o.end, o.characters}); err != nil {
		return err
	}
	o.done()
	return nil
}

// renamed returns the name of an element of OpenOffice.org 1 in OpenDocument.
func renamed(name string) string {
	switch name {
	case "text:footnote", "text:endnote":
		return "text:note"
	case "text:footnote-citation", "text:endnote-citation":
		return "text:note-citation"
	case "text:tab-stop":
		return "text:tab"
	}
	return name
}

// class notes the kind that a document of OpenOffice.org 1 declares. OpenDocument has an element for it.
func (t *openText) class(name string) {
	switch name {
	case "spreadsheet":
		t.sheet = true
	case "presentation":
		t.slides = true
	}
}

// valueOf returns the attribute of a cell that has its value.
func valueOf(e xml.StartElement, name string) string {
	if value := attrIn(e, "office:"+name); value != "" {
		return value
	}
	return attrIn(e, "table:"+name)
}
