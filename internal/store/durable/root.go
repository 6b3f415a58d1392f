package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A Root is a directory on disk as a file system. No link leads out of it. Unlike [os.Root.FS], it
// supports file names that are not UTF-8.
type Root struct{ root *os.Root }

var (
	_ fs.StatFS     = Root{}
	_ fs.ReadDirFS  = Root{}
	_ fs.ReadLinkFS = Root{}
	_ Storage       = storage{}
)

// OpenRoot opens a directory. The caller must close it.
func OpenRoot(name string) (Root, error) {
	r, err := os.OpenRoot(name)
	return Root{r}, err
}

// Close closes the directory.
func (r Root) Close() error { return r.root.Close() }

// local converts a name of the tree to the system's form.
func local(op, name string) (string, error) {
	l := filepath.FromSlash(name)
	if name == "" || strings.ContainsRune(name, 0) || path.Clean(name) != name || !filepath.IsLocal(l) {
		return "", &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	return l, nil
}

// on calls do with the local form of a name.
func on[T any](op, name string, do func(local string) (T, error)) (result T, err error) {
	l, err := local(op, name)
	if err != nil {
		return result, err
	}
	return do(l)
}

// Open implements [fs.FS].
func (r Root) Open(name string) (fs.File, error) {
	f, err := r.open(name)
	if err != nil {
		return nil, err // not a non-nil File
	}
	return f, nil
}

func (r Root) open(name string) (*os.File, error) { return on("open", name, r.root.Open) }

// Stat implements [fs.StatFS].
func (r Root) Stat(name string) (fs.FileInfo, error) { return on("stat", name, r.root.Stat) }

// Lstat implements [fs.ReadLinkFS].
func (r Root) Lstat(name string) (fs.FileInfo, error) { return on("lstat", name, r.root.Lstat) }

// ReadLink implements [fs.ReadLinkFS].
func (r Root) ReadLink(name string) (string, error) { return on("readlink", name, r.root.Readlink) }

// ReadDir implements [fs.ReadDirFS].
func (r Root) ReadDir(name string) ([]fs.DirEntry, error) {
	f, err := r.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

// Storage returns the directory for writing.
func (r Root) Storage() Storage { return storage{r} }

type storage struct{ Root }

func (s storage) Open(name string) (io.ReadCloser, error) { return s.open(name) }

// Create creates a new file and its directory, and removes an old file. It does not follow a link in
// its place.
func (s storage) Create(name string) (io.WriteCloser, error) { return s.create(name) }

func (s storage) create(name string) (*os.File, error) {
	l, err := local("create", name)
	if err != nil {
		return nil, err
	}
	if err := s.root.MkdirAll(filepath.Dir(l), 0o777); err != nil {
		return nil, err
	}
	if err := s.Remove(name); err != nil {
		return nil, err
	}
	return s.root.OpenFile(l, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

func (s storage) Rename(oldName, newName string) error {
	o, err := local("rename", oldName)
	if err != nil {
		return err
	}
	n, err := local("rename", newName)
	if err != nil {
		return err
	}
	if err := s.root.Rename(o, n); err != nil {
		return err
	}
	s.sync(newName)
	return nil
}

func (s storage) Remove(name string) error {
	l, err := local("remove", name)
	if err != nil {
		return err
	}
	if err := s.root.Remove(l); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Replace is like [Disk]'s.
func (s storage) Replace(name string, write func(io.Writer) error) (err error) {
	temporary := name + TemporarySuffix
	f, err := s.create(temporary)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			s.Remove(temporary)
		}
	}()
	if err := Write(f, func() (fs.FileInfo, error) { return s.Stat(name) }, write); err != nil {
		return err
	}
	return s.Rename(temporary, name)
}

// sync makes a directory entry durable. Not all systems can.
func (s storage) sync(name string) {
	if f, err := s.open(path.Dir(name)); err == nil {
		f.Sync()
		f.Close()
	}
}
