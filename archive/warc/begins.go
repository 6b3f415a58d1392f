package warc

import (
	"bufio"
	"bytes"
	"io"
	"path"

	"github.com/lsh-interop/fpcheck/extract"
)

// Begins reports whether a file that begins so is a web archive; 512 octets are
// enough. One whose beginning is broken is known by its name.
func Begins(head []byte, name string) bool {
	if isArchiveName(path.Base(name)) || IsPackage(head, name) {
		return true
	}
	if bytes.HasPrefix(head, []byte(zstdDictMagic)) {
		return true
	}
	if !memberBegins(head) {
		return recordBegins(head)
	}
	m := newMembers(bytes.NewReader(head), extract.DefaultLimits)
	defer m.close()
	if m.next() != nil {
		return false
	}
	begin, err := m.data.Peek(len(head))
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF && err != bufio.ErrBufferFull {
		return false
	}
	return recordBegins(begin)
}

// recordBegins reports whether a record of a web archive begins so.
func recordBegins(begin []byte) bool {
	return bytes.HasPrefix(begin, []byte("WARC/0.")) || bytes.HasPrefix(begin, []byte("WARC/1.")) ||
		bytes.HasPrefix(begin, []byte("filedesc:")) && arcBegins(begin)
}
