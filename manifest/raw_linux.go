package manifest

import (
	"io"
	"io/fs"
	"path/filepath"
	"syscall"
	"time"
)

// openRegular opens a regular file without what an [os.File] costs, which of a small one is a
// large part of all. It returns false if it cannot: Open says why.
func (d dir) openRegular(name string) (fs.File, bool) {
	full, err := d.join("open", name)
	if err != nil {
		return nil, false
	}
	// A pipe that has taken the file's place is not waited for.
	const mode = syscall.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY | syscall.O_CLOEXEC | syscall.O_LARGEFILE
	var fd int
	err = syscall.EINTR
	for err == syscall.EINTR {
		fd, err = syscall.Open(full, mode, 0)
	}
	if err != nil {
		return nil, false
	}
	f := &rawFile{fd: fd, name: name, fresh: true}
	if err := f.stat(); err != nil || f.info.status.Mode&syscall.S_IFMT != syscall.S_IFREG {
		f.Close()
		return nil, false
	}
	f.left = f.info.Size()
	return f, true
}

// rawFile is a regular file that is open.
type rawFile struct {
	fd    int
	name  string
	info  rawInfo
	fresh bool  // the info is of the opening, and nobody has asked for it
	left  int64 // of the size that the file had then
	ended bool  // nothing is left to read
}

// Read reads on. Where the file has been read as far as it went when it was opened, and had no
// more for p then, it has ended: files of systems such as proc say that they are empty, and have
// more.
func (f *rawFile) Read(p []byte) (int, error) {
	if f.ended {
		return 0, io.EOF
	}
	n, err := f.read(p, func() (int, error) { return syscall.Read(f.fd, p) })
	f.left -= int64(n)
	f.ended = err == io.EOF || n > 0 && f.left == 0 && n < len(p)
	return n, err
}

// ReadAt reads as [io.ReaderAt] says.
func (f *rawFile) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) && err == nil {
		var m int
		m, err = f.read(p[n:], func() (int, error) { return syscall.Pread(f.fd, p[n:], at+int64(n)) })
		n += m
	}
	return n, err
}

func (f *rawFile) read(p []byte, read func() (int, error)) (int, error) {
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

func (f *rawFile) Stat() (fs.FileInfo, error) {
	if !f.fresh {
		if err := f.stat(); err != nil {
			return nil, &fs.PathError{Op: "stat", Path: f.name, Err: err}
		}
	}
	f.fresh = false
	info := f.info
	return &info, nil
}

func (f *rawFile) stat() error {
	f.info.name = filepath.Base(f.name)
	err := syscall.Fstat(f.fd, &f.info.status)
	for err == syscall.EINTR {
		err = syscall.Fstat(f.fd, &f.info.status)
	}
	return err
}

func (f *rawFile) Close() error { return syscall.Close(f.fd) }

// rawInfo is what a system says of a regular file.
type rawInfo struct {
	name   string
	status syscall.Stat_t
}

func (i *rawInfo) Name() string       { return i.name }
func (i *rawInfo) Size() int64        { return i.status.Size }
func (i *rawInfo) Mode() fs.FileMode  { return fs.FileMode(i.status.Mode) & fs.ModePerm }
func (i *rawInfo) ModTime() time.Time { return time.Unix(i.status.Mtim.Unix()) }
func (i *rawInfo) IsDir() bool        { return false }
func (i *rawInfo) Sys() any           { return &i.status }
