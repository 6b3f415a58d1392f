// Package extract finds the text of a document. One file here is one medium:
// plain.go, html.go, xml.go, pdf.go. [Media] lists them, and the programs that some need.
//
// What a medium's text is, for HTML and XML, is chapter 11 of SPEC.md; for other media it is
// what a reader of the document is shown, as near as the medium's reader finds it. A
// [Document] carries how its text was found: the medium, the encoding, the profile and
// the tool.
//
// The encoding of plain text is that of a byte order mark, else the declared charset, else
// UTF-8 if the first 64 KiB are UTF-8, or nearly, else a guess by letters and their
// neighbours, which [Document.Notes] mention where it is no sure one. UTF-8 is passed on
// octet by octet, ill-formed or not; who wants that for any octets declares it:
// "text/plain; charset=utf-8".
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
)

// What can be wrong with a document: each error of this package wraps one of these,
// or what the reader returned.
var (
	// ErrUnsupported says that the medium has no reader here.
	ErrUnsupported = errors.New("no reader for this medium")
	// ErrToolMissing says that the medium's reader is a program that is not installed.
	ErrToolMissing = errors.New("a program is missing")
	// ErrMalformed says that the document is not what its medium asks for.
	ErrMalformed = errors.New("malformed document")
	// ErrEncrypted says that the document cannot be read without a password.
	ErrEncrypted = errors.New("encrypted document")
	// ErrNoText says that the document shows something, but nothing of it is text:
	// scanned pages.
	ErrNoText = errors.New("no text in the document")
	// ErrTooLarge, ErrExpansion, ErrTooDeep and ErrTimeout say which of the [Limits]
	// the document is beyond.
	ErrTooLarge  = errors.New("document too large")
	ErrExpansion = errors.New("document expands too much")
	ErrTooDeep   = errors.New("document nested too deeply")
	ErrTimeout   = errors.New("document took too long")
)

// The profiles say which words of a document are its text. A fingerprint of another than
// [Visible] has its name, and is comparable only with others of it.
const (
	Visible = "visible" // the normative one: the words that a reader is shown
	Main    = "main"    // the main content of a page, as [MainText] finds it: of HTML only
)

// Profiles lists the profiles.
func Profiles() []string { return []string{Visible, Main} }

// withMain are the media types that have the profile [Main], and what may hold those.
var withMain = names("text/html application/gzip application/zstd application/x-bzip2")

// Options say what is known of a document from elsewhere, and what is wanted of it.
// The zero value says nothing.
type Options struct {
	// Name is the document's file name; its ending tells one kind of text from
	// another.
	Name string
	// MediaType decides the medium, and its charset parameter counts as declared
	// by the transport: "text/html; charset=koi8-r". If empty, the octets decide.
	MediaType string
	// Profile is [Visible], which "" stands for, or [Main].
	Profile string
	Limits  Limits
	// Buffer is what the document is read through, or nil for a new one, which costs more
	// than a small document. One of 64 KiB or more serves one document after another:
	// Open resets it, and nothing else may use it till the text was read.
	Buffer *bufio.Reader
}

// Document is an [io.Reader] of a document's text. The text is meant as UTF-8; a
// plain text that is not well-formed is passed on as it is, for chapter 1.
type Document struct {
	MediaType string   // "text/html"
	Encoding  string   // as the Encoding Standard names it: "utf-8"; "" where there is no one encoding
	Profile   string   // [Visible] or [Main]
	Tool      string   // what found the text, with its version; "" for plain text
	Notes     []string // what a person should know: "2 of 40 pages have no text"

	ctx    context.Context
	text   io.Reader
	source *counter
}

// Read reads the text. It returns an error that wraps that of the context given to
// [Open] once that context is done.
func (d *Document) Read(p []byte) (int, error) {
	if err := stopped(d.ctx); err != nil {
		return 0, err
	}
	return d.text.Read(p)
}

// Size returns how many octets of the document have been read so far.
func (d *Document) Size() int64 { return d.source.n }

// medium is a way to find the text of documents of some media types. "+xml" is all
// types that end so (RFC 6838, section 4.2.8), but for those of another medium.
type medium struct {
	types   []string
	endings []string // of file names, beside those by which sniff tells kinds of text apart
	level   Level
	program *program // nil if this package needs none
	open    func(d *Document, source *bufio.Reader, o *inner) error
}

// inner is what a medium's reader is told. A document in another, as in an archive or
// a mail, is opened with the same limits, one level deeper.
type inner struct {
	ctx     context.Context
	name    string
	charset string // declared by the transport, as it was written
	profile string
	limits  Limits
	depth   int // how many documents this one is in
}

// media is the table of media: a new one is a line here and a file.
var media []medium

func init() { // a document in another is opened by this table, too
	media = []medium{
		{[]string{"text/plain"}, nil, Exact, nil, openPlain},
		{[]string{"text/html"}, nil, Exact, nil, openHTML},
		{[]string{"application/xml", "text/xml", "+xml"}, nil, Exact, nil, openXML},
		{[]string{"text/markdown"}, nil, Tolerant, nil, openMarkdown},
		{[]string{"text/x-rst"}, nil, Tolerant, nil, openRST},
		{[]string{"application/pdf"}, []string{".pdf"}, Tolerant, pdftotext, openPDF},
		{[]string{"application/msword", compoundFile}, []string{".doc", ".dot"}, Tolerant, catdoc, openOffice},
		{[]string{"application/vnd.ms-excel"}, []string{".xls", ".xlt"}, Tolerant, xls2csv, openOffice},
		{[]string{"application/vnd.ms-powerpoint"}, []string{".ppt", ".pps"}, Tolerant, nil, openOffice},
		{wordTypes, []string{".docx", ".docm", ".dotx", ".dotm"}, Tolerant, nil, openZipped},
		{sheetTypes, []string{".xlsx", ".xlsm", ".xltx", ".xltm"}, Tolerant, nil, openZipped},
		{slideTypes, []string{".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm"}, Tolerant, nil, openZipped},
		{openDocumentTypes, []string{".odt", ".ott", ".odm", ".ods", ".ots", ".odp", ".otp", ".odg", ".otg"}, Tolerant, nil, openZipped},
		{flatTypes, nil, Tolerant, nil, openFlat},
		{[]string{epubType}, []string{".epub"}, Tolerant, nil, openZipped},
		{[]string{zipType}, nil, Tolerant, nil, openZipped},
		{[]string{"text/rtf", "application/rtf"}, []string{".rtf"}, Tolerant, nil, openRTF},
		{[]string{"message/rfc822"}, nil, Tolerant, nil, openMail},
		{[]string{"application/mbox"}, nil, Tolerant, nil, openMbox},
		{[]string{"application/gzip"}, []string{".gz"}, Tolerant, nil, gzipped.open},
		{[]string{"application/zstd"}, []string{".zst"}, Tolerant, nil, zstdized.open},
		{[]string{"application/x-bzip2"}, []string{".bz2"}, Tolerant, nil, bzipped.open},
	}
}

// Open finds the text of the document that r holds. The context governs reading r, the
// programs that are started, and reading the Document; when it is done, they end with an
// error that wraps its own. A call of r.Read that blocks is not interrupted.
func Open(ctx context.Context, r io.Reader, o Options) (*Document, error) {
	d := &Document{Profile: cmp.Or(o.Profile, Visible), ctx: ctx, source: &counter{ctx: ctx, r: r}}
	if !slices.Contains(Profiles(), d.Profile) {
		return nil, fmt.Errorf("profile %q: expected %s", d.Profile, strings.Join(Profiles(), " or "))
	}
	in := &inner{ctx: ctx, name: o.Name, profile: d.Profile, limits: o.Limits.orDefault()}
	var source io.Reader = d.source
	if o.Buffer != nil {
		o.Buffer.Reset(source)
		source = o.Buffer
	}
	if err := d.open(source, o.MediaType, in); err != nil {
		return nil, err
	}
	return d, nil
}

// judged is how many octets at the start of a document tell its encoding.
const judged = 64 << 10

// open finds the text of the document that r holds: d's own, or one within.
func (d *Document) open(r io.Reader, mediaType string, in *inner) error {
	source := bufio.NewReaderSize(r, judged)
	if mediaType != "" {
		t, params, err := mime.ParseMediaType(mediaType)
		if err != nil {
			return fmt.Errorf("media type %q: %w", mediaType, err)
		}
		mediaType, in.charset = t, params["charset"]
	} else {
		head, err := source.Peek(sniffed)
		if err != nil && err != io.EOF {
			return err
		}
		mediaType = sniff(head, in.name)
	}
	if m := mediumOf(mediaType); m != nil {
		if in.profile == Main && !withMain[mediaType] {
			return fmt.Errorf("%w: the profile %s is of HTML only, and this is %s", ErrUnsupported, Main, mediaType)
		}
		d.MediaType = mediaType
		return m.open(d, source, in)
	}
	return fmt.Errorf("%w: %s", ErrUnsupported, mediaType)
}

// mediumOf returns the medium of a media type, or nil.
func mediumOf(mediaType string) *medium {
	structured := ""
	if i := strings.LastIndexByte(mediaType, '+'); i >= 0 {
		structured = mediaType[i:]
	}
	for _, t := range []string{mediaType, structured} {
		if t == "" {
			continue
		}
		for i := range media {
			if slices.ContainsFunc(media[i].types, func(known string) bool { return strings.EqualFold(known, t) }) {
				return &media[i]
			}
		}
	}
	return nil
}

// stopped returns an error once ctx is done.
func stopped(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("extraction stopped: %w", err)
	}
	return nil
}

// counter counts what is read, until its context is done.
type counter struct {
	ctx context.Context
	r   io.Reader
	n   int64
}

func (c *counter) Read(p []byte) (int, error) {
	if err := stopped(c.ctx); err != nil {
		return 0, err
	}
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
