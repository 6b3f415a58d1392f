//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package index

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapped returns octets of a file, which stay as they are until release is called. While they
// are used, nobody may shorten the file.
func mapped(f *os.File, from, to int64) (octets []byte, release func(), err error) {
	skip := from % int64(os.Getpagesize())
	octets, err = unix.Mmap(int(f.Fd()), from-skip, int(to-from+skip), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, &os.PathError{Op: "mmap", Path: f.Name(), Err: err}
	}
	whole := octets
	return octets[skip:], func() { unix.Munmap(whole) }, nil
}
