package container

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// FS is the tree of files in a container. Several goroutines may use it at once.
//
// Links are followed to their targets in the tree, and nowhere else. A member that is a device or a
// pipe is also one in the tree, and cannot be opened.
type FS struct {
	*index
	base   string // "": all of it
	octets io.ReaderAt
	file   io.Closer     // nil: nothing is to be closed
	spool  *scratch.File // nil: there is none
	length int64         // of the container
	form   Form
}

var (
	_ fs.StatFS     = (*FS)(nil)
	_ fs.ReadDirFS  = (*FS)(nil)
	_ fs.ReadLinkFS = (*FS)(nil)
	_ fs.SubFS      = (*FS)(nil)
)

// Close closes the container. Trees of [FS.Sub] end with it.
func (f *FS) Close() error {
	var err error
	if f.file != nil {
		err = f.file.Close()
	}
	if f.spool != nil {
		err = errors.Join(err, f.spool.Close())
	}
	return err
}

// Problems returns faults of the container and members that the tree lacks, in order, then by path.
func (f *FS) Problems() []Problem { return f.err.all() }

// Sizes calls yield with the size of each regular file of the tree.
func (f *FS) Sizes(yield func(int64) bool) {
	for i := range f.entries {
		e := &f.entries[i]
		name := string(f.names.of(e.name))
		if e.mode.IsRegular() && (f.base == "" || strings.HasPrefix(name, f.base+"/")) && !yield(e.size) {
			return
		}
	}
}

// Top returns the name of the only directory, if all members are in it.
func (f *FS) Top() (name string, ok bool) {
	entries, err := f.ReadDir(".")
	if err != nil || len(entries) != 1 || !entries[0].IsDir() {
		return "", false
	}
	return entries[0].Name(), true
}

// Sub returns the tree below a directory. No link leads out of it.
func (f *FS) Sub(dir string) (fs.FS, error) { return f.Below(dir) }

// Below is [FS.Sub].
func (f *FS) Below(dir string) (*FS, error) {
	n, err := f.find("sub", dir, true)
	if err != nil {
		return nil, err
	}
	if !n.dir {
		return nil, &fs.PathError{Op: "sub", Path: dir, Err: errNoDirectory}
	}
	sub := *f
	sub.base = join(f.base, n.path)
	return &sub, nil
}

// node is the entry at a path.
type node struct {
	path string // below the base; "." for the tree
	e    *entry // nil for a directory that no member is
	dir  bool
}

var (
	errNoDirectory = errors.New("not a directory")
	errLinks       = errors.New("too many links")
	errLinkOut     = errors.New("a link out of the container: not followed")
	errIrregular   = errors.New("not a regular file: not opened")
)

// maxLinks is the number of links followed on the way to a file.
const maxLinks = 40

func join(dir, name string) string {
	switch {
	case name == ".":
		return dir
	case dir == "":
		return name
	}
	return dir + "/" + name
}

// valid reports whether name is a path by [fs.ValidPath], but of any bytes.
func valid(name string) bool {
	return name == "." || name != "" && !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "../") &&
		name != ".." && path.Clean(name) == name && !strings.ContainsRune(name, 0)
}

// find returns the node at a path. It follows links on the way and, if follow is set, at its end.
func (f *FS) find(op, name string, follow bool) (node, error) {
	fail := func(err error) (node, error) { return node{}, &fs.PathError{Op: op, Path: name, Err: err} }
	if !valid(name) {
		return fail(fs.ErrInvalid)
	}
	if name == "." {
		return node{path: ".", dir: true}, nil
	}
	if e, dir, ok := f.lookup(join(f.base, name)); ok && (dir || e.mode&fs.ModeSymlink == 0 || !follow) {
		return f.node(op, name, e, dir)
	}
	at, rest := ".", name
	var e *entry
	dir := true
	for hops := 0; rest != ""; {
		first, more, _ := strings.Cut(rest, "/")
		if !dir {
			return fail(fs.ErrNotExist)
		}
		next := path.Join(at, first)
		var ok bool
		if e, dir, ok = f.lookup(join(f.base, next)); !ok {
			return fail(fs.ErrNotExist)
		}
		if dir || e.mode&fs.ModeSymlink == 0 || more == "" && !follow {
			at, rest = next, more
			continue
		}
		if hops++; hops > maxLinks {
			return fail(errLinks)
		}
		target := string(f.names.of(e.link))
		to := path.Join(at, target, more)
		if target == "" || !valid(to) || strings.HasPrefix(target, "/") {
			return fail(errLinkOut)
		}
		at, rest, e, dir = ".", to, nil, true
		if to == "." {
			break
		}
	}
	return f.node(op, at, e, dir)
}

// node returns the node of an entry. For a hard link, it is the node of the member with the bytes.
func (f *FS) node(op, name string, e *entry, dir bool) (node, error) {
	for hops := 0; !dir && e != nil && e.flags&hardLink != 0; hops++ {
		target := string(f.names.of(e.link))
		clean, err := cleaned(target)
		if err != nil || hops > maxLinks {
			return node{}, &fs.PathError{Op: op, Path: name, Err: errLinkOut}
		}
		other, isDir, ok := f.lookup(clean)
		if !ok || isDir {
			return node{}, &fs.PathError{Op: op, Path: name, Err: fmt.Errorf("a link to a member that is not in the container: %w", fs.ErrNotExist)}
		}
		e = other
	}
	return node{name, e, dir}, nil
}

// Stat implements [fs.StatFS].
func (f *FS) Stat(name string) (fs.FileInfo, error) {
	n, err := f.find("stat", name, true)
	if err != nil {
		return nil, err
	}
	return n.info(path.Base(name)), nil
}

// Lstat implements [fs.ReadLinkFS].
func (f *FS) Lstat(name string) (fs.FileInfo, error) {
	n, err := f.find("lstat", name, false)
	if err != nil {
		return nil, err
	}
	return n.info(path.Base(name)), nil
}

// ReadLink implements [fs.ReadLinkFS].
func (f *FS) ReadLink(name string) (string, error) {
	n, err := f.find("readlink", name, false)
	if err != nil {
		return "", err
	}
	if n.dir || n.e.mode&fs.ModeSymlink == 0 {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	return string(f.names.of(n.e.link)), nil
}

// ReadDir implements [fs.ReadDirFS].
func (f *FS) ReadDir(name string) ([]fs.DirEntry, error) {
	n, err := f.find("open", name, true)
	if err != nil {
		return nil, err
	}
	if !n.dir {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errNoDirectory}
	}
	var entries []fs.DirEntry
	f.children(join(f.base, n.path), func(child string, e *entry) {
		entries = append(entries, dirEntry{f, n.path, child, e})
	})
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// Open implements [fs.FS].
func (f *FS) Open(name string) (fs.File, error) {
	n, err := f.find("open", name, true)
	if err != nil {
		return nil, err
	}
	info := n.info(path.Base(name))
	if n.dir {
		return &directory{f: f, name: name, info: info}, nil
	}
	if !n.e.mode.IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errIrregular}
	}
	r, err := f.content(n.e)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &openFile{ReadCloser: r, info: info}, nil
}

func (f *FS) content(e *entry) (io.ReadCloser, error) {
	if e.flags&broken != 0 {
		return nil, f.broken[e.order]
	}
	in := f.octets
	if e.flags&spooled != 0 {
		in = f.spool
	}
	return unpackMember(io.NewSectionReader(in, e.at, e.packed), e)
}

// fileInfo describes a node.
type fileInfo struct {
	name string
	node
}

func (n node) info(name string) fs.FileInfo { return fileInfo{name, n} }

func (i fileInfo) Name() string { return i.name }
func (i fileInfo) IsDir() bool  { return i.dir }
func (i fileInfo) Sys() any     { return nil }

func (i fileInfo) Size() int64 {
	if i.dir || i.e == nil {
		return 0
	}
	return i.e.size
}

func (i fileInfo) Mode() fs.FileMode {
	switch {
	case i.e != nil:
		return i.e.mode
	case i.dir:
		return fs.ModeDir | 0o777
	}
	return 0
}

func (i fileInfo) ModTime() time.Time {
	if i.e == nil {
		return time.Time{}
	}
	return i.e.time()
}

// dirEntry is an entry of a directory. e is nil for a directory without a member of its own.
type dirEntry struct {
	f    *FS
	dir  string
	name string
	e    *entry
}

func (d dirEntry) Name() string { return d.name }
func (d dirEntry) IsDir() bool  { return d.Type().IsDir() }

func (d dirEntry) Type() fs.FileMode {
	if d.e == nil {
		return fs.ModeDir
	}
	return d.e.mode.Type()
}

func (d dirEntry) Info() (fs.FileInfo, error) { return d.f.Lstat(path.Join(d.dir, d.name)) }

// openFile is an open regular file.
type openFile struct {
	io.ReadCloser
	info fs.FileInfo
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }

// directory is an open directory.
type directory struct {
	f       *FS
	name    string
	info    fs.FileInfo
	entries []fs.DirEntry
	read    bool
}

func (d *directory) Stat() (fs.FileInfo, error) { return d.info, nil }
func (d *directory) Close() error               { return nil }

func (d *directory) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.name, Err: errors.New("is a directory")}
}

// ReadDir implements [fs.ReadDirFile].
func (d *directory) ReadDir(n int) ([]fs.DirEntry, error) {
	if !d.read {
		entries, err := d.f.ReadDir(d.name)
		if err != nil {
			return nil, err
		}
		d.entries, d.read = entries, true
	}
	if n <= 0 || n > len(d.entries) {
		if n > 0 && len(d.entries) == 0 {
			return nil, io.EOF
		}
		n = len(d.entries)
	}
	entries := d.entries[:n]
	d.entries = d.entries[n:]
	return entries, nil
}
