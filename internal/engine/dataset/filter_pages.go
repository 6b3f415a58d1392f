package dataset

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// A page is full once it has one of these numbers of bytes of values and of entries.
const (
	fullPage    = 1 << 20
	fullEntries = 1 << 16
)

// pageWriter encodes the entries of a page of values.
type pageWriter struct {
	leaf       *element
	reps, defs []uint8
	n          int // entries, if they have no levels
	values     int
	isIndexed  bool
	plain      []byte   // values
	indexes    []uint32 // instead of values
	width      int      // bits of an index
	room       []byte
}

// reset begins a page.
func (p *pageWriter) reset(leaf *element) {
	*p = pageWriter{
		leaf: leaf, width: p.width,
		reps: p.reps[:0], defs: p.defs[:0], plain: p.plain[:0], indexes: p.indexes[:0], room: p.room,
	}
	if cap(p.plain) > 8*fullPage { // one long value
		p.plain, p.room = nil, nil
	}
}

func (p *pageWriter) entries() int    { return p.n }
func (p *pageWriter) hasValues() bool { return p.values > 0 }
func (p *pageWriter) isFull() bool    { return p.n >= fullEntries || len(p.plain) >= fullPage }

func (p *pageWriter) addLevels(e *entry) {
	p.n++
	if p.leaf.rep > 0 {
		p.reps = append(p.reps, e.rep)
	}
	if p.leaf.def > 0 {
		p.defs = append(p.defs, e.def)
	}
}

// add adds a value or a null.
func (p *pageWriter) add(e *entry) {
	p.addLevels(e)
	if !e.hasValue {
		return
	}
	if p.leaf.Type.V == format.Boolean {
		if p.values%8 == 0 {
			p.plain = append(p.plain, 0)
		}
		p.plain[p.values/8] |= e.value[0] & 1 << (p.values % 8)
	} else {
		p.plain = appendPlain(p.plain, p.leaf, e.value)
	}
	p.values++
}

// addIndex adds a value of the dictionary.
func (p *pageWriter) addIndex(e *entry, index uint32) {
	p.addLevels(e)
	p.indexes = append(p.indexes, index)
	p.values++
	p.isIndexed = true
}

// appendPlain appends a value that is not a boolean, with the encoding PLAIN.
func appendPlain(data []byte, leaf *element, value []byte) []byte {
	if leaf.Type.V == format.ByteArray {
		data = binary.LittleEndian.AppendUint32(data, uint32(len(value)))
	}
	return append(data, value...)
}

// body returns the levels and the values. It is valid until the next page is full.
func (p *pageWriter) body() []byte {
	b := p.room[:0]
	for _, l := range []struct {
		most   int
		levels []uint8
	}{{p.leaf.rep, p.reps}, {p.leaf.def, p.defs}} {
		if l.most > 0 {
			at := len(b)
			b = appendHybrid(append(b, 0, 0, 0, 0), l.levels, bits.Len(uint(l.most)))
			binary.LittleEndian.PutUint32(b[at:], uint32(len(b)-at-4))
		}
	}
	if p.isIndexed {
		b = appendHybrid(append(b, byte(p.width)), p.indexes, p.width)
	} else {
		b = append(b, p.plain...)
	}
	p.room = b
	return b
}

// appendHybrid appends integers in runs of one value and in groups of packed bits.
func appendHybrid[T uint8 | uint32](b []byte, all []T, width int) []byte {
	run := func(at int) (n int) {
		for at+n < len(all) && all[at+n] == all[at] {
			n++
		}
		return n
	}
	for len(all) > 0 {
		if n := run(0); n >= 8 {
			b = binary.AppendUvarint(b, uint64(n)<<1)
			for i := 0; i < width; i += 8 {
				b = append(b, byte(all[0]>>i))
			}
			all = all[n:]
			continue
		}
		n := 8
		for n < len(all) && run(n) < 8 {
			n += 8
		}
		b = binary.AppendUvarint(b, uint64(n/8)<<1|1)
		var pending uint64
		held := 0
		for i := range n {
			if i < len(all) {
				pending |= uint64(all[i]) << held
			}
			for held += width; held >= 8; held -= 8 {
				b = append(b, byte(pending))
				pending >>= 8
			}
		}
		all = all[min(n, len(all)):]
	}
	return b
}

// packer compresses pages.
type packer struct {
	room   []byte
	buffer bytes.Buffer
	gzip   *gzip.Writer
	brotli *brotli.Writer
	zstd   *zstd.Encoder
	lz4    lz4.Compressor
}

// pack compresses a page. What it returns is valid until the next call.
func (p *packer) pack(codec format.CompressionCodec, page []byte) ([]byte, error) {
	switch codec {
	case format.Uncompressed:
		return page, nil
	case format.Snappy:
		p.room = snappy.Encode(p.room[:cap(p.room)], page)
		return p.room, nil
	case format.Zstd:
		if p.zstd == nil {
			var err error
			if p.zstd, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true)); err != nil {
				return nil, err
			}
		}
		p.room = p.zstd.EncodeAll(page, p.room[:0])
		return p.room, nil
	case format.Lz4Raw:
		return p.packLZ4(0, page)
	case format.Lz4: // as Hadoop writes it
		packed, err := p.packLZ4(8, page)
		if err == nil {
			binary.BigEndian.PutUint32(packed, uint32(len(page)))
			binary.BigEndian.PutUint32(packed[4:], uint32(len(packed)-8))
		}
		return packed, err
	case format.Gzip:
		if p.gzip == nil {
			p.gzip = gzip.NewWriter(nil)
		}
		return p.stream(p.gzip, page)
	case format.Brotli:
		if p.brotli == nil {
			p.brotli = brotli.NewWriter(nil)
		}
		return p.stream(p.brotli, page)
	}
	return nil, fmt.Errorf("codec %v: expected one of NONE, SNAPPY, GZIP, BROTLI, ZSTD, LZ4_RAW, LZ4", codec)
}

// packLZ4 compresses a page to a block after room for a header.
func (p *packer) packLZ4(header int, page []byte) ([]byte, error) {
	if most := header + lz4.CompressBlockBound(len(page)); cap(p.room) < most {
		p.room = make([]byte, most)
	}
	p.room = p.room[:cap(p.room)]
	n, err := p.lz4.CompressBlock(page, p.room[header:])
	if err == nil && n == 0 && len(page) > 0 {
		err = fmt.Errorf("LZ4: a page of %d bytes was not compressed", len(page))
	}
	return p.room[:header+n], err
}

// stream compresses a page by a writer.
func (p *packer) stream(w interface {
	io.WriteCloser
	Reset(io.Writer)
}, page []byte) ([]byte, error) {
	p.buffer.Reset()
	w.Reset(&p.buffer)
	if _, err := w.Write(page); err != nil {
		return nil, err
	}
	err := w.Close()
	return p.buffer.Bytes(), err
}
