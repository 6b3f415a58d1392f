// Package packed reads documents that are packed by gzip, zstd or bzip2.
package packed

import (
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// Format is a way to pack one document.
type Format struct {
	name   string
	unpack func(r io.Reader, size int64) (io.Reader, error)
}

// The formats.
var (
	Gzip  = Format{"gzip", func(r io.Reader, _ int64) (io.Reader, error) { return gzip.NewReader(r) }}
	Bzip2 = Format{"bzip2", func(r io.Reader, _ int64) (io.Reader, error) { return bzip2.NewReader(r), nil }}
	Zstd  = Format{"zstd", func(r io.Reader, size int64) (io.Reader, error) {
		window := uint64(min(max(size, 1<<10), 128<<20)) // what zstd --long asks for
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(window), zstd.WithDecoderMaxMemory(1<<63-1))
		return d, err // without concurrency there is nothing to close
	}}
)

// Open finds the text of the document that is packed, as a stream if its medium is one.
func (f Format) Open(d *medium.Document) error {
	within, err := d.Within(unpackedName(d.Name))
	if err != nil {
		return err
	}
	u := &unpacked{Format: f, packed: failing{r: d.Source}, d: d}
	if u.r, err = f.unpack(&u.packed, d.Budget.Size); err != nil {
		return u.wrap(err)
	}
	if err := within.Open(u, ""); err != nil {
		return err
	}
	d.Found = within.Found
	return nil
}

// unpackedName takes the ending of a format off a name.
func unpackedName(name string) string {
	ending := path.Ext(name)
	stem := strings.TrimSuffix(name, ending)
	switch strings.ToLower(ending) {
	case ".gz", ".zst", ".bz2":
		return stem
	case ".tgz", ".tbz2", ".tzst":
		return stem + ".tar"
	case ".svgz":
		return stem + ".svg"
	}
	return name
}

// unpacked reads what was packed, and bounds it.
type unpacked struct {
	Format
	r      io.Reader
	packed failing
	d      *medium.Document
	n      int64
}

func (u *unpacked) Read(p []byte) (int, error) {
	if err := u.d.Check(); err != nil {
		return 0, err
	}
	n, err := u.r.Read(p)
	u.n += int64(n)
	if over := u.d.Budget.Unpack(int64(n)); over != nil {
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
	case u.packed.err != nil:
		return u.packed.err
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("%w: %s: %w", medium.ErrTooLarge, u.name, err)
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: %s: %w: expected the rest of the packed octets after %d of them", medium.ErrMalformed, u.name, io.ErrUnexpectedEOF, u.packed.n)
	case u.n > 0 && errors.Is(err, gzip.ErrHeader):
		return fmt.Errorf("%w: %s: expected the end or another member, by octet %d", medium.ErrMalformed, u.name, u.packed.n)
	}
	return fmt.Errorf("%w: %s: %w", medium.ErrMalformed, u.name, err)
}

// failing counts what is read, and keeps the error.
type failing struct {
	r   io.Reader
	n   int64
	err error
}

func (f *failing) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	f.n += int64(n)
	if err != nil && err != io.EOF {
		f.err = err
	}
	return n, err
}
