package library

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"sync"
)

// A segment file consists of pages. Each has a CRC-32C of its content and its number.
const (
	pageSize = 4096
	payload  = pageSize - 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// pageSum returns the checksum of a page.
func pageSum(content []byte, number int64) uint32 {
	return crc32.Update(crc32.Checksum(content, castagnoli), castagnoli, binary.LittleEndian.AppendUint64(nil, uint64(number)))
}

// A pageWriter writes content in pages. Places in the content do not count checksums. The first error stays.
type pageWriter struct {
	w     *bufio.Writer
	page  [pageSize]byte
	n     int       // bytes of the page
	pages int64     // that were written
	sums  hash.Hash // of their checksums
	err   error
}

func newPageWriter(w io.Writer) *pageWriter {
	return &pageWriter{w: bufio.NewWriterSize(w, 1<<18), sums: sha256.New()}
}

// at returns the place in the content.
func (p *pageWriter) at() int64 { return p.pages*payload + int64(p.n) }

func (p *pageWriter) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		k := copy(p.page[p.n:payload], rest)
		p.n, rest = p.n+k, rest[k:]
		if p.n == payload {
			p.end()
		}
	}
	return len(b), p.err
}

// pad fills a page that was begun with zeros.
func (p *pageWriter) pad() {
	if p.n > 0 {
		clear(p.page[p.n:payload])
		p.end()
	}
}

func (p *pageWriter) end() {
	binary.LittleEndian.PutUint32(p.page[payload:], pageSum(p.page[:payload], p.pages))
	p.sums.Write(p.page[payload:])
	if p.err == nil {
		_, p.err = p.w.Write(p.page[:])
	}
	p.pages, p.n = p.pages+1, 0
}

// sum returns a checksum of the pages so far.
func (p *pageWriter) sum() string { return hex.EncodeToString(p.sums.Sum(nil)[:sumSize]) }

// sumSize is the number of bytes of a digest that are kept.
const sumSize = 16

// ErrDamaged is wrapped by errors about an index that is damaged.
var ErrDamaged = errors.New("the index of passages is damaged")

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

// A pageFile reads the content of pages, and checks each. Several goroutines may use it.
type pageFile struct {
	file  *os.File
	pages int64
}

var pageBuffers = sync.Pool{New: func() any { return new([16 * pageSize]byte) }}

// ReadAt implements [io.ReaderAt].
func (f *pageFile) ReadAt(b []byte, at int64) (n int, err error) {
	buffer := pageBuffers.Get().(*[16 * pageSize]byte)
	defer pageBuffers.Put(buffer)
	for n < len(b) {
		from := int(at % payload)
		number := at / payload
		count := min(int64(from+len(b)-n+payload-1)/payload, 16, f.pages-number)
		if number < 0 || count <= 0 {
			return n, damaged("it ends at page %d: expected more", f.pages)
		}
		if err := f.read(buffer[:count*pageSize], number); err != nil {
			return n, err
		}
		for i := range int(count) {
			k := copy(b[n:], buffer[i*pageSize+from:i*pageSize+payload])
			n, at, from = n+k, at+int64(k), 0
		}
	}
	return n, nil
}

// read reads whole pages.
func (f *pageFile) read(b []byte, number int64) error {
	if _, err := f.file.ReadAt(b, number*pageSize); err == io.EOF {
		return damaged("page %d is missing", number)
	} else if err != nil {
		return err
	}
	for ; len(b) > 0; b, number = b[pageSize:], number+1 {
		if pageSum(b[:payload], number) != binary.LittleEndian.Uint32(b[payload:]) {
			return damaged("page %d has another checksum", number)
		}
	}
	return nil
}

// sum returns the checksum of the first pages. It equals the sum of [pageWriter].
func (f *pageFile) sum(pages int64) (string, error) {
	sums := sha256.New()
	b := make([]byte, pageSize)
	r := bufio.NewReaderSize(io.NewSectionReader(f.file, 0, pages*pageSize), 1<<18)
	for number := range pages {
		if _, err := io.ReadFull(r, b); err != nil {
			return "", damaged("page %d is missing", number)
		}
		if pageSum(b[:payload], number) != binary.LittleEndian.Uint32(b[payload:]) {
			return "", damaged("page %d has another checksum", number)
		}
		sums.Write(b[payload:])
	}
	return hex.EncodeToString(sums.Sum(nil)[:sumSize]), nil
}
