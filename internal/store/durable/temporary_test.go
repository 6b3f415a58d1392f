package durable

import (
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestIsTemporary(t *testing.T) {
	for _, test := range []struct {
		name string
		want bool
		why  string
	}{
		{".fpcheck-123456", true, "a name that CreateTemporary makes"},
		{".fpcheck-", false, "no digits"},
		{".fpcheck-12a", false, "another name"},
		{"fpcheck-12", false, "no dot"},
		{"out.fpcheck-12", false, "a name that only ends so"},
	} {
		if got := IsTemporary(test.name); got != test.want {
			t.Errorf("%q: %t, want %t: %s", test.name, got, test.want, test.why)
		}
	}
}

// Runs that create files at one time lose none.
func TestConcurrentTemporaries(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 50 {
				f, err := CreateTemporary(dir)
				if err == nil {
					err = f.Replace(filepath.Join(dir, strconv.Itoa(i)))
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 8 {
		t.Errorf("%d files, %v: want 8", len(entries), err)
	}
}

// A run removes what killed runs left, and nothing else.
func TestCreateTemporary(t *testing.T) {
	if !locks {
		t.Skip("without locks no one knows which files are in use")
	}
	dir := t.TempDir()
	for _, name := range []string{".fpcheck-1", ".fpcheck-22", ".fpcheck-x", "text", "target"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, ".fpcheck-3"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target", filepath.Join(dir, ".fpcheck-4")); err != nil {
		t.Fatal(err)
	}
	used, err := openLocked(filepath.Join(dir, ".fpcheck-22"))
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close()
	first, err := CreateTemporary(dir)
	if err != nil {
		t.Fatal(err)
	}
	second, err := CreateTemporary(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(first.Name()); err != nil {
		t.Errorf("the file of a run was removed by another: %v", err)
	}
	first.Remove()
	if _, err := second.WriteString("new"); err != nil {
		t.Fatal(err)
	}
	if err := second.Replace(filepath.Join(dir, "text")); err != nil {
		t.Fatal(err)
	}
	var names []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if diff := cmp.Diff([]string{".fpcheck-22", ".fpcheck-3", ".fpcheck-4", ".fpcheck-x", "target", "text"}, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "text")); string(text) != "new" {
		t.Errorf("%q, %v", text, err)
	}
}
