package compressed

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math/bits"

	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// A stream of Zstandard or xz declares a window, which its decoder keeps in memory. Programs declare
// windows of 64 or 128 MiB for any text, however short it is. A declared window can be narrowed: the
// stream can be read if it never refers further back.

const (
	headSize = 64 // of a stream, with what it declares
	// freeWindow is a window that any stream may have.
	freeWindow = 8 << 20
	// readAhead is the part of a stream that is read before a wider window is kept. A document of that
	// length may take 128 MiB, and programs make no wider window.
	readAhead = 4 << 20
)

// HeadWindow is a window for the first bytes of a stream, if they are no more than that.
const HeadWindow = 1 << 20

// Window returns a window for which a document of a length has memory, of at most 128 MiB. Zstd --long
// asks for as much, and xz -9 for less.
func Window(length int64) int64 {
	b := budget.New(budget.Limits{})
	b.Source(length)
	return min(b.Room(), 128<<20)
}

// Declared returns the window that the head of a stream declares, in bytes; 0 if it declares none.
func (f *Format) Declared(head []byte) int64 {
	switch f {
	case Zstd:
		var h zstd.Header
		if err := h.Decode(head); err == nil && !h.Skippable {
			if h.SingleSegment {
				return int64(min(h.FrameContentSize, 1<<62))
			}
			return int64(min(h.WindowSize, 1<<62))
		}
	case XZ:
		if at, _ := dictionary(head); at > 0 {
			return dictionarySize(head[at])
		}
	}
	return 0
}

// Narrowed returns a stream with a declared window of at most that many bytes. It can be read if it refers no further
// back.
func (f *Format) Narrowed(r io.Reader, window int64) io.Reader {
	source := bufio.NewReader(r)
	head, _ := source.Peek(headSize)
	if f.Declared(head) <= window {
		return source
	}
	narrow := f.narrowed(head, window)
	source.Discard(len(head))
	return io.MultiReader(bytes.NewReader(narrow), source)
}

// narrowed returns the head of a stream with a window of at most that many bytes.
func (f *Format) narrowed(head []byte, window int64) []byte {
	head = bytes.Clone(head)
	switch f {
	case Zstd:
		const singleSegment = 0x20
		descriptor := byte(bits.Len64(uint64(window))-1-10) << 3
		if head[4]&singleSegment == 0 {
			head[5] = descriptor
			break
		}
		head[4] &^= singleSegment
		head = append(append(bytes.Clone(head[:5]), descriptor), head[5:]...)
	case XZ:
		at, end := dictionary(head)
		for head[at] > 0 && dictionarySize(head[at]) > window {
			head[at]--
		}
		binary.LittleEndian.PutUint32(head[end:], crc32.ChecksumIEEE(head[blockStart:end]))
	}
	return head
}

// blockStart is where the first block of an xz stream begins.
const blockStart = 12

// dictionary returns where the head of an xz stream has the size of the dictionary. It also returns the
// end of the header around it, before its checksum. It returns 0 if there is none.
func dictionary(head []byte) (at, end int) {
	if len(head) < blockStart+2 || head[blockStart] == 0 {
		return 0, 0
	}
	if end = blockStart + 4*int(head[blockStart]); end+4 > len(head) {
		return 0, 0
	}
	at = blockStart + 2
	number := func() int {
		n, length := binary.Uvarint(head[at:end])
		at += max(length, 0)
		return int(min(n, headSize))
	}
	flags := head[blockStart+1]
	for _, flag := range []byte{0x40, 0x80} { // the sizes of the block
		if flags&flag != 0 {
			number()
		}
	}
	for range 1 + int(flags&3) {
		const lzma2 = 0x21
		id, size := number(), number()
		if id == lzma2 && size == 1 && at < end {
			return at, end
		}
		if at += size; at >= end {
			break
		}
	}
	return 0, 0
}

func dictionarySize(b byte) int64 { return int64(2|b&1) << min(b/2+11, 61) }
