//go:build !linux

package rawfile

import "io/fs"

// A File is never open.
type File struct{ fs.File }

// Open returns false.
func (*File) Open(path, name string) bool { return false }
