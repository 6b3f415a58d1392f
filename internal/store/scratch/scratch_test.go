package scratch

import (
	"os"
	"testing"
)

// Nothing is left when a file is closed, and where the system allows that, nothing is seen before.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // Windows
	f, err := New()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("text"), 3); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); (len(left) > 0) != f.named {
		t.Errorf("%v before the file is closed, named is %v", left, f.named)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v after it was closed", left)
	}
}
