//go:build unix

package documents

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

// What was a regular file when it was found need not be one when it is opened.
func TestNoLongerRegular(t *testing.T) {
	dir := t.TempDir()
	fifo, link := filepath.Join(dir, "fifo"), filepath.Join(dir, "link")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", link); err != nil {
		t.Fatal(err)
	}
	r := NewReader(&Reading{Ctx: t.Context(), Options: pipeline.Options{Schemes: []*scheme.Scheme{scheme.SM1}}})
	for _, test := range []struct{ path, want, why string }{
		{fifo, "named pipe", "a pipe is not waited for"},
		{dir, "is a directory", "a directory is not read"},
		{link, "broken symbolic link", "a link is followed, and said to be broken"},
		{filepath.Join(dir, "gone"), "no such file", "a file may be gone"},
		{"/dev/null", "is a device", "a device is not read"},
	} {
		d := r.Document(Input{Path: test.path, regular: true})
		if d.Err == nil || !strings.Contains(d.Err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.why, d.Err, test.want)
		}
	}
}

// A file is read to its end, whatever size it says it has, and in pieces of any size.
func TestRawFileEnds(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("the quick brown fox"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1, 7, 19, 20, 64} {
		var f rawFile
		for range 2 { // one after another
			if !f.open(name) {
				t.Fatal("not opened")
			}
			var all []byte
			p := make([]byte, size)
			n, err := f.Read(p)
			for ; err == nil; n, err = f.Read(p) {
				all = append(all, p[:n]...)
			}
			if string(all) != "the quick brown fox" || err != io.EOF {
				t.Errorf("in pieces of %d: %q, %v", size, all, err)
			}
			f.Close()
		}
	}
	const unsized = "/proc/self/limits" // whose size is 0, it says
	want, err := os.ReadFile(unsized)
	if err != nil {
		t.Skip(err)
	}
	var f rawFile
	if !f.open(unsized) {
		t.Fatal("not opened")
	}
	defer f.Close()
	if all, err := io.ReadAll(&f); len(all) != len(want) || err != nil {
		t.Errorf("%s: %d octets, %v: want %d", unsized, len(all), err, len(want))
	}
}
