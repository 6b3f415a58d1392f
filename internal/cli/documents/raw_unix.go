//go:build unix

package documents

import (
	"io"
	"io/fs"
	"syscall"
)

// rawFile is a regular file that is read from its start to its end. Of a small one, what
// an [os.File] costs would be a large part of all.
type rawFile struct {
	fd    int
	path  string
	left  int64 // of the size that it had when it was opened
	ended bool  // nothing is left to read
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
	f.fd, f.path, f.ended = fd, path, false
	var info syscall.Stat_t
	if syscall.Fstat(fd, &info) != nil || info.Mode&syscall.S_IFMT != syscall.S_IFREG {
		f.Close()
		return false
	}
	f.left = info.Size
	return true
}

// Read reads on. Where the file has been read as far as it went when it was opened, and had no
// more for p then, it has ended: files of systems such as proc say that they are empty, and have
// more.
func (f *rawFile) Read(p []byte) (int, error) {
	if f.ended {
		return 0, io.EOF
	}
	n, err := syscall.Read(f.fd, p)
	for err == syscall.EINTR {
		n, err = syscall.Read(f.fd, p)
	}
	switch {
	case err != nil:
		return 0, &fs.PathError{Op: "read", Path: f.path, Err: err}
	case n == 0 && len(p) > 0:
		f.ended = true
		return 0, io.EOF
	}
	f.left -= int64(n)
	f.ended = n > 0 && f.left == 0 && n < len(p)
	return n, nil
}

func (f *rawFile) Close() error { return syscall.Close(f.fd) }
