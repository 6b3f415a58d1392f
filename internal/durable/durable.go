// Package durable writes files that are on the disk when they get their names.
package durable

import (
	"bufio"
	"io"
	"io/fs"
	"os"
)

// Write has write write a file, whole, to the disk, and closes it. The file gets the
// permissions of the one that it will replace, if stat finds that. The caller closes it if
// there is an error.
func Write(f *os.File, stat func() (fs.FileInfo, error), write func(io.Writer) error) error {
	w := bufio.NewWriterSize(f, 64<<10)
	if err := write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if info, err := stat(); err == nil {
		if err := f.Chmod(info.Mode().Perm()); err != nil {
			return err
		}
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return f.Close()
}
