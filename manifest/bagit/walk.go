package bagit

import (
	"errors"
	"io/fs"
	"iter"

	"github.com/lsh-interop/fpcheck/internal/engine/walk"
)

// file is a file of a bag, or an entry that should be a file.
type file struct {
	path string
	size int64
	err  error // of the file system
	dir  bool  // it is a directory that could not be read
	link bool  // to a directory, which is not entered, or, if there is an err, to nowhere

	symbolic bool // a link to a file
	empty    bool // it is a directory without entries: its path ends with a slash
}

// files yields the files below a directory, in the order of the bytes of their paths. It leaves out
// directories that skip selects. It also yields empty directories.
func files(fsys fs.FS, dir string, skip func(path string) bool) iter.Seq[file] {
	return func(yield func(file) bool) { below(fsys, dir, skip, true, yield) }
}

func below(fsys fs.FS, dir string, skip func(string) bool, top bool, yield func(file) bool) bool {
	prefix := dir + "/"
	if dir == "." {
		prefix = ""
	}
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !yield(file{path: dir, err: err, dir: true}) {
		return false
	}
	if err == nil && len(entries) == 0 && !top && !yield(file{path: prefix, empty: true}) {
		return false
	}
	walk.Sort(entries)
	for _, e := range entries {
		path := prefix + e.Name()
		if e.IsDir() {
			if (skip == nil || !skip(path)) && !below(fsys, path, skip, false, yield) {
				return false
			}
			continue
		}
		if !yield(look(fsys, path, e)) {
			return false
		}
	}
	return true
}

// look describes an entry that is not a directory.
func look(fsys fs.FS, path string, e fs.DirEntry) file {
	f := file{path: path, link: e.Type()&fs.ModeSymlink != 0}
	var info fs.FileInfo
	if f.link {
		info, f.err = fs.Stat(fsys, path)
	} else {
		info, f.err = e.Info()
	}
	if f.err != nil {
		return f
	}
	f.symbolic = f.link
	f.link = info.IsDir()
	f.size = info.Size()
	if !f.link && !info.Mode().IsRegular() {
		f.err = errIrregular
	}
	return f
}
