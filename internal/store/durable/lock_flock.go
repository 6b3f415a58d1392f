//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package durable

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// locks says that this system has locks of files.
const locks = true

// Lock takes the file called name for this process alone, until unlock is called or the
// process ends, however it does. A file that nobody holds is as good as none.
func Lock(name string) (unlock func(), err error) {
	for {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o666)
		if err != nil {
			return nil, err
		}
		switch err := flock(f); {
		case errors.Is(err, ErrLocked):
			f.Close()
			return nil, ErrLocked
		case err != nil: // a file system that has no locks
			return func() { f.Close(); os.Remove(name) }, nil
		}
		// Who held it before may have removed it meanwhile: then it excludes nobody.
		if isNamed(f) {
			return func() { os.Remove(name); f.Close() }, nil
		}
		f.Close()
	}
}

// flock locks an open file. The error is ErrLocked at once if another process has it.
func flock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}

// openLocked opens and locks a file that is no link. The error says that another process may use it.
func openLocked(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := flock(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
