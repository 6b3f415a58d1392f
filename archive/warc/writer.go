package warc

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// Writer writes records of WARC/1.1, each a member of gzip. What it writes depends on
// nothing but what it is given.
type Writer struct {
	w     io.Writer
	gzip  *gzip.Writer
	block bytes.Buffer
}

// NewWriter returns a writer of records to w.
func NewWriter(w io.Writer) *Writer {
	return &Writer{w: w, gzip: gzip.NewWriter(nil)}
}

// Write writes a record of application/warc-fields: type, date, id and further fields
// of its header, and those of its block. If id is "", it is made of all the rest.
func (w *Writer) Write(kind, id, date string, header, fields Header) error {
	w.block.Reset()
	for _, f := range fields {
		line(&w.block, f)
	}
	digest := sha1Of(w.block.Bytes()).String()
	var named bytes.Buffer
	for _, f := range header {
		line(&named, f)
	}
	if id == "" {
		id = recordID(kind, date, named.String(), w.block.String())
	}
	w.gzip.Reset(w.w)
	fmt.Fprintf(w.gzip, "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: %s\r\nWARC-Date: %s\r\n%s"+
		"WARC-Block-Digest: %s\r\nContent-Type: application/warc-fields\r\nContent-Length: %d\r\n\r\n",
		kind, id, date, named.String(), digest, w.block.Len())
	w.gzip.Write(w.block.Bytes())
	io.WriteString(w.gzip, "\r\n\r\n")
	return w.gzip.Close()
}

// line writes a field. A line end in it would begin another.
func line(b *bytes.Buffer, f Field) {
	fmt.Fprintf(b, "%s: %s\r\n", f.Name, strings.Join(strings.FieldsFunc(f.Value, func(r rune) bool { return r == '\r' || r == '\n' }), " "))
}

// recordID is a UUID made of what a record says (RFC 9562, version 8), so that the
// same record has the same.
func recordID(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d %s", len(p), p)
	}
	u := h.Sum(nil)[:16]
	u[6], u[8] = u[6]&0x0f|0x80, u[8]&0x3f|0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}
