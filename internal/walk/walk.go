// Package walk goes through the files below a directory, of whatever file system.
package walk

import (
	"io/fs"
	"iter"
	"slices"
	"strings"
)

// Tree is how a tree is read.
type Tree struct {
	ReadDir func(dir string) ([]fs.DirEntry, error)
	Stat    func(path string) (fs.FileInfo, error) // follows links
	Skip    func(dir string) bool                  // which directories are not entered; none if nil
}

// File is a file of a tree, or a directory that could not be read.
type File struct {
	Path    string
	Regular bool // its directory says so: it is no link, no pipe
}

// Below gives the files below dir, in the order of the octets of their paths, each with
// prefix before its path from there. Links to files are files; links to directories are
// not entered, so there are no loops. Of a directory that could not be read whole it gives
// the path and the error, before such files of it as were found.
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
			if (t.Skip == nil || !t.Skip(path)) && !t.below(path, path+"/", yield) {
				return false
			}
			continue
		}
		if e.Type()&fs.ModeSymlink != 0 {
			if info, err := t.Stat(path); err == nil && info.IsDir() {
				continue
			}
		}
		if !yield(File{path, e.Type().IsRegular()}, nil) {
			return false
		}
	}
	return true
}

// Sort puts the entries of a directory in the order that the paths of files below it have:
// "a-b" and "a.txt" come before "a/b".
func Sort(entries []fs.DirEntry) {
	key := func(e fs.DirEntry) string {
		if e.IsDir() {
			return e.Name() + "/"
		}
		return e.Name()
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(key(a), key(b)) })
}
