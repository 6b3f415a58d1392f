package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"github.com/lsh-interop/fpcheck/extract"
)

// The library that reads Parquet allocates what a file says that it will need. So what a file
// says is compared with its size first, and with what is there.
const (
	// mostListed is how many structures the lists of a footer may have, or one for each dozen
	// octets: one octet can stand for a structure that takes 600.
	mostListed = 1 << 14
	// mostSchema bounds the columns in one another.
	mostSchema = 100
	// mostHeader bounds the header of a page, which may hold the least and the greatest value.
	mostHeader = 8 << 20
	// freePage is what a page may expand to, whatever the ratio.
	freePage = 8 << 20
	// mostValues is how many values a page may have, and one for each octet of the file. Writers
	// make pages of 20,000 values, or of a million.
	mostValues = 4 << 20
)

var errPage = errors.New("a page that does not match its header")

// checkFooter compares the footer with the size of the file.
func checkFooter(r io.ReaderAt, size int64) error {
	var end [8]byte
	if size < int64(len(end)) {
		return io.ErrUnexpectedEOF
	}
	if _, err := r.ReadAt(end[:], size-int64(len(end))); err != nil && err != io.EOF {
		return err
	}
	if mark := string(end[4:]); mark != "PAR1" {
		if mark == "PARE" {
			return errors.New("an encrypted footer")
		}
		return fmt.Errorf("%q at the end: expected PAR1", end[4:])
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	if length > size-12 {
		return fmt.Errorf("the footer declares %d bytes, but the file has %d", length, size)
	}
	footer := make([]byte, length)
	if _, err := r.ReadAt(footer, size-8-length); err != nil && err != io.EOF {
		return err
	}
	s := sound{octets: footer}
	if err := s.structure(0); err != nil {
		return fmt.Errorf("footer: %w", err)
	}
	if s.listed > max(mostListed, len(footer)/12) {
		return fmt.Errorf("footer: %d structures in %d bytes", s.listed, len(footer))
	}
	var meta format.FileMetaData
	if err := thrift.NewDecoder(new(thrift.CompactProtocol).NewReaderFromBytes(footer)).Decode(&meta); err != nil {
		return fmt.Errorf("footer: %w", err)
	}
	return checkSchema(meta.Schema)
}

// checkSchema bounds the depth of the columns. Each element is followed by its children.
func checkSchema(elements []format.SchemaElement) error {
	var left []int32 // children that are still to come, of each group that is open
	for _, e := range elements {
		for len(left) > 0 && left[len(left)-1] == 0 {
			left = left[:len(left)-1]
		}
		if len(left) > 0 {
			left[len(left)-1]--
		}
		children := e.NumChildren.V
		if children < 0 || int(children) > len(elements) {
			return fmt.Errorf("schema: %d columns in one", children)
		}
		if children > 0 {
			left = append(left, children)
		}
		if len(left) > mostSchema {
			return fmt.Errorf("schema: more than %d nested columns", mostSchema)
		}
	}
	return nil
}

// pageChecker compares the pages of columns with their headers.
type pageChecker struct {
	r     io.ReaderAt
	size  int64
	ratio int64
	packs []byte // what a page unpacks to
	named int    // values in the dictionary of the column
}

// chunk checks all pages of a column in a row group. A value that is there has the definition level
// most.
func (c *pageChecker) chunk(meta *format.ColumnMetaData, kind parquet.Kind, most int) error {
	from, length := meta.DataPageOffset, meta.TotalCompressedSize
	if meta.DictionaryPageOffset != 0 {
		from = meta.DictionaryPageOffset
	}
	if from < 0 || length < 0 || from > c.size || length > c.size-from || meta.NumValues < 0 || meta.DataPageOffset < 0 {
		return fmt.Errorf("a column at byte %d, of %d bytes, in a file of %d", from, length, c.size)
	}
	c.named = 0
	for at, end := from, from+length; at < end; {
		header, n, err := c.header(at, end)
		if err != nil {
			return err
		}
		at += int64(n)
		if header.CompressedPageSize < 0 || int64(header.CompressedPageSize) > end-at {
			return fmt.Errorf("a page of %d bytes in a column that has %d more", header.CompressedPageSize, end-at)
		}
		page := make([]byte, header.CompressedPageSize)
		if err := c.read(page, at); err != nil {
			return err
		}
		at += int64(len(page))
		if err := c.page(header, page, meta.Codec, kind, most); err != nil {
			return err
		}
	}
	return nil
}

// read reads all octets at an offset.
func (c *pageChecker) read(p []byte, at int64) error {
	if n, err := c.r.ReadAt(p, at); n < len(p) {
		return err
	}
	return nil
}

// header reads the header of a page, once it is known to be sound, and returns its length.
func (c *pageChecker) header(at, end int64) (*format.PageHeader, int, error) {
	for _, most := range []int64{4 << 10, mostHeader} {
		head := make([]byte, min(most, end-at))
		if err := c.read(head, at); err != nil {
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

// page checks a page: what it unpacks to, and how many values it is said to have.
func (c *pageChecker) page(h *format.PageHeader, page []byte, codec format.CompressionCodec, kind parquet.Kind, most int) error {
	var values int32
	var encoding format.Encoding
	var levels, levelsLength int // of octets: before the packed ones
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
		values = h.DictionaryPageHeader.V.NumValues
		encoding, most = format.Plain, 0
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		values, encoding = h.DataPageHeader.V.NumValues, h.DataPageHeader.V.Encoding
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		v2 := &h.DataPageHeaderV2.V
		values, encoding = v2.NumValues, v2.Encoding
		levels, levelsLength = int(v2.RepetitionLevelsByteLength), int(v2.DefinitionLevelsByteLength)
		if levels < 0 || levelsLength < 0 || levels+levelsLength > len(page) || v2.NumNulls < 0 || v2.NumNulls > values {
			return errPage
		}
		if v2.IsCompressed.Valid && !v2.IsCompressed.V {
			codec = format.Uncompressed
		}
	default:
		return nil // the library says that it knows none such
	}
	if values < 0 || int64(values) > max(mostValues, c.size) {
		return fmt.Errorf("%w: %d values in a page", extract.ErrExpansion, values)
	}
	data := page[levels+levelsLength:]
	if codec != format.Uncompressed {
		size := int64(h.UncompressedPageSize)
		if size < 0 || (size-freePage)/c.ratio > int64(len(page)) {
			return fmt.Errorf("%w: a page of %d bytes would unpack to %d", extract.ErrExpansion, len(page), size)
		}
		var err error
		if data, err = c.unpack(codec, data, int(size)); err != nil {
			return fmt.Errorf("%w: %w", errPage, err)
		}
	}
	present := int(values)
	switch {
	case most == 0:
	case h.Type == format.DataPageV2:
		all, err := runs(page[levels:levels+levelsLength], bits.Len(uint(most)), present, uint64(most))
		if err != nil || all.n < present || all.found != present-int(h.DataPageHeaderV2.V.NumNulls) {
			return errPage
		}
		present = all.found
	default:
		if len(data) < 4 || uint64(binary.LittleEndian.Uint32(data)) > uint64(len(data)-4) {
			return errPage
		}
		n := 4 + int(binary.LittleEndian.Uint32(data))
		all, err := runs(data[4:n], bits.Len(uint(most)), present, uint64(most))
		if err != nil || all.n < present {
			return errPage
		}
		data, present = data[n:], all.found
	}
	if h.Type == format.DictionaryPage {
		c.named = present
		return checkPlain(data, kind, present)
	}
	return c.values(data, encoding, kind, present, c.allowed(len(page)))
}

// allowed is how many octets a page may expand to.
func (c *pageChecker) allowed(packed int) int64 { return freePage + c.ratio*int64(packed) }

// values checks the lengths that encodings have in them.
func (c *pageChecker) values(data []byte, encoding format.Encoding, kind parquet.Kind, values int, allowed int64) error {
	switch encoding {
	//lint:ignore SA1019 files of older writers have it
	case format.PlainDictionary, format.RLEDictionary:
		if len(data) == 0 && values == 0 {
			return nil
		}
		if len(data) == 0 {
			return errPage
		}
		all, err := runs(data[1:], int(data[0]), values, 0)
		if err == nil && (all.n < values || all.greatest >= uint64(c.named) && values > 0) {
			err = errPage
		}
		return err
	case format.Plain:
		return checkPlain(data, kind, values)
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray:
		_, n, err := deltas(data, values, nil)
		if err == nil && n < values {
			err = errPage
		}
		return err
	case format.DeltaByteArray:
		var shared int64
		rest, n, err := deltas(data, values, func(n int32) { shared += max(0, int64(n)) })
		if err != nil || n < values {
			return errPage
		}
		if shared+int64(len(rest)) > allowed {
			return fmt.Errorf("%w: a page of values that share %d bytes", extract.ErrExpansion, shared)
		}
		if _, n, err = deltas(rest, values, nil); err != nil || n < values {
			return errPage
		}
	}
	return nil
}

// checkPlain compares the number of values with the octets of as many.
func checkPlain(data []byte, kind parquet.Kind, values int) error {
	if kind != parquet.ByteArray { // the library compares these
		return nil
	}
	for n := range values {
		if len(data) < 4 || uint64(binary.LittleEndian.Uint32(data)) > uint64(len(data)-4) {
			return fmt.Errorf("%w: %d values where it declares %d", errPage, n, values)
		}
		data = data[4+binary.LittleEndian.Uint32(data):]
	}
	return nil
}

// counted is what runs are of.
type counted struct {
	n        int    // values; the last group of packed bits may have more than there are
	found    int    // of the first ones, those that are sought
	greatest uint64 // of the first ones
}

// runs goes through the hybrid of run lengths and packed bits, of so many values.
func runs(data []byte, width, values int, sought uint64) (c counted, err error) {
	if width > 32 {
		return c, errPage
	}
	for len(data) > 0 {
		head, length := binary.Uvarint(data)
		if length <= 0 || head>>1 > math.MaxInt32 {
			return c, errPage
		}
		data = data[length:]
		count, octets, packed := int64(head>>1), int64(width+7)/8, head&1 != 0
		if packed {
			count, octets = count*8, count*int64(width)
		}
		if octets > int64(len(data)) {
			return c, errPage
		}
		if int64(c.n)+count > int64(values)+512 {
			return c, fmt.Errorf("%w: a run of %d in a page of %d values", errPage, count, values)
		}
		first := max(0, min(int(count), values-c.n))
		if packed {
			for i := range first {
				c.value(bitsAt(data, i*width, width), sought, 1)
			}
		} else if first > 0 {
			c.value(bitsAt(data, 0, int(octets)*8), sought, first)
		}
		c.n += int(count)
		data = data[octets:]
	}
	return c, nil
}

func (c *counted) value(v, sought uint64, times int) {
	c.greatest = max(c.greatest, v)
	if v == sought {
		c.found += times
	}
}

// deltas passes over integers of the encoding DELTA_BINARY_PACKED, and gives each to take if that
// is not nil. It returns what follows them.
func deltas(data []byte, values int, take func(int32)) (rest []byte, n int, err error) {
	var head [4]uint64
	for i := range head {
		u, length := binary.Uvarint(data)
		if length <= 0 {
			return nil, 0, errPage
		}
		head[i], data = u, data[length:]
	}
	block, minis, total := head[0], head[1], head[2]
	if block == 0 || block > 1<<16 || minis == 0 || minis > block/32 || total > uint64(values) {
		return nil, 0, fmt.Errorf("%w: %d integers in blocks of %d, in a page of %d values", errPage, total, block, values)
	}
	last := unzigzag(head[3])
	each := int(block / minis)
	left := int(total)
	give := func() {
		if left--; take != nil {
			take(int32(last))
		}
	}
	if left > 0 {
		give()
	}
	for left > 0 {
		u, length := binary.Uvarint(data)
		if length <= 0 || len(data)-length < int(minis) {
			return nil, 0, errPage
		}
		least, widths := unzigzag(u), data[length:length+int(minis)]
		data = data[length+int(minis):]
		for _, width := range widths {
			if left <= 0 {
				break
			}
			if width > 64 {
				return nil, 0, errPage
			}
			packed := data[:min(len(data), each*int(width)/8)]
			data = data[len(packed):]
			for i := 0; i < each && left > 0; i++ {
				last += least + int64(bitsAt(packed, i*int(width), int(width)))
				give()
			}
		}
	}
	return data, int(total), nil
}

func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// bitsAt reads bits, the least first; those after the end are 0.
func bitsAt(data []byte, at, width int) (n uint64) {
	for i := 0; i < width; i++ {
		if j := (at + i) / 8; j < len(data) {
			n |= uint64(data[j]>>((at+i)%8)&1) << i
		}
	}
	return n
}

// unpack undoes a codec. It holds no more than size octets, and fails if there are more.
func (c *pageChecker) unpack(codec format.CompressionCodec, packed []byte, size int) ([]byte, error) {
	switch codec {
	case format.Snappy:
		n, err := snappy.DecodedLen(packed)
		if err != nil || n > size {
			return nil, fmt.Errorf("snappy: %d bytes: expected %d (%v)", n, size, err)
		}
		return snappy.Decode(c.room(size), packed)
	case format.Lz4Raw:
		// The library doubles its memory as long as this fails, for whatever reason.
		room := c.room(max(size, 3*len(packed)))
		n, err := lz4.UncompressBlock(packed, room)
		if err != nil || n > size {
			return nil, fmt.Errorf("lz4: %d bytes: expected %d (%v)", n, size, err)
		}
		return room[:n], nil
	case format.Gzip:
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, err
		}
		return c.whole(z, size)
	case format.Brotli:
		return c.whole(brotli.NewReader(bytes.NewReader(packed)), size)
	case format.Zstd:
		z, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(uint64(max(freePage, size))))
		if err != nil {
			return nil, err
		}
		defer z.Close()
		return c.whole(z, size)
	}
	return packed, nil // the library says that it knows none such
}

// room returns as many octets as a page unpacks to, which the next page overwrites.
func (c *pageChecker) room(size int) []byte {
	if cap(c.packs) < size {
		c.packs = make([]byte, size)
	}
	return c.packs[:size]
}

// whole reads what must be at most size octets.
func (c *pageChecker) whole(r io.Reader, size int) ([]byte, error) {
	room := c.room(size + 1)
	n, err := io.ReadFull(r, room)
	switch {
	case err == nil:
		return nil, fmt.Errorf("more than %d bytes", size)
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return room[:n], nil
	}
	return nil, err
}
