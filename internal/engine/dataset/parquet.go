package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// mostListed bounds the structures in the lists of a footer, unless it has a dozen bytes for each. One
// byte can stand for a structure that takes 600.
const mostListed = 1 << 14

// Parquet finds the records of an Apache Parquet file of size bytes. Only the columns of the fields
// are read, page by page. An error ends the records. What is wrong with one row, such as a text
// longer than limits.Size, is an error of its [Record.Read].
func Parquet(r io.ReaderAt, size int64, f Fields, limits extract.Limits) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		if err := f.check(); err != nil {
			yield(nil, err)
			return
		}
		p := &parquetReader{r: source{ReaderAt: r}, size: size, fields: f, limits: orDefault(limits)}
		for {
			record, err := p.next()
			if err == io.EOF || !yield(record, err) || err != nil {
				return
			}
		}
	}
}

// parquetReader reads one record after another.
type parquetReader struct {
	r       io.ReaderAt
	size    int64
	fields  Fields
	limits  budget.Limits
	meta    *format.FileMetaData
	columns []*column // in the order of Fields.paths; nil for a given field
	leaves  int       // columns of the file
	group   int       // the next one
	left    int64     // rows of the current group that are left
	row     int64     // the last
}

// next returns the next record; io.EOF if there is none.
func (p *parquetReader) next() (record *Record, err error) {
	defer recovery.Catch(&err, "the reader of Parquet")
	if p.meta == nil {
		if err := p.open(); err != nil {
			return nil, err
		}
	}
	for p.left == 0 {
		if p.group == len(p.meta.RowGroups) {
			return nil, io.EOF
		}
		if err := p.begin(); err != nil {
			return nil, err
		}
	}
	p.left--
	p.row++
	return p.record()
}

func (p *parquetReader) open() error {
	meta, err := readFooter(p.r, p.size)
	if err != nil {
		return parquetError(err)
	}
	root, leaves, err := parseSchema(meta.Schema)
	if err != nil {
		return parquetError(err)
	}
	paths := p.fields.paths()
	for i, path := range paths {
		leaf, err := root.find(path)
		if err != nil {
			if _, ok := p.fields.given(path); !ok {
				return err
			}
			p.columns = append(p.columns, nil)
			continue
		}
		c := &column{path: path, leaf: leaf, octets: leaf.isPlain(), r: p.r, size: p.size, limits: p.limits}
		switch isText := i < len(p.fields.Text); {
		case !isText && !leaf.isScalar():
			return fmt.Errorf("%w: column %s: %s: expected single values", extract.ErrMalformed, shown(path), leaf.kind())
		case isText && !leaf.isPlain() && !leaf.isString():
			return fmt.Errorf("%w: column %s: %s: expected strings or bytes", extract.ErrMalformed, shown(path), leaf.kind())
		}
		p.columns = append(p.columns, c)
	}
	p.meta, p.leaves = meta, leaves
	return nil
}

// readFooter reads the footer of a file, which it compares with the size of the file first.
func readFooter(r io.ReaderAt, size int64) (*format.FileMetaData, error) {
	var end [8]byte
	if size < int64(len(end)) {
		return nil, io.ErrUnexpectedEOF
	}
	if _, err := r.ReadAt(end[:], size-int64(len(end))); err != nil && err != io.EOF {
		return nil, err
	}
	if mark := string(end[4:]); mark != "PAR1" {
		if mark == "PARE" {
			return nil, errors.New("an encrypted footer")
		}
		return nil, fmt.Errorf("%q at the end: expected PAR1", end[4:])
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	if length > size-12 {
		return nil, fmt.Errorf("the footer declares %d bytes, but the file has %d", length, size)
	}
	footer := make([]byte, length)
	if _, err := r.ReadAt(footer, size-8-length); err != nil && err != io.EOF {
		return nil, err
	}
	s := sound{octets: footer}
	if err := s.structure(0); err != nil {
		return nil, fmt.Errorf("footer: %w", err)
	}
	if s.listed > max(mostListed, len(footer)/12) {
		return nil, fmt.Errorf("footer: %d structures in %d bytes", s.listed, len(footer))
	}
	meta := new(format.FileMetaData)
	if err := thrift.NewDecoder(new(thrift.CompactProtocol).NewReaderFromBytes(footer)).Decode(meta); err != nil {
		return nil, fmt.Errorf("footer: %w", err)
	}
	return meta, nil
}

func errGroup(group *format.RowGroup, leaves int) error {
	return fmt.Errorf("a row group of %d rows and %d columns: expected %d columns", group.NumRows, len(group.Columns),
		leaves)
}

// begin begins the next row group.
func (p *parquetReader) begin() error {
	group := &p.meta.RowGroups[p.group]
	p.group++
	if group.NumRows < 0 || len(group.Columns) != p.leaves {
		return parquetError(errGroup(group, p.leaves))
	}
	for _, c := range p.columns {
		if c == nil {
			continue
		}
		if err := c.begin(&group.Columns[c.leaf.leaf]); err != nil {
			return fmt.Errorf("in row %d: column %s: %w", p.row+1, shown(c.path), parquetError(err))
		}
	}
	p.left = group.NumRows
	return nil
}

// record reads the next row.
func (p *parquetReader) record() (*Record, error) {
	record := &Record{Number: p.row}
	content := &record.content
	content.setTexts(len(p.fields.Text))
	for i, c := range p.columns { // all advance, whatever is wrong with one
		if i >= len(p.fields.Text) {
			path, to := p.fields.scalar(content, i)
			if c == nil {
				*to = givenID(p.fields.given(path))
			} else if err := c.row(func(value []byte) { *to = c.leaf.id(value) }); err != nil {
				return nil, p.inRow(c, err)
			}
			continue
		}
		if c == nil {
			if value, ok := p.fields.given(p.fields.Text[i]); ok {
				content.Text[i] = []byte(value)
			}
			continue
		}
		text, tooLarge := newJoined(p.limits.Size), false
		if err := c.row(func(value []byte) { tooLarge = tooLarge || !text.add(value) }); err != nil {
			return nil, p.inRow(c, err)
		}
		if tooLarge {
			record.fault = p.limits.TooLarge("field " + shown(c.path))
			continue
		}
		content.Text[i] = text.all
		content.Bytes = content.Bytes || c.octets
		record.Size += int64(len(text.all))
	}
	return record, nil
}

func (p *parquetReader) inRow(c *column, err error) error {
	return fmt.Errorf("in row %d: column %s: %w", p.row, shown(c.path), parquetError(err))
}

// joined is the text of values that were found in one field.
type joined struct {
	all  []byte // nil if there was none
	most int64
}

func newJoined(most int64) *joined { return &joined{most: most} }

// add appends a value after a line feed, and reports whether there was room for it.
func (j *joined) add(value []byte) bool {
	if int64(len(j.all)+1+len(value)) > j.most && (j.all != nil || int64(len(value)) > j.most) {
		return false
	}
	if j.all == nil {
		j.all = append(make([]byte, 0, len(value)), value...)
		return true
	}
	j.all = append(append(j.all, '\n'), value...)
	return true
}

func parquetError(err error) error {
	if isUnread(err) {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = errors.New("cut off")
	}
	if errors.Is(err, extract.ErrExpansion) || errors.Is(err, extract.ErrTooLarge) {
		return err
	}
	return fmt.Errorf("%w: Parquet: %w", extract.ErrMalformed, err)
}
