// Package container reads files that contain other files: ZIP, and tar, plain or compressed with
// gzip, bzip2, xz or zstd.
//
//	form, _ := container.Begins(head, name, true)
//	for m, err := range container.Members(ctx, form, container.Source{Reader: file}, extract.Limits{}) {
//		if err == nil && m.Kind == container.File {
//			_, err = io.Copy(w, m)
//		}
//	}
//
// Members are streams, in the order of the container, and need bounded memory. A tar needs only the
// window of its compression, and a ZIP archive only its directory. A ZIP archive that cannot be
// read from its end is first stored, in memory or in a temporary file.
//
// Nothing is unpacked to disk, so links, devices and names that lead outside do no harm. The
// unpacked size of all layers is limited as for a document: see [extract.Limits]. Errors wrap those
// of package [github.com/lsh-interop/fpcheck/extract].
package container

import (
	"io"
	"time"
)

// Form is a form of containers.
type Form string

// The forms.
const (
	Tar      Form = "tar"
	TarGzip  Form = "tar.gz"
	TarBzip2 Form = "tar.bz2"
	TarXZ    Form = "tar.xz"
	TarZstd  Form = "tar.zst"
	Zip      Form = "zip"
)

// Kind is what a member is.
type Kind string

// The kinds.
const (
	File   Kind = "file"
	Folder Kind = "folder"
	Link   Kind = "link"   // symbolic or hard
	Device Kind = "device" // or a named pipe
	Other  Kind = "other"  // what only some programs know, such as the label of a tape
)

// A Member is something in a container. It is an [io.Reader] of the bytes of a file, until the
// next member is asked for. What is wrong with them, such as another checksum, is the error of
// Read.
type Member struct {
	Name     string // its path: any bytes at all, and no safe place to write to
	Kind     Kind
	Link     string    // what a link leads to
	Size     int64     // bytes that it has, as the container says
	Modified time.Time // zero if the container does not say
	Number   int64     // in the container, from 1

	r io.Reader
}

func (m *Member) Read(p []byte) (int, error) {
	if m.r == nil {
		return 0, io.EOF
	}
	return m.r.Read(p)
}

// Source is where the bytes of a container come from.
type Source struct {
	io.Reader             // from their start
	At        io.ReaderAt // the same, where they can be read anywhere, or nil
	Size      int64       // how many there are, if At is not nil
}
