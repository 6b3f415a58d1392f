package manifest

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestRawFileGrows checks that a file that grows while it is read counts as changed. The file was
// asked for its size when it was opened, and its content ended there.
func TestRawFileGrows(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "file")
	if err := os.WriteFile(name, []byte("the quick"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, ok := Dir(folder).(dir).openRegular("file")
	if !ok {
		t.Fatal("not opened")
	}
	defer f.Close()
	p := make([]byte, 64)
	if n, err := f.Read(p); n != 9 || err != nil {
		t.Fatalf("%d octets, %v", n, err)
	}
	if err := os.WriteFile(name, []byte("the quick brown"), 0o666); err != nil {
		t.Fatal(err)
	}
	if n, err := f.Read(p); n != 0 || err != io.EOF {
		t.Errorf("%d octets after the end, %v", n, err)
	}
	for _, want := range []int64{9, 15} { // as opened, and as it is now
		if info, err := f.Stat(); err != nil || info.Size() != want {
			t.Errorf("size %v, %v: want %d", info.Size(), err, want)
		}
	}
}
