package dataset

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

const (
	// mostHeader bounds the header of a page, which may contain the least and the greatest value.
	mostHeader = 8 << 20
	// freePage is what a page may unpack to, whatever the ratio.
	freePage = 8 << 20
	// mostValues bounds the values of a page, plus one for each byte of the file. Writers make
	// pages of 20,000 values, or of a million.
	mostValues = 4 << 20
	// oldHeader is what a column may have beyond its declared size, in bytes.
	oldHeader = 100
)

// column reads the values of one column. It decodes the pages itself, and not with a library. So the
// bytes that it checks are the bytes that it uses.
type column struct {
	path   Path
	leaf   *element
	octets bool // its values are bytes, and not strings

	r      io.ReaderAt
	size   int64
	limits budget.Limits

	meta       *format.ColumnMetaData // of the row group
	at, end    int64                  // where its pages are
	left       int64                  // values in pages to come
	dictionary [][]byte
	room       []byte // for a page

	n          int // values left in the page, nulls included
	reps, defs hybrid
	values     values
	rep        uint64 // of the next value, if peeked
	peeked     bool
}

// begin begins a row group.
func (c *column) begin(chunk *format.ColumnChunk) error {
	m := &chunk.MetaData
	if chunk.FilePath != "" {
		return errors.New("its values are in another file")
	}
	if len(chunk.EncryptedColumnMetadata) > 0 || chunk.CryptoMetadata.Value != nil {
		return errors.New("encrypted values")
	}
	from := m.DataPageOffset
	if d := m.DictionaryPageOffset; d > 0 {
		from = min(from, d)
	}
	if from < 0 || m.TotalCompressedSize < 0 || from > c.size || m.TotalCompressedSize > c.size-from || m.NumValues < 0 {
		return fmt.Errorf("a column at byte %d, of %d bytes, in a file of %d", from, m.TotalCompressedSize, c.size)
	}
	if m.Type != c.leaf.Type.V {
		return fmt.Errorf("values of %v: expected %v, as in the schema", m.Type, c.leaf.Type.V)
	}
	// Old writers did not count the header of the dictionary (PARQUET-816).
	end := min(c.size, from+m.TotalCompressedSize+oldHeader)
	c.meta, c.at, c.end, c.left = m, from, end, m.NumValues
	c.dictionary, c.n, c.values, c.peeked = nil, 0, nil, false
	return nil
}

var errFewRows = errors.New("fewer values than rows")

// row gives the values of the next row to take, without nulls. A value is valid until take returns.
func (c *column) row(take func([]byte)) error {
	for first := true; ; first = false {
		for c.n == 0 {
			if c.left == 0 {
				if first {
					return errFewRows
				}
				return nil
			}
			if err := c.page(); err != nil {
				return err
			}
		}
		if c.leaf.rep > 0 {
			if !c.peeked {
				rep, err := c.reps.next()
				if err != nil {
					return err
				}
				c.rep, c.peeked = rep, true
			}
			switch {
			case first && c.rep != 0, c.rep > uint64(c.leaf.rep):
				return errPage
			case !first && c.rep == 0:
				return nil
			}
			c.peeked = false
		}
		c.n--
		level, err := uint64(0), error(nil)
		if c.leaf.def > 0 {
			if level, err = c.defs.next(); err != nil || level > uint64(c.leaf.def) {
				return errPage
			}
		}
		if level == uint64(c.leaf.def) {
			value, err := c.values.next()
			if err != nil {
				return err
			}
			take(value)
		}
		if c.leaf.rep == 0 {
			return nil
		}
	}
}

// page begins the next page, and reads a dictionary.
func (c *column) page() error {
	if c.at >= c.end {
		return io.ErrUnexpectedEOF
	}
	h, length, err := c.header()
	if err != nil {
		return err
	}
	c.at += int64(length)
	if h.CompressedPageSize < 0 || int64(h.CompressedPageSize) > c.end-c.at {
		return fmt.Errorf("a page of %d bytes in a column that has %d more", h.CompressedPageSize, c.end-c.at)
	}
	page := make([]byte, h.CompressedPageSize)
	if err := c.read(page, c.at); err != nil {
		return err
	}
	c.at += int64(len(page))
	if sum := crc32.ChecksumIEEE(page); h.CRC != 0 && uint32(h.CRC) != sum {
		return fmt.Errorf("%w: its checksum is %08x: expected %08x", errPage, sum, uint32(h.CRC))
	}
	return c.decode(h, page, c.meta.Codec)
}

// decode begins a page.
func (c *column) decode(h *format.PageHeader, page []byte, codec format.CompressionCodec) error {
	var n int32
	var encoding format.Encoding
	size := int64(h.UncompressedPageSize)
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
		data, err := c.unpack(nil, codec, page, size)
		if err != nil {
			return err
		}
		return c.define(data, h.DictionaryPageHeader.V)
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		n, encoding = h.DataPageHeader.V.NumValues, h.DataPageHeader.V.Encoding
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		n, encoding = h.DataPageHeaderV2.V.NumValues, h.DataPageHeaderV2.V.Encoding
	case h.Type == format.IndexPage:
		return nil
	default:
		return fmt.Errorf("a page of type %v", h.Type)
	}
	if n < 0 || int64(n) > max(mostValues, c.size) || int64(n) > c.left {
		return fmt.Errorf("%w: %d values in a page, in a column that has %d more", extract.ErrExpansion, n, c.left)
	}
	c.left -= int64(n)
	c.n = int(n)
	c.peeked = false
	data, err := c.levels(h, page, codec, size)
	if err != nil {
		return err
	}
	c.values, err = newValues(data, encoding, c.leaf, int(n), c.dictionary)
	return err
}

// levels finds the levels of a page of values, and unpacks the values.
func (c *column) levels(h *format.PageHeader, page []byte, codec format.CompressionCodec, size int64) (data []byte,
	err error) {
	if h.Type == format.DataPageV2 {
		v2 := &h.DataPageHeaderV2.V
		reps, defs := int64(v2.RepetitionLevelsByteLength), int64(v2.DefinitionLevelsByteLength)
		if reps < 0 || defs < 0 || reps+defs > int64(len(page)) || reps+defs > size {
			return nil, errPage
		}
		c.reps, c.defs = newLevels(page[:reps], c.leaf.rep), newLevels(page[reps:reps+defs], c.leaf.def)
		if v2.IsCompressed.Valid && !v2.IsCompressed.V {
			codec = format.Uncompressed
		}
		if size -= reps + defs; size == 0 {
			return nil, nil // of nulls only
		}
		c.room, err = c.unpack(c.room, codec, page[reps+defs:], size)
		return c.room, err
	}
	if c.room, err = c.unpack(c.room, codec, page, size); err != nil {
		return nil, err
	}
	data, v1 := c.room, &h.DataPageHeader.V
	for _, l := range []struct {
		most     int
		encoding format.Encoding
		levels   *hybrid
	}{{c.leaf.rep, v1.RepetitionLevelEncoding, &c.reps}, {c.leaf.def, v1.DefinitionLevelEncoding, &c.defs}} {
		if l.most == 0 {
			continue
		}
		if l.encoding != format.RLE {
			return nil, fmt.Errorf("levels in %v: expected RLE", l.encoding)
		}
		if *l.levels, data, err = levelsOf(data, l.most); err != nil {
			return nil, err
		}
	}
	return data, nil
}

func newLevels(data []byte, most int) hybrid { return hybrid{data: data, width: bits.Len(uint(most))} }

// unpack decompresses a page, if its size is within bounds.
func (c *column) unpack(room []byte, codec format.CompressionCodec, page []byte, size int64) ([]byte, error) {
	if size < 0 {
		return nil, errPage
	}
	if most := max(freePage, c.limits.Size); size > most && (size-freePage)/c.limits.Ratio > int64(len(page)) {
		return nil, fmt.Errorf("a page of %d bytes that would unpack to %d: %w", len(page), size,
			c.limits.TooLarge("one page"))
	}
	return unpackPage(room, codec, page, int(size))
}

// define reads a dictionary.
func (c *column) define(data []byte, h format.DictionaryPageHeader) error {
	//lint:ignore SA1019 files of older writers have it
	if h.Encoding != format.Plain && h.Encoding != format.PlainDictionary {
		return fmt.Errorf("a dictionary in %v", h.Encoding)
	}
	least := max(kindWidth(c.leaf), 1)
	if c.leaf.Type.V == format.ByteArray {
		least = 4
	}
	if h.NumValues < 0 || int(h.NumValues) > len(data)/least || c.leaf.Type.V == format.Boolean {
		return fmt.Errorf("%w: a dictionary of %d values in %d bytes", errPage, h.NumValues, len(data))
	}
	all, err := newValues(data, format.Plain, c.leaf, int(h.NumValues), nil)
	if err != nil {
		return err
	}
	c.dictionary = make([][]byte, h.NumValues)
	for i := range c.dictionary {
		if c.dictionary[i], err = all.next(); err != nil {
			return err
		}
	}
	return nil
}

// read reads all bytes at an offset.
func (c *column) read(p []byte, at int64) error {
	if n, err := c.r.ReadAt(p, at); n < len(p) {
		return err
	}
	return nil
}

// header reads the header of a page, once it is known to be sound, and returns its length.
func (c *column) header() (*format.PageHeader, int, error) {
	for _, most := range []int64{4 << 10, mostHeader} {
		head := make([]byte, min(most, c.end-c.at))
		if err := c.read(head, c.at); err != nil {
			return nil, 0, err
		}
		s := sound{octets: head}
		if err := s.structure(0); err == nil {
			header := new(format.PageHeader)
			err = thrift.NewDecoder(new(thrift.CompactProtocol).NewReaderFromBytes(head[:s.at])).Decode(header)
			return header, s.at, err
		}
	}
	return nil, 0, fmt.Errorf("header of a page: %w", errThrift)
}
