package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/container"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/walk"
)

// input is a document to read: a file, or a member of one that holds many.
type input struct {
	path    string // as results name it
	stdin   bool
	given   bool      // named by an argument, not found in a directory
	regular bool      // it was a regular file when it was found
	err     error     // of the search for it
	file    *openFile // whose members are to be read
	member  *member   // nil: all of the file
	number  int64     // of the member, from 1
	stamp   stamp     // of the file that it is in, if anybody asks
}

func standardInput() input { return input{path: "-", stdin: true, given: true} }

// files are the inputs that arguments stand for, in their order; those below a directory
// in the byte order of their paths, but for those that skip, which is given the path from there.
func files(args []string, readDir func(string) ([]fs.DirEntry, error), skip func(path string) bool) iter.Seq[input] {
	return func(yield func(input) bool) {
		for _, arg := range args {
			in := input{path: arg, given: true}
			if arg == "-" {
				in = standardInput()
			} else if info, err := os.Stat(arg); err == nil && info.IsDir() {
				prefix := strings.TrimSuffix(arg, "/") + "/"
				skips := func(path string) bool { return skip(strings.TrimPrefix(path, prefix)) }
				t := walk.Tree{ReadDir: readDir, Stat: os.Stat, Skip: skips}
				for f, err := range t.Below(arg, prefix) {
					if err == nil && skips(f.Path) {
						continue
					}
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
func (in input) open(stdin io.Reader) (*openFile, error) {
	if in.stdin {
		return &openFile{Reader: stdin}, nil
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
	return &openFile{Reader: file, file: file, regular: info.Mode().IsRegular()}, nil
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
	return "is not a regular file: expected one"
}

func unwrapPath(err error) error {
	if p, ok := err.(*fs.PathError); ok {
		return p.Err
	}
	return err
}

// openFile is an open input.
type openFile struct {
	io.Reader
	file    *os.File // nil for standard input
	regular bool     // file can be read anywhere
	// progress is told of what is read elsewhere than through Reader.
	progress *progress
	kept     *container.Kept // all of a stream, nil if it is not kept
}

// keep reads a stream to its end, of which head was read, so that it can be read anywhere.
func (o *openFile) keep(ctx context.Context, head []byte, limits extract.Limits) (err error) {
	o.kept, err = container.Keep(ctx, &resumed{head, o.Reader}, limits, "a file that is read from its end")
	if err == nil {
		o.Reader = io.NewSectionReader(o.kept, 0, o.kept.Size)
	}
	return err
}

// anywhere returns what can be read anywhere, and its length; false if it is a stream.
func (o *openFile) anywhere() (io.ReaderAt, int64, bool) {
	if o.kept != nil {
		return o.kept, o.kept.Size, true
	}
	if o.file == nil || !o.regular {
		return nil, 0, false
	}
	info, err := o.file.Stat()
	if err != nil {
		return nil, 0, false
	}
	return o.file, info.Size(), true
}

func (o *openFile) Close() error {
	if o.kept != nil {
		o.kept.Close()
	}
	if o.file != nil {
		return o.file.Close()
	}
	return nil
}

// headSize is how many bytes at the start of an input say whether it holds many documents.
const headSize = 512

// mostHead is how many of them are looked at, if there are more.
const mostHead = 64 << 10

// peek returns the first bytes, which are still to be read.
func (o *openFile) peek() ([]byte, error) { return o.peekAt(headSize) }

// peekAt is peek of at most so many bytes.
func (o *openFile) peekAt(most int) ([]byte, error) {
	head := make([]byte, most)
	n, err := readHead(o.Reader, head)
	o.Reader = &resumed{head[:n], o.Reader}
	return head[:n], err
}

// telling is peek of as many bytes as tell what the input is.
func (o *openFile) telling(name string) ([]byte, error) {
	head, err := o.peekAt(mostHead)
	if err != nil {
		return nil, err
	}
	if head, err = moreHead(o.Reader.(*resumed).rest, head, name); err == nil {
		o.Reader = &resumed{head, o.Reader.(*resumed).rest}
	}
	return head, err
}

// readHead reads at least [headSize] bytes, unless there are fewer.
func readHead(r io.Reader, head []byte) (int, error) {
	n, err := io.ReadAtLeast(r, head, headSize)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return n, err
}

// moreHead reads on where head is too little to tell what an input is, and returns a longer one.
func moreHead(r io.Reader, head []byte, name string) ([]byte, error) {
	if _, more := container.Begins(head, name, false); !more {
		return head, nil
	}
	longer := make([]byte, container.MostHead)
	n := copy(longer, head)
	m, err := io.ReadFull(r, longer[n:])
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return longer[:n+m], err
}

// resumed is an input whose first bytes were read already.
type resumed struct {
	head []byte
	rest io.Reader
}

func (r *resumed) Read(p []byte) (int, error) {
	if len(r.head) == 0 {
		return r.rest.Read(p)
	}
	n := copy(p, r.head)
	r.head = r.head[n:]
	return n, nil
}
