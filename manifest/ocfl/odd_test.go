package ocfl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/archive/validation"
)

// guarded is a file system that fails for some names, and records what was opened.
type guarded struct {
	fs.FS
	fails  map[string]bool
	mu     sync.Mutex
	opened []string
}

func (g *guarded) Open(name string) (fs.File, error) {
	g.mu.Lock()
	g.opened = append(g.opened, name)
	g.mu.Unlock()
	if g.fails[name] {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return g.FS.Open(name)
}

func (g *guarded) ReadLink(name string) (string, error)   { return fs.ReadLink(g.FS, name) }
func (g *guarded) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(g.FS, name) }

func TestUnreadable(t *testing.T) {
	tree := newDraft(v1_1, 2).build()
	for _, test := range []struct{ name, want, why string }{
		{".", "error", "nothing can be read"},
		{"inventory.json", "error", "what cannot be read is no finding of OCFL's"},
		{"v1", "error", "a directory; what is in it is not missing for that"},
		{"v1/inventory.json", "error", "the inventory of a version"},
		{"v1/content", "error", "a directory of content"},
		{"v1/content/a.txt", "error", "a content file"},
		{"inventory.json.sha512", "error", "a sidecar"},
		{"0=ocfl_object_1.1", "error", "a declaration"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := &guarded{FS: tree.fs(), fails: map[string]bool{test.name: true}}
			var failed bool
			for p := range Validate(context.Background(), g, Options{}) {
				for _, f := range p.Findings {
					failed = failed || errors.Is(f.Err, fs.ErrPermission) && f.Path == test.name
					if f.Err == nil {
						t.Errorf("%s: %s", test.why, f)
					}
				}
			}
			if !failed {
				t.Errorf("%s: expected an error of the file system", test.why)
			}
		})
	}
}

// TestNothingOutsideIsOpened checks which files named by an inventory are opened. They must be
// files of the object, reached without a link.
func TestNothingOutsideIsOpened(t *testing.T) {
	d := newDraft(v1_1, 2)
	d.all(func(inv jsonMap) {
		inv["manifest"].(jsonMap)[sum512("secret")] = []any{
			"v1/content/out/passwd", "v1/content/../../../etc/passwd", "/etc/passwd", "v1/content/passwd", "v1/content/dir/passwd",
		}
		inv["fixity"] = jsonMap{"md5": jsonMap{sumMD5("secret"): []any{"../x", "v1/content/out/passwd"}}}
	})
	d.states(func(_ string, b jsonMap) {
		b["state"].(jsonMap)[sum512("secret")] = []any{"passwd", "../passwd", "/etc/passwd"}
	})
	d.files["v1/content/out"] = linkTo + "../../../etc"
	d.files["v1/content/dir"] = linkTo + "."
	d.files["v1/content/passwd"] = linkTo + "/etc/passwd"
	g := &guarded{FS: d.build().fs()}
	_, lines := codesOf(Validate(context.Background(), g, Options{}))
	changes(t, g, nil)
	manifestOf(t, g)
	for _, name := range g.opened {
		if strings.Contains(name, "passwd") || strings.Contains(name, "out") || strings.Contains(name, "dir") {
			t.Errorf("%s was opened", name)
		}
	}
	if !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, "E090") }) {
		t.Errorf("no link was found:\n%s", strings.Join(lines, "\n"))
	}
}

func TestBounds(t *testing.T) {
	d := newDraft(v1_1, 1)
	var large error
	for p := range Validate(context.Background(), d.build().fs(), Options{largest: 100}) {
		large = p.Findings[0].Err
	}
	if !errors.Is(large, ErrLargeInventory) {
		t.Errorf("%v: expected an inventory to be too large", large)
	}
	for i := range maxFindings + 5 {
		d.files[fmt.Sprintf("x%d", i)] = ""
	}
	for p := range Validate(context.Background(), d.build().fs(), Options{}) {
		if want := (validation.Counts{Errors: 5}); len(p.Findings) != maxFindings || p.More != want || p.Counts().Errors != maxFindings+5 {
			t.Errorf("%d findings and %+v more: expected %d and %+v", len(p.Findings), p.More, maxFindings, want)
		}
	}
	d = newDraft(v1_1, 1)
	d.edited[""] = strings.Repeat("[", 1<<20)
	if codes, _ := codesOf(Validate(context.Background(), d.build().fs(), Options{})); !slices.Equal(codes, []string{"E033"}) {
		t.Errorf("deep arrays: %v: expected E033", codes)
	}
	d = newDraft(v1_1, 1)
	d.then(func(t files) { t["inventory.json"] = pipe })
	if codes, _ := codesOf(Validate(context.Background(), d.build().fs(), Options{})); !slices.Contains(codes, "E089") {
		t.Errorf("a pipe for an inventory: %v: expected E089", codes)
	}
}

func TestRecognize(t *testing.T) {
	for _, test := range []struct {
		name string
		tree files
		want treeKind
	}{
		{"an object", newDraft(v1_0, 1).build(), anObject},
		{"a storage root", newRoot(v1_1), storageRoot},
		{"a directory of files", files{"a/b": "x"}, neither},
		{"an object of a version to come", files{"0=ocfl_object_2.0": ""}, anObject},
		{"a storage root of a version to come", files{"0=ocfl_2.0": ""}, storageRoot},
		{"a text of the specification", files{"ocfl_1.1.md": ""}, neither},
		{"an object without its declaration", files{"inventory.json": "{}", "inventory.json.sha512": ""}, anObject},
		{"the same, without a sidecar", files{"inventory.json": "{}", "v1/content/a": ""}, anObject},
		{"an inventory of something else", files{"inventory.json": "{}", "a": ""}, neither},
		{"a storage root without its declaration", files{"ocfl_layout.json": "{}", "a/b": ""}, storageRoot},
		{"a storage root with a wrong tag", files{"1=ocfl_1.1": "", "a/b": ""}, storageRoot},
	} {
		if got, err := recognize(test.tree.fs()); got != test.want || err != nil {
			t.Errorf("%s: %v, %v: expected %v", test.name, got, err, test.want)
		}
	}
}

// TestOrder checks that parts come in order, each object once, whatever the workers do.
func TestOrder(t *testing.T) {
	tree := files{"0=ocfl_1.1": "ocfl_1.1\n"}
	var want []string
	for i := range 60 {
		d := newDraft(v1_1, 1+i%3)
		dir := fmt.Sprintf("%02d/o-%02d", i%7, i)
		d.all(func(inv jsonMap) { inv["id"] = "urn:example:" + dir })
		d.build().under(dir, tree)
		want = append(want, dir)
	}
	slices.Sort(want)
	for _, workers := range []int{1, 8} {
		var got []string
		for p := range Validate(context.Background(), tree.fs(), Options{Workers: workers}) {
			if p.Object {
				got = append(got, p.Root)
			}
			if len(p.Findings) > 0 {
				t.Errorf("%s: %v", p.Root, p.Findings)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d workers (-want +got):\n%s", workers, diff)
		}
	}
	for range Validate(context.Background(), tree.fs(), Options{}) {
		break // nothing is left running
	}
}
