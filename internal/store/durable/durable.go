// Package durable writes files to the disk before it gives them their names. So a crash never
// leaves half a file.
package durable

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
)

// Write calls write for the content of a file, syncs the file to the disk, and closes it. The
// file gets the permissions and the owner of the file that it will replace, if stat finds one. After an
// error the caller must close it.
func Write(f *os.File, stat func() (fs.FileInfo, error), write func(io.Writer) error) error {
	w := bufio.NewWriterSize(f, 64<<10)
	if err := write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if info, err := stat(); err == nil {
		if err := Inherit(f, info); err != nil {
			return err
		}
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return f.Close()
}

// Inherit gives a new file the permissions of the file that it replaces or belongs to. It also gets the owner and
// the group of that file, where this is allowed.
func Inherit(f *os.File, from fs.FileInfo) error {
	own(f, from)
	return f.Chmod(from.Mode().Perm())
}

// SyncDirectory has the names in a directory on the disk, where the system can do so.
func SyncDirectory(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrInvalid) {
		return err
	}
	return nil
}
