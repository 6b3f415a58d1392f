package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// widestWindow is what the zstd program allows, too, unless it is told otherwise.
const widestWindow = 128 << 20

// unpack takes away a compression that the first octets tell of: gzip (RFC 1952) or
// Zstandard (RFC 8878), of one member or frame or many.
func unpack(r io.Reader, limits extract.Limits) (plain io.Reader, closeIt func(), err error) {
	// A data set is a stream of documents, each of which has a budget of its own: that of the
	// data set only bounds what the stream unpacks to, and nothing is held of it.
	whole := budget.New(budget.Limits(limits))
	packed := &countingReader{r: r, budget: whole}
	source := bufio.NewReaderSize(packed, 64<<10)
	head, err := source.Peek(4)
	if err != nil && err != io.EOF {
		return nil, nil, err
	}
	checked := &unpacked{packed: packed}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(source)
		if err != nil {
			return nil, nil, packedError("gzip", err)
		}
		checked.r, checked.name = z, "gzip"
		return checked, func() { z.Close() }, nil
	case isZstandard(head):
		// Several goroutines would read ahead, and use a multiple of the memory.
		z, err := zstd.NewReader(source, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(uint64(max(widestWindow, min(limits.Size, 1<<31)))))
		if err != nil {
			return nil, nil, packedError("zstd", err)
		}
		checked.r, checked.name = z, "zstd"
		return checked, z.Close, nil
	}
	return source, func() {}, nil
}

// isZstandard reports whether head begins a frame, perhaps one to be skipped.
func isZstandard(head []byte) bool {
	return bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) ||
		len(head) == 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:], []byte{0x2a, 0x4d, 0x18})
}

// unpacked bounds what comes of what was packed, and names what is wrong with it.
type unpacked struct {
	r      io.Reader
	packed *countingReader
	name   string
}

func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if over := u.packed.budget.Unpack(int64(n)); over != nil {
		return 0, fmt.Errorf("%s: %w", u.name, over)
	}
	if err != nil && err != io.EOF && u.packed.err == nil {
		err = packedError(u.name, err)
	}
	return n, err
}

func packedError(name string, err error) error {
	if errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		return fmt.Errorf("%w: %s: %w", extract.ErrTooLarge, name, err)
	}
	if err == io.ErrUnexpectedEOF {
		err = errors.New("cut off")
	}
	return fmt.Errorf("%w: %s: %w", extract.ErrMalformed, name, err)
}

// countingReader counts what is read, and keeps what went wrong with reading.
type countingReader struct {
	r      io.Reader
	budget *budget.Budget
	err    error // but io.EOF
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.budget.Source(int64(n))
	if err != nil && err != io.EOF {
		c.err = err
	}
	return n, err
}
