// Package hwp reads documents of Hangul, the Korean word processor, since version 5.0. They are compound
// files, in a form that Hancom has published.
package hwp

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/richardlehane/mscfb"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

// MediaType is the media type of Hangul documents. It is not registered.
const MediaType = "application/x-hwp"

// signature begins the stream FileHeader, and until version 97 the document.
const signature = "HWP Document File"

// The flags in the stream FileHeader.
const (
	packed      = 1 << 0
	password    = 1 << 1
	distributed = 1 << 2 // read-only: it is scrambled, and the key is beside it
	protected   = 1<<4 | 1<<8 | 1<<10
)

// file is an open document.
type file struct {
	d       *medium.Reading
	streams map[string]*mscfb.File // by path and [ole.Fold]
	flags   uint32
	damaged bool
}

// Open finds the text of a document.
func Open(d *medium.Reading) error {
	if head, _ := d.Source.Peek(len(signature)); string(head) == signature {
		return fmt.Errorf("%w: Hangul until 97 (%s)", medium.ErrUnsupported, MediaType)
	}
	octets, size, remove, err := d.Seekable("HWP")
	if err != nil {
		return err
	}
	defer remove()
	f := &file{d: d, streams: make(map[string]*mscfb.File)}
	if err := f.open(io.NewSectionReader(octets, 0, size)); err != nil {
		return err
	}
	return f.read()
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: HWP: %w", medium.ErrMalformed, fmt.Errorf(format, args...))
}

// open finds the streams, and how they are packed.
func (f *file) open(r io.ReaderAt) error {
	compound, err := ole.New(r)
	if medium.IsFinal(err) {
		return err
	}
	if err != nil {
		return malformed("%w", err)
	}
	for _, s := range compound.File {
		const entry = 128
		name := path.Join(append(s.Path, s.Name)...)
		if err := f.d.Budget.Hold(int64(2*len(name)+entry), "streams of HWP"); err != nil {
			return err
		}
		if f.stream(name) == nil {
			f.streams[ole.Fold(name)] = s
		}
	}
	head := make([]byte, 40)
	s := f.stream("FileHeader")
	if s == nil {
		return malformed("no stream FileHeader")
	}
	if n, _ := io.ReadFull(s, head); n < len(head) || !strings.HasPrefix(string(head), signature) {
		return malformed("expected a stream FileHeader that begins with %q", signature)
	}
	f.flags = binary.LittleEndian.Uint32(head[36:])
	if f.flags&(password|protected) != 0 {
		return fmt.Errorf("%w: HWP", medium.ErrEncrypted)
	}
	return nil
}

// stream returns a stream by its path, or nil.
func (f *file) stream(path string) *mscfb.File { return f.streams[ole.Fold(path)] }

func (f *file) read() error {
	folder := "BodyText/Section"
	if f.flags&distributed != 0 {
		folder = "ViewText/Section"
	}
	t := newText(f.d)
	n := 0
	for most := f.sections(folder); n < most; n++ {
		s := f.stream(fmt.Sprint(folder, n))
		if s == nil {
			f.d.Lose("HWP: no stream %s%d", folder, n)
			continue
		}
		if err := f.section(t, s); err != nil {
			return err
		}
	}
	if f.stream(folder+"0") == nil {
		return malformed("no stream %s0", folder)
	}
	if err := f.objects(); err != nil {
		return err
	}
	return t.end(f.damaged, f.pictures())
}

// inflated returns the bytes of a stream, which may be packed.
func (f *file) inflated(r io.Reader) io.Reader {
	if f.flags&packed == 0 {
		return r
	}
	return flate.NewReader(bufio.NewReader(r))
}

// sections returns the number of sections, by the first record of DocInfo and by the streams.
func (f *file) sections(folder string) (n int) {
	const properties, head = 0x10, 4
	var record [head + 2]byte
	if s := f.stream("DocInfo"); s != nil {
		_, err := io.ReadFull(f.inflated(s), record[:])
		if err == nil && binary.LittleEndian.Uint16(record[:])&0x3FF == properties {
			n = int(binary.LittleEndian.Uint16(record[head:]))
		}
	}
	for f.stream(fmt.Sprint(folder, n)) != nil {
		n++
	}
	return n
}

// objects names the documents in the document.
func (f *file) objects() error {
	for _, name := range slices.Sorted(maps.Keys(f.streams)) {
		if !strings.HasPrefix(name, "BINDATA/") || !strings.EqualFold(path.Ext(name), ".ole") {
			continue
		}
		stream := f.streams[name]
		octets := bufio.NewReader(f.d.Unpacked(f.inflated(stream)))
		const length = 4 // of the object
		if _, err := octets.Discard(length); medium.IsFinal(err) {
			return err
		}
		if err := f.d.Embed(stream.Name, "", octets); err != nil {
			return err
		}
	}
	return nil
}

// pictures reports whether the document has pictures.
func (f *file) pictures() bool {
	for name := range f.streams {
		if strings.HasPrefix(name, "BINDATA/") && !strings.EqualFold(path.Ext(name), ".ole") {
			return true
		}
	}
	return false
}

// section reads a section. A fault ends it.
func (f *file) section(t *text, s *mscfb.File) error {
	var r io.Reader = s
	var err error
	if f.flags&distributed != 0 {
		if r, err = unscrambled(s); err != nil {
			return err
		}
	}
	err = t.records(bufio.NewReader(f.d.Unpacked(f.inflated(r))))
	if medium.IsFinal(err) {
		return err
	}
	if err != nil {
		f.damaged = true
		f.d.Lose("%s is damaged: read up to there: %w", s.Name, err)
	}
	return nil
}
