package warc

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
)

// isNamed reports whether an error has a name, and is no fault of the reader.
func isNamed(err error) bool {
	for _, name := range []error{extract.ErrMalformed, extract.ErrUnsupported, extract.ErrEncrypted, extract.ErrNoText, extract.ErrToolMissing,
		extract.ErrTooLarge, extract.ErrExpansion, extract.ErrTooDeep, extract.ErrTimeout} {
		if errors.Is(err, name) {
			return !errors.Is(err, extract.ErrInternal)
		}
	}
	return false
}

// Whatever is in a block, a record has an outcome, and its text an error with a name or none.
func FuzzItems(f *testing.F) {
	f.Add("Content-Type: application/http\r\n", "HTTP/1.1 200 OK\r\nContent-Encoding: deflate, br\r\nContent-Type: text/html; charset=x\r\n\r\n<p>a")
	f.Add("Content-Type: application/http\r\nWARC-Truncated: length\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n3\r\n\x1f\x8b\x08\r\n")
	f.Add("Content-Type: application/http\r\nWARC-Payload-Digest: sha1:A\r\n", ":status: 200\ncontent-encoding: zstd\n\n\x28\xb5\x2f\xfd")
	f.Fuzz(func(t *testing.T, header, block string) {
		file := strings.Replace(warcOf(header, block), "WARC-Type: resource", "WARC-Type: response", 1)
		w := Walk[int]{Limits: extract.Limits{Size: 1 << 20}}
		for it, err := range w.Items(strings.NewReader(file)) {
			if err != nil {
				continue
			}
			err = it.Err()
			if it.IsDocument() {
				var d *extract.Document
				if d, err = it.Open(context.Background(), extract.Options{MediaType: "text/plain; charset=utf-8", Limits: w.Limits}); err == nil {
					_, err = io.Copy(io.Discard, d)
				}
			}
			if err != nil && !isNamed(err) {
				t.Errorf("error %v, want one with a name", err)
			}
			if w.Settle(it, 0, err); it.Outcome == "" {
				t.Errorf("a record without an outcome: %+v", it)
			}
		}
	})
}

// Whatever is in a package.
func FuzzPackage(f *testing.F) {
	f.Add(`{"resources":[{"path":"archive/a.warc","hash":"sha256:00"}]}`, "archive/a.warc", []byte(warcOf("", "a")), []byte{}, 0)
	f.Add(`{"resources":{}}`, "archive/a.arc.gz", []byte{}, []byte{0xff}, 40)
	f.Fuzz(func(t *testing.T, resources, name string, content, patch []byte, at int) {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, m := range []struct {
			name    string
			content []byte
		}{{"datapackage.json", []byte(resources)}, {name, content}} {
			if w, err := z.Create(m.name); err == nil {
				w.Write(m.content)
			}
		}
		z.Close()
		octets := b.Bytes()
		if at >= 0 && at < len(octets) {
			copy(octets[at:], patch)
		}
		for file, err := range Archives(bytes.NewReader(octets), int64(len(octets))) {
			if err == nil {
				_, err = io.Copy(io.Discard, file)
			}
			if err != nil && !isNamed(err) {
				t.Errorf("error %v, want one with a name", err)
			}
		}
	})
}

// Whatever a file begins with, and a digest is.
func FuzzBegins(f *testing.F) {
	f.Add([]byte("\x1f\x8b\x08"), "a")
	f.Add([]byte("filedesc://a 0.0.0.0 20240102030405 text/plain 1\n"), "sha1:AAAA")
	f.Fuzz(func(t *testing.T, head []byte, name string) {
		if _, err := beginsArchive(head, name); errors.Is(err, extract.ErrInternal) {
			t.Error(err)
		}
		if d, err := parseDigest(name); err == nil {
			if again, err := parseDigest(d.String()); err != nil || again.String() != d.String() {
				t.Errorf("%s of %q, then %v, %v", d, name, again, err)
			}
		}
	})
}
