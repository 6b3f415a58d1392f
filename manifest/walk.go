package manifest

import (
	"io/fs"
	"iter"
	"slices"
	"strings"
)

// file is a file of a tree, or a directory that could not be read.
type file struct {
	path string
	err  error // of reading the directory
}

// walk gives the files of a tree in the order of the octets of their paths. Links to
// files are files; links to directories are not entered, so there are no loops.
func walk(fsys fs.FS) iter.Seq[file] {
	return func(yield func(file) bool) { below(fsys, ".", yield) }
}

func below(fsys fs.FS, dir string, yield func(file) bool) bool {
	prefix := dir + "/"
	if dir == "." {
		prefix = ""
	}
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil && (!yield(file{dir + "/", err}) || dir == ".") {
		return false // "./" has no place in the order that would suit all names
	}
	// Paths, not names, are in order: "a-b" and "a.txt" come before "a/b".
	key := func(e fs.DirEntry) string {
		if e.IsDir() {
			return e.Name() + "/"
		}
		return e.Name()
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(key(a), key(b)) })
	for _, e := range entries {
		path := prefix + e.Name()
		if e.IsDir() {
			if !below(fsys, path, yield) {
				return false
			}
			continue
		}
		if e.Type()&fs.ModeSymlink != 0 {
			if info, err := fs.Stat(fsys, path); err == nil && info.IsDir() {
				continue
			}
		}
		if !yield(file{path: path}) {
			return false
		}
	}
	return true
}
