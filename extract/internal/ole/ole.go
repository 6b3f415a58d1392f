// Package ole finds the document that an object of OLE holds ([MS-OLEDS], [MS-OSHARED]).
package ole

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// magic begins a compound file.
var magic = []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")

// Object is a document within an object.
type Object struct {
	Name    string // of the file that it was, "" if unknown
	Content io.Reader
}

// Open returns the document in an object. It is a packaged file, a stream, or the whole object, as Office
// stores its own.
func Open(octets []byte) Object {
	all := Object{Content: bytes.NewReader(octets)}
	if !bytes.HasPrefix(octets, magic) {
		return all
	}
	file, err := New(bytes.NewReader(octets))
	if err != nil {
		return all
	}
	for _, stream := range file.File {
		if len(stream.Path) > 0 {
			continue
		}
		switch Fold(stream.Name) {
		case "\x01OLE10NATIVE", "\uF001OLE10NATIVE", "OLE10NATIVE":
			native := make([]byte, min(stream.Size, int64(len(octets))))
			n, err := io.ReadFull(stream, native)
			if err != nil && n == 0 {
				return all
			}
			return Native(native[:n])
		case "PACKAGE", "EMBEDDEDODF", "PACKAGE_STREAM":
			return Object{Content: stream}
		case "CONTENTS":
			head := make([]byte, 5)
			if n, _ := stream.ReadAt(head, 0); n == len(head) && string(head) == "%PDF-" {
				return Object{Content: stream}
			}
		}
	}
	return all
}

// Fold returns a name of a stream or storage in capitals. Names that differ only in case are the same ([MS-CFB], 2.6.4).
func Fold(name string) string { return strings.ToUpper(name) }

// Native returns the document in the stream Ole10Native: a packaged file with its name.
func Native(octets []byte) Object {
	r := reader(octets)
	size := r.uint32()
	raw := []byte(r)
	if int64(size) < int64(len(raw)) {
		raw = raw[:size]
	}
	if kind := r.uint16(); kind != 2 { // in any form, as a program of OLE 1.0 stored it
		return Object{Content: bytes.NewReader(raw)}
	}
	label, path := r.zero(), r.zero()
	r.uint32() // two numbers; the second is its kind, and 3 is a file
	r.take(int(min(r.uint32(), uint32(len(r)))))
	content := r.take(int(min(r.uint32(), uint32(len(r)))))
	r.wide() // the path of the unpacked file
	name := r.wide()
	if name == "" {
		name, _ = charmap.Windows1252.NewDecoder().String(cmp.Or(label, path))
	}
	if i := strings.LastIndexAny(name, `\/`); i >= 0 {
		name = name[i+1:]
	}
	return Object{Name: name, Content: bytes.NewReader(content)}
}

// reader reads from the front. What is missing is zero.
type reader []byte

func (r *reader) take(n int) []byte {
	n = min(max(n, 0), len(*r))
	taken := (*r)[:n]
	*r = (*r)[n:]
	return taken
}

func (r *reader) uint16() uint16 {
	var b [2]byte
	copy(b[:], r.take(2))
	return binary.LittleEndian.Uint16(b[:])
}

func (r *reader) uint32() uint32 {
	var b [4]byte
	copy(b[:], r.take(4))
	return binary.LittleEndian.Uint32(b[:])
}

// zero reads a string that ends in a zero.
func (r *reader) zero() string {
	end := bytes.IndexByte(*r, 0)
	if end < 0 {
		return string(r.take(len(*r)))
	}
	return string(bytes.TrimSuffix(r.take(end+1), []byte{0}))
}

// wide reads a string of UTF-16 after its length.
func (r *reader) wide() string {
	const longest = 1 << 10
	n := r.uint32()
	if n > longest {
		return ""
	}
	units := make([]uint16, n)
	for i := range units {
		units[i] = r.uint16()
	}
	return strings.TrimRight(string(utf16.Decode(units)), "\x00")
}
