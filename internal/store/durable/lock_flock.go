//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package durable

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Lock takes the file called name for this process alone, until unlock is called or the
// process ends, however it does. A file that nobody holds is as good as none.
func Lock(name string) (unlock func(), err error) {
	for {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o666)
		if err != nil {
			return nil, err
		}
		switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
		case errors.Is(err, unix.EWOULDBLOCK):
			f.Close()
			return nil, ErrLocked
		case err != nil: // a file system that has no locks
			return func() { f.Close(); os.Remove(name) }, nil
		}
		// Who held it before may have removed it meanwhile: then it excludes nobody.
		held, heldErr := f.Stat()
		named, namedErr := os.Stat(name)
		if heldErr == nil && namedErr == nil && os.SameFile(held, named) {
			return func() { os.Remove(name); f.Close() }, nil
		}
		f.Close()
	}
}
