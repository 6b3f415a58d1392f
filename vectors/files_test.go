package vectors

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFiles checks that FS has every file of this folder that a port may need, and nothing else.
func TestFiles(t *testing.T) {
	names := func(fsys fs.FS) (list []string) {
		err := fs.WalkDir(fsys, ".", func(name string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() && path.Ext(name) != ".go" && !strings.HasPrefix(e.Name(), ".") {
				list = append(list, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	if diff := cmp.Diff(names(os.DirFS(".")), names(FS)); diff != "" {
		t.Errorf("files (-folder +FS):\n%s", diff)
	}
	code, err := fs.Glob(FS, "*/*.go")
	if err != nil || len(code) > 0 {
		t.Errorf("Go files in FS: %q, %v", code, err)
	}
}
