package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A Storage has files by name. If the process is killed, a file has either all that Replace wrote or its
// old content.
type Storage interface {
	// Open opens a file for reading. The error is [fs.ErrNotExist] if there is none.
	Open(name string) (io.ReadCloser, error)
	// Replace replaces the content of a file by what write writes, if write returns nil.
	Replace(name string, write func(io.Writer) error) error
	// Create empties a file and opens it for writing. What is written may survive a crash in part.
	Create(name string) (io.WriteCloser, error)
	// Rename renames a file and replaces newName in one step.
	Rename(oldName, newName string) error
	// Remove removes a file, if there is one.
	Remove(name string) error
}

// TemporarySuffix ends the name of a file while Replace writes it.
const TemporarySuffix = ".tmp"

// Disk returns the storage in a directory.
func Disk(name string) Storage { return disk(name) }

type disk string

func (d disk) path(name string) string { return filepath.Join(string(d), name) }

func (d disk) Open(name string) (io.ReadCloser, error) { return os.Open(d.path(name)) }

func (d disk) Create(name string) (io.WriteCloser, error) { return createNew(d.path(name)) }

// createNew makes a new file and removes an old one. It follows no link in its place.
func createNew(full string) (*os.File, error) {
	if err := os.Remove(full); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(full, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

func (d disk) Rename(oldName, newName string) error {
	if err := os.Rename(d.path(oldName), d.path(newName)); err != nil {
		return err
	}
	return d.sync(newName)
}

func (d disk) Remove(name string) error {
	if err := os.Remove(d.path(name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Replace writes a temporary file, and renames it when all of it is on the disk. A process that is killed
// leaves the file, and the next overwrites it.
func (d disk) Replace(name string, write func(io.Writer) error) (err error) {
	full := d.path(name)
	f, err := createNew(full + TemporarySuffix)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := Write(f, func() (fs.FileInfo, error) { return os.Stat(full) }, write); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), full); err != nil {
		return err
	}
	return d.sync(name)
}

// sync writes to the disk that a name is in its directory. Not all systems can.
func (d disk) sync(name string) error {
	f, err := os.Open(filepath.Dir(d.path(name)))
	if err != nil {
		return err
	}
	defer f.Close()
	f.Sync()
	return nil
}
