package manifest

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/engine/walk"
	"github.com/lsh-interop/fpcheck/internal/store/rawfile"
)

// Dir returns the tree of files below a directory. Unlike [os.DirFS], it supports names that are not
// UTF-8.
func Dir(name string) fs.FS { return dir(name) }

type dir string

// in calls do with the full path of a file. The error of do names the path within the tree.
func in[T any](d dir, op, name string, do func(full string) (T, error)) (result T, err error) {
	full, err := d.join(op, name)
	if err != nil {
		return result, err
	}
	result, err = do(full)
	return result, relative(err, name)
}

func (d dir) Open(name string) (fs.File, error) {
	f, err := in(d, "open", name, os.Open)
	if err != nil {
		return nil, err // not a non-nil File
	}
	return f, nil
}

// openRegular opens a regular file with fewer system calls. If it returns false, Open returns the
// reason.
func (d dir) openRegular(name string) (fs.File, bool) {
	full, err := d.join("open", name)
	if err != nil {
		return nil, false
	}
	f := new(rawfile.File)
	return f, f.Open(full, name)
}

func (d dir) Stat(name string) (fs.FileInfo, error) {
	return in(d, "stat", name, func(full string) (fs.FileInfo, error) {
		info, err := os.Stat(full)
		if err != nil {
			if link, e := os.Lstat(full); e == nil && link.Mode()&fs.ModeSymlink != 0 {
				return nil, fmt.Errorf("broken symbolic link: %w", errors.Unwrap(err))
			}
		}
		return info, err
	})
}

// Lstat is like Stat, but describes a link itself.
func (d dir) Lstat(name string) (fs.FileInfo, error) { return in(d, "lstat", name, os.Lstat) }

func (d dir) ReadLink(name string) (string, error) { return in(d, "readlink", name, os.Readlink) }

func (d dir) ReadDir(name string) ([]fs.DirEntry, error) { return in(d, "open", name, os.ReadDir) }

func (d dir) join(op, name string) (string, error) {
	local := filepath.FromSlash(name)
	if name != "." && (checkPath(name) != nil || strings.HasSuffix(name, "/") || !filepath.IsLocal(local)) {
		return "", &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	return filepath.Join(string(d), local), nil
}

// relative makes an error name the path within the tree.
func relative(err error, name string) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return &fs.PathError{Op: p.Op, Path: name, Err: p.Err}
	}
	return err
}

// file is a file of a tree, or a directory that could not be read.
type file struct {
	path    string
	err     error // of reading the directory
	regular bool  // by its directory
}

// files yields the files of a tree in the order of the bytes of their paths. It leaves out those that
// o skips.
func (o *Options) files(fsys fs.FS) iter.Seq[file] {
	return func(yield func(file) bool) {
		for f, err := range walk.Of(fsys, o.Skip).Below(".", "") {
			path := f.Path
			switch {
			case err != nil:
				// "./" does not sort correctly among other names, so the walk ends here.
				if !yield(file{path: path + "/", err: err}) || path == "." {
					return
				}
			case (o.Skip == nil || !o.Skip(path)) && !yield(file{path: path, regular: f.Regular}):
				return
			}
		}
	}
}
