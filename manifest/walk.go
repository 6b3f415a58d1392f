package manifest

import (
	"io/fs"
	"iter"

	"github.com/lsh-interop/fpcheck/internal/engine/walk"
)

// file is a file of a tree, or a directory that could not be read.
type file struct {
	path    string
	err     error // of reading the directory
	regular bool  // by its directory
}

// files gives the files of a tree in the order of the octets of their paths, but for those
// that o skips.
func (o *Options) files(fsys fs.FS) iter.Seq[file] {
	skips := func(path string) bool { return o.Skip != nil && o.Skip(path) }
	t := walk.Tree{
		ReadDir: func(dir string) ([]fs.DirEntry, error) { return fs.ReadDir(fsys, dir) },
		Stat:    func(path string) (fs.FileInfo, error) { return fs.Stat(fsys, path) },
		Skip:    func(dir string) bool { return skips(dir + "/") },
	}
	return func(yield func(file) bool) {
		for f, err := range t.Below(".", "") {
			path := f.Path
			switch {
			case err != nil:
				// "./" has no place in the order that would suit all names: no more of the tree.
				if !yield(file{path: path + "/", err: err}) || path == "." {
					return
				}
			case !skips(path) && !yield(file{path: path, regular: f.Regular}):
				return
			}
		}
	}
}
