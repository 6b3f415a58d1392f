// Package medium has what all readers share. A [Reading] is the document that is being read, with its
// budget of memory and time.
package medium

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/kernel/attachment"
	"github.com/lsh-interop/fpcheck/internal/kernel/blank"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// SourceSize is the size of the buffer of [Reading.Source]: its reader may peek that far.
const SourceSize = 64 << 10

// Reading is a document that is being read.
type Reading struct {
	Context context.Context
	Source  *bufio.Reader // its bytes
	Length  int           // their number, if it is known before they are read; or 0
	Name    string        // of the file, "" if unknown
	Charset string        // declared by the transport, as it was written
	Main    bool          // only the main content is asked for
	Include Include       // what is asked for beside the text that is shown
	Strict  bool          // a part that cannot be read is an error of the document
	Budget  *budget.Budget

	Embedding Embedding
	Where     string // the mail in d, before the names of its documents in lines for them: "mail 2: "; or ""

	Found

	open     func(d *Reading, r io.Reader, mediaType string) error
	attached []string // lines for Include.Attachments
	depth    int      // how many documents this one is in
	within   string   // the path of the document that it is embedded in, and "//", or ""
}

// Include selects text to read that is not shown. It comes after the text of the document.
type Include struct {
	Notes    bool // of speakers
	Comments bool // and annotations
	Hidden   bool // text, sheets and slides, where they stand
	Anchors  bool // [Anchor] where the format generates the mark of a note
	// Attachments are a line for each embedded document, after [Attachment].
	Attachments bool
	Sum         *attachment.Sum // adds up the bytes of embedded documents; nil if they are not asked for
}

// Anchor and Attachment are noncharacters.
const (
	Anchor     = "\uFDD0"
	Attachment = "\uFDD1"
)

// Found is what a reader finds in a document.
type Found struct {
	MediaType string // that which chose the reader, or a more precise one
	Encoding  string
	Tool      string
	Notes     []string
	Lost      []string   // those of Notes that say which part could not be read
	Loss      error      // the first of them; nil if nothing is lost
	Embedded  []Embedded // the first of them
	Text      io.Reader

	unwritten int       // notes that were only counted
	embedded  *embedded // nil if there are none
}

// Late is a [Found.Text] that is read as a stream. At its end, the reader may have found more notes and
// embedded documents than at the beginning.
type Late interface {
	io.Reader
	Found() *Found
}

// New returns a document outside all others. open finds the reader of each document and calls it.
func New(ctx context.Context, b *budget.Budget, open func(d *Reading, r io.Reader, mediaType string) error) *Reading {
	return &Reading{Context: ctx, Budget: b, open: open}
}

// Open finds the text of the document in r. Without a media type, the bytes decide.
func (d *Reading) Open(r io.Reader, mediaType string) error { return d.open(d, r, mediaType) }

// Within returns a document inside d, with its own name and the budget of d.
func (d *Reading) Within(name string) (*Reading, error) {
	within := &Reading{
		Context: d.Context, Name: name, Main: d.Main, Include: d.Include, Strict: d.Strict, Budget: d.Budget,
		Embedding: d.Embedding, open: d.open, depth: d.depth + 1, within: d.within,
	}
	if err := d.Budget.Nested(within.depth); err != nil {
		return nil, err
	}
	return within, nil
}

// Check returns an error if the context is done, or the document has used up its time.
func (d *Reading) Check() error { return d.Budget.Check(d.Context) }

// mostNotes bounds the notes on a document. More are not useful, and each is compared with all others.
const mostNotes = 50

// Note adds a note, once. Beyond [mostNotes], notes are only counted, unless they decide how texts are compared.
func (d *Reading) Note(format string, args ...any) {
	note := fmt.Sprintf(format, args...)
	if slices.Contains(d.Notes, note) {
		return
	}
	if d.unwritten > 0 {
		d.Notes = d.Notes[:len(d.Notes)-1] // their number
	}
	if len(d.Notes) < mostNotes || d.decides(note) {
		d.Notes = append(d.Notes, note)
	} else {
		d.unwritten++
	}
	if d.unwritten > 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("and %d notes more", d.unwritten))
	}
}

// decides reports whether a note is the first of a kind by which texts are compared.
func (d *Reading) decides(note string) bool {
	return guess.Is(note) && guess.Of(d.Notes) == nil || blank.Of([]string{note}) != nil && blank.Of(d.Notes) == nil
}

// Lose notes that a part of the text cannot be read, and why. With Strict, this is the error of the document.
func (d *Reading) Lose(format string, args ...any) {
	err := fmt.Errorf(format, args...)
	note := err.Error()
	if !isNamed(err) {
		err = fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	d.lose(note, err)
}

// LoseReplaced notes that the text is lost if the Encoding Standard replaces all text in its encoding by one U+FFFD.
// It names the encoding by its label in the declared charset, or else in the bytes.
func (d *Reading) LoseReplaced(encoding, declared string, octets []byte) {
	if encoding == "replacement" {
		name := cmp.Or(whatwg.Replaced([]byte(declared)), whatwg.Replaced(octets))
		d.Lose("the text is left out: its encoding, %s, is not decoded, as in browsers", name)
	}
}

func (d *Reading) lose(note string, err error) {
	if d.Loss == nil {
		d.Loss = err
	}
	if d.Note("%s", note); len(d.Lost) < mostNotes && !slices.Contains(d.Lost, note) {
		d.Lost = append(d.Lost, note)
	}
}

// Inherit adds the notes on a document that is shown as part of d, each after the prefix.
func (d *Reading) Inherit(within *Reading, prefix string) {
	for _, note := range within.Notes {
		if slices.Contains(within.Lost, note) {
			d.lose(prefix+note, within.Loss)
		} else {
			d.Note("%s%s", prefix, note)
		}
	}
}
