package medium

import (
	"bufio"
	"bytes"
	"io"
	"os"

	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// InMemory is the number of bytes of a document that are kept in memory for random access. A longer document
// goes to a file.
const InMemory = 8 << 20

// Short reads a whole document into memory if it has fewer bytes than [InMemory]. It uses an empty buffer if
// the bytes fit. If the document is longer, ok is false, and its Source still has all bytes. Errors call the
// document what.
func (d *Reading) Short(buffer []byte, what string) (octets []byte, ok bool, err error) {
	octets, err = d.whole(io.LimitReader(d.Source, InMemory), roomy(buffer, min(d.expected(), InMemory)), what)
	if err != nil || len(octets) < InMemory {
		return octets, true, err
	}
	d.Budget.Release(InMemory) // they are dropped as they are read
	d.Source = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(octets), d.Source), SourceSize)
	return nil, false, nil
}

// Seekable keeps a document in memory or in a file, which the returned function removes. Errors call the
// document what.
func (d *Reading) Seekable(what string) (octets io.ReaderAt, size int64, remove func(), err error) {
	var memory bytes.Buffer
	r := d.Source
	if size, err = memory.ReadFrom(io.LimitReader(r, InMemory)); err != nil {
		return nil, 0, nil, err
	}
	if size < InMemory && size <= d.Budget.Size {
		return bytes.NewReader(memory.Bytes()), size, func() {}, nil
	}
	file, remove, err := d.spool(io.MultiReader(&memory, r), what)
	if err != nil {
		return nil, 0, nil, err
	}
	if size, err = file.Seek(0, io.SeekCurrent); err != nil {
		remove()
		return nil, 0, nil, err
	}
	return file, size, remove, nil
}

// Spool copies a document into a temporary file, and returns a function that removes it. Errors call the
// document what.
func (d *Reading) Spool(what string) (file *os.File, remove func(), err error) {
	return d.spool(d.Source, what)
}

func (d *Reading) spool(r io.Reader, what string) (file *os.File, remove func(), err error) {
	f, err := scratch.New()
	if err != nil {
		return nil, nil, err
	}
	n, err := io.Copy(f, io.LimitReader(r, d.Budget.Size+1))
	if err == nil && n > d.Budget.Size {
		err = d.Budget.TooLarge(what)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f.File, func() { f.Close() }, nil
}
