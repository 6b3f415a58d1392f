//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package durable

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// locks means that this system has file locks.
const locks = true

// Lock locks the file called name for this process. The lock ends with unlock or with the process,
// however that ends. It creates the file if necessary.
func Lock(name string) (unlock func(), err error) {
	for try := 1; ; try++ {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o666)
		if err != nil {
			return nil, err
		}
		switch err := flock(f); {
		case errors.Is(err, ErrLocked):
			f.Close()
			if try == 1 { // IsLocked locks it for a moment
				time.Sleep(10 * time.Millisecond)
				continue
			}
			return nil, ErrLocked
		case err != nil: // a file system without locks
			return func() { f.Close(); os.Remove(name) }, nil
		}
		// The last holder may have removed the file meanwhile. Then the lock excludes no one.
		if isNamed(f) {
			return func() { os.Remove(name); f.Close() }, nil
		}
		f.Close()
	}
}

// flock locks an open file. It returns ErrLocked at once if another process holds the lock.
func flock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}

// openLocked opens and locks a file that is not a link. An error may mean that another process uses
// it.
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

// IsLocked reports whether a process holds the lock of a file. It creates no file.
func IsLocked(name string) bool {
	f, err := os.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	return errors.Is(unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB), unix.EWOULDBLOCK)
}
