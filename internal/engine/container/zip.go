package container

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/watched"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// zip yields the members of a ZIP archive (PKWARE's APPNOTE 6.3.10).
func (w *walk) zip(s Source) error {
	if s.At == nil {
		kept, err := keep(w.ctx, s.Reader, w.budget, string(Zip))
		if err != nil {
			return err
		}
		defer kept.Close()
		s.At, s.Size = kept, kept.Size
	}
	z, err := w.directory(s)
	if err != nil {
		return err
	}
	for _, f := range z.File {
		m, err := zipMember(f)
		c := &content{walk: w, form: "ZIP", count: true}
		if m.Kind == File && err == nil {
			c.r, m.r = &lazy{f: f}, c
		}
		wanted := w.give(m, err)
		if l, ok := c.r.(*lazy); ok {
			l.close()
		}
		if !wanted {
			return nil
		}
	}
	return nil
}

func (w *walk) directory(s Source) (z *zip.Reader, err error) {
	defer recovery.Catch(&err, inContainers)
	source := watched.ReaderAt(w.ctx, s.At)
	w.failed = source.Failed
	bounded := &allowance{source, w, max(leastDirectory, w.budget.Size/8), false}
	z, err = zip.NewReader(bounded, s.Size)
	switch {
	case err == nil:
	case isOurs(err):
		return nil, err
	case w.failed() != nil:
		return nil, w.failed()
	case errors.Is(err, zip.ErrFormat):
		return nil, fmt.Errorf("%w: no directory at the end of the ZIP archive: cut short, or damaged", extract.ErrMalformed)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("%w: the ZIP archive's directory is cut short", extract.ErrMalformed)
	default:
		return nil, fmt.Errorf("%w: ZIP archive: %w", extract.ErrMalformed, err)
	}
	bounded.read = true
	for method, p := range packings {
		z.RegisterDecompressor(method, func(r io.Reader) io.ReadCloser {
			d, err := p.Reader(r, compressed.Window(s.Size))
			return io.NopCloser(orFailing(d, err))
		})
	}
	return z, w.overlaps(z)
}

// leastDirectory is the number of bytes that the directory of any ZIP archive may have. In memory
// it takes about 6 times as many.
const leastDirectory = 16 << 20

// allowance limits the number of bytes that are read before the directory is complete.
type allowance struct {
	io.ReaderAt
	w    *walk
	left int64
	read bool
}

func (a *allowance) ReadAt(p []byte, at int64) (int, error) {
	if err := a.w.budget.Check(a.w.ctx); err != nil {
		return 0, err
	}
	if !a.read {
		if a.left -= int64(len(p)); a.left < 0 {
			return 0, fmt.Errorf("%w: the ZIP archive's directory has more than %d bytes", extract.ErrTooLarge, max(leastDirectory, a.w.budget.Size/8))
		}
	}
	return a.ReaderAt.ReadAt(p, at)
}

// overlaps returns an error if members share bytes, by which an archive can expand enormously.
func (w *walk) overlaps(z *zip.Reader) error {
	type extent struct {
		name     string
		from, to int64
	}
	var extents []extent
	for _, f := range z.File {
		from, err := f.DataOffset()
		if err != nil {
			if isOurs(err) {
				return err
			}
			if w.failed() != nil {
				return w.failed()
			}
			continue // it cannot be opened either, which is said then
		}
		if f.CompressedSize64 > 0 {
			extents = append(extents, extent{f.Name, from, from + int64(min(f.CompressedSize64, 1<<62))})
		}
	}
	slices.SortStableFunc(extents, func(a, b extent) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(extents); i++ {
		if a, b := extents[i-1], extents[i]; b.from < a.to || a.to < a.from {
			return fmt.Errorf("%w: %q and %q overlap in the ZIP archive", extract.ErrMalformed, a.name, b.name)
		}
	}
	return nil
}

// zipMember returns a member, and the reason why it cannot be read.
func zipMember(f *zip.File) (*Member, error) {
	m := &Member{Name: f.Name, Kind: File, Size: int64(min(f.UncompressedSize64, 1<<63-1)), Modified: f.Modified}
	switch mode := f.Mode(); {
	case strings.HasSuffix(f.Name, "/"), mode.IsDir():
		m.Kind = Folder
	case mode&fs.ModeSymlink != 0:
		m.Kind = Link
		m.Link = linkOf(f)
	case mode&(fs.ModeDevice|fs.ModeCharDevice|fs.ModeNamedPipe|fs.ModeSocket) != 0:
		m.Kind = Device
	case f.Flags&(1<<0|1<<6) != 0:
		return m, fmt.Errorf("%w: it needs a password", extract.ErrEncrypted)
	}
	return m, nil
}

// linkOf returns the target of a link, which is in its bytes.
func linkOf(f *zip.File) string {
	if f.Flags&(1<<0|1<<6) != 0 {
		return ""
	}
	r := &lazy{f: f}
	defer r.close()
	target, _ := io.ReadAll(io.LimitReader(r, 4<<10))
	return string(target)
}

// lazy opens a member of a ZIP archive when it is read.
type lazy struct {
	f   *zip.File
	r   io.ReadCloser
	err error
}

func (l *lazy) Read(p []byte) (n int, err error) {
	defer recovery.Catch(&err, inContainers)
	if l.r == nil && l.err == nil {
		l.r, l.err = l.f.Open()
		if errors.Is(l.err, zip.ErrAlgorithm) {
			l.err = fmt.Errorf("packed by method %d: expected 0, 8, 12, 93 or 95", l.f.Method)
		} else if l.err == io.EOF { // its header would be beyond the end
			l.err = io.ErrUnexpectedEOF
		}
	}
	if l.err != nil {
		return 0, l.err
	}
	n, err = l.r.Read(p)
	if errors.Is(err, zip.ErrChecksum) {
		err = errors.New("damaged: its checksum differs")
	}
	return n, err
}

func (l *lazy) close() {
	if l.r != nil {
		l.r.Close()
	}
}

// orFailing returns r, or a reader with that error.
func orFailing(r io.Reader, err error) io.Reader {
	if err != nil {
		return failing{err}
	}
	return r
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
