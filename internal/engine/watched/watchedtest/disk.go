// Package watchedtest has a file on a failing disk. Tests of packages that read archives and data sets use it.
package watchedtest

import "bytes"

// Disk is a file. One of its bytes cannot be read.
type Disk struct {
	Octets []byte
	At     int64 // the place of that byte
	Err    error // of reading it
}

// ReadAt reads from the file. It returns Err if the byte is among those to read.
func (d Disk) ReadAt(p []byte, at int64) (int, error) {
	if at <= d.At && d.At < at+int64(len(p)) {
		return 0, d.Err
	}
	return bytes.NewReader(d.Octets).ReadAt(p, at)
}
