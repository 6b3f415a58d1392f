package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"
)

// input is a document to read: a file, or a piece of one that holds many.
type input struct {
	path  string // as results name it
	stdin bool
	given bool    // named by an argument, not found in a directory
	err   error   // of the search for it
	file  *opened // if it was opened already
	piece *piece  // nil: all of the file
}

func standardInput() input { return input{path: "-", stdin: true, given: true} }

// walker finds the files that arguments stand for.
type walker struct {
	readDir func(string) ([]fs.DirEntry, error) // os.ReadDir
}

// files are the inputs in the order of the arguments; those below a directory in
// the byte order of their paths. Below it, symbolic links to files are read and
// links to directories are not entered, so there are no loops.
func (w walker) files(args []string) iter.Seq[input] {
	return func(yield func(input) bool) {
		for _, arg := range args {
			in := input{path: arg, given: true}
			if arg == "-" {
				in = standardInput()
			} else if info, err := os.Stat(arg); err == nil && info.IsDir() {
				if !w.below(arg, yield) {
					return
				}
				continue
			}
			if !yield(in) {
				return
			}
		}
	}
}

func (w walker) below(dir string, yield func(input) bool) bool {
	entries, err := w.readDir(dir)
	if err != nil && !yield(input{path: dir, err: fmt.Errorf("directory not read: %w", unwrapPath(err))}) {
		return false
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
		path := strings.TrimSuffix(dir, "/") + "/" + e.Name()
		if e.IsDir() {
			if !w.below(path, yield) {
				return false
			}
			continue
		}
		if e.Type()&fs.ModeSymlink != 0 {
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				continue
			}
		}
		if !yield(input{path: path}) {
			return false
		}
	}
	return true
}

// open opens a regular file or standard input. Anything else could wait for ever
// or never end, and is not opened.
func (in input) open(stdin io.Reader) (*opened, error) {
	if in.stdin {
		return &opened{Reader: stdin}, nil
	}
	info, err := os.Stat(in.path)
	if err != nil {
		return nil, in.explain(err)
	}
	if why := irregular(info.Mode()); why != "" && !(in.isDescriptor() && !info.IsDir()) {
		return nil, errors.New(why)
	}
	file, err := os.Open(in.path)
	if err != nil {
		return nil, err
	}
	return &opened{file, file, info.Mode().IsRegular()}, nil
}

// explain tells a link that leads nowhere from a file that is not there.
func (in input) explain(err error) error {
	if info, lerr := os.Lstat(in.path); lerr == nil && info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("broken symbolic link: %w", unwrapPath(err))
	}
	return err
}

// isDescriptor reports whether an argument names an open file of this process:
// what a shell's <(command) gives.
func (in input) isDescriptor() bool {
	return in.given && (in.path == "/dev/stdin" ||
		strings.HasPrefix(in.path, "/dev/fd/") || strings.HasPrefix(in.path, "/proc/self/fd/"))
}

func irregular(m fs.FileMode) string {
	switch {
	case m.IsRegular():
		return ""
	case m.IsDir():
		return "is a directory: expected a file"
	case m&fs.ModeNamedPipe != 0:
		return "is a named pipe: use - to read standard input"
	case m&fs.ModeSocket != 0:
		return "is a socket: expected a file"
	case m&fs.ModeDevice != 0:
		return "is a device: expected a file"
	}
	return "is no regular file: expected one"
}

func unwrapPath(err error) error {
	if p, ok := err.(*fs.PathError); ok {
		return p.Err
	}
	return err
}
