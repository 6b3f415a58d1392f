package extract_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
)

// planted is a source that panics once its text has been read.
type planted struct{ text io.Reader }

func (p planted) Read(b []byte) (int, error) {
	n, err := p.text.Read(b)
	if err == io.EOF {
		panic("planted")
	}
	return n, err
}

// panicked is the error. It does not ask to report what the caller did.
const panicked = "internal error: the reader of the document panicked: planted"

func isPlanted(err error) bool {
	return errors.Is(err, extract.ErrInternal) && err.Error() == panicked
}

// TestPanicInOpen checks that each reader passes on a panic of its source as an error.
func TestPanicInOpen(t *testing.T) {
	for _, mediaType := range append(extract.MediaTypes(), "") {
		if strings.HasPrefix(mediaType, "+") {
			continue
		}
		for _, text := range []string{"", "{\\rtf1 words", "<p>words", "From a\n\nSubject: b\n\nc"} {
			d, err := extract.Open(t.Context(), planted{strings.NewReader(text)}, extract.Options{MediaType: mediaType})
			if err == nil {
				_, err = io.Copy(io.Discard, d)
			}
			if errors.Is(err, extract.ErrMalformed) || errors.Is(err, extract.ErrToolMissing) {
				continue // before it read so far
			}
			if !isPlanted(err) {
				t.Errorf("%s: error %v, want %s", mediaType, err, panicked)
			}
		}
	}
}

// A text that panics half-way has an error from there on, and does not panic again.
func TestPanicInText(t *testing.T) {
	d, err := extract.Open(t.Context(), planted{strings.NewReader(strings.Repeat("words ", 1<<16))}, extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, d)
	if n == 0 || !isPlanted(err) {
		t.Errorf("%d octets, error %v, want some and %v", n, err, extract.ErrInternal)
	}
	if _, again := d.Read(make([]byte, 9)); again != err {
		t.Errorf("read again: error %v, want %v", again, err)
	}
}

// A panic passes through the reader of the document, and that of what it is packed in.
func TestPanicWithin(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, "<!DOCTYPE html>", rand.Perm(1<<16))
	z.Flush()
	_, err := extract.Open(t.Context(), planted{bytes.NewReader(packed.Bytes())}, extract.Options{})
	if !isPlanted(err) {
		t.Errorf("error %v, want %s", err, panicked)
	}
}
