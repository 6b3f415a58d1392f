// Package watched reads files until a context ends, and reports how much it has read.
package watched

import (
	"context"
	"io"
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
