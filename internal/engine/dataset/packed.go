package dataset

import (
	"bufio"
	"context"
	"io"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// widestWindow is what the zstd program allows, too, unless it is told otherwise.
const widestWindow = 128 << 20

// unpack takes away a compression that the first octets tell of: gzip (RFC 1952) or
// Zstandard (RFC 8878), of one member or frame or many.
func unpack(r io.Reader, limits extract.Limits) (io.Reader, error) {
	// A data set is a stream of documents, each of which has a budget of its own: that of the
	// data set only bounds what the stream unpacks to, and nothing is held of it.
	whole := budget.New(budget.Limits(limits))
	source := bufio.NewReaderSize(whole.Outermost(context.Background(), r), 64<<10)
	head, err := source.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	f := compressed.Find(head)
	if isSkipped(head) {
		f = compressed.Zstd
	}
	if f != compressed.Gzip && f != compressed.Zstd {
		return source, nil
	}
	return f.Open(source, compressed.Options{
		Context: context.Background(), Budget: whole, Window: max(widestWindow, limits.Size), Malformed: extract.ErrMalformed,
	})
}

// isSkipped reports whether head begins a frame of Zstandard that is to be skipped.
func isSkipped(head []byte) bool {
	return len(head) == 4 && head[0]&0xf0 == 0x50 && string(head[1:]) == "\x2a\x4d\x18"
}
