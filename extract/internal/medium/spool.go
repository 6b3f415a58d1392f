package medium

import (
	"bytes"
	"io"
	"os"
)

// InMemory is the most octets of a document read in no order that are kept in memory; a
// longer one is kept in a temporary file.
const InMemory = 8 << 20

// Hold keeps all of r in memory or in a file, which the function that it returns removes.
func (l Limits) Hold(r io.Reader, what string) (octets io.ReaderAt, size int64, remove func(), err error) {
	var memory bytes.Buffer
	if size, err = memory.ReadFrom(io.LimitReader(r, InMemory)); err != nil {
		return nil, 0, nil, err
	}
	if size < InMemory && size <= l.Size {
		return bytes.NewReader(memory.Bytes()), size, func() {}, nil
	}
	file, remove, err := l.Spool(io.MultiReader(&memory, r), what)
	if err != nil {
		return nil, 0, nil, err
	}
	if size, err = file.Seek(0, io.SeekCurrent); err != nil {
		remove()
		return nil, 0, nil, err
	}
	return file, size, remove, nil
}

// Spool copies a document into a temporary file. Where the system lets open files be
// removed it has no name, so that it goes with this process, however that ends. The
// function that it returns removes it.
func (l Limits) Spool(r io.Reader, what string) (file *os.File, remove func(), err error) {
	file, err = os.CreateTemp("", "fpcheck-")
	if err != nil {
		return nil, nil, err
	}
	remove = func() {
		file.Close()
		os.Remove(file.Name())
	}
	if os.Remove(file.Name()) == nil {
		remove = func() { file.Close() }
	}
	n, err := io.Copy(file, io.LimitReader(r, l.Size+1))
	if err == nil && n > l.Size {
		err = l.tooLarge(what)
	}
	if err != nil {
		remove()
		return nil, nil, err
	}
	return file, remove, nil
}
