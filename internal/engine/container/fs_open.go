package container

import (
	"archive/tar"
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/watched"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// ErrNoTree means that a file is not a container of files.
var ErrNoTree = errors.New("not a container of files")

// OpenFS opens a container as a tree of files: tar, which may be compressed, zip or 7z.
//
// The members of a plain tar or a zip are read in place. A compressed tar and a 7z can be read only
// from their beginning. But trees are read in the order of their paths. So they are unpacked once,
// into a temporary file (in [os.TempDir]). It needs as much room as the files in the container. If
// the system allows, it has no name, and disappears with the process, however that ends.
//
// Faults of single members are reported by [FS.Problems], or when they are read. OpenFS returns an
// error if it cannot make a tree at all: [ErrNoTree] or [extract.ErrExpansion]. The second means
// that the container expands to more than limits.Ratio bytes for each of its own, plus limits.Size.
// If read is not nil, it is called with the number of bytes that were read.
func OpenFS(ctx context.Context, name string, limits extract.Limits, read func(octets int)) (*FS, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errIrregular
	}
	var f *FS
	if err == nil {
		f, err = openFS(ctx, file, info.Size(), name, limits, read)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	f.file = file
	return f, nil
}

func openFS(ctx context.Context, r io.ReaderAt, length int64, name string, limits extract.Limits, read func(octets int)) (f *FS, err error) {
	source := watched.ReaderAt(ctx, r)
	b := &builder{
		FS: &FS{index: new(index), octets: source, length: length}, ctx: ctx, read: read,
		ratio: cmp.Or(limits.Ratio, extract.DefaultLimits.Ratio), free: cmp.Or(limits.Size, extract.DefaultLimits.Size),
	}
	defer func() {
		if err != nil && b.spool != nil {
			b.spool.Close()
		}
	}()
	defer recovery.Catch(&err, inContainers)
	if err := b.build(name); err != nil {
		return nil, err
	}
	if err := source.Failed(); err != nil { // which may seem to be a fault of the container
		return nil, err
	}
	b.octets = r // from here on, no context ends the reading
	return b.FS, nil
}

// builder makes the index of a container.
type builder struct {
	*FS
	ctx      context.Context
	ratio    int64 // bytes that each byte of the container may expand to
	free     int64 // and besides
	read     func(octets int)
	members  int32
	unpacked int64 // bytes of all members
	out      *bufio.Writer
	at       int64 // in the spool
}

func (b *builder) build(name string) error {
	form, err := formOf(b.octets, b.length, name)
	if err != nil {
		return err
	}
	b.form = form
	switch form {
	case "":
		return ErrNoTree
	case Zip:
		err = b.zip()
	case Tar:
		err = b.tar(&window{file: b.octets, length: b.length, buffer: make([]byte, 0, 32<<10), read: b.read}, true)
	default:
		err = b.packed(packingOf(form))
	}
	if err != nil {
		return err
	}
	if b.out != nil {
		if err := b.out.Flush(); err != nil {
			return err
		}
	}
	b.sort()
	return nil
}

// formOf returns the form of the container in a file, or "".
func formOf(file io.ReaderAt, length int64, name string) (Form, error) {
	for n := int64(block); ; n *= 16 {
		n = min(n, MostHead, length)
		head := make([]byte, n)
		if _, err := file.ReadAt(head, 0); err != nil && err != io.EOF {
			return "", err
		}
		form, more := Begins(head, filepath.ToSlash(name), n == length)
		if !more || n == length || n == MostHead {
			return form, nil
		}
	}
}

// FormNamed returns the form for the ending of a name, or "".
func FormNamed(name string) Form { return named(filepath.ToSlash(name)) }

// FormOf returns the form of the container in a file, or "".
func FormOf(name string) (Form, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return "", err
	}
	return formOf(file, info.Size(), name)
}

// expand counts unpacked bytes.
func (b *builder) expand(n int64) error {
	b.unpacked += n
	if b.unpacked < 0 || (b.unpacked-b.free)/b.ratio > b.length {
		return fmt.Errorf("%w: its members have more than %d bytes in all, and %d for each of its %d", extract.ErrExpansion, b.free, b.ratio, b.length)
	}
	return nil
}

// enter adds a member. It returns nil if the tree cannot contain it.
func (b *builder) enter(name string, e entry) (*entry, error) {
	if b.members++; b.members%1024 == 0 {
		if err := b.ctx.Err(); err != nil {
			return nil, err
		}
		if held := b.held(); held > 64<<20+32*b.length {
			return nil, fmt.Errorf("%w: %d members: too many for a container of this size", extract.ErrExpansion, b.members)
		}
	}
	return b.add(name, b.members-1, e), nil
}

func (b *builder) packed(p *compressed.Format) error {
	r, err := p.Reader(watched.Reader(b.ctx, bufio.NewReaderSize(io.NewSectionReader(b.octets, 0, b.length), 64<<10), b.read), compressed.Window(b.length))
	if err != nil {
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	defer end(r)
	if err := b.tar(watched.Reader(b.ctx, r, nil), false); err != nil {
		return err
	}
	// The end of the packed data has the checksum of everything.
	n, err := io.Copy(io.Discard, io.LimitReader(watched.Reader(b.ctx, r, nil), b.length+b.free))
	if err != nil && b.ctx.Err() == nil {
		b.err.add("", fmt.Errorf("after the last member: %w", whole(err)))
	}
	if err := b.expand(n); err != nil {
		return err
	}
	return b.ctx.Err()
}

// tar reads a tar. If it is plain, members are read in place, and r can seek.
func (b *builder) tar(r io.Reader, plain bool) error {
	t := tar.NewReader(r)
	for {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			if b.ctx.Err() != nil {
				return b.ctx.Err()
			}
			b.err.add("", fmt.Errorf("after %d members: %w: expected another, or the end of the container", b.members, whole(err)))
			return nil
		}
		if h.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		e := entry{size: h.Size, packed: h.Size, modified: since1970(h.ModTime), mode: h.FileInfo().Mode()}
		sparse := false
		switch h.Typeflag {
		case tar.TypeReg, tar.TypeCont:
			sparse = isSparse(h)
			if strings.HasSuffix(h.Name, "/") {
				e.mode = fs.ModeDir | e.mode.Perm()
			}
		case tar.TypeGNUSparse:
			sparse = true
		case tar.TypeDir:
		case tar.TypeLink:
			e.flags |= hardLink
			e.mode = e.mode.Perm()
		case tar.TypeSymlink, tar.TypeChar, tar.TypeBlock, tar.TypeFifo:
		default:
			b.members++
			b.err.add(h.Name, fmt.Errorf("a member of type %q: expected a file, a folder or a link", h.Typeflag))
			continue
		}
		if e.flags&hardLink != 0 || e.mode&fs.ModeSymlink != 0 {
			if len(h.Linkname) > maxName {
				b.members++
				b.err.add(h.Name, fmt.Errorf("a link to a name of %d bytes: expected at most %d", len(h.Linkname), maxName))
				continue
			}
			e.link = b.names.add(h.Linkname)
		}
		if !e.mode.IsRegular() || e.flags&hardLink != 0 {
			e.size, e.packed = 0, 0
		}
		m, err := b.enter(h.Name, e)
		if err != nil {
			return err
		}
		if e.size == 0 {
			continue
		}
		switch {
		case plain && !sparse:
			if m != nil {
				m.at, _ = r.(io.Seeker).Seek(0, io.SeekCurrent)
			}
		case m == nil:
			if err := b.expand(h.Size); err != nil {
				return err
			}
		default:
			if err := b.keep(m, t); err != nil {
				return err
			}
		}
	}
}

// keep writes the bytes of a member to the spool.
func (b *builder) keep(m *entry, r io.Reader) error {
	if err := b.expand(m.size); err != nil {
		return err
	}
	if b.spool == nil {
		s, err := scratch.New()
		if err != nil {
			return err
		}
		b.spool, b.out = s, bufio.NewWriterSize(s, 256<<10)
	}
	m.flags |= spooled
	m.at = b.at
	n, err := io.Copy(onlyWriter{b.out}, watched.Reader(b.ctx, r, nil))
	b.at += n
	if err == nil {
		return nil
	}
	if b.ctx.Err() != nil {
		return b.ctx.Err()
	}
	var disk *fs.PathError
	if errors.As(err, &disk) {
		return fmt.Errorf("its members cannot be written to the temporary directory, %s: %w", os.TempDir(), disk.Err)
	}
	b.fail(m, whole(err))
	return nil
}

// whole rewords an error without the jargon of package tar.
func whole(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the container is cut short")
	case errors.Is(err, tar.ErrHeader):
		return errors.New("bytes that are not a member of a tar")
	}
	return err
}

// onlyWriter hides ReadFrom, which would not use a buffer.
type onlyWriter struct{ io.Writer }

// window reads a file through a buffer, which it keeps if a seek stays inside.
type window struct {
	file   io.ReaderAt
	length int64
	at     int64 // of the next byte
	start  int64 // of the buffer
	buffer []byte
	read   func(int)
}

func (w *window) Read(p []byte) (int, error) {
	if w.at >= w.length {
		return 0, io.EOF
	}
	if w.at < w.start || w.at >= w.start+int64(len(w.buffer)) {
		n, err := w.file.ReadAt(w.buffer[:min(int64(cap(w.buffer)), w.length-w.at)], w.at)
		w.start, w.buffer = w.at, w.buffer[:n]
		if w.read != nil {
			w.read(n)
		}
		if n == 0 {
			return 0, err
		}
	}
	n := copy(p, w.buffer[w.at-w.start:])
	w.at += int64(n)
	return n, nil
}

// Seek implements [io.Seeker].
func (w *window) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += w.at
	case io.SeekEnd:
		offset += w.length
	}
	if offset < 0 {
		return w.at, fs.ErrInvalid
	}
	w.at = offset
	return offset, nil
}
