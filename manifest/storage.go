package manifest

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/lsh-interop/fpcheck/internal/store/durable"
)

// A Storage is where manifests are kept. If the process is killed, there is either all that
// Replace wrote, or what was there before.
type Storage interface {
	// Open returns an error that is [fs.ErrNotExist] if there is none of that name.
	Open(name string) (io.ReadCloser, error)
	// Replace makes what write writes the contents of name, if write returns nil.
	Replace(name string, write func(io.Writer) error) error
	// Create empties name and opens it to be written, not as a whole.
	Create(name string) (io.WriteCloser, error)
	// Rename replaces newName at once.
	Rename(oldName, newName string) error
	// Remove does nothing if there is none of that name.
	Remove(name string) error
}

// temporaryName is what a file's name has at its end while the file is being written.
const temporaryName = ".tmp"

// Disk returns the storage in a directory of the operating system.
func Disk(name string) Storage { return disk(name) }

type disk string

func (d disk) path(name string) string { return filepath.Join(string(d), name) }

func (d disk) Open(name string) (io.ReadCloser, error) { return os.Open(d.path(name)) }

func (d disk) Create(name string) (io.WriteCloser, error) { return createNew(d.path(name)) }

// createNew makes a new file in place of one that may be there. It follows no link that
// somebody put there.
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

// Replace writes a file beside the one to be replaced, and gives it its name when all of
// it is on the disk. A process that is killed leaves the file, and the next overwrites it.
func (d disk) Replace(name string, write func(io.Writer) error) (err error) {
	full := d.path(name)
	f, err := createNew(full + temporaryName)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := durable.Write(f, func() (fs.FileInfo, error) { return os.Stat(full) }, write); err != nil {
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
