package walk

import (
	"io/fs"
	"testing"
	"testing/fstest"
)

func TestFollow(t *testing.T) {
	link := func(target string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink}
	}
	tree := fstest.MapFS{
		"a/b/file": {}, "a/inside": link("b/file"), "a/up": link("../a/./b//file"), "a/out": link("../../file"),
		"a/absolute": link("/etc/passwd"), "a/chain": link("out"), "a/dir": link(".."), "a/by": link("dir/a/inside"),
		"a/far": link("dir/../file"), "a/loop": link("loop"), "a/gone": link("nothing"), "top": link("../x"),
		"a/round": link("loop"), "a/through": link("b/file/x"), "a/slash": link("b/file/"),
	}
	for name, want := range map[string]target{
		"a/b/file": inside, // no link
		"a/inside": inside, "a/up": inside,
		"a/out": outside, "top": outside, // above the tree
		"a/absolute": outside, // wherever that is
		"a/chain":    outside, // by another link
		"a/by":       inside,
		"a/far":      outside, // by a link to a directory
		"a/loop":     nowhere,
		"a/round":    nowhere, // to the loop
		"a/gone":     nowhere,
		"a/through":  nowhere, // a file, as if it were a directory
		"a/slash":    nowhere, // the same
		"a/none":     inside,  // no link
	} {
		if got := follow(tree, name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
