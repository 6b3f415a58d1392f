// Package mail reads mails, mailboxes, and web pages saved as mails. Importing it registers the readers.
// A mailbox is one document, with the texts of all its mails.
package mail

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"mime"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/transform"

	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
	"github.com/lsh-interop/fpcheck/extract/internal/referred"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/store/mailbox"
	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
	"github.com/lsh-interop/fpcheck/internal/unicode/wellformed"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// open reads a mail (RFC 5322, RFC 2045): its subject, and what is shown of its body. Of alternatives the last one
// with text is shown, because the most faithful comes last (RFC 2046, 5.1.4). Attachments are documents of their
// own. They are left out, as are the other header fields.
func open(d *medium.Reading) error {
	octets, err := d.Whole(d.Source, "mail")
	if err != nil {
		return err
	}
	l := &letter{d: d}
	octets, l.recoded = fromUTF16(octets)
	if err := l.message(octets, d); err != nil {
		return err
	}
	return l.done()
}

// fromUTF16 returns a mail that a program has saved in UTF-16 in UTF-8.
func fromUTF16(octets []byte) (utf8 []byte, recoded bool) {
	name, _ := whatwg.ByteOrderMark(octets)
	if name == "" {
		name = plain.Wide(octets)
	}
	if name != "utf-16le" && name != "utf-16be" {
		return octets, false
	}
	utf8, err := whatwg.NewDecoder(name).Bytes(octets)
	if err != nil {
		return octets, false
	}
	return bytes.TrimPrefix(utf8, []byte("\uFEFF")), true
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
		l.where = fmt.Sprintf("mail %d: ", m.Number)
		if l.inner = 0; m.Number > 1 { // a file of a single mail has no number
			d.Where = l.where
		}
		if err := l.message(m.Octets, d); err != nil {
			return fmt.Errorf("%s%w", l.where, err)
		}
	}
	return l.done()
}

// letter collects the text of mails.
type letter struct {
	d       *medium.Reading
	text    []string
	size    int64
	bodies  int            // texts other than subjects
	lost    error          // why the first part that could not be read was left out
	where   string         // the mail of a mailbox, for notes
	inner   int            // the number of mails that were shown within it
	source  *bufio.Reader  // of one part after another
	archive bool           // it is a page and no mail
	recoded bool           // it was in UTF-16, whatever it declares
	names   referred.Names // to which the pages of a mail refer
}

// mostMultiparts bounds the number of multiparts around a part.
const mostMultiparts = 32

// done sets the text. A mail whose body could not be read is an error, whatever its subject. So is a mail of
// nothing but attachments: mails with other attachments may have the same subject.
func (l *letter) done() error {
	switch {
	case l.bodies > 0:
	case l.lost != nil:
		return l.lost
	case len(l.d.Embedded) > 0:
		return fmt.Errorf("%w: mail of nothing but attachments", medium.ErrNoText)
	}
	l.d.Text = strings.NewReader(strings.Join(l.text, "\n"))
	return nil
}

func (l *letter) note(format string, args ...any) {
	l.d.Note("%s%s", l.where, fmt.Sprintf(format, args...))
}

// miss notes that something is missing from a text.
func (l *letter) miss(format string, args ...any) {
	l.d.Lose("%s%w", l.where, fmt.Errorf(format, args...))
}

// lose notes that a part is left out because of err, which is returned if it ends the whole document.
func (l *letter) lose(err error) error {
	if medium.IsFinal(err) && !errors.Is(err, medium.ErrTooDeep) {
		return err
	}
	if l.lost == nil {
		l.lost = err
	}
	l.miss("a part is left out: %w", err)
	return nil
}

func (l *letter) message(octets []byte, in *medium.Reading) error {
	within, err := in.Within("")
	if err != nil {
		return l.lose(err)
	}
	if bytes.IndexByte(octets, '\n') < 0 { // line ends of old Macintoshes
		octets = bytes.ReplaceAll(octets, []byte("\r"), []byte("\n"))
	}
	outer := l.names
	l.names = referred.Names{}
	defer func() { l.names = outer }()
	e := parse(octets)
	if subject := decodeWords(e.header["subject"]); subject != "" && !l.archive {
		if name, sure := plain.Detect([]byte(e.header["subject"])); !sure {
			l.note("%s", guess.NoteOf("the subject", name))
		}
		l.text = append(l.text, subject)
	}
	return l.entity(e, "text/plain", within, 0)
}

// word matches an encoded word. RFC 2231 allows a language after the charset.
var word = lazy.Regexp(`=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bBqQ])\?(.*?)\?=`)

// decodeWords decodes the words of RFC 2047 in a header field, and bytes that are not ASCII. Programs divide
// characters between two words, so words of one charset are decoded together.
func decodeWords(s string) string {
	detected, sure := plain.Detect([]byte(s))
	var text strings.Builder
	var encoding string // of bytes
	var octets []byte
	write := func(more []byte, name string) {
		decoder := newDecoder(name)
		if name == detected && !sure {
			decoder = plain.DecoderOf(name, []byte(s))
		}
		decoded, _, _ := transform.Bytes(decoder, more)
		text.Write(decoded)
	}
	end := 0 // of the last word
	for _, m := range word().FindAllStringSubmatchIndex(s, -1) {
		between, encoded, name := s[end:m[0]], []byte(s[m[6]:m[7]]), charset(s[m[2]:m[3]])
		if name == "" || name == "replacement" {
			continue // unknown: kept as it is
		}
		if detected == "utf-8" && !ascii.Is(encoded) {
			name = detected
		}
		adjacent := end > 0 && strings.TrimSpace(between) == ""
		if encoding != "" && (!adjacent || name != encoding) {
			write(octets, encoding)
			octets = octets[:0]
		}
		if !adjacent {
			write([]byte(between), detected)
		}
		var decoded []byte
		if s[m[4]]|0x20 == 'q' {
			decoded, _ = quotedPrintable(bytes.ReplaceAll(encoded, []byte("_"), []byte("=20")))
		} else {
			decoded, _ = base64(encoded)
		}
		encoding, octets, end = name, append(octets, decoded...), m[1]
	}
	if encoding != "" {
		write(octets, encoding)
	}
	write([]byte(s[end:]), detected)
	return strings.Join(strings.Fields(text.String()), " ")
}

// partCost is the memory of a part in a list that grows by copying, in bytes.
const partCost = 64

// entity reads a mail or a part, of the ordinary media type if it declares none.
func (l *letter) entity(e entity, ordinary string, in *medium.Reading, level int) error {
	if err := in.Check(); err != nil {
		return err
	}
	if level > mostMultiparts {
		return l.lose(fmt.Errorf("%w: mail: more than %d nested parts", medium.ErrTooDeep, mostMultiparts))
	}
	for _, note := range e.notes {
		l.note("%s", note)
	}
	t := e.header.bodyType(ordinary)
	if strings.HasPrefix(t.media, "multipart/") && t.media != "multipart/encrypted" {
		if list, ok := l.split(e, t.params["boundary"]); ok {
			held := partCost * int64(len(list))
			defer in.Budget.Release(held)
			if err := in.Budget.Hold(held, "the parts of the mail"); err != nil {
				return err
			}
			return l.multipart(t, list, in, level)
		}
		if len(bytes.TrimSpace(e.body)) == 0 {
			l.miss("a multipart has no parts")
		} else {
			l.note("a multipart body has no boundary: read as plain text")
		}
		t = contentType{media: "text/plain"}
	}
	octets, broken := transferred(e.header["content-transfer-encoding"], e.body)
	if err := in.Budget.Hold(int64(len(octets)), "a part of the mail"); err != nil {
		return err
	}
	defer in.Budget.Release(int64(len(octets)))
	if broken {
		l.miss("a part is cut short or broken: the rest is read")
	}
	sealed := strings.HasSuffix(t.media, "/pkcs7-mime") || strings.HasSuffix(t.media, "/x-pkcs7-mime")
	switch {
	case e.isAttached(t, level) && (level > 0 || !sealed):
		return l.attach(e, t, octets)
	case t.media == "multipart/encrypted" || sealed:
		if t.params["smime-type"] == "signed-data" {
			return l.lose(fmt.Errorf("%w: mail: the signed text is within the signature (%s)", medium.ErrUnsupported, t.media))
		}
		return l.lose(fmt.Errorf("%w: mail: %s", medium.ErrEncrypted, t.media))
	case t.media == "message/partial":
		return l.lose(fmt.Errorf("%w: mail: fragment %q of several", medium.ErrUnsupported, t.params["number"]))
	case isMail(t.media):
		outer := l.d.Where
		l.inner++
		l.d.Where += fmt.Sprintf("mail %d within: ", l.inner)
		err := l.message(octets, in)
		l.d.Where = outer
		return err
	case bytes.HasPrefix(bytes.TrimLeft(octets, whatwg.Blanks), []byte("-----BEGIN PGP MESSAGE-----")):
		return l.lose(fmt.Errorf("%w: mail: PGP", medium.ErrEncrypted))
	case t.media == enriched:
	case !isShown(t.media) && strings.HasPrefix(t.media, "text/"):
		t.media = "text/plain" // RFC 2046, 4.1.4
	case !isShown(t.media):
		return l.attach(e, t, octets)
	}
	if head := octets[:min(len(octets), formats.Sniffed)]; bytes.IndexByte(head, 0) >= 0 { // perhaps no text
		if found := formats.Sniff(head, ""); !strings.HasPrefix(found, "text/") && found != "application/octet-stream" {
			e.header["content-type"] = found
			return l.attach(e, t, octets)
		}
	}
	if t.media == "text/plain" {
		if strings.EqualFold(t.params["format"], "flowed") && strings.EqualFold(t.params["delsp"], "yes") {
			octets = joined(octets)
		}
		var err error
		if octets, err = l.withoutFiles(octets); err != nil {
			return err
		}
	}
	if err := l.part(t, octets, in); err != nil {
		return l.lose(fmt.Errorf("a part of the mail: %w", err))
	}
	return nil
}

// isMail reports whether a part of that type is a mail, or an article with the same header.
func isMail(mediaType string) bool {
	return mediaType == message || mediaType == "message/global" || mediaType == "message/news"
}

// isAttached reports whether a part is a document of its own. What is all of a mail is not, if it has a reader here.
func (e entity) isAttached(t contentType, level int) bool {
	return parseType(e.header["content-disposition"]).media == "attachment" &&
		(level > 0 || !strings.HasPrefix(t.media, "text/") && !isMail(t.media))
}

// attach names a part that is not shown.
func (l *letter) attach(e entity, t contentType, octets []byte) error {
	return l.d.Embed(e.attachedName(t), e.header["content-type"], bytes.NewReader(octets))
}

// withoutFiles cuts the files that uuencode wrote into a text out of it.
func (l *letter) withoutFiles(text []byte) ([]byte, error) {
	var kept []byte
	for {
		before, block, after, ok := cutUU(text)
		if !ok {
			return append(kept, text...), nil
		}
		line, _ := cutLine(block)
		name := bytes.SplitN(line, []byte(" "), 3)[2]
		if err := l.d.Embed(string(name), "", bytes.NewReader(uudecode(block))); err != nil {
			return nil, err
		}
		kept, text = append(kept, before...), after
	}
}

// split returns the parts of a multipart. ok reports whether it has a boundary.
func (l *letter) split(e entity, boundary string) (list [][]byte, ok bool) {
	boundary = strings.TrimRight(boundary, " \t")
	var found split
	for _, loose := range []bool{false, true} {
		if boundary != "" && len(found.parts) == 0 {
			found = parts(e.body, boundary, loose)
		}
	}
	if len(found.parts) == 0 {
		used := findBoundary(e.body)
		if used == "" { // perhaps only the last boundary, without text before it
			return nil, boundary != "" && bytes.HasPrefix(bytes.TrimSpace(e.body), []byte("--"+boundary+"--"))
		}
		l.note("the declared boundary %q does not occur: read with %q", boundary, used)
		found = parts(e.body, used, false)
	}
	if !found.complete {
		l.miss("the last boundary of a multipart body is missing")
	}
	// Mail programs hide both. Before the parts, most write that the mail is in MIME format.
	if before := found.before; hasWords(before) && !(len(before) < 1000 && bytes.Contains(bytes.ToUpper(before), []byte("MIME"))) {
		l.note("text before the first part is left out: mail programs hide it")
	}
	if hasWords(found.after) {
		l.note("text after the last part is left out: mail programs hide it")
	}
	return found.parts, true
}

func hasWords(text []byte) bool {
	return bytes.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// multipart reads the parts of a multipart that are shown.
func (l *letter) multipart(t contentType, list [][]byte, in *medium.Reading, level int) error {
	ordinary := "text/plain"
	if t.media == "multipart/digest" {
		ordinary = "message/rfc822"
	}
	if t.media == "multipart/related" {
		list = rootFirst(list, contentID(t.params["start"]))
	}
	begun, bodies := len(l.text), l.bodies
	var others []entity // texts of a type without a reader, each shown if it is the only text
	for _, octets := range list {
		e := parse(octets)
		of := e.header.bodyType(ordinary)
		media := of.media
		referred := t.media == "multipart/related" && e.isReferred(media) &&
			(l.archive || !strings.HasPrefix(media, "multipart/")) // its parts are read
		if l.bodies > bodies && (t.media == "multipart/signed" || referred) {
			if err := l.beside(e, of); err != nil {
				return err
			}
			continue
		}
		isOther := !isShown(media) && strings.HasPrefix(media, "text/")
		if isOther && (t.media != "multipart/mixed" || isData(media) || e.isAttached(of, level+1) || e.attachedName(of) != "") {
			others = append(others, e)
			continue
		}
		before, had := len(l.text), l.bodies
		if err := l.entity(e, ordinary, in, level+1); err != nil {
			return err
		}
		switch {
		case t.media != "multipart/alternative" || isMail(media):
		case l.bodies > had:
			l.text = append(l.text[:begun], l.text[before:]...)
		default: // an alternative without text
			l.text = l.text[:before]
		}
	}
	for _, e := range others {
		if l.bodies == bodies && !e.isAttached(contentType{}, level+1) {
			if err := l.entity(e, ordinary, in, level+1); err != nil {
				return err
			}
			continue
		}
		octets, _ := transferred(e.header["content-transfer-encoding"], e.body)
		if err := l.attach(e, e.header.bodyType(ordinary), octets); err != nil {
			return err
		}
	}
	return nil
}

// beside names a part that belongs to the text before it and is not shown as a text. A picture, sound or film that a
// page shows is no document of its own: only its digest counts. So does the signature of the text.
func (l *letter) beside(e entity, t contentType) error {
	attached := parseType(e.header["content-disposition"]).media == "attachment"
	kind, subtype, _ := strings.Cut(t.media, "/")
	signature := strings.HasSuffix(subtype, "-signature")
	shown := signature || !attached && slices.Contains([]string{"image", "audio", "video", "font"}, kind) &&
		l.names.Has(contentID(e.header["content-id"]), e.header["content-location"])
	if l.archive && !attached || shown && !l.d.Include.Attachments {
		return nil
	}
	octets, broken := transferred(e.header["content-transfer-encoding"], e.body)
	switch {
	case signature:
		// Line ends change on the way to another mailbox.
		octets = bytes.TrimSpace(bytes.ReplaceAll(octets, []byte("\r\n"), []byte("\n")))
		return l.d.Picture(cmp.Or(e.attachedName(t), "signature"), octets)
	case shown:
		return l.d.Picture(e.attachedName(t), octets)
	}
	if broken {
		l.miss("a part is cut short or broken: the rest is read")
	}
	return l.attach(e, t, octets)
}

// isReferred reports whether the root of a related multipart may refer to a part. It has a name for that, or is
// no text.
func (e entity) isReferred(media string) bool {
	return e.header["content-id"] != "" || e.header["content-location"] != "" || !isShown(media)
}

// rootFirst moves the part that others belong to (RFC 2387, 3.2) to the front.
func rootFirst(list [][]byte, root string) [][]byte {
	if root == "" {
		return list
	}
	i := slices.IndexFunc(list, func(octets []byte) bool { return contentID(parse(octets).header["content-id"]) == root })
	if i <= 0 {
		return list
	}
	return slices.Concat(list[i:i+1], list[:i], list[i+1:])
}

// contentID is the name of a part, without the brackets that it mostly has.
func contentID(name string) string { return strings.Trim(strings.TrimSpace(name), "<>") }

// attachedName returns the name of an attachment, "" if it has none. Many programs write it in
// words of RFC 2047, which RFC 2231 does not provide for.
func (e entity) attachedName(t contentType) string {
	file := parseType(e.header["content-disposition"]).params["filename"]
	name := decodeWords(cmp.Or(file, t.params["name"]))
	if name == "" && t.media == "message/rfc822" {
		return "message.eml"
	}
	return cmp.Or(name, decodeWords(e.header["content-description"]))
}

// isShown reports whether a part of that type is shown in the mail.
func isShown(mediaType string) bool {
	switch mediaType {
	case "text/plain", "text/html", "text/markdown":
		return true
	}
	return false
}

// isData reports whether a type of texts is for programs: mail programs show what they make of it.
func isData(mediaType string) bool {
	switch mediaType {
	case "text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/rfc822-headers":
		return true
	}
	return false
}

// part reads a text as its own document.
func (l *letter) part(t contentType, octets []byte, in *medium.Reading) error {
	label := t.params["charset"]
	if strings.EqualFold(label, "us-ascii") || label == "" {
		if label = ""; t.media == "text/plain" && plain.Shifted(octets) == plain.HZ { // newsgroups do not declare it
			label = plain.HZ
		}
	}
	name := charset(label)
	if label != "" && name == "" {
		if saysUnknown(label) || wellformed.Valid(octets) {
			l.note("a part declares the charset %q, which is unknown", label)
		} else {
			l.miss("the letters of a part are a guess: the charset %q, which it declares, is unknown", label)
		}
		label = ""
	}
	var source io.Reader = bytes.NewReader(octets)
	switch {
	case l.recoded:
		label = "utf-8"
	case isShifted(name) && !ascii.Is(octets):
		label = ""
	case name == "replacement":
		return fmt.Errorf("%w: charset %q", medium.ErrUnsupported, label)
	case isShifted(name), whatwg.Lookup(label) == "" && name != "": // pages know only the Standard
		source, label = transform.NewReader(source, newDecoder(name)), "utf-8"
	}
	declared := t.media
	if declared == enriched {
		declared = "text/plain"
	}
	if label != "" {
		declared = mime.FormatMediaType(declared, map[string]string{"charset": label})
	}
	if t.media != "text/plain" {
		if err := l.names.Add(octets, in.Budget); err != nil {
			return err
		}
	}
	if l.source == nil {
		l.source = bufio.NewReaderSize(nil, medium.SourceSize)
	}
	l.source.Reset(source)
	part := *in
	if err := part.Open(l.source, declared); err != nil {
		return err
	}
	text, err := io.ReadAll(part.Text)
	if err != nil {
		return err
	}
	l.d.Inherit(&part, l.where)
	if bytes.IndexByte(text, 0) >= 0 {
		l.note("a part has NUL bytes, which divide words")
	}
	l.d.Tool = cmp.Or(l.d.Tool, part.Tool)
	if l.size += int64(len(text)); l.size > in.Budget.Size {
		return in.Budget.TooLarge("text in a mail")
	}
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	if t.media == enriched {
		text = rendered(text)
	}
	l.text = append(l.text, string(text))
	if hasWords(text) {
		l.bodies++
	}
	return nil
}
