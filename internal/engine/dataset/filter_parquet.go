package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/bits"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// FilterParquet copies a Parquet file of size bytes to w without some rows. Their numbers are in removed,
// in ascending order. The schema and the metadata are copied byte for byte, and each column keeps its
// codec. The copy has the row groups of the file that keep a row. Of statistics it has the counts of
// nulls only. It has no indexes and no Bloom filters.
//
// It decodes the pages as [Parquet] does, so that no library decides what a value is. It writes them with
// the encoding PLAIN, or by a dictionary where the file has one. One page is in memory at a time.
func FilterParquet(w io.Writer, r io.ReaderAt, size int64, removed []int64, limits extract.Limits) (err error) {
	defer recovery.Catch(&err, "the filter of Parquet")
	r = source{ReaderAt: r}
	meta, err := readFooter(r, size)
	if err != nil {
		return parquetError(err)
	}
	root, leaves, err := parseSchema(meta.Schema)
	if err != nil {
		return parquetError(err)
	}
	f := &parquetFilter{out: w}
	for _, e := range root.below {
		f.listColumns(e, &column{r: r, size: size, limits: orDefault(limits)})
	}
	f.write([]byte("PAR1"))
	row, kept := int64(1), int64(0)
	var groups []format.RowGroup
	for i := range meta.RowGroups {
		group := &meta.RowGroups[i]
		if group.NumRows < 0 || len(group.Columns) != leaves {
			return parquetError(errGroup(group, leaves))
		}
		var gone numbers
		gone, removed = split2(removed, row+group.NumRows)
		if int64(len(gone)) < group.NumRows {
			copied, err := f.group(group, row, gone)
			if err != nil {
				return err
			}
			copied.Ordinal = int16(min(len(groups), math.MaxInt16))
			groups = append(groups, copied)
			kept += copied.NumRows
		}
		row += group.NumRows
	}
	if len(removed) > 0 {
		return fmt.Errorf("%w: no record %d", ErrChanged, removed[0])
	}
	footer, err := filteredFooter(r, size, kept, groups)
	if err != nil {
		return parquetError(err)
	}
	f.write(footer)
	f.write(binary.LittleEndian.AppendUint32(nil, uint32(len(footer))))
	f.write([]byte("PAR1"))
	return f.err
}

// split2 splits numbers before the first that is not less than end.
func split2(x []int64, end int64) (below, others []int64) {
	n := 0
	for n < len(x) && x[n] < end {
		n++
	}
	return x[:n:n], x[n:]
}

// parquetFilter writes a file.
type parquetFilter struct {
	out     io.Writer
	at      int64 // bytes written
	err     error // the first of out
	columns []*column
	packer  packer
	page    pageWriter
}

func (f *parquetFilter) write(p []byte) {
	if f.err == nil {
		_, f.err = f.out.Write(p)
		f.at += int64(len(p))
	}
}

// listColumns lists e, or the columns below it. They read what like reads, below its path.
func (f *parquetFilter) listColumns(e *element, like *column) {
	c := *like
	c.path, c.leaf = append(like.path[:len(like.path):len(like.path)], e.Name), e
	if e.leaf >= 0 {
		f.columns = append(f.columns, &c)
	}
	for _, child := range e.below {
		f.listColumns(child, &c)
	}
}

// group copies a row group whose first row has the number first.
func (f *parquetFilter) group(group *format.RowGroup, first int64, gone numbers) (format.RowGroup, error) {
	copied := format.RowGroup{
		NumRows: group.NumRows - int64(len(gone)), SortingColumns: group.SortingColumns, FileOffset: f.at,
	}
	for i, c := range f.columns {
		chunk := chunkFilter{
			parquetFilter: f, column: c, from: &group.Columns[i], first: first, end: first + group.NumRows, gone: gone,
		}
		meta, err := chunk.copy()
		if f.err != nil {
			return copied, f.err
		}
		if err != nil {
			return copied, fmt.Errorf("column %s, rows from %d: %w", shown(c.path), first, parquetError(err))
		}
		copied.Columns = append(copied.Columns, format.ColumnChunk{MetaData: meta})
		copied.TotalByteSize += meta.TotalUncompressedSize
		copied.TotalCompressedSize += meta.TotalCompressedSize
	}
	return copied, nil
}

// chunkFilter copies a column of a row group.
type chunkFilter struct {
	*parquetFilter
	column     *column
	from       *format.ColumnChunk
	first, end int64 // rows
	gone       numbers
	renumbered []uint32 // by place in the dictionary, that in the new one plus 1; nil: no dictionary
	meta       format.ColumnMetaData
	nulls      int64
}

// copy copies the pages, and returns what the footer says of them.
func (c *chunkFilter) copy() (format.ColumnMetaData, error) {
	from := &c.from.MetaData
	c.meta = format.ColumnMetaData{
		Type: from.Type, PathInSchema: from.PathInSchema, Codec: from.Codec, KeyValueMetadata: from.KeyValueMetadata,
		Encoding: []format.Encoding{format.Plain, format.RLE},
	}
	start := c.at
	if from.DictionaryPageOffset > 0 || hasDictionary(from.Encoding) {
		if err := c.dictionary(); err != nil {
			return c.meta, err
		}
	}
	c.meta.DataPageOffset = c.at
	p := &c.page
	p.reset(c.column.leaf)
	err := c.each(func(e *entry) error {
		isIndexed := e.hasValue && e.index >= 0 && c.renumbered != nil
		if p.entries() > 0 && (p.isFull() && e.rep == 0 || e.hasValue && p.hasValues() && isIndexed != p.isIndexed) {
			if err := c.flush(); err != nil {
				return err
			}
		}
		if isIndexed {
			p.addIndex(e, c.renumbered[e.index]-1)
		} else {
			p.add(e)
		}
		return nil
	})
	if err == nil && p.entries() > 0 {
		err = c.flush()
	}
	c.meta.TotalCompressedSize = c.at - start
	c.meta.Statistics.NullCount = c.nulls
	return c.meta, err
}

func hasDictionary(all []format.Encoding) bool {
	for _, e := range all {
		//lint:ignore SA1019 files of older writers have it
		if e == format.PlainDictionary || e == format.RLEDictionary {
			return true
		}
	}
	return false
}

// dictionary writes the values of the dictionary that kept rows have, in the order in which they
// first do.
func (c *chunkFilter) dictionary() error {
	var data []byte
	count := uint32(0)
	err := c.each(func(e *entry) error {
		if e.index < 0 {
			return nil
		}
		if c.renumbered == nil {
			c.renumbered = make([]uint32, len(c.column.dictionary))
		}
		if c.renumbered[e.index] == 0 {
			count++
			c.renumbered[e.index] = count
			data = appendPlain(data, c.column.leaf, e.value)
		}
		return nil
	})
	if err != nil || count == 0 {
		c.renumbered = nil
		return err
	}
	c.meta.DictionaryPageOffset = c.at
	c.meta.Encoding = append(c.meta.Encoding, format.RLEDictionary)
	c.page.width = max(1, bits.Len32(count-1))
	return c.put(&format.PageHeader{
		Type: format.DictionaryPage,
		DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{
			NumValues: int32(count), Encoding: format.Plain,
		}),
	}, data)
}

// An entry is a value of a column, or a null, and its levels.
type entry struct {
	rep, def uint8
	hasValue bool
	value    []byte
	index    int // in the dictionary; -1 if it is not from there
}

// each calls take for the entries of all kept rows.
func (c *chunkFilter) each(take func(*entry) error) error {
	col := c.column
	if err := col.begin(c.from); err != nil {
		return err
	}
	row, gone, skipped := c.first-1, c.gone, false
	var dictionary *[]byte // the first value of the dictionary that indexes are of
	for {
		for col.n == 0 {
			if col.left == 0 {
				if row != c.end-1 {
					return errFewRows
				}
				return nil
			}
			if err := col.page(); err != nil {
				return err
			}
		}
		col.n--
		e := entry{index: -1}
		if col.leaf.rep > 0 {
			rep, err := col.reps.next()
			if err != nil || rep > uint64(col.leaf.rep) || rep > 0 && row < c.first {
				return errPage
			}
			e.rep = uint8(rep)
		}
		if e.rep == 0 {
			if row++; row == c.end {
				return fmt.Errorf("%w: more values than rows", errPage)
			}
			skipped = gone.has(row)
		}
		if col.leaf.def > 0 {
			def, err := col.defs.next()
			if err != nil || def > uint64(col.leaf.def) {
				return errPage
			}
			e.def = uint8(def)
		}
		if e.hasValue = int(e.def) == col.leaf.def; e.hasValue {
			var err error
			if x, ok := col.values.(*indexed); ok {
				var i uint64
				if i, err = x.hybrid.next(); err == nil && i >= uint64(len(x.dictionary)) {
					err = errPage
				}
				if err != nil {
					return err
				}
				if dictionary == nil {
					dictionary = &x.dictionary[0]
				} else if dictionary != &x.dictionary[0] {
					return errors.New("two dictionaries in a column")
				}
				e.index, e.value = int(i), x.dictionary[i]
			} else if e.value, err = col.values.next(); err != nil {
				return err
			}
		}
		if !skipped {
			if err := take(&e); err != nil {
				return err
			}
		}
	}
}

// flush writes the page.
func (c *chunkFilter) flush() error {
	p := &c.page
	nulls := int64(p.entries() - p.values)
	header := format.DataPageHeader{
		NumValues: int32(p.entries()), Encoding: format.Plain,
		DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
		Statistics: format.Statistics{NullCount: nulls},
	}
	if p.isIndexed {
		header.Encoding = format.RLEDictionary
	}
	c.nulls += nulls
	c.meta.NumValues += int64(p.entries())
	body := p.body()
	p.reset(c.column.leaf)
	return c.put(&format.PageHeader{Type: format.DataPage, DataPageHeader: thrift.New(header)}, body)
}

// put writes a page.
func (c *chunkFilter) put(h *format.PageHeader, body []byte) error {
	packed, err := c.packer.pack(c.meta.Codec, body)
	if err != nil {
		return err
	}
	if max(len(body), len(packed)) > math.MaxInt32 {
		return fmt.Errorf("a page of %d bytes: expected 2 GB or less", len(body))
	}
	h.UncompressedPageSize, h.CompressedPageSize = int32(len(body)), int32(len(packed))
	h.CRC = int32(crc32.ChecksumIEEE(packed))
	head, err := thrift.Marshal(new(thrift.CompactProtocol), h)
	if err != nil {
		return err
	}
	c.write(head)
	c.write(packed)
	c.meta.TotalUncompressedSize += int64(len(head) + len(body))
	return c.err
}

// The fields of a footer that a filter changes.
const (
	footerRows   = 3
	footerGroups = 4
)

// filteredFooter returns the footer of a file with other rows. All other fields are copied byte for byte,
// those among them that this program does not know.
func filteredFooter(r io.ReaderAt, size, rows int64, groups []format.RowGroup) ([]byte, error) {
	var length [4]byte
	if _, err := r.ReadAt(length[:], size-8); err != nil && err != io.EOF {
		return nil, err
	}
	footer := make([]byte, min(int64(binary.LittleEndian.Uint32(length[:])), size-8))
	if _, err := r.ReadAt(footer, size-8-int64(len(footer))); err != nil && err != io.EOF {
		return nil, err
	}
	var out []byte
	s := sound{octets: footer}
	for id := int64(0); ; {
		head, err := s.octet()
		if err != nil {
			return nil, err
		}
		if head == 0 {
			return append(out, 0), nil
		}
		if id += int64(head >> 4); head>>4 == 0 {
			u, err := s.varint()
			if err != nil {
				return nil, err
			}
			id = unzigzag(u)
		}
		from := s.at
		if err := s.value(head&15, 0, true); err != nil {
			return nil, err
		}
		out = binary.AppendVarint(append(out, head&15), id)
		switch id {
		case footerRows:
			out = binary.AppendVarint(out, rows)
		case footerGroups:
			if out, err = appendGroups(out, groups); err != nil {
				return nil, err
			}
		default:
			out = append(out, footer[from:s.at]...)
		}
	}
}

// appendGroups appends a list of structures.
func appendGroups(out []byte, groups []format.RowGroup) ([]byte, error) {
	const structure = 12
	if len(groups) < 15 {
		out = append(out, byte(len(groups)<<4|structure))
	} else {
		out = binary.AppendUvarint(append(out, 0xf0|structure), uint64(len(groups)))
	}
	for i := range groups {
		octets, err := thrift.Marshal(new(thrift.CompactProtocol), &groups[i])
		if err != nil {
			return nil, err
		}
		out = append(out, octets...)
	}
	return out, nil
}
