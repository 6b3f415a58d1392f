// Package walk lists the files below a directory of any file system.
package walk

import (
	"io/fs"
	"iter"
	"slices"
	"strings"
)

// Tree describes how to read a tree.
type Tree struct {
	ReadDir func(dir string) ([]fs.DirEntry, error)
	Stat    func(path string) (fs.FileInfo, error) // follows links
	Skip    func(dir string) bool                  // reports whether a directory is left out
}

// Of describes how to read a file system. skip, unless it is nil, leaves out directories. Their paths end with "/".
func Of(fsys fs.FS, skip func(path string) bool) Tree {
	return Tree{
		ReadDir: func(dir string) ([]fs.DirEntry, error) { return fs.ReadDir(fsys, dir) },
		Stat:    func(path string) (fs.FileInfo, error) { return fs.Stat(fsys, path) },
		Skip:    func(dir string) bool { return skip != nil && skip(dir+"/") },
	}
}

// File is a file of a tree, or a directory that could not be read.
type File struct {
	Path    string
	Regular bool // by its directory entry: neither a link nor a pipe
	Link    bool // to a directory
}

// Below yields the files below dir, in the byte order of their paths. Each has prefix before its path
// from there. Links to files are files. Links to directories are not entered, so there are no loops.
// If a directory could not be read completely, it yields the path and the error. Then it yields the
// files that were found.
func (t Tree) Below(dir, prefix string) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) { t.below(dir, prefix, yield) }
}

func (t Tree) below(dir, prefix string, yield func(File, error) bool) bool {
	entries, err := t.ReadDir(dir)
	if err != nil && !yield(File{Path: dir}, err) {
		return false
	}
	Sort(entries)
	for _, e := range entries {
		path := prefix + e.Name()
		if e.IsDir() {
			if !t.Skip(path) && !t.below(path, path+"/", yield) {
				return false
			}
			continue
		}
		link := false
		if e.Type()&fs.ModeSymlink != 0 {
			info, err := t.Stat(path)
			link = err == nil && info.IsDir()
		}
		if !yield(File{path, e.Type().IsRegular(), link}, nil) {
			return false
		}
	}
	return true
}

// Sort sorts directory entries by the paths of the files below: "a-b" and "a.txt" precede "a/b".
func Sort(entries []fs.DirEntry) {
	key := func(e fs.DirEntry) string {
		if e.IsDir() {
			return e.Name() + "/"
		}
		return e.Name()
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(key(a), key(b)) })
}

// ComparePaths orders paths by their bytes, but with "/" first: files below a directory follow it.
func ComparePaths[P ~string | ~[]byte](a, b P) int {
	for i := range min(len(a), len(b)) {
		x, y := a[i], b[i]
		if x == y {
			continue
		}
		if x == '/' || y != '/' && x < y {
			return -1
		}
		return 1
	}
	return len(a) - len(b)
}

// Skips reports whether skip, unless it is nil, leaves out a path, or a directory that it is below.
// The paths of directories end with "/".
func Skips(skip func(path string) bool, path string) bool {
	if skip == nil {
		return false
	}
	for i := range len(path) - 1 {
		if path[i] == '/' && skip(path[:i+1]) {
			return true
		}
	}
	return skip(path)
}
