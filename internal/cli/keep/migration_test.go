package keep

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/manifest"
)

func TestReadText(t *testing.T) {
	fsys := fstest.MapFS{"x.html": {Data: []byte("<!DOCTYPE html><p>One two.")}, "pipe": {Mode: fs.ModeNamedPipe}}
	read := func(path string, most int64) (string, error) {
		text, err := readText(context.Background(), fsys, path, manifest.Options{}, most)
		return strings.TrimSpace(string(text)), err
	}
	if text, err := read("x.html", 100); err != nil || text != "One two." {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := read("x.html", 3); !errors.Is(err, extract.ErrTooLarge) {
		t.Errorf("a text that is too long: error %v", err)
	}
	if _, err := read("y.html", 3); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: error %v", err)
	}
	if _, err := read("pipe", 3); err == nil {
		t.Error("a pipe was opened")
	}
}
