// Package medium has what the readers of all media share: the document that a reader is
// given and what it finds of it, the errors, the limits, and text that is kept within them.
package medium

import (
	"bufio"
	"context"
	"fmt"
	"io"
)

// SourceSize is the size of the buffer of [Document.Source]: its reader may peek that far.
const SourceSize = 64 << 10

// Document is a document that is being read.
type Document struct {
	Context context.Context
	Source  *bufio.Reader // its octets
	Name    string        // of the file, "" if unknown
	Charset string        // declared by the transport, as it was written
	Main    bool          // only the main content is asked for
	Limits  Limits

	Found

	open  func(d *Document, r io.Reader, mediaType string) error
	depth int // how many documents this one is in
}

// Found is what a reader finds of a document.
type Found struct {
	MediaType string // that which chose the reader, or a more precise one
	Encoding  string
	Tool      string
	Notes     []string
	Text      io.Reader
}

// New returns a document that is in no other. The function open finds the reader of each
// document, and calls it.
func New(ctx context.Context, l Limits, open func(d *Document, r io.Reader, mediaType string) error) *Document {
	return &Document{Context: ctx, Limits: l, open: open}
}

// Open finds the text of the document that r holds. If the media type is "", the octets
// decide.
func (d *Document) Open(r io.Reader, mediaType string) error { return d.open(d, r, mediaType) }

// Within returns a document that is in d, with a name of its own.
func (d *Document) Within(name string) (*Document, error) {
	if d.depth == d.Limits.Depth {
		return nil, fmt.Errorf("%w: more than %d documents in one another", ErrTooDeep, d.Limits.Depth)
	}
	return &Document{Context: d.Context, Name: name, Main: d.Main, Limits: d.Limits, open: d.open, depth: d.depth + 1}, nil
}

// Note adds a note, once.
func (d *Document) Note(format string, args ...any) {
	note := fmt.Sprintf(format, args...)
	for _, n := range d.Notes {
		if n == note {
			return
		}
	}
	d.Notes = append(d.Notes, note)
}
