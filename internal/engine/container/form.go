package container

import (
	"bytes"
	"io"
	"path"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// MostHead bounds the bytes read at the start of a file. A block of bzip2 is unpacked whole or not at all.
const MostHead = 1 << 20

// Begins returns the form of a container that begins with head, or "". If a few bytes are not enough, more
// is true. If all is set or head has [MostHead] bytes, the name decides instead. A ZIP archive may still
// be a document: see [extract.IsDocument].
func Begins(head []byte, name string, all bool) (form Form, more bool) {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")),
		bytes.HasPrefix(head, []byte("PK00PK\x03\x04")):
		return Zip, false
	case beginsTar(head):
		return Tar, false
	case len(head) >= block && isZero(head[:block]) && named(name) == Tar: // it has no members
		return Tar, false
	}
	p := compressed.Find(head)
	if p == nil {
		return "", false
	}
	first, err := unpackHead(p, head, block)
	switch form := Form("tar." + p.Ending); {
	case beginsTar(first):
		return form, false
	case err == nil && !(isZero(first) && named(name) == form), err == io.EOF:
		return "", false // something else is packed
	case err == nil:
		return form, false
	case !all && len(head) < MostHead:
		return "", true
	case named(name) == form: // reading it reports its faults
		return form, false
	}
	return "", false
}

func named(name string) Form {
	name = strings.ToLower(path.Base(name))
	for ending, form := range map[string]Form{
		".tar": Tar, ".tar.gz": TarGzip, ".tgz": TarGzip, ".tar.bz2": TarBzip2, ".tbz2": TarBzip2, ".tbz": TarBzip2,
		".tar.xz": TarXZ, ".txz": TarXZ, ".tar.zst": TarZstd, ".tzst": TarZstd, ".zip": Zip,
	} {
		if strings.HasSuffix(name, ending) {
			return form
		}
	}
	return ""
}

func isZero(octets []byte) bool { return len(bytes.Trim(octets, "\x00")) == 0 }

// UnpackHead unpacks the first bytes of a file from gzip, bzip2, xz or zstd, up to a length.
func UnpackHead(head []byte, most int) (plain []byte, packed bool) {
	if p := compressed.Find(head); p != nil {
		plain, _ = unpackHead(p, head, most)
		return plain, true
	}
	return nil, false
}

func unpackHead(p *compressed.Format, head []byte, most int) (first []byte, err error) {
	defer recovery.Catch(&err, inContainers)
	r, err := p.Reader(bytes.NewReader(head), compressed.HeadWindow)
	if err != nil {
		return nil, err
	}
	first = make([]byte, most)
	n, err := io.ReadFull(r, first)
	return first[:n], err
}
