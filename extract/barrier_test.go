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

func TestPanicInOpen(t *testing.T) {
	for _, mediaType := range append(extract.MediaTypes(), "") {
		if strings.HasPrefix(mediaType, "+") {
			continue
		}
		for _, text := range []string{"", "{\\rtf1 words", "<p>words", "From a\n\nSubject: b\n\nc"} {
			d, err := extract.Open(t.Context(), planted{strings.NewReader(text)}, extract.Options{MediaType: mediaType})
			in := "the reader for " + strings.ToLower(mediaType)
			if mediaType == "" {
				in = "the recognition of media"
			}
			if err == nil {
				_, err = io.Copy(io.Discard, d)
			}
			if errors.Is(err, extract.ErrMalformed) || errors.Is(err, extract.ErrToolMissing) {
				continue // before it read so far
			}
			want := "internal error in " + in + ": planted (github.com/lsh-interop/fpcheck/extract_test.planted.Read, barrier_test.go:"
			if !errors.Is(err, extract.ErrInternal) || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "please report") != 1 {
				t.Errorf("%s: error %v, want %s", mediaType, err, want)
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
	if n == 0 || !errors.Is(err, extract.ErrInternal) || !strings.Contains(err.Error(), "in the reader for text/plain: planted") {
		t.Errorf("%d octets, error %v, want some and %v", n, err, extract.ErrInternal)
	}
	if _, again := d.Read(make([]byte, 9)); again != err {
		t.Errorf("read again: error %v, want %v", again, err)
	}
}

// The reader of the document within is named, not that of what it is packed in.
func TestPanicWithin(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, "<!DOCTYPE html>", rand.Perm(1<<16))
	z.Flush()
	_, err := extract.Open(t.Context(), planted{bytes.NewReader(packed.Bytes())}, extract.Options{})
	if !errors.Is(err, extract.ErrInternal) || !strings.Contains(err.Error(), "in the reader for text/html: planted") {
		t.Errorf("error %v, want one in the reader for text/html", err)
	}
}
