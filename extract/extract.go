// Package extract finds the text of a document of any medium that [Media] lists.
//
// [Open] looks at the first octets of a document, which tell its medium, and returns its
// text as an [io.Reader]. The text of HTML and XML is chapter 11 of SPEC.md; that of other
// media is what a reader of the document is shown, as closely as the medium's reader finds
// it. A [Document] also says how its text was found: the medium, the encoding, the profile
// and the tool.
//
// # Encodings
//
// The encoding of plain text is the first of these that is found: that of a byte order mark;
// the declared charset; UTF-16 or UTF-32, where the zeros among the octets say so; UTF-8, if
// the first 64 KiB are UTF-8, or nearly; a guess by the letters and their neighbours, which
// [Document.Notes] mention if it is not sure. UTF-8 is passed on octet by octet, ill-formed
// or not. To have any octets passed on like that, declare the media type
// "text/plain; charset=utf-8".
//
// # Untrusted documents
//
// What a document may cost is bounded by [Limits], for all its layers, its members and the
// documents in it together: the octets that they unpack to, the members that are opened, the
// time, and the memory. A document of n octets takes at most 64 MiB and 32 n octets of memory,
// and time that grows with n, or there is an error that says what was exceeded. Near that
// bound, the garbage collector is made to run.
//
// No member of an archive becomes a file of its name. A document that is read more than once, as
// a long page of HTML or an archive, may be kept in a temporary file while it is read; where the
// system allows that, the file has no name and goes with this process, however that ends. Programs
// run with a fixed environment, for the time that is left, and with bounded memory where the system
// supports that; they end with this process. A panic of a reader becomes an error, [ErrInternal].
package extract

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// What can be wrong with a document. Each error of this package wraps one of these, or the
// error of the reader or of the context.
var (
	// ErrUnsupported says that there is no reader for the medium.
	ErrUnsupported = medium.ErrUnsupported
	// ErrToolMissing says that the medium's reader is a program that is not installed.
	ErrToolMissing = medium.ErrToolMissing
	// ErrMalformed says that the document is not well-formed in its medium.
	ErrMalformed = medium.ErrMalformed
	// ErrEncrypted says that the document cannot be read without a password.
	ErrEncrypted = medium.ErrEncrypted
	// ErrNoText says that the document shows something, but no text, as scanned pages do.
	ErrNoText = medium.ErrNoText
	// ErrTooLarge, ErrExpansion, ErrTooDeep and ErrTimeout say which of the [Limits] the
	// document exceeds: Size, Ratio, Depth or Time. ErrExpansion is also of documents that
	// take too much memory.
	ErrTooLarge  = medium.ErrTooLarge
	ErrExpansion = medium.ErrExpansion
	ErrTooDeep   = medium.ErrTooDeep
	ErrTimeout   = medium.ErrTimeout
	// ErrInternal says that a reader has a fault, which the document brought out. The error says
	// what to report.
	ErrInternal = medium.ErrInternal
)

// A profile says which words of a document are its text. The fingerprint of a profile other
// than [Visible] has the profile's name, and compares only with others of that profile.
const (
	Visible = "visible" // all the words that a reader is shown: chapter 11 of SPEC.md
	Main    = "main"    // the main content of an HTML page
)

// Profiles returns the names of the profiles.
func Profiles() []string { return []string{Visible, Main} }

// Options say what is known of a document from elsewhere, and what is wanted of it. The zero
// value lets the octets decide, and asks for the profile [Visible] within [DefaultLimits].
type Options struct {
	// Name is the document's file name. Its ending tells one kind of text from another.
	Name string
	// MediaType decides the medium, and its charset parameter counts as declared by the
	// transport: "text/html; charset=koi8-r". If it is empty, the octets decide.
	MediaType string
	// Profile is [Visible], which "" stands for, or [Main].
	Profile string
	Limits  Limits
	// Buffer is what the document is read through; nil stands for a new one, which costs more
	// than a small document does. A buffer of 64 KiB or more serves one document after
	// another: Open resets it, and nothing else may use it until the text has been read.
	Buffer *bufio.Reader
	// Embedded, if not nil, is called with each document that is in this one and is not part of
	// what it shows, such as an attachment of a mail, and with those in that one before it. It is
	// called while this document is opened or read, once for each path, and may read d, which
	// shares the limits of this one, until it returns. There is no d if err says what is wrong.
	Embedded func(path string, d *Document, err error)
}

// Embedded is a document in another, by its path from there: "report.docx", or
// "forwarded.eml//report.docx" in a mail that is attached.
type Embedded struct {
	Path      string `json:"path"`
	MediaType string `json:"media_type,omitempty"`
}

// Document is an [io.Reader] of a document's text, for one goroutine. The text is UTF-8,
// except that plain text in UTF-8 is passed on as it is, ill-formed or not. Reading it to its end may
// add to Notes and Embedded. The zero Document is empty.
type Document struct {
	MediaType string   // "text/html"
	Encoding  string   // as the Encoding Standard names it: "utf-8"; "" where there is not one
	Profile   string   // [Visible] or [Main]
	Tool      string   // what found the text, with its version; "" for plain text
	Notes     []string // for a person to know: "2 of 40 pages have no text"
	// Embedded are the first of the documents that are in this one and are not part of its text.
	Embedded []Embedded

	ctx    context.Context
	text   io.Reader
	source *medium.Counter
	budget *budget.Budget
	failed error // wraps ErrInternal; there is no reading on after it
}

// Open finds the text of the document that r holds.
//
// The context governs reading r, the programs that are started, and reading the Document:
// when it is done, they end with an error that wraps its own. A call of r.Read that blocks
// is not interrupted.
func Open(ctx context.Context, r io.Reader, o Options) (opened *Document, err error) {
	defer recovery.Catch(&err, "the recognition of media")
	profile := cmp.Or(o.Profile, Visible)
	if !slices.Contains(Profiles(), profile) {
		return nil, fmt.Errorf("profile %q: expected %s", profile, strings.Join(Profiles(), " or "))
	}
	length := 0
	switch octets := r.(type) { // that are in memory
	case *bytes.Reader:
		length = octets.Len()
	case *strings.Reader:
		length = octets.Len()
	case *bytes.Buffer:
		length = octets.Len()
	}
	b := budget.Of(ctx)
	if b == nil {
		b = budget.New(budget.Limits(o.Limits))
		r = b.Outermost(ctx, r)
	} else {
		r = b.Reader(ctx, r)
	}
	b.Begin()
	defer b.End()
	source := medium.NewCounter(r)
	r = source
	if o.Buffer != nil {
		o.Buffer.Reset(source)
		r = o.Buffer
	}
	d := medium.New(ctx, b, open)
	d.Name, d.Main, d.Length = o.Name, profile == Main, length
	d.Embedding.Sniff = kindOfEmbedded
	if o.Embedded != nil {
		d.Embedding.Read = func(path string, d *medium.Document, source *medium.Counter) {
			o.Embedded(openEmbedded(d, source, path, profile))
		}
	}
	if err := d.Open(r, o.MediaType); err != nil {
		if len(d.Embedded) == 0 || !errors.Is(err, ErrNoText) {
			return nil, err
		}
		d.Left()
		d.Text = noText{err} // it shows nothing, and names documents that may
	}
	return newDocument(d, source, profile), nil
}

// noText is the text of a document that has none.
type noText struct{ err error }

func (t noText) Read([]byte) (int, error) { return 0, t.err }

func newDocument(d *medium.Document, source *medium.Counter, profile string) *Document {
	return &Document{d.MediaType, d.Encoding, profile, d.Tool, d.Notes, embeddedOf(&d.Found), d.Context, d.Text, source, d.Budget, nil}
}

func embeddedOf(found *medium.Found) (all []Embedded) {
	for _, e := range found.Embedded {
		all = append(all, Embedded(e))
	}
	return all
}

// openEmbedded opens a document that is in another.
func openEmbedded(d *medium.Document, source *medium.Counter, at, profile string) (path string, opened *Document, err error) {
	path = at
	defer recovery.Catch(&err, "the reader for ", d.MediaType)
	if err := source.OpenEmbedded(d); err != nil {
		return at, nil, err
	}
	return at, newDocument(d, source, profile), nil
}

// open finds the text of a document, which may be in another.
func open(d *medium.Document, r io.Reader, mediaType string) error {
	d.Source = bufio.NewReaderSize(r, medium.SourceSize)
	if mediaType != "" {
		t, params, err := mime.ParseMediaType(mediaType)
		if err != nil {
			return fmt.Errorf("media type %q: %w", mediaType, err)
		}
		d.MediaType, d.Charset = t, params["charset"]
	} else {
		head, err := d.Source.Peek(sniffed)
		if err != nil && err != io.EOF {
			return err
		}
		d.MediaType = sniff(head, d.Name)
	}
	reader := readerOf(d.MediaType)
	switch {
	case reader == nil:
		return fmt.Errorf("%w: %s", ErrUnsupported, titled(d.MediaType))
	case d.Main && !reader.main:
		return fmt.Errorf("%w: the profile %s is of HTML only, and this is %s", ErrUnsupported, Main, d.MediaType)
	}
	if err := reader.open(d); err != nil {
		return err
	}
	d.Left()
	return nil
}

// open finds the text of a document, whatever its octets do to the reader.
func (r *reader) open(d *medium.Document) (err error) {
	defer recovery.Catch(&err, "the reader for ", d.MediaType)
	return r.read(d)
}

// Read reads the text. Once the context given to [Open] is done, the error wraps its error.
func (d *Document) Read(p []byte) (int, error) {
	if d.text == nil { // the zero Document
		return 0, io.EOF
	}
	d.budget.Begin()
	defer d.budget.End()
	if err := d.budget.Check(d.ctx); err != nil {
		return 0, err
	}
	if d.failed != nil {
		return 0, d.failed
	}
	n, err := d.read(p)
	if errors.Is(err, ErrInternal) {
		d.failed = err
	}
	return n, err
}

func (d *Document) read(p []byte) (n int, err error) {
	defer recovery.Catch(&err, "the reader for ", d.MediaType)
	n, err = d.text.Read(p)
	if late, ok := d.text.(medium.Late); ok && err != nil {
		found := late.Found()
		d.Notes, d.Embedded = found.Notes, embeddedOf(found)
	}
	if len(d.Embedded) > 0 && errors.Is(err, ErrNoText) {
		err = fmt.Errorf("%w (it has embedded documents)", err)
	}
	return n, err
}

// Size returns how many octets of the document have been read so far.
func (d *Document) Size() int64 {
	if d.source == nil {
		return 0
	}
	return d.source.N
}
