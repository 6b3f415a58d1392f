//go:build unix

package main

import (
	"io"
	"io/fs"
	"syscall"
)

// rawFile is a regular file that is read from its start to its end. Of a small one, what
// an [os.File] costs would be a large part of all.
type rawFile struct {
	fd   int
	path string
}

// open reports whether it opened a file. [input.open] says why not, or opens it after all.
func (f *rawFile) open(path string) bool {
	// A pipe that has taken the file's place is not waited for.
	const mode = syscall.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY | syscall.O_CLOEXEC
	fd, err := syscall.Open(path, mode, 0)
	for err == syscall.EINTR {
		fd, err = syscall.Open(path, mode, 0)
	}
	if err != nil {
		return false
	}
	f.fd, f.path = fd, path
	var info syscall.Stat_t
	if syscall.Fstat(fd, &info) != nil || info.Mode&syscall.S_IFMT != syscall.S_IFREG {
		f.Close()
		return false
	}
	return true
}

func (f *rawFile) Read(p []byte) (int, error) {
	n, err := syscall.Read(f.fd, p)
	for err == syscall.EINTR {
		n, err = syscall.Read(f.fd, p)
	}
	switch {
	case err != nil:
		return 0, &fs.PathError{Op: "read", Path: f.path, Err: err}
	case n == 0 && len(p) > 0:
		return 0, io.EOF
	}
	return n, nil
}

func (f *rawFile) Close() error { return syscall.Close(f.fd) }
