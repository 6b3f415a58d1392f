package bagit

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestSerialized(t *testing.T) {
	tree := func(names ...string) fstest.MapFS {
		m := make(fstest.MapFS)
		for _, n := range names {
			m[n] = &fstest.MapFile{}
		}
		return m
	}
	for _, tt := range []struct {
		why, name string
		tree      fstest.MapFS
		dir       string
		want      []string
	}{
		{"as it should be", "mybag.tar", tree("mybag/bagit.txt"), "mybag", nil},
		{"the ending of a packed tar is in two parts", "x/mybag.tar.gz", tree("mybag/bagit.txt"), "mybag", nil},
		{"or in one, of any case", "mybag.TGZ", tree("mybag/bagit.txt"), "mybag", nil},
		{"a name may have full stops", "edu.bag.v1.tar", tree("edu.bag.v1/bagit.txt"), "edu.bag.v1", nil},
		{"another name", "a.zip", tree("mybag/bagit.txt"), "mybag",
			[]string{`warning the folder "mybag" in "a.zip": expected "a", as the container is called (draft-kunze-bagit-14, 4)`}},
		{"no ending", "mybag", tree("mybag/bagit.txt"), "mybag",
			[]string{`warning the name "mybag", without an ending: expected one that says which form it has (draft-kunze-bagit-14, 4)`}},
		{"no folder around it", "mybag.tar", tree("bagit.txt", "data/a"), ".",
			[]string{`error the files of the bag, without a folder around them: expected one folder, with the bag in it (draft-kunze-bagit-14, 4)`}},
		{"two bags: the one of the container's name", "b.tar", tree("a/bagit.txt", "b/bagit.txt"), "b",
			[]string{`error "a" beside the folder of the bag, "b": expected that folder alone (draft-kunze-bagit-14, 4)`}},
		{"what else there is", "b.tar", tree("b/bagit.txt", "1", "2/x", "3", "4", "5"), "b",
			[]string{`error "1", "2", "3" and 2 more beside the folder of the bag, "b": expected that folder alone (draft-kunze-bagit-14, 4)`}},
		{"no bag", "b.tar", tree("b/a.txt"), "", nil},
		{"nothing", "b.tar", tree(), "", nil},
	} {
		dir, findings, ok, err := FindBag(tt.tree, tt.name)
		var got []string
		for _, f := range findings {
			got = append(got, f.Severity.String()+" "+f.String())
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || dir != tt.dir || ok != (tt.dir != "") || err != nil {
			t.Errorf("%s: %q, %t, %v %s", tt.why, dir, ok, err, diff)
		}
	}
}
