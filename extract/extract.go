// Package extract finds the text of a document. One file here is one medium:
// plain.go, html.go.
//
// What a medium's text is, for HTML, is chapter 11 of SPEC.md. A [Document]
// carries how its text was found: the medium, the encoding, the profile and the
// tool.
package extract

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"mime"
	"strings"
)

var (
	// ErrUnsupported is wrapped by errors about a medium that has no reader here.
	ErrUnsupported = errors.New("no reader for this medium")
	// ErrTooLarge is wrapped by errors about a document beyond [Options.MaxSize].
	ErrTooLarge = errors.New("document too large")
)

// Visible is the normative profile: the words that a reader is shown.
const Visible = "visible"

// DefaultMaxSize is [Options.MaxSize] where it is 0.
const DefaultMaxSize = 256 << 20

// Options say what is known of a document from elsewhere. The zero value says
// nothing.
type Options struct {
	// Name is the document's file name; its ending tells one kind of text from
	// another.
	Name string
	// MediaType decides the medium, and its charset parameter counts as declared
	// by the transport: "text/html; charset=koi8-r". If empty, the octets decide.
	MediaType string
	// MaxSize bounds, in octets, a document of a medium that must be held in
	// memory whole. Plain text is not: it may have any length.
	MaxSize int64
}

// Document is an [io.Reader] of a document's text. The text is meant as UTF-8; a
// plain text that is not well-formed is passed on as it is, for chapter 1.
type Document struct {
	MediaType string // "text/html"
	Encoding  string // as the Encoding Standard names it: "utf-8"
	Profile   string // [Visible]
	Tool      string // what found the text, with its version; "" for plain text

	text   io.Reader
	source *counter
}

// Read reads the text.
func (d *Document) Read(p []byte) (int, error) { return d.text.Read(p) }

// Size returns how many octets of the document have been read so far.
func (d *Document) Size() int64 { return d.source.n }

// medium is a way to find the text of documents of some media types.
type medium struct {
	types []string
	open  func(d *Document, source *bufio.Reader, declared string, maxSize int64) error
}

// media is the table of media: a new one is a line here and a file.
var media = []medium{
	{[]string{"text/plain"}, openPlain},
	{[]string{"text/html"}, openHTML},
}

// MediaTypes lists the media types that have a reader.
func MediaTypes() []string {
	var types []string
	for _, m := range media {
		types = append(types, m.types...)
	}
	return types
}

// Open finds the text of the document that r holds. Errors wrap [ErrUnsupported],
// [ErrTooLarge] or what r returned.
func Open(r io.Reader, o Options) (*Document, error) {
	d := &Document{Profile: Visible, source: &counter{r: r}}
	source := bufio.NewReaderSize(d.source, 64<<10)
	mediaType, declared := o.MediaType, ""
	if mediaType != "" {
		t, params, err := mime.ParseMediaType(mediaType)
		if err != nil {
			return nil, fmt.Errorf("media type %q: %w", mediaType, err)
		}
		mediaType, declared = t, params["charset"]
	} else {
		head, err := source.Peek(sniffed)
		if err != nil && err != io.EOF {
			return nil, err
		}
		mediaType = sniff(head, o.Name)
	}
	if o.MaxSize == 0 {
		o.MaxSize = DefaultMaxSize
	}
	for _, m := range media {
		for _, t := range m.types {
			if t == mediaType {
				d.MediaType = mediaType
				return d, m.open(d, source, declared, o.MaxSize)
			}
		}
	}
	return nil, fmt.Errorf("%w: %s (there are readers for %s)", ErrUnsupported, mediaType, strings.Join(MediaTypes(), ", "))
}

// counter counts what is read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
