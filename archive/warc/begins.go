package warc

import (
	"bufio"
	"bytes"
	"io"
	"path"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// IsArchive reports whether a file is a web archive or a WACZ package. It looks at the first 512
// bytes and the name. An ending of web archives in the name is enough.
func IsArchive(head []byte, name string) bool {
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

// recordBegins reports whether these bytes begin a record of a web archive.
func recordBegins(begin []byte) bool {
	return bytes.HasPrefix(begin, []byte("WARC/0.")) || bytes.HasPrefix(begin, []byte("WARC/1.")) ||
		bytes.HasPrefix(begin, []byte("filedesc:")) && arcBegins(begin)
}
