// Package compressed reads streams that are compressed by gzip, bzip2, xz or Zstandard, within the
// budget of a document. It writes gzip and Zstandard.
package compressed

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/mikelolasagasti/xz"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// Format is a way to compress a stream.
type Format struct {
	Name   string                 // "gzip"
	Ending string                 // of file names: "gz"
	start  string                 // the first bytes of a stream
	is     func(head []byte) bool // whether bytes that begin with start are a stream; nil: they are
	open   func(r io.Reader, window int64) (io.Reader, error)
	create func(w io.Writer) (io.WriteCloser, error) // nil if it is only read
}

// The formats.
var (
	Gzip = &Format{"gzip", "gz", "\x1f\x8b", nil, func(r io.Reader, _ int64) (io.Reader, error) {
		return gzip.NewReader(r)
	}, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil }}
	Bzip2 = &Format{"bzip2", "bz2", "BZh", isBzip2, func(r io.Reader, _ int64) (io.Reader, error) {
		return bzip2.NewReader(r), nil
	}, nil}
	XZ = &Format{"xz", "xz", "\xfd7zXZ\x00", nil, func(r io.Reader, window int64) (io.Reader, error) {
		return xz.NewReader(r, uint32(min(window, 1<<32-1)))
	}, nil}
	// Zstd has nothing to close: without concurrency, its decoder has no goroutines.
	Zstd = &Format{"zstd", "zst", "\x28\xb5\x2f\xfd", nil, func(r io.Reader, window int64) (io.Reader, error) {
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(uint64(min(window, 1<<31))), zstd.WithDecoderMaxMemory(1<<63-1))
	}, func(w io.Writer) (io.WriteCloser, error) {
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	}}
)

// All lists the formats.
var All = []*Format{Gzip, Bzip2, XZ, Zstd}

// Find returns the format of a stream that begins with head, or nil.
func Find(head []byte) *Format {
	for _, f := range All {
		if bytes.HasPrefix(head, []byte(f.start)) && (f.is == nil || f.is(head)) {
			return f
		}
	}
	return nil
}

// isBzip2 reports whether bytes that begin with "BZh" are the beginning of a stream. A digit comes next, and then the
// mark of a block or of the end.
func isBzip2(head []byte) bool {
	const block, end = "1AY&SY", "\x17\x72\x45\x38\x50\x90"
	if len(head) < 4 {
		return true
	}
	mark := string(head[4:min(len(head), 10)])
	return '1' <= head[3] && head[3] <= '9' && (strings.HasPrefix(block, mark) || strings.HasPrefix(end, mark))
}

// Reader returns what a stream decompresses to, without a budget. The window is the number of bytes
// that the stream may refer back to, which are kept in memory. A stream that declares a wider window
// can be read if it has no need of it.
func (f *Format) Reader(r io.Reader, window int64) (io.Reader, error) {
	return f.open(f.Narrowed(r, window), window)
}

// CanWrite reports whether [Format.Writer] has a writer for the format.
func (f *Format) CanWrite() bool { return f.create != nil }

// Writer returns a writer that compresses to w. Close ends the stream, and leaves w open.
func (f *Format) Writer(w io.Writer) (io.WriteCloser, error) {
	if f.create == nil {
		return nil, fmt.Errorf("%s: no writer of this format: %w", f.Name, errors.ErrUnsupported)
	}
	return f.create(w)
}

// Options say how a stream is read.
type Options struct {
	Context   context.Context
	Budget    *budget.Budget // what comes out counts as unpacked
	Window    int64          // as for [Format.Reader]
	Malformed error          // what an error about the stream wraps
}

// Open returns what a stream decompresses to. An error of r is returned as it is.
func (f *Format) Open(r io.Reader, o Options) (io.Reader, error) {
	s := &stream{Options: o, name: f.Name, source: Source{Reader: r}}
	var err error
	if s.r, err = s.open(f); err != nil {
		return nil, s.wrap(err)
	}
	return s, nil
}

// open opens a stream, and counts its window as memory. Before a wide window more of the stream is
// read, since a longer document may take more memory.
func (s *stream) open(f *Format) (io.Reader, error) {
	source := bufio.NewReader(&s.source)
	head, _ := source.Peek(headSize)
	declared := f.Declared(head)
	if declared > freeWindow {
		source = bufio.NewReaderSize(source, readAhead)
		source.Peek(readAhead)
	}
	s.window = min(s.Window, max(s.Budget.Room(), freeWindow))
	s.held = min(declared, s.window)
	if err := s.Budget.Hold(s.held, "the window of "+f.Name); err != nil {
		return nil, err
	}
	if s.narrow = s.window < declared && declared <= s.Window; s.narrow {
		return f.Reader(source, s.window)
	}
	return f.open(source, s.window)
}

// stream reads what a stream decompresses to.
type stream struct {
	Options
	name   string
	r      io.Reader
	source Source
	n      int64 // bytes that were returned
	window int64 // for which there is memory
	held   int64 // what is counted of it
	narrow bool  // it is less than what the stream declares
}

func (s *stream) Read(p []byte) (int, error) {
	if err := s.Budget.Check(s.Context); err != nil {
		return 0, err
	}
	n, err := s.r.Read(p[:min(len(p), 64<<10)]) // so that the time is checked often enough
	s.n += int64(n)
	if over := s.Budget.Unpack(int64(n)); over != nil {
		return n, over
	}
	if err != nil {
		s.Budget.Release(s.held)
		s.held = 0
	}
	if err != nil && err != io.EOF {
		err = s.wrap(err)
	}
	return n, err
}

// wrap says what is wrong with the stream, or returns the error of its source.
func (s *stream) wrap(err error) error {
	switch {
	case s.source.Err != nil:
		return s.source.Err
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded),
		errors.Is(err, xz.ErrMemlimit):
		if s.window < s.Window || s.Window >= s.Budget.Size { // a higher limit of the size allows a wider one
			return budget.Limits{Size: s.window}.TooLarge("the window of " + s.name)
		}
		return fmt.Errorf("%w: %s: %w", budget.ErrTooLarge, s.name, err)
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, xz.ErrBuf):
		return fmt.Errorf("%w: %s: %w: expected more packed bytes after %d",
			s.Malformed, s.name, io.ErrUnexpectedEOF, s.source.N)
	case s.narrow: // it seems to refer further back
		return budget.Limits{Size: s.window}.TooLarge("the window of " + s.name)
	case s.n > 0 && errors.Is(err, gzip.ErrHeader):
		return fmt.Errorf("%w: %s: expected the end or another member, at byte %d", s.Malformed, s.name, s.source.N)
	}
	return fmt.Errorf("%w: %s: %w", s.Malformed, s.name, err)
}

// Source counts the bytes that are read of a Reader, and keeps its error.
type Source struct {
	io.Reader
	N   int64
	Err error // but not io.EOF
}

func (s *Source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	s.N += int64(n)
	if err != nil && err != io.EOF {
		s.Err = err
	}
	return n, err
}
