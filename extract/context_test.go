package extract_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
)

// unending is a text without an end, that cancels a context after some of its bytes.
type unending struct {
	cancel context.CancelFunc
	left   int
}

func (e *unending) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "word "[i%5]
	}
	if e.left -= len(p); e.left < 0 {
		e.cancel()
	}
	return len(p), nil
}

func TestCancelled(t *testing.T) {
	for _, media := range extract.MediaTypes() {
		if strings.HasPrefix(media, "+") {
			continue
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := extract.Open(ctx, strings.NewReader("text"), extract.Options{MediaType: media}); err != nil {
			if !errors.Is(err, context.Canceled) && !errors.Is(err, extract.ErrToolMissing) {
				t.Errorf("%s: Open: error %v, want %v", media, err, context.Canceled)
			}
		}
	}
}

func TestCancelledWhileRead(t *testing.T) {
	for _, media := range []string{"text/plain", "text/html", "text/markdown", "text/csv", "application/zip", "application/msword", "message/rfc822"} {
		ctx, cancel := context.WithCancel(t.Context())
		d, err := extract.Open(ctx, &unending{cancel, 1 << 20}, extract.Options{MediaType: media})
		if err == nil {
			_, err = io.Copy(io.Discard, d)
		}
		if !errors.Is(err, context.Canceled) || errors.Is(err, extract.ErrMalformed) {
			t.Errorf("%s: error %v, want %v", media, err, context.Canceled)
		}
	}
}

// What was read of the document before does not keep its text from ending.
func TestCancelledText(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	d, err := extract.Open(ctx, strings.NewReader("<p>text"), extract.Options{MediaType: "text/html"})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if n, err := d.Read(make([]byte, 9)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d octets, error %v, want %v", n, err, context.Canceled)
	}
}

func TestZeroDocument(t *testing.T) {
	var d extract.Document
	if n, err := d.Read(make([]byte, 1)); n != 0 || err != io.EOF || d.Size() != 0 {
		t.Errorf("%d octets, %v, size %d, want none and EOF", n, err, d.Size())
	}
}
