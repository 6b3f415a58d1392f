package library

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"math"
	"os"

	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/internal/store/pairsort"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// A segment file has documents with consecutive numbers. Its first page has segmentMagic and the version, its last
// page is the footer. Between them are four sections. Each begins with a page:
//
//	documents  blocks of texts by Zstandard, each with the records of its documents behind it
//	places     of the records, 8 bytes each, from the begin of the section of documents
//	names      pairs of a hash of the name and the document, counted from the first one of the segment
//	windows    pairs of a hash of a selected window and the document
const (
	segmentMagic = "\x89FPP\r\n\x1a\n"
	footerMagic  = "FPPEND\r\n"
	version      = 1

	sections   = 4
	footerSize = 8 + 8*(5+2*sections) + sumSize

	// blockSize is how many bytes of texts a block has. A longer text is a block by itself.
	blockSize = 16 << 10
)

// MaxDocuments is the number of documents in an index at most.
const MaxDocuments = 1<<31 - 1

// A section is a part of the content of a segment.
type section struct{ from, size int64 }

// A footer describes a segment.
type footer struct {
	pages                     int64 // with the footer
	first, documents          int64
	short, partial            int64 // documents
	docs, places, names, wins section
	sum                       string // of the pages before
}

func (f *footer) encode() []byte {
	b := []byte(footerMagic)
	for _, n := range []int64{f.pages, f.first, f.documents, f.short, f.partial} {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	for _, s := range []section{f.docs, f.places, f.names, f.wins} {
		b = binary.LittleEndian.AppendUint64(b, uint64(s.from))
		b = binary.LittleEndian.AppendUint64(b, uint64(s.size))
	}
	sum, _ := hex.DecodeString(f.sum)
	return append(b, sum...)
}

// decode reads a footer, and checks it.
func (f *footer) decode(b []byte, pages int64) error {
	if !bytes.HasPrefix(b, []byte(footerMagic)) {
		return damaged("it has no end")
	}
	b = b[len(footerMagic):]
	next := func() (n int64) {
		n = int64(binary.LittleEndian.Uint64(b))
		b = b[8:]
		return n
	}
	f.pages, f.first, f.documents, f.short, f.partial = next(), next(), next(), next(), next()
	end := int64(payload) // of the section before
	for _, s := range []*section{&f.docs, &f.places, &f.names, &f.wins} {
		*s = section{next(), next()}
		if s.from != end || s.size < 0 || s.size > pages*payload-s.from {
			return damaged("a section is at byte %d: expected %d", s.from, end)
		}
		end = (s.from + s.size + payload - 1) / payload * payload
	}
	f.sum = hex.EncodeToString(b[:sumSize])
	switch {
	case f.pages != pages || end != (pages-1)*payload:
		return damaged("%d pages: expected %d", pages, f.pages)
	case f.documents < 1 || f.first < 0 || f.first > MaxDocuments-f.documents || f.places.size != 8*f.documents:
		return damaged("%d documents from number %d with %d bytes of places", f.documents, f.first, f.places.size)
	case f.names.size%payload != 0 || f.wins.size%payload != 0:
		return damaged("names or windows end within a page")
	case f.short < 0 || f.short > f.documents || f.partial < 0 || f.partial > f.documents:
		return damaged("%d short and %d partial documents of %d", f.short, f.partial, f.documents)
	}
	return nil
}

// A segment is an open segment file.
type segment struct {
	footer
	number int // of the file
	file   *pageFile
}

func openSegment(name string, number int) (s *segment, err error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	pages := info.Size() / pageSize
	if !info.Mode().IsRegular() || info.Size()%pageSize != 0 || pages < 2 {
		return nil, damaged("%d bytes: expected a regular file of whole pages", info.Size())
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	s = &segment{number: number, file: &pageFile{file, pages}}
	b := make([]byte, max(footerSize, len(segmentMagic)+4))
	if _, err := s.file.ReadAt(b, 0); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(b, []byte(segmentMagic)) {
		return nil, damaged("it is not a segment")
	}
	if v := binary.LittleEndian.Uint32(b[len(segmentMagic):]); v != version {
		return nil, errVersion(v)
	}
	if _, err := s.file.ReadAt(b, (pages-1)*payload); err != nil {
		return nil, err
	}
	return s, s.decode(b, pages)
}

func (s *segment) close() { s.file.file.Close() }

// A content is what a segment file is written from.
type content struct {
	first     int64
	documents func(w *pageWriter, place func(int64)) error // calls place with the place of each record
	names     iter.Seq2[pairsort.Pair, error]
	windows   iter.Seq2[pairsort.Pair, error]
	short     int64 // documents; so is partial. Both are counted when documents returns
	partial   int64
}

// write writes a segment file.
func (c *content) write(to io.Writer) (f footer, err error) {
	w := newPageWriter(to)
	w.Write(binary.LittleEndian.AppendUint32([]byte(segmentMagic), version))
	w.pad()
	f.first = c.first
	places, err := scratch.New()
	if err != nil {
		return f, err
	}
	defer places.Close()
	listed := newSpool(places)
	f.docs.from = w.at()
	err = c.documents(w, func(at int64) {
		f.documents++
		listed.add(at)
	})
	f.docs.size, f.short, f.partial = w.at()-f.docs.from, c.short, c.partial
	if err != nil {
		return f, err
	}
	w.pad()
	f.places.from = w.at()
	if err := listed.copy(w); err != nil {
		return f, err
	}
	f.places.size = w.at() - f.places.from
	w.pad()
	for _, p := range []struct {
		at  *section
		all iter.Seq2[pairsort.Pair, error]
	}{{&f.names, c.names}, {&f.wins, c.windows}} {
		p.at.from = w.at()
		out := pairWriter{to: w}
		for pair, err := range p.all {
			if err != nil {
				return f, err
			}
			out.add(pair)
		}
		out.end()
		p.at.size = w.at() - p.at.from
	}
	f.sum, f.pages = w.sum(), w.pages+1
	w.Write(f.encode())
	w.pad()
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return f, w.err
}

// A spool keeps numbers in a temporary file.
type spool struct {
	file *scratch.File
	held []byte
	size int64
	err  error
}

func newSpool(f *scratch.File) *spool { return &spool{file: f} }

func (s *spool) add(n int64) {
	if s.held = binary.LittleEndian.AppendUint64(s.held, uint64(n)); len(s.held) == 1<<16 {
		s.flush()
	}
}

func (s *spool) flush() {
	if s.err == nil {
		_, s.err = s.file.WriteAt(s.held, s.size)
	}
	s.size += int64(len(s.held))
	s.held = s.held[:0]
}

// copy writes the numbers, 8 bytes each.
func (s *spool) copy(w io.Writer) error {
	if s.flush(); s.err != nil {
		return s.err
	}
	_, err := io.Copy(w, io.NewSectionReader(s.file, 0, s.size))
	return err
}

// merge returns the content of segments that follow each other.
func merge(segments []*segment) *content {
	c := &content{first: segments[0].first}
	for _, s := range segments {
		c.short, c.partial = c.short+s.short, c.partial+s.partial
	}
	c.documents = func(w *pageWriter, place func(int64)) error {
		begin := w.at()
		for _, s := range segments {
			from := w.at() - begin
			for number := range s.documents {
				at, err := s.place(number)
				if err != nil {
					return err
				}
				place(from + at)
			}
			if _, err := io.CopyBuffer(struct{ io.Writer }{w}, io.NewSectionReader(s.file, s.docs.from, s.docs.size),
				make([]byte, 1<<16)); err != nil {
				return err
			}
		}
		return nil
	}
	shift := c.first
	c.names = mergePairs(segments, shift, func(s *segment) section { return s.names })
	c.windows = mergePairs(segments, shift, func(s *segment) section { return s.wins })
	return c
}

// mergePairs yields the pairs of segments, with numbers of documents from first on.
func mergePairs(segments []*segment, first int64, of func(*segment) section) iter.Seq2[pairsort.Pair, error] {
	sources := make([]func() (pairsort.Pair, error), len(segments))
	for i, s := range segments {
		r := s.readPairs(of(s))
		sources[i] = func() (pairsort.Pair, error) {
			p, err := r.read()
			p.Value += uint64(s.first - first)
			return p, s.named(err)
		}
	}
	return pairsort.Merge(sources)
}

// named adds the name of the segment to an error.
func (s *segment) named(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return fmt.Errorf("%s: %w", fileName(s.number), err)
}

// place returns the place of a record in the section of documents.
func (s *segment) place(number int64) (int64, error) {
	var b [8]byte
	if _, err := s.file.ReadAt(b[:], s.places.from+8*number); err != nil {
		return 0, err
	}
	at := int64(binary.LittleEndian.Uint64(b[:]))
	if at < 0 || at >= s.docs.size {
		return 0, damaged("document %d is at byte %d of %d", number, at, s.docs.size)
	}
	return at, nil
}

// A record is a document in a segment, without its text.
type record struct {
	Document
	back, packed, raw int64 // of the block: bytes from its begin to the record, compressed, and without compression
	from, size        int64 // of the text in the block
}

// Flags of a record.
const isShort = 1

func (r *record) encode() []byte {
	b := binary.AppendUvarint(nil, uint64(len(r.Name)))
	b = append(append(b, r.Name...), r.Digest[:]...)
	flags := uint64(0)
	if r.Short {
		flags = isShort
	}
	for _, n := range []uint64{uint64(r.Weight), flags, uint64(r.back), uint64(r.packed), uint64(r.raw), uint64(r.from), uint64(r.size),
		uint64(len(r.Lost))} {
		b = binary.AppendUvarint(b, n)
	}
	for _, lost := range r.Lost {
		b = append(binary.AppendUvarint(b, uint64(len(lost))), lost...)
	}
	return append(binary.AppendUvarint(nil, uint64(len(b))), b...)
}

// record returns a document by its number in the segment.
func (s *segment) record(number int64) (*record, int64, error) {
	at, err := s.place(number)
	if err != nil {
		return nil, 0, err
	}
	b := make([]byte, min(256, s.docs.size-at))
	if _, err := s.file.ReadAt(b, s.docs.from+at); err != nil {
		return nil, 0, err
	}
	size, n := binary.Uvarint(b)
	if n <= 0 || size > uint64(s.docs.size-at-int64(n)) {
		return nil, 0, damaged("document %d is longer than its segment", number)
	}
	if n+int(size) > len(b) {
		b = make([]byte, n+int(size))
		if _, err := s.file.ReadAt(b, s.docs.from+at); err != nil {
			return nil, 0, err
		}
	}
	r, ok := decodeRecord(b[n : n+int(size)])
	if !ok || r.back > at || r.packed > r.back || r.from > r.raw || r.size > r.raw-r.from || r.raw > maxRaw ||
		r.raw > maxRatio*r.packed {
		return nil, 0, damaged("document %d has a malformed record", number)
	}
	return r, at, nil
}

// Limits of a block. Zstandard shrinks to about 1/40,000.
const (
	maxRaw   = math.MaxInt32
	maxRatio = 1 << 16
)

func decodeRecord(b []byte) (*record, bool) {
	ok := true
	number := func() int64 {
		v, n := binary.Uvarint(b)
		if n <= 0 || v > math.MaxInt64 {
			ok, b = false, nil
			return 0
		}
		b = b[n:]
		return int64(v)
	}
	text := func(n int64) string {
		if n > int64(len(b)) {
			ok, b = false, nil
			return ""
		}
		t := string(b[:n])
		b = b[n:]
		return t
	}
	r := new(record)
	r.Name = text(number())
	copy(r.Digest[:], text(sumSize))
	r.Weight = number()
	r.Short = number()&isShort != 0
	r.back, r.packed, r.raw, r.from, r.size = number(), number(), number(), number(), number()
	for range min(number(), int64(len(b))) { // each has a byte or more
		r.Lost = append(r.Lost, text(number()))
	}
	return r, ok && len(b) == 0
}

var (
	packer, _   = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithSingleSegment(true), zstd.WithZeroFrames(true))
	unpacker, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxRaw))
)

// block returns the texts of the block of a record, whose place is given.
func (s *segment) block(r *record, at int64) ([]byte, error) {
	packed := make([]byte, r.packed)
	if _, err := s.file.ReadAt(packed, s.docs.from+at-r.back); err != nil {
		return nil, err
	}
	var h zstd.Header
	if err := h.Decode(packed); err != nil || !h.HasFCS || h.FrameContentSize != uint64(r.raw) {
		return nil, damaged("a block of texts declares another length than %d bytes", r.raw)
	}
	raw, err := unpacker.DecodeAll(packed, make([]byte, 0, r.raw))
	if err != nil || int64(len(raw)) != r.raw {
		return nil, damaged("a block of texts is malformed: %v", err)
	}
	return raw, nil
}
