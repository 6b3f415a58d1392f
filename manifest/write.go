package manifest

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
)

// A Writer writes a manifest. It is not buffered.
type Writer struct {
	w      io.Writer
	header Header
	form   form
	sum    hash.Hash
	files  int64
	last   string
	err    error
}

// NewWriter writes the header of a manifest, and returns a Writer for its entries.
func NewWriter(w io.Writer, h Header, f Form) (*Writer, error) {
	h = h.orVisible()
	if err := h.check(); err != nil {
		return nil, err
	}
	m := &Writer{w: w, header: h, form: f.new(), sum: sha256.New()}
	m.lines(m.form.header(&h))
	return m, m.err
}

// Write writes an entry. Paths must ascend.
func (m *Writer) Write(e Entry) error {
	if m.err != nil {
		return m.err
	}
	if err := e.check(&m.header); err != nil {
		return err
	}
	if err := follows(m.files, m.last, e.Path); err != nil {
		return err
	}
	m.files++
	m.last = e.Path
	m.lines(m.form.entry(&e))
	return m.err
}

// Close writes the last line. It does not close the underlying writer.
func (m *Writer) Close() error {
	if m.err == nil {
		m.lines([]string{m.form.end(m.files, Digest(m.sum.Sum(nil)))})
	}
	return m.err
}

func (m *Writer) lines(lines []string) {
	for _, l := range lines {
		if m.err == nil {
			l += "\n"
			io.WriteString(m.sum, l)
			_, m.err = io.WriteString(m.w, l)
		}
	}
}

// follows returns an error if a path does not come after the last one.
func follows(files int64, last, path string) error {
	if files > 0 && path <= last {
		return fmt.Errorf("path %q comes after %q: expected paths that ascend by their octets", abridge(path), abridge(last))
	}
	return nil
}
