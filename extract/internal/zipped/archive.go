package zipped

import (
	"archive/zip"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

const (
	// mostDirectory, in octets, and mostMembers bound what the directory of an archive may cost.
	mostDirectory = 16 << 20
	mostMembers   = 1 << 16
)

// archive is a ZIP archive (PKWARE's APPNOTE 6.3.10). No member is ever written to disk, and
// limits bound what the members expand to.
type archive struct {
	ctx      context.Context
	limits   medium.Limits
	files    []*zip.File // in the order of the directory
	names    map[string]*zip.File
	twice    map[string]bool // names that several members have
	packed   int64           // octets of the members that were opened
	unpacked int64           // octets that they expanded to so far
	close    func()
}

// openArchive reads all of r. The archive must be closed.
func openArchive(ctx context.Context, r io.Reader, l medium.Limits) (*archive, error) {
	octets, size, remove, err := l.Hold(r, "ZIP archive")
	if err != nil {
		return nil, err
	}
	a := &archive{ctx: ctx, limits: l, names: make(map[string]*zip.File), twice: make(map[string]bool), close: remove}
	if err := a.list(octets, size); err != nil {
		remove()
		return nil, err
	}
	return a, nil
}

func (a *archive) list(octets io.ReaderAt, size int64) error {
	if size == 0 {
		return fmt.Errorf("%w: no octets: expected a ZIP archive", medium.ErrMalformed)
	}
	bounded := &allowance{octets, mostDirectory}
	z, err := zip.NewReader(bounded, size)
	switch {
	case errors.Is(err, medium.ErrTooLarge):
		return err
	case errors.Is(err, zip.ErrFormat):
		return fmt.Errorf("%w: no directory at the end of the ZIP archive: cut short, or damaged", medium.ErrMalformed)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: the ZIP archive's directory is cut short", medium.ErrMalformed)
	case err != nil:
		return fmt.Errorf("%w: ZIP archive: %w", medium.ErrMalformed, err)
	case len(z.File) > mostMembers:
		return fmt.Errorf("%w: %d members in a ZIP archive: expected at most %d", medium.ErrTooLarge, len(z.File), mostMembers)
	}
	bounded.left = -1
	a.files = z.File
	for _, f := range z.File {
		name := memberName(f.Name)
		a.twice[name] = a.names[name] != nil
		a.names[name] = f
	}
	return a.overlaps()
}

// overlaps returns an error if members share octets, by which a small archive can expand to
// a huge text.
func (a *archive) overlaps() error {
	type extent struct {
		name     string
		from, to int64
	}
	var extents []extent
	for _, f := range a.files {
		from, err := f.DataOffset()
		if err != nil {
			return fmt.Errorf("%w: %q is not where the ZIP archive's directory says", medium.ErrMalformed, f.Name)
		}
		if f.CompressedSize64 > 0 {
			extents = append(extents, extent{f.Name, from, from + int64(f.CompressedSize64)})
		}
	}
	slices.SortStableFunc(extents, func(a, b extent) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(extents); i++ {
		if a, b := extents[i-1], extents[i]; b.from < a.to || a.to < a.from {
			return fmt.Errorf("%w: %q and %q overlap in the ZIP archive", medium.ErrMalformed, a.name, b.name)
		}
	}
	return nil
}

// memberName returns a name as other members refer to it.
func memberName(name string) string {
	return strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/")
}

// resolve returns the name of the member that a reference in a member of the folder means,
// or an error if it leads out of the archive.
func resolve(folder, reference string) (string, error) {
	name := path.Join(folder, reference)
	if strings.HasPrefix(reference, "/") {
		name = path.Clean(reference)[1:]
	}
	if name == ".." || strings.HasPrefix(name, "../") {
		return "", fmt.Errorf("%w: %q in %q leads out of the archive", medium.ErrMalformed, reference, folder)
	}
	return name, nil
}

func (a *archive) has(name string) bool { return a.names[name] != nil }

// open opens a member.
func (a *archive) open(name string) (io.ReadCloser, error) {
	f := a.names[name]
	switch {
	case f == nil:
		return nil, fmt.Errorf("%w: the archive has no %q", medium.ErrMalformed, name)
	case a.twice[name]:
		return nil, fmt.Errorf("%w: the archive has several members %q", medium.ErrMalformed, name)
	case f.Flags&(1<<0|1<<6) != 0:
		return nil, fmt.Errorf("%w: %q needs a password", medium.ErrEncrypted, name)
	case f.UncompressedSize64 > uint64(a.limits.Size):
		return nil, fmt.Errorf("%w: more than %d octets of %q", medium.ErrTooLarge, a.limits.Size, name)
	}
	r, err := f.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return nil, fmt.Errorf("%w: %q is packed by ZIP's method %d: expected 0 or 8", medium.ErrMalformed, name, f.Method)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %q: %w", medium.ErrMalformed, name, err)
	}
	a.packed += int64(f.CompressedSize64)
	return &member{a, name, r, 0}, nil
}

// read returns a member whole.
func (a *archive) read(name string) ([]byte, error) {
	r, err := a.open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// member reads a member, within the limits.
type member struct {
	*archive
	name string
	r    io.ReadCloser
	n    int64
}

func (m *member) Close() error { return m.r.Close() }

func (m *member) Read(p []byte) (int, error) {
	if err := medium.Stopped(m.ctx); err != nil {
		return 0, err
	}
	n, err := m.r.Read(p)
	m.n += int64(n)
	m.unpacked += int64(n)
	switch {
	case m.n > m.limits.Size:
		err = fmt.Errorf("%w: more than %d octets of %q", medium.ErrTooLarge, m.limits.Size, m.name)
	case m.limits.Expands(m.packed, m.unpacked):
		err = fmt.Errorf("%w: more than %d octets of one, at %q", medium.ErrExpansion, m.limits.Ratio, m.name)
	case err == nil || err == io.EOF:
	case errors.Is(err, zip.ErrFormat), errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("%w: %q is cut short, or not of the length that the archive declares", medium.ErrMalformed, m.name)
	case errors.Is(err, zip.ErrChecksum):
		err = fmt.Errorf("%w: %q is damaged: its checksum differs", medium.ErrMalformed, m.name)
	default:
		err = fmt.Errorf("%w: %q: %w", medium.ErrMalformed, m.name, err)
	}
	return n, err
}

// allowance lets only the octets that are left be read, unless left is negative.
type allowance struct {
	io.ReaderAt
	left int64
}

func (a *allowance) ReadAt(p []byte, offset int64) (int, error) {
	if a.left >= 0 {
		if a.left -= int64(len(p)); a.left < 0 {
			a.left = 0
			return 0, fmt.Errorf("%w: more than %d octets of directory in a ZIP archive", medium.ErrTooLarge, mostDirectory)
		}
	}
	return a.ReaderAt.ReadAt(p, offset)
}
