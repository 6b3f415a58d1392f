// Package extract finds the text of a document.
//
// [Open] recognises the format of a document by its first bytes and its name. It returns a [Document], an
// [io.Reader] of the text that also names the format, the encoding and the tool. Chapter 11 of SPEC.md
// defines the text of HTML and XML. For other formats, it is what a person who reads the document sees, as
// closely as possible.
//
// # Formats
//
// This package reads plain text, HTML and XML. Each other family of formats is a package below it, which
// registers its readers when it is imported. One import registers them all:
//
//	import _ "github.com/lsh-interop/fpcheck/extract/all"
//
// Without it, Open returns [ErrUnsupported] for most other formats, and the error names the import. But
// formats that are text, such as mail and Markdown, are then read as plain text or XML. So import it wherever
// texts are compared with those of other programs.
//
// A file with many documents has no text of its own. Open returns [ErrUnsupported] for a ZIP archive of files,
// a tar or a web archive. Package [github.com/lsh-interop/fpcheck/archive/warc] reads web archives. A mailbox
// is one document.
//
// # Encodings
//
// The encoding of plain text is the first of these:
//
//   - the encoding that a byte order mark names
//   - the declared charset: a label of the Encoding Standard or of a code page of IBM
//   - UTF-16 or UTF-32, if zeros are in the right places, or if the characters show the order of bytes
//   - UTF-8, if the first 64 KiB are UTF-8 with few errors or none
//   - a guess by the letters; [Document.Notes] says so if it is not certain
//
// The encoding of a page of HTML is a guess if the page declares none and is not UTF-8. Notes say so, too.
//
// In a guess of plain text, a byte that the encoding does not define becomes U+FFFD. So does a sign in place of a
// letter.
//
// UTF-8 is passed on byte by byte, ill-formed or not. To pass on any bytes like that, declare the media type
// "text/plain; charset=utf-8".
//
// # Untrusted documents
//
// [Limits] bound what a document may cost, together with its layers, its members and the documents inside it.
// A document of n bytes takes at most 64 MiB and 32 n bytes of memory. Its time is proportional to n.
// Otherwise Open or Read returns an error that says what was exceeded. Near the limit of memory, the garbage
// collector runs.
//
// No member of an archive becomes a file of its name. A document that must be read twice may be kept in a
// temporary file meanwhile. Where the system allows it, that file has no name and ends with this process.
// Programs run with a fixed environment, for the time that is left, and end with this process. Their memory
// is bounded where the system supports that. A panic of a reader becomes an error, [ErrInternal].
package extract

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"slices"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/kernel/attachment"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// The problems of documents. Each error wraps one of these, or the error of the reader or context.
var (
	// ErrUnsupported says that no reader for the format is imported.
	ErrUnsupported = medium.ErrUnsupported
	// ErrToolMissing says that the reader runs a program that is not installed.
	ErrToolMissing = medium.ErrToolMissing
	// ErrMalformed says that the document breaks the rules of its format.
	ErrMalformed = medium.ErrMalformed
	// ErrEncrypted says that the document cannot be read without a password.
	ErrEncrypted = medium.ErrEncrypted
	// ErrNoText says that the document shows something, but no text, as scanned pages do.
	ErrNoText = medium.ErrNoText
	// ErrTooLarge, ErrExpansion, ErrTooDeep and ErrTimeout say which of the [Limits] the document
	// exceeds: Size, Ratio, Depth or Time. ErrExpansion also says that it takes too much memory.
	ErrTooLarge  = medium.ErrTooLarge
	ErrExpansion = medium.ErrExpansion
	ErrTooDeep   = medium.ErrTooDeep
	ErrTimeout   = medium.ErrTimeout
	// ErrInternal says that the document triggers a fault in a reader. The error says what to report. A panic
	// of the caller's reader or function is the same error, without that.
	ErrInternal = medium.ErrInternal
)

// A profile selects which words of a document are its text. A fingerprint of another profile than [Visible]
// has the profile's name. It compares only with fingerprints of that profile.
const (
	Visible = "visible" // all words that are shown: chapter 11 of SPEC.md
	Main    = "main"    // the main content of an HTML page
)

// Profiles returns the names of the profiles.
func Profiles() []string { return []string{Visible, Main} }

// Options describe a document and control how it is read. The zero value stands for the profile [Visible]
// and [DefaultLimits].
type Options struct {
	// Name is the document's file name. Its ending distinguishes kinds of text.
	Name string
	// MediaType sets the format; if it is empty, the first bytes and the name decide. Its charset
	// parameter is the charset that the transport declares: "text/html; charset=koi8-r".
	MediaType string
	// Profile is [Visible] or [Main]; "" stands for Visible.
	Profile string
	// Include names text to read that is otherwise left out: "notes" of speakers, "comments" and "hidden"
	// text. "anchors" marks places in the text. U+FDD0 stands for the mark of a note that the format
	// generates. U+00AD stands where a reader left out a hyphen at the end of a line. "attachments" adds a
	// line for each embedded document at the end. It has U+FDD1, the name, the number of bytes and the
	// SHA-256. The name follows "mail 2: " in the second mail of a mailbox, and the like.
	Include []string
	// Strict makes a part of the text that cannot be read an error of the document. Otherwise the rest is
	// read, and [Document].Lost names the part.
	Strict bool
	Limits Limits
	// Embedded, if not nil, is called for each document inside this document that is not part of its text. An
	// attachment of a mail is an example. Documents inside such a document come first. Open and Read make the
	// calls, one for each path. The function may read d, within the limits of this document, until it returns.
	// If err is not nil, it says what is wrong, and d is nil.
	Embedded func(path string, d *Document, err error)
}

// Embedded names a document inside another by its path: "report.docx", or
// "forwarded.eml//report.docx" in an attached mail. The first bytes, the name and the declared type decide the
// media type. The document that [Options].Embedded gets may have a more exact one.
type Embedded struct {
	Path      string `json:"path"`
	MediaType string `json:"media_type,omitempty"`
}

// Document is an [io.Reader] of a document's text, for one goroutine. The text is UTF-8, except that
// plain text in UTF-8 is passed on as it is, ill-formed or not. Notes and Embedded are complete once
// the text has been read to its end, as is Lost. The zero Document is empty.
type Document struct {
	MediaType string // "text/html"
	Encoding  string // as the Encoding Standard or IANA names it: "utf-8", "ibm850"; "" if the format has none
	Profile   string // [Visible] or [Main]
	Tool      string // that found the text, with its version; "" for plain text
	// Notes are for a person: "2 of 40 pages have no text". Lost are those that name an unreadable part of
	// the text, and the cause.
	Notes, Lost []string
	// Embedded are the first documents that are inside this one and are not part of its text.
	Embedded []Embedded

	gone   []string // parts that the source lacks, according to a record of a web archive, for example
	strict bool
	ctx    context.Context
	text   io.Reader // nil once it has ended
	source *medium.Counter
	buffer *bufio.Reader  // of the source, from buffers; nil for an embedded document
	budget *budget.Budget // nil for a text in memory
	failed error          // wraps ErrInternal; nothing is read after it
}

// buffers are free buffers of sources. Making one costs more than reading a small document.
var buffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, medium.SourceSize) }}

// Open finds the text of the document that r reads.
//
// When the context is done, Open and the reading of the Document end, and so do programs that run. The error
// wraps the context's error. A blocking call of r.Read is not interrupted.
func Open(ctx context.Context, r io.Reader, o Options) (opened *Document, err error) {
	defer recovery.Catch(&err, "the recognition of media")
	profile := cmp.Or(o.Profile, Visible)
	if profile != Visible && profile != Main {
		return nil, fmt.Errorf("profile %q: expected %s", profile, strings.Join(Profiles(), " or "))
	}
	switch err := o.Limits.check(); {
	case err != nil:
		return nil, err
	case ctx == nil:
		return nil, errors.New("no context given: expected one")
	case r == nil:
		return nil, errors.New("no reader given: expected one")
	}
	d := medium.New(ctx, budget.Of(ctx), open)
	d.Name, d.Main, d.Strict = o.Name, profile == Main, o.Strict
	if d.Include, err = included(o.Include); err != nil {
		return nil, err
	}
	d.Include.Sum = attachment.Of(ctx)
	if memory, ok := r.(interface{ Len() int }); ok {
		d.Length = memory.Len()
	}
	var gone []string
	if part, ok := r.(interface{ Lost() []string }); ok {
		gone = part.Lost()
	}
	if d.Budget != nil { // the document is part of another
		r = d.Budget.Reader(ctx, r)
	} else {
		d.Budget = budget.NewIn(ctx, budget.Limits(o.Limits))
		r = d.Budget.Outermost(ctx, r)
	}
	d.Budget.Begin()
	defer d.Budget.End()
	d.Embedding.Sniff = formats.SniffEmbedded
	if o.Embedded != nil {
		d.Embedding.Read = func(path string, d *medium.Reading, source *medium.Counter) {
			embedded, err := openEmbedded(d, source, profile)
			defer recovery.Theirs("the function Options.Embedded")
			o.Embedded(path, embedded, err)
		}
	}
	source := &medium.Counter{R: r}
	buffer := buffers.Get().(*bufio.Reader)
	buffer.Reset(source)
	if err := open(d, buffer, o.MediaType); err != nil {
		if len(d.Embedded)+len(d.Lost)+len(gone) == 0 || !errors.Is(err, ErrNoText) {
			return nil, err
		}
		d.Left()
		d.Text = noText{err} // a document inside it may have a text, and so may a lost part
	}
	if o.Strict && len(gone) > 0 {
		return nil, fmt.Errorf("%w: %s", ErrMalformed, gone[0])
	}
	opened = newDocument(d, source, profile, gone)
	opened.buffer = buffer
	return opened, nil
}

// take adds what a reader found to what was found before.
func (d *Document) take(found *medium.Found) {
	d.Notes, d.Lost = slices.Concat(d.gone, found.Notes), slices.Concat(d.gone, found.Lost)
	d.Embedded = embeddedOf(found)
}

// included parses [Options.Include].
func included(names []string) (i medium.Include, err error) {
	for _, name := range names {
		switch name {
		case "notes":
			i.Notes = true
		case "comments":
			i.Comments = true
		case "hidden":
			i.Hidden = true
		case "anchors":
			i.Anchors = true
		case "attachments":
			i.Attachments = true
		default:
			return i, fmt.Errorf("text to include: %q: expected notes, comments, hidden, anchors or attachments", name)
		}
	}
	return i, nil
}

// noText is the text of a document without text. Reading it returns the error.
type noText struct{ err error }

func (t noText) Read([]byte) (int, error) { return 0, t.err }

func newDocument(d *medium.Reading, source *medium.Counter, profile string, gone []string) *Document {
	opened := &Document{
		MediaType: d.MediaType, Encoding: d.Encoding, Profile: profile, Tool: d.Tool, gone: gone,
		strict: d.Strict, ctx: d.Context, text: d.Text, source: source, budget: d.Budget,
	}
	opened.take(&d.Found)
	return opened
}

func embeddedOf(found *medium.Found) (all []Embedded) {
	for _, e := range found.Embedded {
		all = append(all, Embedded(e))
	}
	return all
}

func openEmbedded(d *medium.Reading, source *medium.Counter, profile string) (opened *Document, err error) {
	defer recovery.Catch(&err, "the reader for ", d.MediaType)
	if err := source.OpenEmbedded(d); err != nil {
		return nil, err
	}
	return newDocument(d, source, profile, nil), nil
}

// open finds the text of a document, which may be inside another.
func open(d *medium.Reading, r io.Reader, mediaType string) error {
	d.Source = bufio.NewReaderSize(r, medium.SourceSize)
	if mediaType != "" {
		t, params, err := mime.ParseMediaType(mediaType)
		if err != nil {
			return fmt.Errorf("media type %q: %w", mediaType, err)
		}
		d.MediaType, d.Charset = t, params["charset"]
	} else {
		head, err := d.Source.Peek(formats.Sniffed)
		if err != nil && err != io.EOF {
			return err
		}
		d.MediaType = formats.Sniff(head, d.Name)
	}
	f := formats.Find(d.MediaType, d.Main)
	if f == nil {
		return unsupported(d)
	}
	if err := read(f, d); err != nil {
		return err
	}
	if d.Strict && d.Loss != nil {
		return d.Loss
	}
	d.Left()
	d.ListAttached()
	return nil
}

// unsupported is the error of a document without a reader.
func unsupported(d *medium.Reading) error {
	what := formats.Title(d.MediaType)
	if ending := formats.Claimed(d.MediaType, d.Name); ending != "" {
		err := fmt.Errorf("%w: the name ends with %s, but the bytes are of no format", ErrMalformed, ending)
		if formats.NamesText(d.Name) {
			err = fmt.Errorf("%w: %w", err, guess.ErrUndeclared)
		}
		return err
	}
	switch {
	case d.Main && d.MediaType != "text/html" && formats.Find(d.MediaType, false) != nil:
		what = fmt.Sprintf("the profile %s is of HTML only, and this is %s", Main, d.MediaType)
	case what == d.MediaType && !formats.Complete:
		what += "; import github.com/lsh-interop/fpcheck/extract/all to read all formats"
	}
	return fmt.Errorf("%w: %s", ErrUnsupported, what)
}

// read calls a reader, and turns a panic into an error.
func read(f *formats.Format, d *medium.Reading) (err error) {
	defer recovery.Catch(&err, "the reader for ", d.MediaType)
	return f.Read(d)
}

// Read reads the text. Once the context given to [Open] is done, the error wraps its error.
func (d *Document) Read(p []byte) (int, error) {
	if d.text == nil {
		return 0, io.EOF
	}
	if d.budget == nil {
		if err := d.ctx.Err(); err != nil {
			return 0, budget.Stopped(err)
		}
		return d.text.Read(p)
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
	if err == io.EOF {
		d.text = nil
		if d.buffer != nil { // nothing reads from it any more
			d.buffer.Reset(nil)
			buffers.Put(d.buffer)
		}
	}
	return n, err
}

func (d *Document) read(p []byte) (n int, err error) {
	defer recovery.Catch(&err, "the reader for ", d.MediaType)
	n, err = d.text.Read(p)
	if late, ok := d.text.(medium.Late); ok && err != nil {
		found := late.Found()
		d.take(found)
		if d.strict && err == io.EOF && found.Loss != nil {
			err = found.Loss
		}
	}
	if len(d.Embedded) > 0 && errors.Is(err, ErrNoText) {
		err = fmt.Errorf("%w (it has embedded documents)", err)
	}
	return n, err
}

// Size returns the number of the document's bytes that have been read so far.
func (d *Document) Size() int64 {
	if d.source == nil {
		return 0
	}
	return d.source.N
}
