package dataset

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// unpackPage decompresses a page to exactly size bytes, in room if it is large enough. What it
// allocates grows with what comes out, not with what the header declares.
func unpackPage(room []byte, codec format.CompressionCodec, packed []byte, size int) ([]byte, error) {
	var err error
	switch codec {
	case format.Uncompressed:
		return packed, nil
	case format.Snappy:
		var n int
		if n, err = snappy.DecodedLen(packed); err == nil && n == size {
			if size/64 > len(packed) { // 3 bytes make 64 at most
				return nil, errPage
			}
			room, err = snappy.Decode(slices.Grow(room[:0], size)[:size], packed)
		}
	case format.Lz4Raw:
		room, err = unpackLZ4(room[:0], packed, size)
	case format.Lz4:
		room, err = unpackHadoopLZ4(room[:0], packed, size)
	case format.Gzip:
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(packed)); err == nil {
			room, err = readUpTo(room[:0], z, size)
		}
	case format.Brotli:
		room, err = readUpTo(room[:0], brotli.NewReader(bytes.NewReader(packed)), size)
	case format.Zstd:
		room, err = unpackZstd(room[:0], packed, size)
	default:
		return nil, fmt.Errorf("codec %v: expected one of NONE, SNAPPY, GZIP, BROTLI, ZSTD, LZ4_RAW, LZ4", codec)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %v: %w", errPage, codec, err)
	}
	if len(room) != size {
		return nil, fmt.Errorf("%w: %v: it unpacks to %d bytes: expected %d", errPage, codec, len(room), size)
	}
	return room, nil
}

// unpackZstd appends the bytes of frames to room.
func unpackZstd(room, packed []byte, size int) ([]byte, error) {
	z, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(uint64(max(freePage, size))))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	return readUpTo(room, z, size)
}

// unpackLZ4 appends the bytes of a block to room.
func unpackLZ4(room, packed []byte, size int) ([]byte, error) {
	if size/255 > len(packed) {
		return nil, errPage
	}
	if size == 0 && len(packed) <= 1 {
		return room, nil
	}
	room = slices.Grow(room, size)
	n, err := lz4.UncompressBlock(packed, room[len(room):len(room)+size])
	if err != nil {
		return nil, err
	}
	return room[:len(room)+n], nil
}

// unpackHadoopLZ4 decompresses the deprecated codec LZ4. Hadoop writes blocks, each after its two
// lengths. Arrow once wrote one block.
func unpackHadoopLZ4(room, packed []byte, size int) ([]byte, error) {
	rest := packed
	for len(rest) >= 8 {
		plain, length := binary.BigEndian.Uint32(rest), binary.BigEndian.Uint32(rest[4:])
		if uint64(length) > uint64(len(rest)-8) || uint64(plain) > uint64(size-len(room)) {
			break
		}
		grown, err := unpackLZ4(room, rest[8:8+length], int(plain))
		if err != nil || len(grown) != len(room)+int(plain) {
			break
		}
		if room, rest = grown, rest[8+length:]; len(rest) == 0 {
			return room, nil
		}
	}
	return unpackLZ4(room[:0], packed, size)
}

// readUpTo reads all of r. It fails if that is more than size bytes.
func readUpTo(room []byte, r io.Reader, size int) ([]byte, error) {
	b := bytes.NewBuffer(room)
	n, err := b.ReadFrom(io.LimitReader(r, int64(size)+1))
	if err == nil && n > int64(size) {
		err = fmt.Errorf("more than %d bytes", size)
	}
	return b.Bytes(), err
}
