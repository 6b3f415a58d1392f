package ocfl

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

func scan(fsys fs.FS) map[string]manifest.Scanned {
	found := make(map[string]manifest.Scanned)
	last := ""
	for s := range manifest.Scan(context.Background(), Content(fsys), manifest.Options{Scheme: scheme.SM1, Workers: 2}) {
		if s.Path <= last {
			panic(s.Path + " after " + last)
		}
		last = s.Path
		found[s.Path] = s
	}
	return found
}

func TestContent(t *testing.T) {
	one := newDraft(v1_1, 2)
	stuff := newDraft(v1_1, 1)
	stuff.all(func(inv jsonMap) {
		inv["contentDirectory"] = "stuff"
		inv["manifest"] = jsonMap{sum512(always): []any{"v1/stuff/b/c.txt"}, sum512(said(1)): []any{"v1/stuff/a.txt"}}
	})
	swapFile(stuff.files, "v1/content/a.txt", "v1/stuff/a.txt")
	swapFile(stuff.files, "v1/content/b/c.txt", "v1/stuff/b/c.txt")
	for _, test := range []struct {
		name, why string
		edit      func(t files)
		want      []string
	}{
		{"objects", "content files and nothing else, in the order of the paths", func(t files) {
			one.build().under("a", t)
			one.build().under("a-b", t)
			stuff.build().under("c/d", t)
		}, []string{
			"a-b/v1/content/a.txt", "a-b/v1/content/b/c.txt", "a-b/v2/content/a.txt",
			"a/v1/content/a.txt", "a/v1/content/b/c.txt", "a/v2/content/a.txt",
			"c/d/v1/stuff/a.txt", "c/d/v1/stuff/b/c.txt",
		}},
		{"others", "what is no content is left out", func(t files) {
			one.build().under("a", t)
			t["extensions/x/v1/content/x.txt"] = "x"
			t["notes.txt"] = "x"
			t["a/extensions/x/v1/content/x.txt"] = "x"
			t["a/logs/log.txt"] = "x"
			t["a/v1/other/x.txt"] = "x"
			t["b/notes.txt"] = "x"
		}, []string{"a/v1/content/a.txt", "a/v1/content/b/c.txt", "a/v2/content/a.txt"}},
		{"not in the inventory", "what is there is content, whatever the inventory says", func(t files) {
			one.build().under("a", t)
			t["a/v1/content/x.txt"] = "x"
			t["a/inventory.json"] = "{"
		}, []string{"a/v1/content/a.txt", "a/v1/content/b/c.txt", "a/v1/content/x.txt", "a/v2/content/a.txt"}},
		{"links", "are there, and not followed", func(t files) {
			one.build().under("a", t)
			t["a/v1/content/out"] = linkTo + "../../../secret"
			t["a/v1/content/loop"] = linkTo + "."
			t["b"] = linkTo + "a"
			t["a/v3"] = linkTo + "v1"
		}, []string{"a/v1/content/a.txt", "a/v1/content/b/c.txt", "a/v1/content/loop", "a/v1/content/out", "a/v2/content/a.txt"}},
		{"object", "a tree that is an object", func(t files) {
			delete(t, "0=ocfl_1.1")
			maps.Copy(t, one.build())
		}, []string{"v1/content/a.txt", "v1/content/b/c.txt", "v2/content/a.txt"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := files{"0=ocfl_1.1": "ocfl_1.1\n"}
			test.edit(tree)
			trees := map[string]fs.FS{"memory": tree.fs()}
			if runtime.GOOS != "windows" { // links need a privilege there
				dir := filepath.Join(t.TempDir(), "root")
				tree.write(t, dir)
				trees["disk"], trees["os.DirFS"] = manifest.Dir(dir), os.DirFS(dir)
			}
			for kind, fsys := range trees {
				found := scan(fsys)
				if diff := cmp.Diff(test.want, slices.Sorted(maps.Keys(found))); diff != "" {
					t.Errorf("%s: %s (-want +got):\n%s", kind, test.why, diff)
				}
				for p, s := range found {
					if strings.Contains(p, "out") || strings.Contains(p, "loop") {
						if s.State != "irregular" {
							t.Errorf("%s: %s: %q: expected no link to be followed", kind, p, s.State)
						}
					} else if s.SHA256.IsZero() {
						t.Errorf("%s: %s: %v", kind, p, s.Err)
					}
				}
			}
		})
	}
}

// history5 returns an object with five versions. A report stays the same, changes, moves to another
// format, and changes again; then a picture is added.
func history5() files {
	texts := []jsonMap{
		{"report.txt": prose(1), "same.txt": prose(9)},
		{"report.txt": strings.ReplaceAll(prose(1), " ", "\n"), "same.txt": prose(9)},
		{"report.txt": strings.Replace(prose(1), "word", "another word", 1), "same.txt": prose(9)},
		{"report.html": "<p>" + strings.Replace(prose(1), "word", "another word", 1), "old/same.txt": prose(9)},
		{"report.html": "<p>" + prose(2), "old/same.txt": prose(9), "x.png": "\x89PNG\r\n\x1a\n"},
	}
	d := newDraft(v1_1, 1)
	d.files = files{"0=ocfl_object_1.1": "ocfl_object_1.1\n"}
	blocks := make(jsonMap)
	content := make(jsonMap)
	for i, paths := range texts {
		v := fmt.Sprintf("v%d", i+1)
		state := make(jsonMap)
		for _, p := range slices.Sorted(maps.Keys(paths)) {
			text := paths[p].(string)
			state[sum512(text)] = []any{p}
			if content[sum512(text)] == nil {
				name := fmt.Sprintf("%s/content/%d-%s", v, len(content), strings.ReplaceAll(p, "/", "_"))
				content[sum512(text)] = []any{name}
				d.files[name] = text
			}
		}
		blocks[v] = jsonMap{"created": "2020-01-01T12:00:00Z", "message": v, "user": jsonMap{"name": "A", "address": "mailto:a@example.org"}, "state": state}
	}
	d.inv[""]["head"] = fmt.Sprintf("v%d", len(texts))
	d.inv[""]["id"] = "urn:example:5"
	d.inv[""]["versions"] = blocks
	d.inv[""]["manifest"] = content
	tree := d.build()
	for i := range texts {
		if dir := fmt.Sprintf("v%d/", i+1); !hasDir(tree, dir[:2]) {
			tree[dir] = ""
		}
	}
	return tree
}

func prose(seed int) string {
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, "word %s%d ", string(rune('a'+(i*seed*7+i/7)%26)), (i*i*seed+i)%97)
	}
	return b.String() + "\n"
}

func changes(t *testing.T, fsys fs.FS, m *manifest.Reader) []string {
	t.Helper()
	var lines []string
	o := manifest.Options{Scheme: scheme.SM1, Workers: 2}
	for c, err := range Changes(context.Background(), fsys, m, o) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, c.String())
	}
	return lines
}

func manifestOf(t *testing.T, fsys fs.FS) []byte {
	t.Helper()
	var b bytes.Buffer
	err := manifest.Write(context.Background(), &b, Content(fsys), manifest.Header{Scheme: scheme.SM1}, manifest.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestChanges(t *testing.T) {
	tree := files{"0=ocfl_1.1": "ocfl_1.1\n"}
	newDraft(v1_1, 3).build().under("a/b", tree)
	history5().under("b/c", tree)
	want := []string{
		"a/b/v1..v2/a.txt: SAME FINGERPRINT",
		"a/b/v2..v3/a.txt: SAME FINGERPRINT",
		"b/c/v1..v2/report.txt: SAME TEXT",
		"b/c/v2..v3/report.txt: SIMILAR (d=1)",
		"b/c/v3..v4/old/same.txt: MOVED (from same.txt)",
		"b/c/v3..v4/report.html: MOVED (SAME TEXT, from report.txt)",
		"b/c/v4..v5/report.html: DIFFERENT (d=21)",
		"b/c/v4..v5/x.png: NEW",
	}
	if codes, lines := codesOf(Validate(context.Background(), tree.fs(), Options{})); len(codes) > 1 || len(codes) == 1 && codes[0] != "W010" {
		t.Fatalf("the tree is not sound:\n%s", strings.Join(lines, "\n"))
	}
	if diff := cmp.Diff(want, changes(t, tree.fs(), nil)); diff != "" {
		t.Errorf("without a manifest (-want +got):\n%s", diff)
	}
	m, err := manifest.NewReader(bytes.NewReader(manifestOf(t, tree.fs())), nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, changes(t, tree.fs(), m)); diff != "" {
		t.Errorf("with a manifest (-want +got):\n%s", diff)
	}
}

// TestChangesOfBadTrees checks that a fault of an object, or of the manifest, is reported and does
// not stop other objects.
func TestChangesOfBadTrees(t *testing.T) {
	sound := func() files {
		tree := files{"0=ocfl_1.1": "ocfl_1.1\n"}
		newDraft(v1_1, 2).build().under("a/b", tree)
		newDraft(v1_1, 2).build().under("c/d", tree)
		return tree
	}
	const rest = "c/d/v1..v2/a.txt: SAME FINGERPRINT"
	for _, test := range []struct {
		name, why string
		edit      func(t files)
		want      []string
	}{
		{"sound", "both", func(files) {}, []string{"a/b/v1..v2/a.txt: SAME FINGERPRINT", rest}},
		{"no JSON", "nothing can be told", func(t files) { t["a/b/inventory.json"] = "{" }, []string{"a/b/inventory.json: UNREADABLE", rest}},
		{"no inventory", "nothing can be told", func(t files) { delete(t, "a/b/inventory.json") }, []string{"a/b/inventory.json: UNREADABLE", rest}},
		{"no manifest", "nothing can be told", func(t files) {
			t["a/b/inventory.json"] = strings.Replace(t["a/b/inventory.json"], `"manifest"`, `"Manifest"`, 1)
		}, []string{"a/b/inventory.json: UNREADABLE", rest}},
		{"lost before", "the old file is lost", func(t files) { delete(t, "a/b/v1/content/a.txt") }, []string{"a/b/v1..v2/a.txt: UNREADABLE", rest}},
		{"lost after", "the new file is lost", func(t files) { remove(t, "a/b/v2/content") }, []string{"a/b/v1..v2/a.txt: UNREADABLE", rest}},
		{"link", "a link is not followed", func(t files) { t["a/b/v2/content/a.txt"] = linkTo + "../../v1/content/a.txt" }, []string{"a/b/v1..v2/a.txt: UNREADABLE", rest}},
		{"stray files", "are none of an object", func(t files) { t["b/x.txt"] = "x" }, []string{"a/b/v1..v2/a.txt: SAME FINGERPRINT", rest}},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := sound()
			test.edit(tree)
			if diff := cmp.Diff(test.want, changes(t, tree.fs(), nil)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.why, diff)
			}
		})
	}
	stored := manifestOf(t, sound().fs())
	for name, octets := range map[string][]byte{"cut short": stored[:len(stored)-100], "altered": bytes.Replace(stored, []byte(" 23 "), []byte(" 24 "), 1)} {
		m, err := manifest.NewReader(bytes.NewReader(octets), nil)
		if err != nil {
			t.Fatal(err)
		}
		var failed error
		for _, err := range Changes(context.Background(), sound().fs(), m, manifest.Options{Scheme: scheme.SM1}) {
			failed = err
		}
		if !errors.Is(failed, manifest.ErrTruncated) && !errors.Is(failed, manifest.ErrAltered) && !errors.Is(failed, manifest.ErrMalformed) {
			t.Errorf("a manifest that was %s: %v: expected an error, the last", name, failed)
		}
	}
	for range Changes(context.Background(), sound().fs(), nil, manifest.Options{Scheme: scheme.SM1}) {
		break // nothing is left running
	}
}

// TestChangesAreLinear checks that comparing versions takes linear time. Each content file, and the
// inventory, is read once.
func TestChangesAreLinear(t *testing.T) {
	work := func(n int) (opened map[string]int, allocated uint64) {
		fsys := &counting{FS: manyVersions(n).fs(), opened: make(map[string]int)}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if got := len(changes(t, fsys, nil)); got != n-1 {
			t.Fatalf("%d changes in %d versions: expected one for each version but the first", got, n)
		}
		runtime.ReadMemStats(&after)
		return fsys.opened, after.TotalAlloc - before.TotalAlloc
	}
	const n = 100
	work(n) // initialises what is made once
	_, half := work(n)
	opened, whole := work(2 * n)
	if opened["inventory.json"] != 1 {
		t.Errorf("the inventory was read %d times: expected once", opened["inventory.json"])
	}
	for v := 1; v <= 2*n; v++ {
		if name := fmt.Sprintf("v%d/content/a.txt", v); opened[name] != 1 {
			t.Errorf("%s was read %d times: expected once", name, opened[name])
		}
	}
	if whole > half*5/2 {
		t.Errorf("%d octets were allocated for %d versions, and %d for %d: expected about twice as many", half, n, whole, 2*n)
	}
}

// manyVersions returns an object in which each version has other content in the same file.
func manyVersions(n int) files {
	t := files{"0=ocfl_object_1.1": "ocfl_object_1.1\n"}
	inv := jsonMap{"id": "urn:example:1", "type": v1_1.inventoryType(), "digestAlgorithm": "sha512", "head": fmt.Sprintf("v%d", n)}
	contents, blocks := make(jsonMap), make(jsonMap)
	for i := 1; i <= n; i++ {
		v := fmt.Sprintf("v%d", i)
		t[v+"/content/a.txt"] = said(i)
		contents[sum512(said(i))] = []any{v + "/content/a.txt"}
		blocks[v] = jsonMap{"created": "2020-01-01T12:00:00Z", "state": jsonMap{sum512(said(i)): []any{"a.txt"}}}
	}
	inv["manifest"], inv["versions"] = contents, blocks
	octets, err := json.Marshal(inv)
	if err != nil {
		panic(err)
	}
	t["inventory.json"] = string(octets)
	return t
}

// counting is a file system that counts how often each file is opened for reading.
type counting struct {
	fs.FS
	mu     sync.Mutex
	opened map[string]int
}

func (c *counting) Open(name string) (fs.File, error) {
	c.mu.Lock()
	c.opened[name]++
	c.mu.Unlock()
	return c.FS.Open(name)
}

func (c *counting) ReadLink(name string) (string, error)       { return fs.ReadLink(c.FS, name) }
func (c *counting) Lstat(name string) (fs.FileInfo, error)     { return fs.Lstat(c.FS, name) }
func (c *counting) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(c.FS, name) }
