package rawfile

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A file is read to its end, whatever size it says it has, and in pieces of any size.
func TestEnds(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("the quick brown fox"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1, 7, 19, 20, 64} {
		var f File
		for range 2 { // one after another
			if !f.Open(name, name) {
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
	var f File
	if !f.Open(unsized, unsized) {
		t.Fatal("not opened")
	}
	defer f.Close()
	if all, err := io.ReadAll(&f); len(all) != len(want) || err != nil {
		t.Errorf("%s: %d octets, %v: want %d", unsized, len(all), err, len(want))
	}
}
