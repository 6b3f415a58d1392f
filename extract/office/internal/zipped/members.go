package zipped

import (
	"encoding/xml"
	"io"
	"slices"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// Members are those of a ZIP archive that is a document of another package's reader.
type Members struct{ archive *archive }

// OpenMembers reads all of a document. The members must be closed.
func OpenMembers(d *medium.Reading) (*Members, error) {
	a, err := openArchive(d)
	if err != nil {
		return nil, err
	}
	return &Members{a}, nil
}

// Names returns the names in the order of the directory.
func (m *Members) Names() []string { return slices.Clone(m.archive.list) }

// Open opens a member, within the limits.
func (m *Members) Open(name string) (io.ReadCloser, error) { return m.archive.open(name) }

// Close lets go of the document.
func (m *Members) Close() { m.archive.close() }

// Handlers are the functions that handle the elements of XML. An element's name has the usual
// prefix of its namespace: "sf:p".
type Handlers struct {
	Start func(name string, e xml.StartElement) bool // false leaves the element out
	End   func(name string)
	Text  func(s string)
}

// Walk reads XML to its end, or until stop returns an error, which says where it was.
func (h Handlers) Walk(within *medium.Reading, r io.Reader, where string, stop func() error) error {
	return elements{h.Start, h.End, h.Text}.walk(within, r, where, stop)
}
