package documents

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/internal/cli"
)

// TestExpect checks that the files to read are counted while reading, unless one is a stream.
func TestExpect(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "d"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"d/a": "12345", "d/b.log": "1234567", "c": "123"} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f := ExcludeFlag{[]string{"*.log"}}
	p := new(cli.Progress)
	p.Expect(Sizes([]string{dir, filepath.Join(dir, "c")}, f.Excludes))
	for p.Counting.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
	if p.AllFiles.Load() != 3 || p.AllBytes.Load() != 11 {
		t.Errorf("%d files, %d bytes: expected 3, 11", p.AllFiles.Load(), p.AllBytes.Load())
	}
	for size := range Sizes([]string{"-"}, Nothing) {
		if size != cli.UnknownSize {
			t.Errorf("a stream of %d bytes", size)
		}
	}
}
