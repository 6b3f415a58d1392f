// Package extracttest helps the tests of the readers: it makes documents, and reads them with all
// readers.
package extracttest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
)

// TextOf returns the text of a document, and the Document.
func TextOf(octets []byte, o extract.Options) (*extract.Document, string, error) {
	d, err := extract.Open(context.Background(), bytes.NewReader(octets), o)
	if err != nil {
		return nil, "", err
	}
	text, err := io.ReadAll(d)
	return d, string(text), err
}

// Named reports whether an error wraps one of the errors for documents.
func Named(err error) bool {
	for _, e := range []error{extract.ErrUnsupported, extract.ErrMalformed, extract.ErrEncrypted, extract.ErrNoText, extract.ErrTooLarge, extract.ErrExpansion, extract.ErrTooDeep} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// Finds checks what must hold for any bytes: no panic, the same result twice, and named errors
// only.
func Finds(t *testing.T, octets []byte, mediaType string) {
	read := func() (string, error) {
		d, err := extract.Open(t.Context(), bytes.NewReader(octets), extract.Options{MediaType: mediaType, Limits: extract.Limits{Size: 1 << 20}})
		if err != nil {
			return "", err
		}
		text, err := io.ReadAll(io.LimitReader(d, 1<<24))
		return string(text), err
	}
	text, err := read()
	again, _ := read()
	if text != again {
		t.Errorf("%q, and then %q", text, again)
	}
	if err != nil && !Named(err) {
		t.Errorf("an error without a name: %v", err)
	}
}

// EmbeddedIn lists the embedded documents of a document: path, medium, and text or error.
func EmbeddedIn(octets []byte, o extract.Options) (lines []string, err error) {
	o.Embedded = func(path string, d *extract.Document, err error) {
		var text []byte
		if err == nil {
			path += " " + d.MediaType
			text, err = io.ReadAll(d)
		}
		if err != nil {
			text = []byte(err.Error())
		}
		lines = append(lines, path+": "+strings.TrimSpace(string(text)))
	}
	_, _, err = TextOf(octets, o)
	return lines, err
}

// Needs skips a short test if a program is not installed, and fails other tests.
func Needs(t *testing.T, command string) {
	t.Helper()
	if _, err := exec.LookPath(command); err == nil {
		return
	} else if testing.Short() {
		t.Skip(err)
	}
	t.Fatalf("%s is not installed: run lab/scripts/programs.sh", command)
}

// Testdata returns a file in the folder testdata of package extract.
func Testdata(t testing.TB, name string) string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	octets, err := os.ReadFile(filepath.Join(filepath.Dir(here), "..", "..", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(octets)
}

// GzipOf compresses what r reads.
func GzipOf(t testing.TB, r io.Reader) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, 1)
	if err == nil {
		_, err = io.Copy(w, r)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Repeated returns a reader of a number of bytes that repeat a piece.
func Repeated(piece string, length int64) io.Reader { return &repeated{piece: piece, left: length} }

type repeated struct {
	piece string
	at    int
	left  int64
}

func (r *repeated) Read(p []byte) (n int, err error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	for n < len(p) && r.left > 0 {
		k := copy(p[n:min(len(p), n+int(min(r.left, 1<<30)))], r.piece[r.at:])
		r.at, r.left, n = (r.at+k)%len(r.piece), r.left-int64(k), n+k
	}
	return n, nil
}
