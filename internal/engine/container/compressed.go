package container

import (
	"bufio"
	"context"
	"io"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// leastWindow is the distance over which any packed stream may refer back. It suffices for zstd
// --long, and exceeds what xz -9 needs. It costs as many bytes of memory.
const leastWindow = 128 << 20

// packingOf returns how the tar of a form is packed, or nil.
func packingOf(f Form) *compressed.Format {
	for _, p := range compressed.All {
		if f == Form("tar."+p.Ending) {
			return p
		}
	}
	return nil
}

func unpack(ctx context.Context, b *budget.Budget, p *compressed.Format, octets io.Reader) (io.Reader, error) {
	r, err := p.Open(octets, compressed.Options{
		Context: ctx, Budget: b, Window: max(leastWindow, b.Size/4), Malformed: extract.ErrMalformed,
	})
	return caught{r}, err
}

// caught turns a panic of a reader into an error.
type caught struct{ r io.Reader }

func (c caught) Read(p []byte) (n int, err error) {
	defer recovery.Catch(&err, inContainers)
	return c.r.Read(p)
}

// Unpack returns the unpacked bytes of r. It returns r itself if it is not packed by gzip, bzip2,
// xz or zstd. The limits are for a document. If the context carries a budget, that applies instead.
func Unpack(ctx context.Context, r io.Reader, limits extract.Limits) (plain io.Reader, err error) {
	defer recovery.Catch(&err, inContainers)
	b := budget.Of(ctx)
	if b == nil {
		b = budget.New(budget.Limits(limits))
		r = b.Outermost(ctx, r)
	}
	octets := bufio.NewReaderSize(r, 64<<10)
	head, err := octets.Peek(8)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if p := compressed.Find(head); p != nil {
		return unpack(ctx, b, p, octets)
	}
	return octets, nil
}
