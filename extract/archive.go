package extract

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
)

const (
	// directory and entries bound what the list of an archive's members may cost.
	directory = 16 << 20
	entries   = 1 << 16
)

// archive is a ZIP archive (PKWARE's APPNOTE 6.3.10), of which no member is ever
// written to disk. What its members expand to is bounded by [Limits].
type archive struct {
	ctx      context.Context
	limits   Limits
	files    []*zip.File // in the order of the directory
	names    map[string]*zip.File
	twice    map[string]bool // names of several members
	packed   int64           // octets of the members that were opened
	unpacked int64           // octets that came of them
	close    func()
}

// openArchive reads all of r. The archive must be closed.
func openArchive(ctx context.Context, r io.Reader, l Limits) (*archive, error) {
	octets, size, remove, err := hold(r, l, "ZIP archive")
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
		return fmt.Errorf("%w: no octets: expected a ZIP archive", ErrMalformed)
	}
	bounded := &allowance{octets, directory}
	z, err := zip.NewReader(bounded, size)
	switch {
	case errors.Is(err, ErrTooLarge):
		return err
	case errors.Is(err, zip.ErrFormat):
		return fmt.Errorf("%w: no directory at the end of the ZIP archive: cut short, or damaged", ErrMalformed)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: the ZIP archive's directory is cut short", ErrMalformed)
	case err != nil:
		return fmt.Errorf("%w: ZIP archive: %w", ErrMalformed, err)
	case len(z.File) > entries:
		return fmt.Errorf("%w: %d members in a ZIP archive: expected at most %d", ErrTooLarge, len(z.File), entries)
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

// overlaps finds members that share octets, of which a small archive can make a
// huge one.
func (a *archive) overlaps() error {
	type extent struct {
		name     string
		from, to int64
	}
	var extents []extent
	for _, f := range a.files {
		from, err := f.DataOffset()
		if err != nil {
			return fmt.Errorf("%w: %q is not where the ZIP archive's directory says", ErrMalformed, f.Name)
		}
		if f.CompressedSize64 > 0 {
			extents = append(extents, extent{f.Name, from, from + int64(f.CompressedSize64)})
		}
	}
	slices.SortStableFunc(extents, func(a, b extent) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(extents); i++ {
		if a, b := extents[i-1], extents[i]; b.from < a.to || a.to < a.from {
			return fmt.Errorf("%w: %q and %q overlap in the ZIP archive", ErrMalformed, a.name, b.name)
		}
	}
	return nil
}

// memberName is a name as other members refer to it.
func memberName(name string) string {
	return strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/")
}

// resolve is the name of the member that a reference in a member of the folder
// means. A reference out of the archive means nothing.
func resolve(folder, reference string) (string, error) {
	name := path.Join(folder, reference)
	if strings.HasPrefix(reference, "/") {
		name = path.Clean(reference)[1:]
	}
	if name == ".." || strings.HasPrefix(name, "../") {
		return "", fmt.Errorf("%w: %q in %q leads out of the archive", ErrMalformed, reference, folder)
	}
	return name, nil
}

func (a *archive) has(name string) bool { return a.names[name] != nil }

// open opens a member.
func (a *archive) open(name string) (io.ReadCloser, error) {
	f := a.names[name]
	switch {
	case f == nil:
		return nil, fmt.Errorf("%w: the archive has no %q", ErrMalformed, name)
	case a.twice[name]:
		return nil, fmt.Errorf("%w: the archive has several members %q", ErrMalformed, name)
	case f.Flags&(1<<0|1<<6) != 0:
		return nil, fmt.Errorf("%w: %q needs a password", ErrEncrypted, name)
	case f.UncompressedSize64 > uint64(a.limits.Size):
		return nil, fmt.Errorf("%w: more than %d octets of %q", ErrTooLarge, a.limits.Size, name)
	}
	r, err := f.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return nil, fmt.Errorf("%w: %q is packed by ZIP's method %d: expected 0 or 8", ErrMalformed, name, f.Method)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %q: %w", ErrMalformed, name, err)
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
	if err := stopped(m.ctx); err != nil {
		return 0, err
	}
	n, err := m.r.Read(p)
	m.n += int64(n)
	m.unpacked += int64(n)
	switch {
	case m.n > m.limits.Size:
		err = fmt.Errorf("%w: more than %d octets of %q", ErrTooLarge, m.limits.Size, m.name)
	case m.limits.expands(m.packed, m.unpacked):
		err = fmt.Errorf("%w: more than %d octets of one, at %q", ErrExpansion, m.limits.Ratio, m.name)
	case err == nil || err == io.EOF:
	case errors.Is(err, zip.ErrFormat), errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("%w: %q is cut short, or not of the length that the archive declares", ErrMalformed, m.name)
	case errors.Is(err, zip.ErrChecksum):
		err = fmt.Errorf("%w: %q is damaged: its checksum differs", ErrMalformed, m.name)
	default:
		err = fmt.Errorf("%w: %q: %w", ErrMalformed, m.name, err)
	}
	return n, err
}

// allowance lets no more than some octets be read, if left is not negative.
type allowance struct {
	io.ReaderAt
	left int64
}

func (a *allowance) ReadAt(p []byte, offset int64) (int, error) {
	if a.left >= 0 {
		if a.left -= int64(len(p)); a.left < 0 {
			a.left = 0
			return 0, fmt.Errorf("%w: more than %d octets of directory in a ZIP archive", ErrTooLarge, directory)
		}
	}
	return a.ReaderAt.ReadAt(p, offset)
}
