package extract

import (
	"bytes"
	"encoding/binary"
	"path"
	"slices"
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
	found := mimetype.Detect(telling(head))
	text := has(found, "text/plain")
	if len(head) == 0 || wide(head) != "" && is(found, "application/octet-stream") {
		text = true
	}
	if has(found, compoundFile) { // its streams, further down, say of what kind
		return compoundFile
	}
	if !text {
		if has(found, zipType) { // what a ZIP archive is, all of it must be there to say
			return zipType
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
		if is(t, "text/html") {
			return "text/html"
		}
		for _, s := range structured {
			if is(t, s) {
				return bare(found.String())
			}
		}
	}
	return "text/plain"
}

// telling is as much of head as says what it is: the first 1024 octets of a text that has
// no markup. Nothing that begins later is looked for in one, but that it goes on as text.
func telling(head []byte) []byte {
	const enough = 1024
	if len(head) > enough && bytes.IndexByte(head, '<') < 0 && bytes.IndexByte(head, 0xFF) < 0 && !hasControls(head) {
		return head[:enough]
	}
	return head
}

// hasControls reports whether there is a control character but for white space.
func hasControls(head []byte) bool {
	const (
		ones = 0x0101010101010101
		tops = 0x80 * ones
	)
	for len(head) >= 8 {
		x := binary.LittleEndian.Uint64(head)
		if (x-0x20*ones)&^x&tops != 0 && slices.ContainsFunc(head[:8], isControl) {
			return true
		}
		head = head[8:]
	}
	return slices.ContainsFunc(head, isControl)
}

func isControl(c byte) bool { return c < 0x20 && !isBlank(c) }

// has reports that t or one that it is a kind of is a media type, by its usual name.
func has(t *mimetype.MIME, mediaType string) bool {
	for ; t != nil; t = t.Parent() {
		if is(t, mediaType) {
			return true
		}
	}
	return false
}

func is(t *mimetype.MIME, mediaType string) bool { return bare(t.String()) == mediaType }

func bare(mediaType string) string {
	t, _, _ := strings.Cut(mediaType, ";")
	return t
}
