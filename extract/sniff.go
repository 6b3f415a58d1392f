package extract

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/gabriel-vasile/mimetype"

	"github.com/lsh-interop/fpcheck/extract/internal/biff"
	"github.com/lsh-interop/fpcheck/extract/internal/mail"
	"github.com/lsh-interop/fpcheck/extract/internal/office"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
	"github.com/lsh-interop/fpcheck/extract/internal/word"
	"github.com/lsh-interop/fpcheck/extract/internal/zipped"
	"github.com/lsh-interop/fpcheck/internal/store/mailbox"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// sniffed is how many octets at the start of a document are looked at.
const sniffed = 3072

// endings are those of file names that tell kinds of text apart.
var endings = sync.OnceValue(func() map[string]string {
	return map[string]string{
		".eml":      "message/rfc822",
		".htm":      "text/html",
		".html":     "text/html",
		".markdown": "text/markdown",
		".mbox":     "application/mbox",
		".mht":      mail.Archive,
		".mhtml":    mail.Archive,
		".md":       "text/markdown",
		".rst":      "text/x-rst",
		".text":     "text/plain",
		".txt":      "text/plain",

		".fodg": zipped.OpenDocument + "graphics-flat-xml",
		".fodp": zipped.OpenDocument + "presentation-flat-xml",
		".fods": zipped.OpenDocument + "spreadsheet-flat-xml",
		".fodt": zipped.OpenDocument + "text-flat-xml",

		".fb2": zipped.FictionBook,

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
})

// structured are the kinds of text whose markup is not content.
var structured = []string{"text/xml", "text/rtf", "image/svg+xml"}

// sniff returns the media type of a document by its first octets. The name only tells one
// kind of text from another: a PDF that is called x.txt is a PDF.
func sniff(head []byte, name string) string {
	if bytes.HasPrefix(head, []byte(`{\rtf`)) { // which may hold octets that no text has
		return "text/rtf"
	}
	if biff.Is(head) {
		return office.Excel
	}
	if word.Older(head) != "" {
		return office.Word
	}
	if t := signed(head); t != "" {
		return t
	}
	if len(head) > 0 && head[0] == 1 && mailbox.Begins(head) { // MMDF, whose octets are not all of a text
		return "application/mbox"
	}
	found := mimetype.Detect(telling(head))
	text := has(found, "text/plain")
	if len(head) == 0 || plain.Wide(head) != "" && is(found, "application/octet-stream") {
		text = true
	}
	if has(found, office.Compound) { // its streams, further down, tell the kind
		return office.Compound
	}
	if !text {
		if has(found, zipped.ZIP) { // its members, further down, tell the kind
			return zipped.ZIP
		}
		if is(found, "application/octet-stream") && isWordPerfect4(head) {
			return office.WordPerfect
		}
		return bare(found.String())
	}
	if t := zipped.FlatType(head); t != "" {
		return t
	}
	if t, ok := endings()[strings.ToLower(path.Ext(name))]; ok {
		return t
	}
	if mail.IsArchive(head) {
		return mail.Archive
	}
	if mailbox.Begins(head) {
		return "application/mbox"
	}
	if mail.Is(head) {
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

// isWordPerfect4 reports whether head begins as documents of WordPerfect 4.2 do. They have no
// signature, but settings at the start, each of a known length between two octets with its number.
func isWordPerfect4(head []byte) bool {
	for range 2 {
		n := 0
		if len(head) > 0 {
			switch head[0] {
			case 0xCE: // the number of a page
				n = 4
			case 0xC0, 0xCB, 0xD0: // margins, a font, the length of a page
				n = 6
			}
		}
		if n == 0 || len(head) < n || head[n-1] != head[0] {
			return false
		}
		head = head[n:]
	}
	return true
}

// kindOfEmbedded is [sniff] for documents that are named and not opened: for those whose members
// or streams would tell the kind, the ending of the name does.
func kindOfEmbedded(head []byte, name string) string {
	t := sniff(head, name)
	if t == zipped.ZIP || t == office.Compound {
		ending := strings.ToLower(path.Ext(name))
		for _, r := range readers {
			if ending != "" && slices.Contains(strings.Fields(r.endings), ending) {
				return r.types[0]
			}
		}
	}
	return t
}

// telling returns as much of head as is needed to sniff it: a short start of a text without
// markup. Signatures are further up in a file, but for those of PDF, whose place is free, and of
// tar, which is a sum in octal digits. Other octets count only if they are not text.
func telling(head []byte) []byte {
	const (
		enough  = 160 // DICOM's is the last, at 128
		tarFrom = 148
		tarTo   = 156
	)
	if len(head) <= enough || bytes.IndexByte(head, '<') >= 0 || bytes.IndexByte(head, 0xFF) >= 0 ||
		hasControls(head) || bytes.Contains(head, []byte("%PDF-")) || isOctal(head[tarFrom:tarTo]) {
		return head
	}
	return head[:enough]
}

// isOctal reports whether digits, with spaces around them, are octal.
func isOctal(digits []byte) bool {
	digits = bytes.Trim(digits, " ")
	return len(digits) > 0 && !slices.ContainsFunc(digits, func(c byte) bool { return c < '0' || c > '7' })
}

// hasControls reports whether there is a control character but for white space.
func hasControls(head []byte) bool {
	for ; len(head) >= 8; head = head[8:] {
		for low := below(binary.LittleEndian.Uint64(head)); low != 0; low &= low - 1 { // mostly the end of a line
			if isControl(head[bits.TrailingZeros64(low)/8]) {
				return true
			}
		}
	}
	return slices.ContainsFunc(head, isControl)
}

// below returns eight octets of which those have their top bit set, and no other bit, that are
// below 0x20 in eight others. Behind the first such octet more may have it.
func below(eight uint64) uint64 {
	const (
		ones = 0x0101010101010101
		tops = 0x80 * ones
	)
	return (eight - 0x20*ones) &^ eight & tops
}

func isControl(c byte) bool { return c < 0x20 && !whatwg.IsBlank(c) }

// has reports whether t, or a type that t is a kind of, has the usual name mediaType.
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
