// Package scratch creates temporary files that do not outlive the process, if the system allows
// that.
package scratch

import "os"

// A File is a temporary file. If the system can remove open files, it has no name. Then it
// disappears with this process, however that ends.
type File struct {
	*os.File
	named bool
}

// New creates an empty file in the directory of [os.TempDir].
func New() (*File, error) { return In("") }

// In creates an empty file in a directory.
func In(dir string) (*File, error) {
	f, err := os.CreateTemp(dir, ".fpcheck-*")
	if err != nil {
		return nil, err
	}
	return &File{f, os.Remove(f.Name()) != nil}, nil
}

// Close closes and removes the file.
func (f *File) Close() error {
	err := f.File.Close()
	if f.named {
		os.Remove(f.Name())
	}
	return err
}
