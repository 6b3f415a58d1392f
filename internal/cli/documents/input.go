package documents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/container"
	"github.com/lsh-interop/fpcheck/internal/engine/walk"
)

// Input is a document to read: a file, or a member of a file.
type Input struct {
	Path    string // as results name it
	Stdin   bool
	Given   bool      // named by an argument, not found in a directory
	regular bool      // it was a regular file when it was found
	Err     error     // of the search for it
	File    *OpenFile // whose members are to be read
	Member  *member   // nil: all of the file
	number  int64     // of the member, from 1
	stamp   stamp     // of the file that it is in, if anybody asks
}

// ErrLinkedDirectory means that a path in a directory is a link to another directory, which could lead
// in a circle.
var ErrLinkedDirectory = errors.New(
	"is a link to a directory, which is not followed: name it as an argument to read it")

// Argument returns the input that an argument names: a file, or - for standard input.
func Argument(name string) Input { return Input{Path: name, Stdin: name == "-", Given: true} }

// Files yields the inputs of arguments, in order. Files below a directory come in the byte order of
// their paths. skip selects paths to leave out, relative to the directory.
func Files(args []string, readDir func(string) ([]fs.DirEntry, error), skip func(path string) bool) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		for _, arg := range args {
			in := Argument(arg)
			info, err := os.Stat(arg)
			if in.Stdin || err != nil || !info.IsDir() {
				in.regular = !in.Stdin && err == nil && info.Mode().IsRegular()
				if !yield(in) {
					return
				}
				continue
			}
			prefix := strings.TrimSuffix(arg, "/") + "/"
			skips := func(path string) bool { return skip(strings.TrimPrefix(path, prefix)) }
			carryBallast()
			t := walk.Tree{ReadDir: readDir, Stat: os.Stat, Skip: skips}
			for f, err := range t.Below(arg, prefix) {
				if err == nil && skips(f.Path) {
					continue
				}
				in := Input{Path: f.Path, regular: f.Regular}
				if err != nil {
					in.Err = fmt.Errorf("directory not read: %w", cli.UnwrapPath(err))
				} else if f.Link {
					in.Err = ErrLinkedDirectory
				}
				if !yield(in) {
					return
				}
			}
		}
	}
}

// Open opens standard input or a file. Where an argument names the file, it may be a descriptor.
func (in Input) Open(stdin io.Reader) (*OpenFile, error) {
	if in.Stdin {
		return &OpenFile{Reader: stdin}, nil
	}
	open := cli.OpenRegular
	if in.Given {
		open = cli.Open
	}
	file, err := open(in.Path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	return &OpenFile{Reader: file, File: file, Regular: err == nil && info.Mode().IsRegular()}, nil
}

// OpenFile is an open input.
type OpenFile struct {
	io.Reader
	File    *os.File // nil for standard input
	Regular bool     // file can be read anywhere
	// progress counts what is read without Reader.
	progress *cli.Progress
	kept     *container.Kept // all of a stream, nil if it is not kept
}

// keep reads a stream to its end, so that it can be read at any offset. head was read before.
func (o *OpenFile) keep(ctx context.Context, head []byte, limits extract.Limits) (err error) {
	o.kept, err = container.Keep(ctx, &resumed{head, o.Reader}, limits, "a file that is read from its end")
	if err == nil {
		o.Reader = io.NewSectionReader(o.kept, 0, o.kept.Size)
	}
	return err
}

// anywhere returns a reader at any offset, and the length. It returns false for a stream.
func (o *OpenFile) anywhere() (io.ReaderAt, int64, bool) {
	if o.kept != nil {
		return o.kept, o.kept.Size, true
	}
	if o.File == nil || !o.Regular {
		return nil, 0, false
	}
	info, err := o.File.Stat()
	if err != nil {
		return nil, 0, false
	}
	return o.File, info.Size(), true
}

func (o *OpenFile) Close() error {
	if o.kept != nil {
		o.kept.Close()
	}
	if o.File != nil {
		return o.File.Close()
	}
	return nil
}

// HeadSize is the number of bytes at the start of an input that show whether it holds many documents.
const HeadSize = 512

// mostHead is the number of these bytes to examine, if there are more.
const mostHead = 64 << 10

// Peek returns the first bytes without consuming them.
func (o *OpenFile) Peek() ([]byte, error) { return o.peekAt(HeadSize) }

// peekAt returns at most most bytes without consuming them.
func (o *OpenFile) peekAt(most int) ([]byte, error) {
	head := make([]byte, most)
	n, err := readHead(o.Reader, head)
	o.Reader = &resumed{head[:n], o.Reader}
	return head[:n], err
}

// Telling returns as many first bytes as identify the input, without consuming them.
func (o *OpenFile) Telling(name string) ([]byte, error) {
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
	n, err := io.ReadAtLeast(r, head, HeadSize)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return n, err
}

// moreHead reads more bytes if head is too short to identify an input, and returns a longer head.
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

// Len returns how many bytes are left, or 0 if that is not known. For a long document it returns 0: no memory is set
// aside for it before it is read.
func (r *resumed) Len() int {
	const long = 8 << 20
	if n := cli.Left(r.rest); 0 < n && n < long {
		return len(r.head) + n
	}
	return 0
}
