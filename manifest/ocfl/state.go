package ocfl

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// stateFS is content files of an object under other paths.
type stateFS struct {
	fsys  fs.FS
	root  string            // of the object
	files map[string]string // content paths
	dirs  map[string][]fs.DirEntry
}

// add takes the next file: paths ascend.
func (s *stateFS) add(as, content string) {
	s.files[as] = content
	for name, isDir := as, false; name != "."; name, isDir = path.Dir(name), true {
		dir := path.Dir(name)
		_, known := s.dirs[dir]
		s.dirs[dir] = append(s.dirs[dir], stateEntry{path.Base(name), isDir})
		if known {
			return
		}
	}
}

func (s *stateFS) Open(name string) (fs.File, error) {
	content, ok := s.files[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return s.fsys.Open(path.Join(s.root, content))
}

func (s *stateFS) Stat(name string) (fs.FileInfo, error) {
	if _, ok := s.dirs[name]; ok {
		return stateEntry{path.Base(name), true}, nil
	}
	content, ok := s.files[name]
	if !ok {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return fs.Lstat(s.fsys, path.Join(s.root, content))
}

func (s *stateFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, ok := s.dirs[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return slices.SortedFunc(slices.Values(entries), func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }), nil
}

// stateEntry is an entry of a directory, or a directory.
type stateEntry struct {
	name string
	dir  bool
}

func (e stateEntry) Name() string               { return e.name }
func (e stateEntry) IsDir() bool                { return e.dir }
func (e stateEntry) Info() (fs.FileInfo, error) { return e, nil }
func (e stateEntry) Size() int64                { return 0 }
func (e stateEntry) ModTime() time.Time         { return time.Time{} }
func (e stateEntry) Sys() any                   { return nil }
func (e stateEntry) Type() fs.FileMode          { return e.Mode() & fs.ModeType }
func (e stateEntry) Mode() fs.FileMode {
	if e.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
