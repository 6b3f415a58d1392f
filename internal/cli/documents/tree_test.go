package documents

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExcludes(t *testing.T) {
	for _, tt := range []struct {
		pattern, path string
		want          bool
		why           string
	}{
		{"*.txt", "a.txt", true, "a name"},
		{"*.txt", "a/b.txt", true, "a name anywhere"},
		{"*.txt", "a.txt/", true, "a directory's"},
		{"*.txt", "a.txtx", false, "the whole name"},
		{".git", ".git/", true, "a directory"},
		{".git/", "a/.git/", true, "the same, with a slash after it"},
		{"a/b", "a/b", true, "a path"},
		{"a/b", "c/a/b", false, "a path from the root"},
		{"a/*", "a/b", true, "a path with a star"},
		{"a/*", "a/b/c", false, "no star has a slash"},
		{"/a", "a", true, "from the root"},
		{"/a", "b/a", false, "there only"},
		{"[a-c]?", "b1", true, "what path.Match has"},
		{"A", "a", false, "capitals count"},
	} {
		f := TreeFlags{ExcludeFlag: ExcludeFlag{[]string{"nothing", tt.pattern}}}
		if got := f.Excludes(tt.path); got != tt.want {
			t.Errorf("%s: --exclude %q leaves out %q: %v", tt.why, tt.pattern, tt.path, got)
		}
	}
}

func TestPlaced(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "tree", "in"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("tree", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	files := []string{"a", "tree/b", filepath.Join(dir, "tree", "in", "c"), "link/d", "tree/../e", "tree/in/../f",
		"treetop/g", "gone/h"}
	want := map[string]bool{"b": true, "in/c": true, "d": true, "f": true}
	for _, tree := range []string{"tree", "link", "./tree/", filepath.Join(dir, "tree", "in", "..")} {
		if diff := cmp.Diff(want, Placed(tree, files)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tree, diff)
		}
	}
}
