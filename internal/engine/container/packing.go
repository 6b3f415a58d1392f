package container

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/mikelolasagasti/xz"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// packing is a way to pack a stream.
type packing struct {
	name, ending string
	magic        string
	open         func(r io.Reader, window int64) (io.Reader, error)
}

// leastWindow is how far back any packed stream may refer: what zstd --long and more than what xz
// -9 asks for. As many octets of memory are held.
const leastWindow = 128 << 20

var packings = []packing{
	{"gzip", "gz", "\x1f\x8b", func(r io.Reader, _ int64) (io.Reader, error) { return gzip.NewReader(r) }},
	{"bzip2", "bz2", "BZh", func(r io.Reader, _ int64) (io.Reader, error) { return bzip2.NewReader(r), nil }},
	{"xz", "xz", "\xfd7zXZ\x00", func(r io.Reader, window int64) (io.Reader, error) {
		return xz.NewReader(r, uint32(min(window, 1<<32-1)))
	}},
	{"zstd", "zst", "\x28\xb5\x2f\xfd", func(r io.Reader, window int64) (io.Reader, error) {
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(uint64(min(window, 1<<31))), zstd.WithDecoderMaxMemory(1<<63-1))
	}},
}

func (p *packing) begins(head []byte) bool { return bytes.HasPrefix(head, []byte(p.magic)) }

// packingOf is that of a form, nil if it has none.
func packingOf(f Form) *packing {
	for i := range packings {
		if f == Form("tar."+packings[i].ending) {
			return &packings[i]
		}
	}
	return nil
}

// unpacked reads what was packed, within the budget.
type unpacked struct {
	*packing
	ctx    context.Context
	budget *budget.Budget
	source *source
	r      io.Reader
}

// unpack unpacks octets, which are those of the source.
func (p *packing) unpack(ctx context.Context, b *budget.Budget, s *source, octets io.Reader) (io.Reader, error) {
	u := &unpacked{p, ctx, b, s, nil}
	var err error
	if u.r, err = p.open(octets, max(leastWindow, b.Size/4)); err != nil {
		return nil, u.wrap(err)
	}
	return u, nil
}

// Unpack returns what r unpacks to, within the limits of a document, or those of the budget that the
// context carries; and r itself if it is not packed by gzip, bzip2, xz or zstd.
func Unpack(ctx context.Context, r io.Reader, limits extract.Limits) (plain io.Reader, err error) {
	defer recovery.Catch(&err, inContainers)
	b := budget.Of(ctx)
	if b == nil {
		b = budget.New(budget.Limits(limits))
		r = b.Outermost(ctx, r)
	}
	source := &source{r: r}
	octets := bufio.NewReaderSize(source, 64<<10)
	head, err := octets.Peek(8)
	if err != nil && err != io.EOF {
		return nil, err
	}
	for i := range packings {
		if packings[i].begins(head) {
			return packings[i].unpack(ctx, b, source, octets)
		}
	}
	return octets, nil
}

func (u *unpacked) Read(p []byte) (n int, err error) {
	defer recovery.Catch(&err, inContainers)
	if err := u.budget.Check(u.ctx); err != nil {
		return 0, err
	}
	n, err = u.r.Read(p[:min(len(p), 64<<10)])
	if over := u.budget.Unpack(int64(n)); over != nil {
		return n, over
	}
	if err != nil && err != io.EOF {
		err = u.wrap(err)
	}
	return n, err
}

// wrap says what is wrong with the packed octets, or returns the error of their reader.
func (u *unpacked) wrap(err error) error {
	switch {
	case u.source.err != nil:
		return u.source.err
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded), errors.Is(err, xz.ErrMemlimit):
		return fmt.Errorf("%w: %s: %w", extract.ErrTooLarge, u.name, err)
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, xz.ErrBuf):
		return fmt.Errorf("%w: %s: %w: expected the rest of the packed octets after %d of them", extract.ErrMalformed, u.name, io.ErrUnexpectedEOF, u.source.n)
	}
	return fmt.Errorf("%w: %s: %w", extract.ErrMalformed, u.name, err)
}

// source counts the octets of a container that were read, and keeps what is wrong with their
// reader.
type source struct {
	r   io.Reader
	n   int64
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.n += int64(n)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}
