// Package mail reads mails, mailboxes, and web pages saved as mails. Importing it registers the readers.
// Package mailbox, below it, returns the mails of a mailbox one by one.
package mail

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
	"github.com/lsh-interop/fpcheck/internal/store/mailbox"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// open reads a mail (RFC 5322, RFC 2045): its subject, and what is shown of its body. Of
// alternatives the last that has a reader is shown, since they come in increasing order of
// faithfulness (RFC 2046, 5.1.4): HTML rather than plain text. Attachments are documents of
// their own, and left out, as are the other headers.
func open(d *medium.Reading) error {
	octets, err := d.Whole(d.Source, "mail")
	if err != nil {
		return err
	}
	l := &letter{d: d}
	if err := l.message(octets, d); err != nil {
		return err
	}
	l.done()
	return nil
}

// openBox reads the mails of a mailbox in their order, as one document.
func openBox(d *medium.Reading) error {
	octets, err := d.Whole(d.Source, "mailbox")
	if err != nil {
		return err
	}
	l := &letter{d: d}
	for m, err := range mailbox.Messages(bytes.NewReader(octets), d.Budget.Size) {
		if err != nil {
			return fmt.Errorf("%w: %w", medium.ErrMalformed, err)
		}
		if err := l.message(m.Octets, d); err != nil {
			return fmt.Errorf("mail %d: %w", m.Number, err)
		}
	}
	l.done()
	return nil
}

// letter collects the text of mails.
type letter struct {
	d      *medium.Reading
	text   []string
	size   int64
	source *bufio.Reader // of one part after another

	archive bool // it is a page and no mail
}

// mostMultiparts bounds how many multiparts a part may be in.
const mostMultiparts = 32

func (l *letter) done() {
	l.d.Text = strings.NewReader(strings.Join(l.text, "\n"))
}

func (l *letter) message(octets []byte, in *medium.Reading) error {
	within, err := in.Within("")
	if err != nil {
		return err
	}
	message, err := mail.ReadMessage(bytes.NewReader(octets))
	if err != nil {
		return fmt.Errorf("%w: mail: %w", medium.ErrMalformed, err)
	}
	if subject := header(message.Header.Get("Subject")); subject != "" && !l.archive {
		l.text = append(l.text, subject)
	}
	return l.entity(textproto.MIMEHeader(message.Header), message.Body, "text/plain", within, 0)
}

// header decodes the words of RFC 2047 in a header, and octets that are not ASCII.
func header(s string) string {
	words := mime.WordDecoder{CharsetReader: func(label string, r io.Reader) (io.Reader, error) {
		name := whatwg.Lookup(label)
		if name == "" {
			return nil, fmt.Errorf("charset %q", label)
		}
		return whatwg.NewDecoder(name).Reader(r), nil
	}}
	if name, _ := plain.Detect([]byte(s)); name != "utf-8" {
		s, _ = whatwg.NewDecoder(name).String(s)
	}
	if decoded, err := words.DecodeHeader(s); err == nil {
		s = decoded
	}
	return strings.Join(strings.Fields(s), " ")
}

// entity reads a body or a part, of the ordinary media type if it declares none.
func (l *letter) entity(h textproto.MIMEHeader, body io.Reader, ordinary string, in *medium.Reading, level int) error {
	if level > mostMultiparts {
		return fmt.Errorf("%w: mail: more than %d nested parts", medium.ErrTooDeep, mostMultiparts)
	}
	mediaType, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil && mediaType == "" {
		mediaType, params = ordinary, nil
	}
	disposition, file, _ := mime.ParseMediaType(h.Get("Content-Disposition"))
	attach := func(octets io.Reader) error {
		return l.d.Embed(attachedName(file["filename"], params["name"], mediaType, h), h.Get("Content-Type"), octets)
	}
	if disposition == "attachment" {
		return attach(transferred(h.Get("Content-Transfer-Encoding"), body))
	}
	switch {
	case mediaType == "multipart/encrypted",
		strings.HasSuffix(mediaType, "/pkcs7-mime") || strings.HasSuffix(mediaType, "/x-pkcs7-mime"):
		if params["smime-type"] == "signed-data" {
			return fmt.Errorf("%w: mail: the signed text is within the signature (%s)", medium.ErrUnsupported, mediaType)
		}
		return fmt.Errorf("%w: mail: %s", medium.ErrEncrypted, mediaType)
	case strings.HasPrefix(mediaType, "multipart/") && params["boundary"] != "":
		if start := contentID(params["start"]); mediaType == "multipart/related" && start != "" {
			return l.related(start, multipart.NewReader(body, params["boundary"]), in, level)
		}
		return l.parts(mediaType, multipart.NewReader(body, params["boundary"]), in, level)
	case strings.HasPrefix(mediaType, "multipart/"):
		l.d.Note("a multipart body has no boundary: read as plain text")
		mediaType, params = "text/plain", nil
	}
	octets, err := io.ReadAll(transferred(h.Get("Content-Transfer-Encoding"), body))
	if err != nil {
		l.d.Note("a part is cut short or broken: read up to there")
	}
	switch {
	case mediaType == "message/rfc822":
		return l.message(octets, in)
	case bytes.HasPrefix(bytes.TrimLeft(octets, whatwg.Blanks), []byte("-----BEGIN PGP MESSAGE-----")):
		return fmt.Errorf("%w: mail: PGP", medium.ErrEncrypted)
	case !isShown(mediaType):
		return attach(bytes.NewReader(octets))
	}
	return l.part(mediaType, params["charset"], octets, in)
}

// attachedName returns the name of an attachment, "" if it has none. Many programs write it in
// words of RFC 2047, which RFC 2231 does not provide for.
func attachedName(file, name, mediaType string, h textproto.MIMEHeader) string {
	if name = header(cmp.Or(file, name)); name == "" && mediaType == "message/rfc822" {
		return "message.eml"
	}
	return cmp.Or(name, header(h.Get("Content-Description")))
}

// isShown reports whether a part of that type is shown in the mail.
func isShown(mediaType string) bool {
	switch mediaType {
	case "text/plain", "text/html", "text/markdown":
		return true
	}
	return false
}

// related reads a multipart body from its root part (RFC 2387, 3.2), else from the first.
func (l *letter) related(start string, r *multipart.Reader, in *medium.Reading, level int) error {
	var first textproto.MIMEHeader
	var octets []byte
	for {
		part, err := next(r)
		switch {
		case medium.IsFinal(err):
			return err
		case part == nil && first == nil:
			l.lastBoundary(err)
			return nil
		case part == nil:
			l.lastBoundary(err)
			defer in.Budget.Release(int64(len(octets)))
			return l.entity(first, bytes.NewReader(octets), "text/plain", in, level+1)
		case contentID(part.Header.Get("Content-ID")) == start:
			in.Budget.Release(int64(len(octets)))
			return l.entity(part.Header, part, "text/plain", in, level+1)
		case first == nil:
			first = part.Header
			if octets, err = in.Whole(part, "a part of the mail"); medium.IsFinal(err) {
				return err
			}
		}
	}
}

// contentID is the name of a part, without the brackets that it mostly has.
func contentID(name string) string { return strings.Trim(strings.TrimSpace(name), "<>") }

// next returns the next part, nil after the last one: without an error, if it is where it should be.
func next(r *multipart.Reader) (*multipart.Part, error) {
	part, err := r.NextRawPart()
	switch {
	case err == io.EOF:
		return nil, nil
	case errors.Is(err, multipart.ErrMessageTooLarge):
		return nil, fmt.Errorf("%w: mail: %w", medium.ErrTooLarge, err)
	}
	return part, err
}

func (l *letter) lastBoundary(err error) {
	if err != nil {
		l.d.Note("the last boundary of a multipart body is missing")
	}
}

func (l *letter) parts(mediaType string, r *multipart.Reader, in *medium.Reading, level int) error {
	ordinary := "text/plain"
	if mediaType == "multipart/digest" {
		ordinary = "message/rfc822"
	}
	begun := len(l.text)
	for n := 0; ; n++ {
		part, err := next(r)
		if medium.IsFinal(err) {
			return err
		}
		if part == nil || err != nil {
			l.lastBoundary(err)
			return nil
		}
		if n > 0 && (mediaType == "multipart/related" || mediaType == "multipart/signed") {
			continue // the first part refers to these, or they sign it
		}
		before := len(l.text)
		if err := l.entity(part.Header, part, ordinary, in, level+1); err != nil {
			return err
		}
		if mediaType == "multipart/alternative" && len(l.text) > before {
			l.text = append(l.text[:begun], l.text[before:]...)
		}
	}
}

// part reads a text as its own document.
func (l *letter) part(mediaType, label string, octets []byte, in *medium.Reading) error {
	if label != "" && whatwg.Lookup(label) == "" {
		l.d.Note("a part declares the charset %q, which is unknown", label)
		label = ""
	}
	if strings.EqualFold(label, "us-ascii") { // the default of many programs, whatever the text
		label = ""
	}
	declared := mediaType
	if label != "" {
		declared = mime.FormatMediaType(mediaType, map[string]string{"charset": label})
	}
	if l.source == nil {
		l.source = bufio.NewReaderSize(nil, medium.SourceSize)
	}
	l.source.Reset(bytes.NewReader(octets))
	part := *in
	if err := part.Open(l.source, declared); err != nil {
		return fmt.Errorf("a part of the mail: %w", err)
	}
	text, err := io.ReadAll(part.Text)
	if err != nil {
		return fmt.Errorf("a part of the mail: %w", err)
	}
	for _, note := range part.Notes {
		l.d.Note("%s", note)
	}
	l.d.Tool = cmp.Or(l.d.Tool, part.Tool)
	if l.size += int64(len(text)); l.size > in.Budget.Size {
		return in.Budget.TooLarge("text in a mail")
	}
	l.text = append(l.text, string(bytes.TrimPrefix(text, []byte("\uFEFF"))))
	return nil
}

// transferred undoes a content transfer encoding (RFC 2045, 6).
func transferred(encoding string, body io.Reader) io.Reader {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		return quotedprintable.NewReader(body)
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, onlyBase64{body})
	}
	return body
}

// onlyBase64 leaves out the octets that RFC 2045, 6.8 says to ignore.
type onlyBase64 struct{ r io.Reader }

func (o onlyBase64) Read(p []byte) (int, error) {
	n, err := o.r.Read(p)
	kept := p[:0]
	for _, c := range p[:n] {
		if 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/' || c == '=' {
			kept = append(kept, c)
		}
	}
	return len(kept), err
}

// isMessage reports whether a text that begins with head is a mail, by its headers: it has a sender, and
// a header that programs write. Where its headers are longer than head, the sender may be among
// the rest of them, and two headers of programs tell a mail.
func isMessage(head []byte) bool {
	block, _, whole := bytes.Cut(bytes.ReplaceAll(head, []byte("\r\n"), []byte("\n")), []byte("\n\n"))
	lines := bytes.Split(block, []byte("\n"))
	if !whole && len(lines) > 1 { // the last may be cut short
		lines = lines[:len(lines)-1]
	}
	from, written := false, make(map[string]bool)
	for i, line := range lines {
		name, _, ok := bytes.Cut(line, []byte(":"))
		switch {
		case i > 0 && len(line) > 0 && (line[0] == ' ' || line[0] == '\t'):
			continue
		case !ok || bytes.ContainsAny(name, " \t"):
			return false
		}
		name = bytes.ToLower(name)
		from = from || string(name) == "from"
		if slices.Contains(ofPrograms, string(name)) {
			written[string(name)] = true
		}
	}
	return from && len(written) > 0 || !whole && len(head) >= longHead && len(written) > 1
}

// longHead is how many octets of headers are more than a person writes.
const longHead = 1 << 10

// ofPrograms are the headers that only programs write, in small letters.
var ofPrograms = []string{
	"received", "message-id", "mime-version", "delivered-to", "return-path", "authentication-results", "received-spf",
	"dkim-signature", "arc-seal", "arc-message-signature", "arc-authentication-results", "x-received", "x-mailer",
}
