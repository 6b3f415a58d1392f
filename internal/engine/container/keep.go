package container

import (
	"bytes"
	"context"
	"io"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// inMemory is the most bytes that are kept in memory; more are kept in a temporary file.
const inMemory = 8 << 20

// Kept are bytes of a stream that can be read anywhere.
type Kept struct {
	io.ReaderAt
	Size int64

	file *scratch.File
}

// Keep keeps the bytes of a stream, as many as limits.Size, or those of the budget that the
// context carries. Errors call them what.
func Keep(ctx context.Context, r io.Reader, limits extract.Limits, what string) (*Kept, error) {
	b := budget.Of(ctx)
	if b == nil {
		b = budget.New(budget.Limits(limits))
		r = b.Outermost(ctx, r)
	}
	return keep(ctx, r, b, what)
}

func keep(ctx context.Context, r io.Reader, b *budget.Budget, what string) (k *Kept, err error) {
	r = b.Reader(ctx, r)
	var memory bytes.Buffer
	size, err := memory.ReadFrom(io.LimitReader(r, inMemory))
	switch {
	case err != nil:
		return nil, err
	case size > b.Size:
		return nil, b.TooLarge(what)
	case size < inMemory:
		return &Kept{bytes.NewReader(memory.Bytes()), size, nil}, nil
	}
	file, err := scratch.New()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	size, err = io.Copy(file, io.LimitReader(io.MultiReader(&memory, r), b.Size+1))
	if err == nil && size > b.Size {
		err = b.TooLarge(what)
	}
	return &Kept{file, size, file}, err
}

// Close lets go of the bytes.
func (k *Kept) Close() error {
	if k.file == nil {
		return nil
	}
	return k.file.Close()
}
