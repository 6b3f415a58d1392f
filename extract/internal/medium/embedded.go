package medium

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"mime"
	"path"
	"strings"
	"unicode"

	notes "github.com/lsh-interop/fpcheck/internal/kernel/blank"
)

// Within separates the path of a document from the path inside it: "forwarded.eml//report.docx".
const Within = "//"

// The media types of containers. Their readers find out what document is inside.
const (
	ZIP      = "application/zip"
	Compound = "application/x-ole-storage"
)

// FlatXML ends the media types of OpenDocuments that are one XML file.
const FlatXML = "-flat-xml"

// Embedded names a document that is inside another and is not part of its text.
type Embedded struct{ Path, MediaType string }

// Embedding reads embedded documents and recognises their media.
type Embedding struct {
	// Read reads an embedded document. It is nil if they are only to be named.
	Read func(path string, d *Reading, r *Counter)
	// Sniff returns the media type of a document by its first bytes and its name.
	Sniff func(head []byte, name string) string
}

const (
	// mostEmbedded bounds the embedded documents that are listed. All are counted.
	mostEmbedded = 50
	// mostName bounds the bytes of a name.
	mostName = 255
	// sniffed is the number of bytes that identify a medium.
	sniffed = 3072
	// embeddedCost is the minimum memory for the name and result of an embedded document, in bytes.
	embeddedCost = 1 << 10
)

// Embed names a document that is in d and not part of its text. It has the document read, if that was asked
// for. The bytes decide its medium, unless bytes cannot show its declared type. A fault of it is not an
// error of d.
func (d *Reading) Embed(name, declared string, octets io.Reader) error {
	e := d.embeddedHere()
	var sum hash.Hash // nil unless the bytes are asked for
	if d.readsAttachments() {
		sum = sha256.New()
		octets = io.TeeReader(octets, sum)
	}
	counter := &Counter{R: octets, buffered: e.source}
	e.source.Reset(counter)
	head, _ := e.source.Peek(sniffed)
	mediaType, params, err := mime.ParseMediaType(declared)
	if err != nil {
		mediaType = ""
	}
	found := mediaType
	if d.Embedding.Sniff != nil {
		found = moreTelling(d.Embedding.Sniff(head, cleanName(name)), mediaType)
	}
	switch {
	case mediaType == "text/plain", mediaType == "text/html", mediaType == "text/markdown", strings.HasSuffix(mediaType, FlatXML):
		counter.declared = mime.FormatMediaType(mediaType, params)
	}
	if err := d.embed(name, found, counter); err != nil || sum == nil {
		return err
	}
	if _, err := io.Copy(io.Discard, counter); err != nil {
		d.Include.Sum.Miss()
		return d.attach(d.embedded.last, UnknownAttachment)
	}
	digest := sum.Sum(nil)
	d.Include.Sum.Add(digest)
	return d.attach(d.embedded.last, digestOf(counter.N, digest))
}

// digestOf describes the bytes of an embedded document for a line.
func digestOf(n int64, sha256 []byte) string { return fmt.Sprintf("%d bytes, SHA-256 %x", n, sha256) }

// Picture adds a line for a file that d shows, such as a picture. It does so if lines for embedded documents
// were asked for. It is not an embedded document.
func (d *Reading) Picture(name string, octets []byte) error {
	if !d.Include.Attachments {
		return nil
	}
	sum := sha256.Sum256(octets)
	return d.attach(cmp.Or(cleanName(name), "picture"), digestOf(int64(len(octets)), sum[:]))
}

func (d *Reading) readsAttachments() bool { return d.Include.Attachments || d.Include.Sum != nil }

// NamesAttachments reports whether embedded documents are only named, so that their bytes are not needed.
func (d *Reading) NamesAttachments() bool { return d.Embedding.Read == nil && !d.readsAttachments() }

// NotePages notes that some pages have no text. They may be scanned. So their document is the same as another only if
// it has the same bytes.
func (d *Reading) NotePages(blank, pages int, octets io.Reader) error {
	d.Note("%s", notes.Note(blank, pages))
	if d.Include.Sum == nil {
		return nil
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, octets); err != nil {
		return err
	}
	d.Include.Sum.AddPages(sum.Sum(nil))
	return d.Check()
}

// UnknownAttachment stands for the digest of an attachment whose bytes cannot be read.
const UnknownAttachment = "not compared"

// Unread notes that an embedded document cannot be read, and adds a line for it if lines were asked for.
func (d *Reading) Unread(format string, args ...any) error {
	d.Include.Sum.Miss()
	d.Note(format, args...)
	return d.attach("embedded", UnknownAttachment)
}

// attach adds a line for an embedded document.
func (d *Reading) attach(name, what string) error {
	if !d.Include.Attachments {
		return nil
	}
	line := fmt.Sprintf("\n%s%s%s (%s)", Attachment, d.Where, name, what)
	d.attached = append(d.attached, line)
	return d.Budget.Hold(int64(len(line)), "names of embedded documents")
}

// ListAttached adds the lines for embedded documents to the end of the text, if they were asked for.
func (d *Reading) ListAttached() {
	if d.Include.Attachments {
		d.Text = &listed{text: d.Text, d: d}
	}
}

// listed is a text followed by the lines for embedded documents. They may be known only at its end: see
// [Late].
type listed struct {
	text  io.Reader
	d     *Reading
	ended bool // the text; the lines follow
}

func (t *listed) Read(p []byte) (int, error) {
	n, err := t.text.Read(p)
	if err == io.EOF && !t.ended {
		t.text, t.ended, err = strings.NewReader(strings.Join(t.d.attached, "")), true, nil
	}
	return n, err
}

func (t *listed) Found() *Found { return &t.d.Found }

// EmbedOpened is like [Reading.Embed] for a document without a file, with at most size bytes. open finds its
// text.
func (d *Reading) EmbedOpened(name, mediaType string, size int64, open func(d *Reading) error) error {
	if err := d.embed(name, mediaType, &Counter{N: size, open: open}); err != nil {
		return err
	}
	d.Include.Sum.Miss()
	return d.attach(d.embedded.last, UnknownAttachment)
}

func (d *Reading) embeddedHere() *embedded {
	if d.embedded == nil {
		d.embedded = &embedded{names: make(map[string]int), source: bufio.NewReaderSize(nil, SourceSize)}
	}
	return d.embedded
}

func (d *Reading) embed(name, mediaType string, octets *Counter) error {
	e := d.embeddedHere()
	e.count++
	if name = cleanName(name); name == "" {
		name = fmt.Sprintf("embedded-%d", e.count)
	}
	if e.names[name]++; e.names[name] > 1 {
		name = fmt.Sprintf("%s#%d", name, e.names[name])
	}
	if err := d.Budget.Hold(embeddedCost+2*int64(len(name)), "names of embedded documents"); err != nil {
		return err
	}
	e.last = name
	if len(d.Embedded) < mostEmbedded {
		d.Embedded = append(d.Embedded, Embedded{name, mediaType})
	}
	if d.Embedding.Read == nil {
		return nil
	}
	within := &Reading{Context: d.Context, Name: path.Base(name), Main: d.Main, Strict: d.Strict, Budget: d.Budget,
		Embedding: d.Embedding, open: d.open, depth: d.depth + 1, within: d.within + name + Within}
	within.MediaType = mediaType
	before := d.Budget.Held()
	d.Embedding.Read(d.within+name, within, octets)
	d.Budget.Release(d.Budget.Held() - before) // nothing of it is kept
	return d.Check()
}

// embedded has the documents that are in one.
type embedded struct {
	names  map[string]int // how many have each
	count  int
	last   string        // the name of the last one
	source *bufio.Reader // of one after another
}

// Left notes how many embedded documents were not read, and how many were not named.
func (d *Reading) Left() {
	switch e := d.embedded; {
	case e == nil:
	case d.Embedding.Read == nil:
		d.Note("embedded documents are left out: %d", e.count)
	case e.count > mostEmbedded:
		d.Note("%d embedded documents: only %d are named", e.count, mostEmbedded)
	}
}

// cleanName returns a name that fits on a line, since the name comes from the document.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r == '\\':
			return '/'
		case !unicode.IsPrint(r):
			return '_'
		}
		return r
	}, strings.ToValidUTF8(name, "\uFFFD"))
	if len(name) > mostName {
		name = strings.ToValidUTF8(name[len(name)-mostName:], "")
	}
	name = strings.Trim(name, "/ ")
	for strings.Contains(name, Within) {
		name = strings.ReplaceAll(name, Within, "/")
	}
	return name
}

// moreTelling returns the declared media type if the type found from the bytes is vague.
func moreTelling(sniffed, declared string) string {
	switch sniffed {
	case "application/octet-stream", ZIP, Compound, "text/plain":
		switch declared {
		case "", "application/octet-stream", "application/x-download", "application/binary":
		default:
			return declared
		}
	}
	return sniffed
}

// Counter reads the bytes of a document, and counts them.
type Counter struct {
	R io.Reader
	N int64 // bytes that were read

	buffered *bufio.Reader
	declared string // the media type that decides, or ""
	open     func(d *Reading) error
}

// OpenEmbedded finds the text of d, an embedded document whose bytes are counted.
func (c *Counter) OpenEmbedded(d *Reading) error {
	if err := d.Budget.Nested(d.depth); err != nil {
		return err
	}
	if c.open == nil {
		return d.Open(c.buffered, c.declared)
	}
	if err := c.open(d); err != nil {
		return err
	}
	d.Left()
	return nil
}

func (c *Counter) Read(p []byte) (int, error) {
	n, err := c.R.Read(p)
	c.N += int64(n)
	return n, err
}
