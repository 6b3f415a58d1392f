package manifest

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"strings"
)

// A writer writes a manifest. It is not buffered.
type writer struct {
	w      io.Writer
	header Header
	form   form
	sum    hash.Hash
	order  order
	made   []byte // the lines made last
	err    error
}

// newWriter writes the header of a manifest, and returns a writer for its entries.
func newWriter(w io.Writer, h Header) (*writer, error) {
	h = h.orVisible()
	if err := h.check(); err != nil {
		return nil, err
	}
	m := &writer{w: w, header: h, form: h.form(), sum: sha256.New()}
	return m, m.lines([]byte(strings.Join(m.form.header(&h), "\n") + "\n"))
}

// write writes an entry. Paths must ascend. The number of records in the entry must follow.
func (m *writer) write(e Entry) error {
	if err := m.complete(); err != nil {
		return err
	}
	if err := m.order.entry(&e, &m.header); err != nil {
		return err
	}
	m.made = m.form.entry(m.made[:0], &e)
	return m.lines(m.made)
}

// writeRecord writes a record below the last entry. Records must ascend by URI and date, then by
// payload and text. Equal records are allowed.
func (m *writer) writeRecord(r record) error {
	if m.err != nil {
		return m.err
	}
	if m.order.below == 0 {
		return fmt.Errorf("record %q: expected no more below %q", abridge(r.URI), abridge(m.order.last))
	}
	if err := m.order.record(&r, &m.header); err != nil {
		return err
	}
	m.made = m.form.record(m.made[:0], &r)
	return m.lines(m.made)
}

// writeScanned writes an entry and the records below it.
func (m *writer) writeScanned(s Scanned) error {
	if err := m.write(s.Entry); err != nil {
		return err
	}
	for r, err := range s.eachRecord() {
		if err != nil {
			return err
		}
		if err := m.writeRecord(r); err != nil {
			return err
		}
	}
	return nil
}

// complete returns an error if records are still to be written.
func (m *writer) complete() error {
	if m.err == nil && m.order.below > 0 {
		return fmt.Errorf("%q: expected %d more records below it", abridge(m.order.last), m.order.below)
	}
	return m.err
}

// close writes the last line. It does not close the underlying writer.
func (m *writer) close() error {
	if err := m.complete(); err != nil {
		return err
	}
	return m.lines([]byte(m.form.end(m.order.files, Digest(m.sum.Sum(nil))) + "\n"))
}

func (m *writer) lines(lines []byte) error {
	if m.err == nil {
		m.sum.Write(lines)
		_, m.err = m.w.Write(lines)
	}
	return m.err
}

// order checks that entries and records ascend, and are right by themselves.
type order struct {
	files  int64
	last   string
	below  int64    // records of the last file that are still to come
	before []string // the last record
}

// entry checks the next entry of a manifest with header h.
func (o *order) entry(e *Entry, h *Header) error {
	if err := cmp.Or(e.check(h), follows(o.files, o.last, e.Path)); err != nil {
		return err
	}
	o.files++
	o.last, o.below, o.before = e.Path, e.Records, nil
	return nil
}

// record checks the next record below the last entry.
func (o *order) record(r *record, h *Header) error {
	row := r.row()
	if err := cmp.Or(r.check(h), follow(o.before, row)); err != nil {
		return err
	}
	o.below--
	o.before = row
	return nil
}

// follows returns an error if a path does not come after the last one.
func follows(files int64, last, path string) error {
	if files > 0 && path <= last {
		return fmt.Errorf("path %q comes after %q: expected paths in ascending order of their bytes", abridge(path), abridge(last))
	}
	return nil
}
