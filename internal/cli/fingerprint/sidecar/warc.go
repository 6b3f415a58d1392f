package sidecar

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// A Writer writes records of WARC/1.1, each as a member of gzip. The same records give the same file.
type Writer struct {
	w     io.Writer
	gzip  *gzip.Writer
	block bytes.Buffer
}

// NewWriter returns a writer of records to w.
func NewWriter(w io.Writer) *Writer {
	return &Writer{w: w, gzip: gzip.NewWriter(nil)}
}

// Write writes a record of application/warc-fields. It has a type, a date, further header fields, and
// the fields of its block. The record id is computed from all of them.
func (w *Writer) Write(kind, date string, header, fields []Field) error {
	w.block.Reset()
	for _, f := range fields {
		line(&w.block, f)
	}
	sum := sha1.Sum(w.block.Bytes())
	digest := "sha1:" + base32.StdEncoding.EncodeToString(sum[:])
	var named bytes.Buffer
	for _, f := range header {
		line(&named, f)
	}
	id := recordID(kind, date, named.String(), w.block.String())
	w.gzip.Reset(w.w)
	fmt.Fprintf(w.gzip, "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: %s\r\nWARC-Date: %s\r\n%s"+
		"WARC-Block-Digest: %s\r\nContent-Type: application/warc-fields\r\nContent-Length: %d\r\n\r\n",
		kind, id, date, named.String(), digest, w.block.Len())
	w.gzip.Write(w.block.Bytes())
	io.WriteString(w.gzip, "\r\n\r\n")
	return w.gzip.Close()
}

// line writes a field. Line ends in it become spaces, since they would begin another field.
func line(b *bytes.Buffer, f Field) {
	fmt.Fprintf(b, "%s: %s\r\n", f.Name, strings.Join(strings.FieldsFunc(f.Value, func(r rune) bool { return r == '\r' || r == '\n' }), " "))
}

// recordID returns a UUID made of the parts of a record (RFC 9562, version 8).
func recordID(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d %s", len(p), p)
	}
	u := h.Sum(nil)[:16]
	u[6], u[8] = u[6]&0x0f|0x80, u[8]&0x3f|0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}
