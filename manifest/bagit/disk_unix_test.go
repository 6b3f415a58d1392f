//go:build unix

package bagit

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOddFiles is about what only a disk has.
func TestOddFiles(t *testing.T) {
	check := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		why  string
		edit func(dir string)
		want []string
	}{
		{"pipe", "it would wait for ever", func(dir string) {
			check(os.Remove(filepath.Join(dir, "data/a.txt")))
			check(syscall.Mkfifo(filepath.Join(dir, "data/a.txt"), 0o666))
		}, []string{"error oxum", "not judged unreadable"}},
		{"pipe for a manifest", "the same", func(dir string) {
			check(os.Remove(filepath.Join(dir, "manifest-md5.txt")))
			check(syscall.Mkfifo(filepath.Join(dir, "manifest-md5.txt"), 0o666))
		}, []string{"error unlisted", "not judged unreadable"}},
		{"directory for a file", "a manifest lists files", func(dir string) {
			check(os.Remove(filepath.Join(dir, "data/a.txt")))
			check(os.Mkdir(filepath.Join(dir, "data/a.txt"), 0o777))
		}, []string{"error directory", "warning empty-directory"}},
		{"loop of links", "there is no end to it", func(dir string) {
			check(os.Symlink("loop", filepath.Join(dir, "data/loop")))
			check(os.Symlink(".", filepath.Join(dir, "data/self")))
		}, []string{"error link", "warning link"}},
		{"declaration out of the bag", "it is not read", func(dir string) {
			check(os.Rename(filepath.Join(dir, "bagit.txt"), filepath.Join(dir, "../bagit.txt")))
			check(os.Symlink("../bagit.txt", filepath.Join(dir, "bagit.txt")))
		}, []string{"not judged unreadable"}},
		{"manifest out of the bag", "nor is that", func(dir string) {
			check(os.Rename(filepath.Join(dir, "manifest-md5.txt"), filepath.Join(dir, "../m.txt")))
			check(os.Symlink("../m.txt", filepath.Join(dir, "manifest-md5.txt")))
		}, []string{"error link", "error missing", "error unlisted", "not judged unreadable"}},
		{"directory that may not be read", "nobody can say what is in it", func(dir string) {
			if os.Getuid() == 0 {
				return // who may read all
			}
			check(os.Chmod(filepath.Join(dir, "data/sub"), 0))
			t.Cleanup(func() { os.Chmod(filepath.Join(dir, "data/sub"), 0o777) })
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := onDisk(t, filepath.Join(t.TempDir(), "bag"), plain(), nil)
			c.edit(dir)
			b, findings := validate(t, dir, Options{})
			if c.want == nil {
				if os.Getuid() != 0 && (b.Valid || b.Unjudged == 0) {
					t.Errorf("%s%s", c.why, inWords(findings))
				}
				return
			}
			if diff := cmp.Diff(c.want, kinds(findings)); diff != "" || b.Valid {
				t.Errorf("%s: %s%s", c.why, diff, inWords(findings))
			}
			if want := slices.Contains(c.want, "not judged unreadable"); (b.Unjudged > 0) != want {
				t.Errorf("%d not judged: expected some: %v", b.Unjudged, want)
			}
		})
	}
}
