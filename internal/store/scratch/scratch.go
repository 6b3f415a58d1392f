// Package scratch creates temporary files that do not outlive the process, if the system allows
// that.
package scratch

import "os"

// A File is a temporary file in the directory of [os.TempDir]. Where the system lets open files
// be removed it has no name, so that it goes with this process, however that ends.
type File struct {
	*os.File
	named bool
}

// New makes an empty file.
func New() (*File, error) {
	f, err := os.CreateTemp("", "fpcheck-")
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
