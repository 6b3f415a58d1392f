package documents

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A directory that cannot be read, in part or at all, is an error in its place;
// others go on. Even the superuser sees it here.
func TestWalkUnreadable(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/1", "b/2", "c/3"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	readDir := func(name string) ([]fs.DirEntry, error) {
		entries, err := os.ReadDir(name)
		switch filepath.Base(name) {
		case "a":
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
		case "b":
			return entries, io.ErrUnexpectedEOF
		}
		return entries, err
	}
	var got []string
	for in := range Files([]string{dir}, readDir, func(string) bool { return false }) {
		line := strings.TrimPrefix(in.Path, dir)
		if in.Err != nil {
			line += ": " + in.Err.Error()
		}
		got = append(got, line)
	}
	want := []string{"/a: directory not read: permission denied", "/b: directory not read: unexpected EOF", "/b/2", "/c/3"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for n := range len(want) { // a walk may be left anywhere
		for range Files([]string{dir}, readDir, func(string) bool { return false }) {
			if n--; n < 0 {
				break
			}
		}
	}
}
