package extract

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"regexp"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/whatwg"
)

// openMail reads a mail (RFC 5322, RFC 2045): its subject, and of its body what is shown.
// Of alternatives that is the last that has a reader here, since they come in the order of
// faithfulness (RFC 2046, 5.1.4): HTML rather than plain text. Attachments are documents of
// their own, and left out; the other headers are no words of it.
func openMail(d *Document, source *bufio.Reader, in *inner) error {
	octets, err := whole(source, in.limits, "mail")
	if err != nil {
		return err
	}
	m := &letter{d: d}
	if err := m.message(octets, *in); err != nil {
		return err
	}
	return m.done()
}

// openMbox reads mails one after the other (RFC 4155).
func openMbox(d *Document, source *bufio.Reader, in *inner) error {
	octets, err := whole(source, in.limits, "mailbox")
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(octets, []byte("From ")) {
		return fmt.Errorf("%w: mailbox: expected a line that begins with From and a blank, at octet 0", ErrMalformed)
	}
	m := &letter{d: d}
	at := mboxLine.FindAllIndex(octets, -1)
	for i, line := range at {
		end := len(octets)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		octets := quotedFrom.ReplaceAll(octets[line[1]:end], []byte("$1"))
		if err := m.message(octets, *in); err != nil {
			return fmt.Errorf("mail %d: %w", i+1, err)
		}
	}
	return m.done()
}

var (
	mboxLine   = regexp.MustCompile(`(?m)^From \S.*\r?\n`)
	quotedFrom = regexp.MustCompile(`(?m)^>(>*From )`)
)

// letter collects the text of mails.
type letter struct {
	d        *Document
	text     []string
	size     int64
	attached int
}

// mostMultiparts bounds multiparts in each other.
const mostMultiparts = 32

func (m *letter) done() error {
	if m.attached > 0 {
		m.d.Notes = append(m.d.Notes, fmt.Sprintf("attachments are left out: %d", m.attached))
	}
	m.d.text = strings.NewReader(strings.Join(m.text, "\n"))
	return nil
}

func (m *letter) message(octets []byte, in inner) error {
	if in.depth++; in.depth > in.limits.Depth {
		return fmt.Errorf("%w: mail in %d documents, expected at most %d", ErrTooDeep, in.depth-1, in.limits.Depth)
	}
	message, err := mail.ReadMessage(bytes.NewReader(octets))
	if err != nil {
		return fmt.Errorf("%w: mail: %w", ErrMalformed, err)
	}
	if subject := header(message.Header.Get("Subject")); subject != "" {
		m.text = append(m.text, subject)
	}
	return m.entity(textproto.MIMEHeader(message.Header), message.Body, "text/plain", in, 0)
}

// header decodes the words of RFC 2047 and octets that should not be there.
func header(s string) string {
	words := mime.WordDecoder{CharsetReader: func(label string, r io.Reader) (io.Reader, error) {
		name := whatwg.Lookup(label)
		if name == "" {
			return nil, fmt.Errorf("charset %q", label)
		}
		return whatwg.NewDecoder(name).Reader(r), nil
	}}
	if name, _ := detect([]byte(s)); name != "utf-8" {
		s, _ = whatwg.NewDecoder(name).String(s)
	}
	if decoded, err := words.DecodeHeader(s); err == nil {
		s = decoded
	}
	return strings.Join(strings.Fields(s), " ")
}

// entity reads a body, or a part of one. Its media type is asked for if it has none.
func (m *letter) entity(h textproto.MIMEHeader, body io.Reader, ordinary string, in inner, level int) error {
	if level > mostMultiparts {
		return fmt.Errorf("%w: mail: more than %d parts in each other", ErrTooDeep, mostMultiparts)
	}
	mediaType, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil && mediaType == "" {
		mediaType, params = ordinary, nil
	}
	if disposition, _, _ := mime.ParseMediaType(h.Get("Content-Disposition")); disposition == "attachment" {
		m.attached++
		return nil
	}
	switch {
	case mediaType == "multipart/encrypted",
		strings.HasSuffix(mediaType, "/pkcs7-mime") || strings.HasSuffix(mediaType, "/x-pkcs7-mime"):
		if params["smime-type"] == "signed-data" {
			return fmt.Errorf("%w: mail: the signed text is within the signature (%s)", ErrUnsupported, mediaType)
		}
		return fmt.Errorf("%w: mail: %s", ErrEncrypted, mediaType)
	case strings.HasPrefix(mediaType, "multipart/") && params["boundary"] != "":
		return m.parts(mediaType, multipart.NewReader(body, params["boundary"]), in, level)
	case strings.HasPrefix(mediaType, "multipart/"):
		m.note("a multipart body has no boundary: read as plain text")
		mediaType, params = "text/plain", nil
	}
	octets, err := io.ReadAll(transferred(h.Get("Content-Transfer-Encoding"), body))
	if err != nil {
		m.note("a part is cut short or broken: read up to there")
	}
	switch {
	case mediaType == "message/rfc822":
		return m.message(octets, in)
	case bytes.HasPrefix(bytes.TrimLeft(octets, blanks), []byte("-----BEGIN PGP MESSAGE-----")):
		return fmt.Errorf("%w: mail: PGP", ErrEncrypted)
	case !isShown(mediaType):
		m.attached++
		return nil
	}
	return m.part(mediaType, params["charset"], octets, in)
}

// isShown reports whether a part of that type is shown in the mail.
func isShown(mediaType string) bool {
	switch mediaType {
	case "text/plain", "text/html", "text/markdown":
		return true
	}
	return false
}

// parts reads a multipart body.
func (m *letter) parts(mediaType string, r *multipart.Reader, in inner, level int) error {
	ordinary := "text/plain"
	if mediaType == "multipart/digest" {
		ordinary = "message/rfc822"
	}
	begun := len(m.text)
	for n := 0; ; n++ {
		part, err := r.NextRawPart()
		if err == io.EOF {
			return nil
		}
		if errors.Is(err, multipart.ErrMessageTooLarge) {
			return fmt.Errorf("%w: mail: %w", ErrTooLarge, err)
		}
		if err != nil {
			m.note("the last boundary of a multipart body is missing")
			return nil
		}
		if n > 0 && (mediaType == "multipart/related" || mediaType == "multipart/signed") {
			continue // what the first refers to, and its signature
		}
		before := len(m.text)
		if err := m.entity(part.Header, part, ordinary, in, level+1); err != nil {
			return err
		}
		if mediaType == "multipart/alternative" && len(m.text) > before {
			m.text = append(m.text[:begun], m.text[before:]...)
		}
	}
}

// part reads a text as its own document.
func (m *letter) part(mediaType, label string, octets []byte, in inner) error {
	if label != "" && whatwg.Lookup(label) == "" {
		m.note(fmt.Sprintf("a part declares the charset %q, which nobody knows", label))
		label = ""
	}
	if strings.EqualFold(label, "us-ascii") { // what is written where nobody thought of it
		label = ""
	}
	within := in
	within.name = ""
	d := &Document{Profile: m.d.Profile, ctx: in.ctx, source: &counter{ctx: in.ctx, r: bytes.NewReader(octets)}}
	declared := mediaType
	if label != "" {
		declared = mime.FormatMediaType(mediaType, map[string]string{"charset": label})
	}
	if err := d.open(d.source, declared, &within); err != nil {
		return fmt.Errorf("a part of the mail: %w", err)
	}
	text, err := io.ReadAll(d.text)
	if err != nil {
		return fmt.Errorf("a part of the mail: %w", err)
	}
	m.d.Notes = append(m.d.Notes, d.Notes...)
	if m.d.Tool == "" {
		m.d.Tool = d.Tool
	}
	if m.size += int64(len(text)); m.size > in.limits.Size {
		return fmt.Errorf("%w: more than %d octets of text in a mail", ErrTooLarge, in.limits.Size)
	}
	m.text = append(m.text, string(bytes.TrimPrefix(text, []byte("\uFEFF"))))
	return nil
}

// note says a thing once.
func (m *letter) note(s string) {
	for _, said := range m.d.Notes {
		if said == s {
			return
		}
	}
	m.d.Notes = append(m.d.Notes, s)
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

// onlyBase64 leaves out what RFC 2045, 6.8 says to ignore.
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

// isMail tells a mail from other text by its headers.
func isMail(head []byte) bool {
	block, _, _ := bytes.Cut(bytes.ReplaceAll(head, []byte("\r\n"), []byte("\n")), []byte("\n\n"))
	from, sent := false, false
	for i, line := range bytes.Split(block, []byte("\n")) {
		name, _, ok := bytes.Cut(line, []byte(":"))
		switch {
		case i > 0 && len(line) > 0 && (line[0] == ' ' || line[0] == '\t'):
			continue
		case !ok || bytes.ContainsAny(name, " \t"):
			return false
		}
		switch strings.ToLower(string(name)) {
		case "from":
			from = true
		case "received", "message-id", "mime-version":
			sent = true
		}
	}
	return from && sent
}
