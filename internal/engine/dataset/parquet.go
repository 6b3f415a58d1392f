package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// Parquet finds the records of an Apache Parquet file of that many octets. Only the
// columns of the fields are read, page by page. An error ends the records; what is
// wrong with one row, a text longer than limits.Size among that, is an error of its
// [Record.Read].
func Parquet(r io.ReaderAt, size int64, f Fields, limits extract.Limits) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		if len(f.Text) == 0 {
			yield(nil, errNoField)
			return
		}
		if limits.Size == 0 {
			limits.Size = extract.DefaultLimits.Size
		}
		if limits.Ratio == 0 {
			limits.Ratio = extract.DefaultLimits.Ratio
		}
		p := &parquetReader{r: r, size: size, fields: f, limits: limits}
		defer p.close()
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
	limits  extract.Limits
	pages   pageChecker
	columns []*column
	file    *parquet.File
	group   int            // the next one
	left    int64          // rows of the one that is being read
	row     int64          // the last
	budget  *budget.Budget // of all records together
	opened  bool
}

// next returns the next record; io.EOF if there is none.
func (p *parquetReader) next() (record *Record, err error) {
	defer recovery.Catch(&err, "the reader of Parquet")
	if !p.opened {
		if err := p.open(); err != nil {
			return nil, err
		}
		p.opened = true
	}
	for p.left == 0 {
		if err := p.close(); err != nil {
			return nil, err
		}
		if p.group == len(p.file.RowGroups()) {
			return nil, io.EOF
		}
		if err := p.begin(); err != nil {
			return nil, err
		}
	}
	p.left--
	p.row++
	record, err = p.record()
	if err != nil {
		return nil, err
	}
	if err := p.budget.Unpack(record.Size + 1); err != nil {
		return nil, fmt.Errorf("Parquet: %w", err)
	}
	return record, nil
}

func (p *parquetReader) open() error {
	if err := checkFooter(p.r, p.size); err != nil {
		return parquetError(err)
	}
	file, err := parquet.OpenFile(p.r, p.size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return parquetError(err)
	}
	paths := p.fields.Text
	if p.fields.ID != nil {
		paths = append(paths[:len(paths):len(paths)], p.fields.ID)
	}
	for i, path := range paths {
		c, err := findColumn(file.Schema(), path, i == len(p.fields.Text))
		if err != nil {
			return err
		}
		p.columns = append(p.columns, c)
	}
	p.file = file
	p.budget = budget.New(budget.Limits(p.limits))
	p.budget.Source(p.size)
	p.pages = pageChecker{r: p.r, size: p.size, ratio: p.limits.Ratio}
	return nil
}

// begin begins the next group of rows.
func (p *parquetReader) begin() error {
	group, said := p.file.RowGroups()[p.group], p.file.Metadata().RowGroups[p.group]
	p.group++
	for _, c := range p.columns {
		if err := p.pages.chunk(&said.Columns[c.leaf.ColumnIndex].MetaData, c.leaf.Node.Type().Kind(), int(c.leaf.MaxDefinitionLevel)); err != nil {
			return fmt.Errorf("in row %d: column %s: %w", p.row+1, shown(c.path), parquetError(err))
		}
		c.begin(group)
	}
	p.left = group.NumRows()
	return nil
}

// record reads the next row.
func (p *parquetReader) record() (*Record, error) {
	f, limits := p.fields, p.limits
	record := &Record{Number: p.row}
	content, fault := &Content{Text: make([][]byte, len(f.Text))}, error(nil)
	for i, c := range p.columns { // all go on, whatever is wrong with one
		v, err := c.next()
		if err != nil {
			return nil, fmt.Errorf("in row %d: column %s: %w", p.row, shown(c.path), err)
		}
		switch {
		case v.IsNull():
			fault = fmt.Errorf("%w: field %s: null", extract.ErrMalformed, shown(c.path))
		case i == len(f.Text):
			content.ID = c.id(v)
		case int64(len(v.ByteArray())) > limits.Size:
			fault = budget.Limits(limits).TooLarge("field " + shown(c.path))
		default:
			content.Text[i] = bytes.Clone(v.ByteArray())
			content.Octets = content.Octets || c.octets
			record.Size += int64(len(v.ByteArray()))
		}
	}
	record.read = func() (*Content, error) { return content, fault }
	return record, nil
}

// close ends the reading of a group of rows. What a panic has left behind may panic once more.
func (p *parquetReader) close() (err error) {
	defer recovery.Catch(&err, "the reader of Parquet")
	for _, c := range p.columns {
		c.close()
	}
	return nil
}

// column reads the values of one column, a row each.
type column struct {
	path   Path
	leaf   parquet.LeafColumn
	octets bool // of no string
	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	read   []parquet.Value // the next ones
	room   [64]parquet.Value
}

// findColumn finds the column of a field, of the id or of a text.
func findColumn(schema *parquet.Schema, p Path, isID bool) (*column, error) {
	leaf, ok := schema.Lookup(p...)
	if !ok {
		var names []string
		for _, path := range schema.Columns() {
			if len(names) == 20 {
				names = append(names, "...")
				break
			}
			names = append(names, shown(path))
		}
		return nil, fmt.Errorf("%w: no column %s (there are %s)", extract.ErrMalformed, shown(p), strings.Join(names, ", "))
	}
	c := &column{path: p, leaf: leaf}
	if leaf.MaxRepetitionLevel > 0 {
		return nil, fmt.Errorf("%w: column %s: a list: expected one value a row", extract.ErrMalformed, shown(p))
	}
	t := leaf.Node.Type()
	ok = false
	switch kind := kindOf(t); kind {
	case parquet.ByteArray, parquet.FixedLenByteArray:
		plain := t.LogicalType() == nil && t.ConvertedType() == nil
		ok = plain || isString(t)
		c.octets = plain
	case parquet.Int32, parquet.Int64:
		ok = isID && isInteger(t)
	}
	if !ok {
		expected := "strings or bytes"
		if isID {
			expected = "strings or integers"
		}
		return nil, fmt.Errorf("%w: column %s: %s: expected %s", extract.ErrMalformed, shown(p), t, expected)
	}
	return c, nil
}

// kindOf is the kind of a type, and -1 of a list and the like, which a file may call a column of
// octets: the library panics there.
func kindOf(t parquet.Type) parquet.Kind {
	if l := t.LogicalType(); l != nil {
		switch l.Value.(type) {
		case *format.ListType, *format.MapType:
			return -1
		}
	}
	return t.Kind()
}

// isString reports whether t is of Unicode.
func isString(t parquet.Type) bool {
	if l := t.LogicalType(); l != nil {
		switch l.Value.(type) {
		case *format.StringType, *format.EnumType, *format.JsonType:
			return true
		}
		return false
	}
	c := t.ConvertedType()
	return c != nil && (*c == deprecated.UTF8 || *c == deprecated.Enum || *c == deprecated.Json)
}

// isInteger reports whether t is of integers, and no time or fraction.
func isInteger(t parquet.Type) bool {
	if l := t.LogicalType(); l != nil {
		_, ok := l.Value.(*format.IntType)
		return ok
	}
	c := t.ConvertedType()
	return c == nil || deprecated.Uint8 <= *c && *c <= deprecated.Int64
}

// isUnsigned reports whether t, of integers, has none below 0.
func isUnsigned(t parquet.Type) bool {
	if l := t.LogicalType(); l != nil {
		i, ok := l.Value.(*format.IntType)
		return ok && !i.IsSigned
	}
	c := t.ConvertedType()
	return c != nil && deprecated.Uint8 <= *c && *c <= deprecated.Uint64
}

// id is a value as an id.
func (c *column) id(v parquet.Value) ID {
	var number string
	unsigned := isUnsigned(c.leaf.Node.Type())
	switch kind := v.Kind(); {
	case kind == parquet.Int32 && unsigned:
		number = strconv.FormatUint(uint64(v.Uint32()), 10)
	case kind == parquet.Int32:
		number = strconv.FormatInt(int64(v.Int32()), 10)
	case kind == parquet.Int64 && unsigned:
		number = strconv.FormatUint(v.Uint64(), 10)
	case kind == parquet.Int64:
		number = strconv.FormatInt(v.Int64(), 10)
	default:
		id := ID{Text: string(v.ByteArray())}
		if utf8.ValidString(id.Text) {
			id.JSON, _ = json.Marshal(id.Text)
		}
		return id
	}
	return ID{number, []byte(number)}
}

func (c *column) begin(group parquet.RowGroup) {
	c.pages = group.ColumnChunks()[c.leaf.ColumnIndex].Pages()
	c.page, c.values, c.read = nil, nil, nil
}

func (c *column) close() {
	if c.pages != nil {
		c.pages.Close()
		c.pages = nil
	}
	parquet.Release(c.page)
	c.page, c.values, c.read = nil, nil, nil
}

var errFewRows = fmt.Errorf("%w: Parquet: fewer values than rows", extract.ErrMalformed)

// next is the value of the next row. It is good until the next call.
func (c *column) next() (parquet.Value, error) {
	for len(c.read) == 0 {
		if c.values != nil {
			n, err := c.values.ReadValues(c.room[:])
			if c.read = c.room[:n]; n > 0 {
				break
			}
			if err != nil && err != io.EOF {
				return parquet.Value{}, parquetError(err)
			}
			parquet.Release(c.page)
			c.page, c.values = nil, nil
		}
		page, err := c.pages.ReadPage()
		if err == io.EOF {
			return parquet.Value{}, errFewRows
		}
		if err != nil {
			return parquet.Value{}, parquetError(err)
		}
		c.page, c.values = page, page.Values()
	}
	v := c.read[0]
	c.read = c.read[1:]
	return v, nil
}

func parquetError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = errors.New("cut off")
	}
	if errors.Is(err, extract.ErrExpansion) {
		return err
	}
	return fmt.Errorf("%w: Parquet: %w", extract.ErrMalformed, err)
}
