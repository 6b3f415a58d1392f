package warc

import (
	"bufio"
	"bytes"
	"io"
	"path"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// Begins reports whether a file that begins so is a web archive; 512 octets are
// enough. One whose beginning is broken is known by its name.
func Begins(head []byte, name string) bool {
	begins, err := beginsArchive(head, name)
	return err == nil && begins
}

func beginsArchive(head []byte, name string) (begins bool, err error) {
	defer recovery.Catch(&err, inArchives)
	if isArchiveName(path.Base(name)) || IsPackage(head, name) {
		return true, nil
	}
	if bytes.HasPrefix(head, []byte(zstdDictMagic)) {
		return true, nil
	}
	if !memberBegins(head) {
		return recordBegins(head), nil
	}
	m := newMembers(bytes.NewReader(head), extract.DefaultLimits)
	defer m.close()
	if err := m.next(); err != nil {
		return false, err
	}
	begin, err := m.data.Peek(len(head))
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF && err != bufio.ErrBufferFull {
		return false, err
	}
	return recordBegins(begin), nil
}

// recordBegins reports whether a record of a web archive begins so.
func recordBegins(begin []byte) bool {
	return bytes.HasPrefix(begin, []byte("WARC/0.")) || bytes.HasPrefix(begin, []byte("WARC/1.")) ||
		bytes.HasPrefix(begin, []byte("filedesc:")) && arcBegins(begin)
}
