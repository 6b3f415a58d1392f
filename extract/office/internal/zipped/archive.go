package zipped

import (
	"archive/zip"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

const (
	// mostDirectory, in bytes, and mostMembers bound the directory of an archive.
	mostDirectory = 16 << 20
	mostMembers   = 1 << 16
)

// archive is a ZIP archive, by PKWARE's APPNOTE. No member becomes a file of its name, and the
// document's budget bounds what the members expand to.
type archive struct {
	within *medium.Reading
	files  []*zip.File // in the order of the directory
	list   []string    // names, in the order of the directory
	names  map[string]*zip.File
	flat   map[string]*flatPart     // in place of these, the parts of a package in XML
	twice  map[string]bool          // names that several members have
	folded func() map[string]string // names by their folded case, the first of each
	close  func()
	all    *io.SectionReader // its bytes
}

// What the least of a list of strings and of a map cost, in bytes of memory.
const (
	stringCost = 64
	entryCost  = 128
)

// openArchive reads all of a document. The archive must be closed.
func openArchive(d *medium.Reading) (*archive, error) {
	octets, size, remove, err := d.Seekable("ZIP archive")
	if err != nil {
		return nil, err
	}
	a, err := archiveOf(d, octets, size)
	if err != nil {
		remove()
		return nil, err
	}
	a.close = remove
	return a, nil
}

func archiveOf(d *medium.Reading, octets io.ReaderAt, size int64) (*archive, error) {
	a := &archive{
		within: d, names: make(map[string]*zip.File), twice: make(map[string]bool),
		all: io.NewSectionReader(octets, 0, size),
	}
	return a, a.directory(octets, size)
}

func (a *archive) directory(octets io.ReaderAt, size int64) error {
	if size == 0 {
		return fmt.Errorf("%w: no bytes: expected a ZIP archive", medium.ErrMalformed)
	}
	bounded := &allowance{a.within, octets, mostDirectory}
	z, err := zip.NewReader(bounded, size)
	switch {
	case medium.IsFinal(err):
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
		a.list = append(a.list, name)
	}
	a.folded = foldNames(a.list)
	return a.overlaps()
}

// foldNames returns a function that returns the names by their folded case, the first of each.
func foldNames(names []string) func() map[string]string {
	return sync.OnceValue(func() map[string]string {
		folded := make(map[string]string, len(names))
		for _, name := range names {
			if key := foldCase(name); folded[key] == "" {
				folded[key] = name
			}
		}
		return folded
	})
}

// overlaps returns an error if members share bytes, by which a small archive can expand to
// a huge text.
func (a *archive) overlaps() error {
	type extent struct {
		name     string
		from, to int64
	}
	var extents []extent
	for _, f := range a.files {
		from, err := f.DataOffset()
		if medium.IsFinal(err) {
			return err
		}
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

// resolve returns the member that a reference in the folder means, or an error outside the archive.
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

func (a *archive) has(name string) bool { return a.names[name] != nil || a.flat[name] != nil }

func (a *archive) open(name string) (io.ReadCloser, error) {
	f, part := a.names[name], a.flat[name]
	switch {
	case f == nil && part == nil && a.folded()[foldCase(name)] != "":
		return nil, fmt.Errorf("%w: the archive has no %q, but %q", medium.ErrMalformed, name, a.folded()[foldCase(name)])
	case f == nil && part == nil:
		return nil, fmt.Errorf("%w: the archive has no %q", medium.ErrMalformed, name)
	case a.twice[name]:
		return nil, fmt.Errorf("%w: the archive has several members %q", medium.ErrMalformed, name)
	case part != nil:
		if err := a.within.Budget.Member(); err != nil {
			return nil, err
		}
		return &member{a, name, part.reader(), 0}, nil
	case f.Flags&(1<<0|1<<6) != 0:
		return nil, fmt.Errorf("%w: %q needs a password", medium.ErrEncrypted, name)
	case f.UncompressedSize64 == 0 && f.CompressedSize64 == 0:
		return nil, fmt.Errorf("%w: %q is empty", medium.ErrMalformed, name)
	case f.UncompressedSize64 > uint64(a.within.Budget.Size):
		return nil, a.within.Budget.TooLarge(strconv.Quote(name))
	}
	if err := a.within.Budget.Member(); err != nil {
		return nil, err
	}
	r, err := f.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return nil, fmt.Errorf("%w: %q is packed by ZIP's method %d: expected 0 or 8", medium.ErrMalformed, name, f.Method)
	}
	if medium.IsFinal(err) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %q: %w", medium.ErrMalformed, name, err)
	}
	return &member{a, name, r, 0}, nil
}

// head returns the first bytes of a member.
func (a *archive) head(name string, most int64) ([]byte, error) {
	r, err := a.open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, most))
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
	if err := m.within.Check(); err != nil {
		return 0, err
	}
	n, err := m.r.Read(p)
	m.n += int64(n)
	if over := m.within.Budget.Unpack(int64(n)); over != nil {
		return n, fmt.Errorf("%q: %w", m.name, over)
	}
	switch {
	case m.n > m.within.Budget.Size:
		err = m.within.Budget.TooLarge(strconv.Quote(m.name))
	case err == nil, err == io.EOF, medium.IsFinal(err):
	case errors.Is(err, zip.ErrFormat), errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("%w: %q is cut short, or not of the length that the archive declares", medium.ErrMalformed, m.name)
	case errors.Is(err, zip.ErrChecksum):
		err = fmt.Errorf("%w: %q is damaged: its checksum differs", medium.ErrMalformed, m.name)
	default:
		err = fmt.Errorf("%w: %q: %w", medium.ErrMalformed, m.name, err)
	}
	return n, err
}

// allowance lets only the bytes that are left be read, unless left is negative.
type allowance struct {
	within *medium.Reading
	io.ReaderAt
	left int64
}

func (a *allowance) ReadAt(p []byte, offset int64) (int, error) {
	if err := a.within.Check(); err != nil {
		return 0, err
	}
	if a.left >= 0 {
		if a.left -= int64(len(p)); a.left < 0 {
			a.left = 0
			return 0, fmt.Errorf("%w: the ZIP archive's directory has more than %d bytes", medium.ErrTooLarge, mostDirectory)
		}
	}
	return a.ReaderAt.ReadAt(p, offset)
}

// Members are the members of a ZIP archive that another package reads as a document.
type Members struct{ archive *archive }

// OpenMembers reads all of a document. The members must be closed.
func OpenMembers(d *medium.Reading) (*Members, error) {
	a, err := openArchive(d)
	if err != nil {
		return nil, err
	}
	return &Members{a}, nil
}

// Names returns the names in the order of the directory.
func (m *Members) Names() []string { return slices.Clone(m.archive.list) }

// Open opens a member, within the limits.
func (m *Members) Open(name string) (io.ReadCloser, error) { return m.archive.open(name) }

// Close releases the document.
func (m *Members) Close() { m.archive.close() }

// Handlers handle the elements of XML. Names have the usual prefix of their namespace: "sf:p".
type Handlers struct {
	Start func(name string, e xml.StartElement) bool // false leaves the element out
	End   func(name string)
	Text  func(s string)
}

// Walk reads XML to its end, or until stop returns an error, which says where it was.
func (h Handlers) Walk(within *medium.Reading, r io.Reader, where string, stop func() error) error {
	return elements{h.Start, h.End, h.Text}.walk(within, r, where, stop)
}
