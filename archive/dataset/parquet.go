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
		stopped := false
		err := guarded(func() error {
			return readParquet(r, size, f, limits, func(record *Record) bool {
				stopped = !yieldOutside(yield, record)
				return !stopped
			})
		})
		if p, ok := err.(yieldPanic); ok {
			panic(p.value)
		}
		if err != nil && !stopped {
			yield(nil, err)
		}
	}
}

// guarded makes errors of panics: the reader of the format has some for files that
// break its rules.
func guarded(do func() error) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case yieldPanic:
			err = p
		default:
			err = fmt.Errorf("%w: Parquet: %v", extract.ErrMalformed, p)
		}
	}()
	return do()
}

// yieldPanic is a panic of who takes the records, which is not to be hidden.
type yieldPanic struct{ value any }

func (yieldPanic) Error() string { return "panic while a record was taken" }

func yieldOutside(yield func(*Record, error) bool, record *Record) bool {
	defer func() {
		if p := recover(); p != nil {
			panic(yieldPanic{p})
		}
	}()
	return yield(record, nil)
}

func readParquet(r io.ReaderAt, size int64, f Fields, limits extract.Limits, yield func(*Record) bool) error {
	file, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return parquetError(err)
	}
	paths := f.Text
	if f.ID != nil {
		paths = append(paths[:len(paths):len(paths)], f.ID)
	}
	var columns []*column
	for i, p := range paths {
		c, err := findColumn(file.Schema(), p, i == len(f.Text))
		if err != nil {
			return err
		}
		columns = append(columns, c)
	}
	row := int64(0)
	for _, group := range file.RowGroups() {
		for _, c := range columns {
			c.begin(group)
		}
		for range group.NumRows() {
			row++
			record := &Record{Number: row}
			content, fault := &Content{Text: make([][]byte, len(f.Text))}, error(nil)
			for i, c := range columns { // all go on, whatever is wrong with one
				v, err := c.next()
				if err != nil {
					return fmt.Errorf("in row %d: column %s: %w", row, shown(c.path), err)
				}
				switch {
				case v.IsNull():
					fault = fmt.Errorf("%w: field %s: null", extract.ErrMalformed, shown(c.path))
				case i == len(f.Text):
					content.ID = c.id(v)
				case int64(len(v.ByteArray())) > limits.Size:
					fault = fmt.Errorf("%w: field %s: more than %d octets", extract.ErrTooLarge, shown(c.path), limits.Size)
				default:
					content.Text[i] = bytes.Clone(v.ByteArray())
					content.Octets = content.Octets || c.octets
					record.Size += int64(len(v.ByteArray()))
				}
			}
			record.read = func() (*Content, error) { return content, fault }
			if !yield(record) {
				closeAll(columns)
				return nil
			}
		}
		closeAll(columns)
	}
	return nil
}

func closeAll(columns []*column) {
	for _, c := range columns {
		c.close()
	}
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
	switch t.Kind() {
	case parquet.ByteArray, parquet.FixedLenByteArray:
		plain := t.LogicalType() == nil && t.ConvertedType() == nil
		ok = plain || isString(t)
		c.octets = plain
	case parquet.Int32, parquet.Int64:
		ok = isID && isInteger(t)
	}
	if !ok {
		expected := "strings or octets"
		if isID {
			expected = "strings or integers"
		}
		return nil, fmt.Errorf("%w: column %s: %s: expected %s", extract.ErrMalformed, shown(p), t, expected)
	}
	return c, nil
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
	c.pages.Close()
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
	return fmt.Errorf("%w: Parquet: %w", extract.ErrMalformed, err)
}
