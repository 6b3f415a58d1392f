package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/walk"
)

// input is a document to read: a file, or a piece of one that holds many.
type input struct {
	path    string // as results name it
	stdin   bool
	given   bool    // named by an argument, not found in a directory
	regular bool    // it was a regular file when it was found
	err     error   // of the search for it
	file    *opened // of which pieces are to be read
	piece   *piece  // nil: all of the file
}

func standardInput() input { return input{path: "-", stdin: true, given: true} }

// files are the inputs that arguments stand for, in their order; those below a directory
// in the byte order of their paths.
func files(args []string, readDir func(string) ([]fs.DirEntry, error)) iter.Seq[input] {
	return func(yield func(input) bool) {
		t := walk.Tree{ReadDir: readDir, Stat: os.Stat}
		for _, arg := range args {
			in := input{path: arg, given: true}
			if arg == "-" {
				in = standardInput()
			} else if info, err := os.Stat(arg); err == nil && info.IsDir() {
				for f, err := range t.Below(arg, strings.TrimSuffix(arg, "/")+"/") {
					in := input{path: f.Path, regular: f.Regular}
					if err != nil {
						in.err = fmt.Errorf("directory not read: %w", unwrapPath(err))
					}
					if !yield(in) {
						return
					}
				}
				continue
			} else {
				in.regular = err == nil && info.Mode().IsRegular()
			}
			if !yield(in) {
				return
			}
		}
	}
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
