//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package index

import "os"

// mapped returns octets of a file: here they are read.
func mapped(f *os.File, from, to int64) (octets []byte, release func(), err error) {
	octets = make([]byte, to-from)
	_, err = f.ReadAt(octets, from)
	return octets, func() {}, err
}
