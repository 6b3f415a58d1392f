//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package index

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapped returns bytes of a file, which stay valid until release is called. No one may shorten the file
// before.
func mapped(f *os.File, from, to int64) (content []byte, release func(), err error) {
	skip := from % int64(os.Getpagesize())
	content, err = unix.Mmap(int(f.Fd()), from-skip, int(to-from+skip), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, &os.PathError{Op: "mmap", Path: f.Name(), Err: err}
	}
	whole := content
	return content[skip:], func() { unix.Munmap(whole) }, nil
}
