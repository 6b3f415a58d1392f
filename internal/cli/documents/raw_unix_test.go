//go:build unix

package documents

import (
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
