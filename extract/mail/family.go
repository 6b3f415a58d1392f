package mail

import (
	"bytes"

	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/internal/store/mailbox"
)

// The media types. MHTML (RFC 2557) is a saved page in the form of a mail. Apple's Mail writes the length of a
// mail in a line before it.
const (
	message  = "message/rfc822"
	box      = "application/mbox"
	archive  = "multipart/related"
	numbered = "application/x-emlx"
)

var family = formats.Family{
	Name: "mail",
	Formats: []formats.Format{
		{Line: 26, Types: []string{archive, "application/x-mimearchive"}, Read: openArchive,
			Named: map[string]string{".mht": archive, ".mhtml": archive}},
		{Line: 31, Types: []string{numbered}, Endings: ".emlx", Read: openNumbered},
		{Line: 32, Types: []string{message}, Read: open, Named: map[string]string{".eml": message}},
		{Line: 33, Types: []string{box}, Read: openBox, Named: map[string]string{".mbox": box}},
	},
	Signatures: []formats.Signature{
		{Start: "\x01\x01\x01\x01\n", Is: mailbox.Begins, MediaType: box}, // MMDF, whose bytes are not all of a text
		{Is: isNumbered, MediaType: numbered},
	},
	Text:   recognise,
	Binary: recognise, // NUL may make it no text
}

// recognise returns the media type of a mail or what has the form of mails, or "".
func recognise(head []byte) string {
	head = bytes.TrimLeft(head, "\x00")
	switch {
	case isArchive(head):
		return archive
	case mailbox.Begins(head):
		return box
	case isMessage(head):
		return message
	}
	return ""
}

var _ = formats.Register(&family)
