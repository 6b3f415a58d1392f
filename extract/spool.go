package extract

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// inMemory is how many octets of a document that is read in no order are held in
// memory; a longer one is in a temporary file.
const inMemory = 8 << 20

// hold holds all of r in memory or in a file, which the function returned removes.
func hold(r io.Reader, l Limits, what string) (octets io.ReaderAt, size int64, remove func(), err error) {
	var memory bytes.Buffer
	if size, err = memory.ReadFrom(io.LimitReader(r, inMemory)); err != nil {
		return nil, 0, nil, err
	}
	if size < inMemory && size <= l.Size {
		return bytes.NewReader(memory.Bytes()), size, func() {}, nil
	}
	file, remove, err := spool(io.MultiReader(&memory, r), l, what)
	if err != nil {
		return nil, 0, nil, err
	}
	if size, err = file.Seek(0, io.SeekCurrent); err != nil {
		remove()
		return nil, 0, nil, err
	}
	return file, size, remove, nil
}

// spool copies a document into a temporary file. Where the system lets open files be removed it has no name, so that it goes with this
// process, however that ends. The function returned removes it.
func spool(r io.Reader, l Limits, what string) (file *os.File, remove func(), err error) {
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
		err = fmt.Errorf("%w: more than %d octets of %s", ErrTooLarge, l.Size, what)
	}
	if err != nil {
		remove()
		return nil, nil, err
	}
	return file, remove, nil
}
