package durable

import (
	"errors"
	"io/fs"
	"os"
)

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
