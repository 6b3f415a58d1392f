package warc

import (
	"bufio"
	"bytes"
	"io"
	"path"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
)

// Begins reports whether a file that begins so is a web archive; 512 octets are
// enough. One whose beginning is broken is known by its name.
func Begins(head []byte, name string) bool {
	if isArchiveName(path.Base(name)) || IsPackage(head, name) {
		return true
	}
	if strings.HasPrefix(string(head), zstdDictMagic) {
		return true
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
	line, _, _ := bytes.Cut(begin, []byte("\n"))
	return bytes.HasPrefix(line, []byte("WARC/0.")) || bytes.HasPrefix(line, []byte("WARC/1.")) ||
		bytes.HasPrefix(line, []byte("filedesc:")) && arcBegins(begin)
}
