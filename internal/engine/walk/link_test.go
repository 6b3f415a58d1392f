package walk

import (
	"io/fs"
	"testing"
	"testing/fstest"
)

func TestLeadsOut(t *testing.T) {
	link := func(target string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink}
	}
	tree := fstest.MapFS{
		"a/b/file": {}, "a/inside": link("b/file"), "a/up": link("../a/./b//file"), "a/out": link("../../file"),
		"a/absolute": link("/etc/passwd"), "a/chain": link("out"), "a/dir": link(".."), "a/by": link("dir/a/inside"),
		"a/far": link("dir/../file"), "a/loop": link("loop"), "a/gone": link("nothing"), "top": link("../x"),
	}
	for name, want := range map[string]bool{
		"a/b/file": false, // no link
		"a/inside": false, "a/up": false,
		"a/out": true, "top": true, // above the tree
		"a/absolute": true, // wherever that is
		"a/chain":    true, // by another link
		"a/by":       false,
		"a/far":      true,  // by a link to a directory
		"a/loop":     false, // leads nowhere
		"a/gone":     false,
		"a/none":     false,
	} {
		if got := LeadsOut(tree, name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
