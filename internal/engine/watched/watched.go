// Package watched reads files until a context ends, and reports how much it has read.
package watched

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
)

// Reader returns a reader of r that fails once ctx ends. It passes the bytes of each Read to read, unless nil.
func Reader(ctx context.Context, r io.Reader, read func(bytes int)) io.Reader {
	return &reader{ctx, r, read}
}

type reader struct {
	ctx  context.Context
	r    io.Reader
	read func(int)
}

func (w *reader) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.r.Read(p)
	if w.read != nil {
		w.read(n)
	}
	return n, err
}

// At is an [io.ReaderAt] that fails once a context ends. It keeps the first error of reading, because readers
// of formats may take any error for damage.
type At struct {
	ctx    context.Context
	r      io.ReaderAt
	failed atomic.Pointer[error]
}

var errBefore = errors.New("a place before the beginning")

// ReaderAt returns a reader of r that fails once ctx ends.
func ReaderAt(ctx context.Context, r io.ReaderAt) *At { return &At{ctx: ctx, r: r} }

func (a *At) ReadAt(p []byte, at int64) (n int, err error) {
	if at < 0 { // only a damaged file refers there
		return 0, errBefore
	}
	if err = a.ctx.Err(); err == nil {
		n, err = a.r.ReadAt(p, at)
	}
	if err != nil && err != io.EOF {
		a.failed.CompareAndSwap(nil, &err)
	}
	return n, err
}

// Failed returns the first error of reading other than [io.EOF], or that of the context, or nil.
func (a *At) Failed() error {
	if failed := a.failed.Load(); failed != nil {
		return *failed
	}
	return a.ctx.Err()
}
