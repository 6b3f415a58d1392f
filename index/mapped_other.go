//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package index

import "os"

// mapped returns bytes of a file, which it reads.
func mapped(f *os.File, from, to int64) (content []byte, release func(), err error) {
	content = make([]byte, to-from)
	_, err = f.ReadAt(content, from)
	return content, func() {}, err
}
