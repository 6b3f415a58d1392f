package rawfile

import (
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"syscall"
	"time"
)

// A File is a regular file. It can be opened again once it is closed.
type File struct {
	fd    int
	name  string // in errors
	info  info   // of the opening
	later info   // of the last call of Stat
	fresh bool   // Stat has not returned the info of the opening yet
	left  int64  // bytes to read, by the size at the opening
	ended bool   // nothing is left to read
}

// Open reports whether it opened the file at a path. Errors call the file name. If Open returns
// false, [os.Open] says why, or opens the file.
func (f *File) Open(path, name string) bool {
	// O_NONBLOCK: do not wait for a pipe that has taken the file's place.
	const mode = syscall.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY | syscall.O_CLOEXEC | syscall.O_LARGEFILE
	fd, err := syscall.Open(path, mode, 0)
	for err == syscall.EINTR {
		fd, err = syscall.Open(path, mode, 0)
	}
	if err != nil {
		return false
	}
	f.fd, f.name, f.fresh, f.ended = fd, name, true, false
	if f.stat(&f.info) != nil || f.info.status.Mode&syscall.S_IFMT != syscall.S_IFREG {
		f.Close()
		return false
	}
	f.left = f.info.Size()
	return true
}

// Read reads the next bytes. The file has ended if its size at the opening is reached and p is not
// full. A size of 0 proves nothing: files in proc have it, and have content.
func (f *File) Read(p []byte) (int, error) {
	if f.ended {
		return 0, io.EOF
	}
	n, err := f.read(p, func() (int, error) { return syscall.Read(f.fd, p) })
	f.left -= int64(n)
	f.ended = err == io.EOF || n > 0 && f.left == 0 && n < len(p)
	return n, err
}

// Len returns how many bytes are left, by the size at the opening.
func (f *File) Len() int { return int(min(max(f.left, 0), math.MaxInt)) }

// ReadAt reads as [io.ReaderAt] says.
func (f *File) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) && err == nil {
		var m int
		m, err = f.read(p[n:], func() (int, error) { return syscall.Pread(f.fd, p[n:], at+int64(n)) })
		n += m
	}
	return n, err
}

func (f *File) read(p []byte, read func() (int, error)) (int, error) {
	n, err := read()
	for err == syscall.EINTR {
		n, err = read()
	}
	switch {
	case err != nil:
		return 0, &fs.PathError{Op: "read", Path: f.name, Err: err}
	case n == 0 && len(p) > 0:
		return 0, io.EOF
	}
	return n, nil
}

// Stat returns the file's info. The first call returns the info from the opening, which is valid until
// the file is opened again. What others return is valid until the next call.
func (f *File) Stat() (fs.FileInfo, error) {
	if f.fresh {
		f.fresh = false
		return &f.info, nil
	}
	if err := f.stat(&f.later); err != nil {
		return nil, &fs.PathError{Op: "stat", Path: f.name, Err: err}
	}
	return &f.later, nil
}

func (f *File) stat(i *info) error {
	i.name = filepath.Base(f.name)
	err := syscall.Fstat(f.fd, &i.status)
	for err == syscall.EINTR {
		err = syscall.Fstat(f.fd, &i.status)
	}
	return err
}

// Close closes the file.
func (f *File) Close() error { return syscall.Close(f.fd) }

// info describes a regular file.
type info struct {
	name   string
	status syscall.Stat_t
}

func (i *info) Name() string       { return i.name }
func (i *info) Size() int64        { return i.status.Size }
func (i *info) Mode() fs.FileMode  { return fs.FileMode(i.status.Mode) & fs.ModePerm }
func (i *info) ModTime() time.Time { return time.Unix(i.status.Mtim.Unix()) }
func (i *info) IsDir() bool        { return false }
func (i *info) Sys() any           { return &i.status }
