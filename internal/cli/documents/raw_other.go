//go:build !unix

package documents

import "io"

// rawFile is a regular file that is read from its start to its end; none can be opened so.
type rawFile struct{ io.ReadCloser }

func (*rawFile) open(string) bool { return false }
