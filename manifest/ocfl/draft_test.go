package ocfl

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/crypto/blake2b"
)

// A tree maps paths to files. A path that ends with "/" is an empty directory. Content that begins
// with linkTo is a link.
type files map[string]string

const (
	linkTo = "\x00link "
	pipe   = "\x00pipe"
)

func (t files) fs() fstest.MapFS {
	m := make(fstest.MapFS)
	for name, data := range t {
		switch target, isLink := strings.CutPrefix(data, linkTo); {
		case isLink:
			m[name] = &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink | 0o777}
		case data == pipe:
			m[name] = &fstest.MapFile{Mode: fs.ModeNamedPipe | 0o644}
		case strings.HasSuffix(name, "/"):
			m[strings.TrimSuffix(name, "/")] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
		default:
			m[name] = &fstest.MapFile{Data: []byte(data), Mode: 0o644}
		}
	}
	return m
}

// write writes a tree to the disk.
func (t files) write(tb testing.TB, dir string) {
	tb.Helper()
	must := func(err error) {
		if err != nil {
			tb.Fatal(err)
		}
	}
	must(os.MkdirAll(dir, 0o777))
	for _, name := range slices.Sorted(maps.Keys(t)) {
		full := filepath.Join(dir, filepath.FromSlash(name))
		must(os.MkdirAll(filepath.Dir(full), 0o777))
		switch target, isLink := strings.CutPrefix(t[name], linkTo); {
		case strings.HasSuffix(name, "/"):
			must(os.MkdirAll(full, 0o777))
		case isLink:
			must(os.Symlink(target, full))
		case t[name] == pipe:
			must(makePipe(full))
		default:
			must(os.WriteFile(full, []byte(t[name]), 0o666))
		}
	}
}

type jsonMap = map[string]any

// draft is an object before its inventories are written.
type draft struct {
	spec   specVersion
	files  files
	inv    map[string]jsonMap // by directory: "", "v1"; the newest version shares the root's
	edited map[string]string  // inventories as bytes, instead
	last   []func(files)      // edits of the whole
}

func hexOf(sum []byte) string { return hex.EncodeToString(sum) }

func sum512(s string) string {
	d := sha512.Sum512([]byte(s))
	return hexOf(d[:])
}

func sum256(s string) string {
	d := sha256.Sum256([]byte(s))
	return hexOf(d[:])
}

func sumMD5(s string) string {
	d := md5.Sum([]byte(s))
	return hexOf(d[:])
}

func sumSHA1(s string) string {
	d := sha1.Sum([]byte(s))
	return hexOf(d[:])
}

func sumBlake(s string) string {
	d := blake2b.Sum512([]byte(s))
	return hexOf(d[:])
}

func said(version int) string { return fmt.Sprintf("It is version %d.\n", version) }

const always = "It is always the same.\n"

// newDraft returns an object of n versions. Each has its own a.txt, and the first has b/c.txt.
func newDraft(spec specVersion, n int) *draft {
	d := &draft{spec: spec, files: files{"0=ocfl_object_" + string(spec): "ocfl_object_" + string(spec) + "\n"},
		inv: make(map[string]jsonMap), edited: make(map[string]string)}
	d.files["v1/content/b/c.txt"] = always
	for last := 1; last <= n; last++ {
		d.files[fmt.Sprintf("v%d/content/a.txt", last)] = said(last)
		manifest := jsonMap{sum512(always): []any{"v1/content/b/c.txt"}}
		blocks := make(jsonMap)
		for v := 1; v <= last; v++ {
			manifest[sum512(said(v))] = []any{fmt.Sprintf("v%d/content/a.txt", v)}
			blocks[fmt.Sprintf("v%d", v)] = jsonMap{
				"created": fmt.Sprintf("2020-01-0%dT12:00:00Z", v),
				"message": fmt.Sprintf("Version %d", v),
				"user":    jsonMap{"name": "Alice", "address": "mailto:alice@example.org"},
				"state":   jsonMap{sum512(always): []any{"b/c.txt"}, sum512(said(v)): []any{"a.txt"}},
			}
		}
		dir := fmt.Sprintf("v%d", last)
		if last == n {
			dir = ""
		}
		d.inv[dir] = jsonMap{
			"id": "urn:example:1", "type": spec.inventoryType(), "digestAlgorithm": "sha512",
			"head": fmt.Sprintf("v%d", last), "manifest": manifest, "versions": blocks,
		}
	}
	return d
}

// at returns the part of an inventory at keys.
func (d *draft) at(dir string, keys ...string) jsonMap {
	o := d.inv[dir]
	for _, k := range keys {
		o = o[k].(jsonMap)
	}
	return o
}

// all edits all inventories.
func (d *draft) all(edit func(inv jsonMap)) {
	for _, dir := range slices.Sorted(maps.Keys(d.inv)) {
		edit(d.inv[dir])
	}
}

// states edits all version blocks.
func (d *draft) states(edit func(version string, block jsonMap)) {
	d.all(func(inv jsonMap) {
		for v, b := range inv["versions"].(jsonMap) {
			edit(v, b.(jsonMap))
		}
	})
}

func (d *draft) then(edit func(files)) { d.last = append(d.last, edit) }

// rename changes a name in all paths and inventories.
func (d *draft) rename(old, new string) {
	renamed := make(files)
	for name, data := range d.files {
		if rest, ok := strings.CutPrefix(name, old+"/"); ok {
			name = new + "/" + rest
		}
		renamed[name] = data
	}
	d.files = renamed
	for dir, inv := range d.inv {
		octets, err := json.Marshal(inv)
		if err != nil {
			panic(err)
		}
		text := strings.NewReplacer(`"`+old+`"`, `"`+new+`"`, `"`+old+`/`, `"`+new+`/`).Replace(string(octets))
		inv = nil
		if err := json.Unmarshal([]byte(text), &inv); err != nil {
			panic(err)
		}
		delete(d.inv, dir)
		if dir == old {
			dir = new
		}
		d.inv[dir] = inv
	}
}

// It returns the text of an inventory.
func (d *draft) octets(dir string) string {
	if text, ok := d.edited[dir]; ok {
		return text
	}
	octets, err := json.MarshalIndent(d.inv[dir], "", " ")
	if err != nil {
		panic(err)
	}
	return string(octets)
}

// edit changes the text of an inventory.
func (d *draft) edit(dir, old, new string) {
	text := d.octets(dir)
	if !strings.Contains(text, old) {
		panic(fmt.Sprintf("no %q in the inventory", old))
	}
	d.edited[dir] = strings.Replace(text, old, new, 1)
}

func (d *draft) build() files {
	t := maps.Clone(d.files)
	for _, dir := range slices.Sorted(maps.Keys(d.inv)) {
		d.writeInventory(t, dir, dir)
		if head, ok := d.inv[dir]["head"].(string); dir == "" && ok && hasDir(d.files, head) && d.inv[head] == nil {
			d.writeInventory(t, "", head)
		}
	}
	for _, edit := range d.last {
		edit(t)
	}
	return t
}

func hasDir(t files, dir string) bool {
	for name := range t {
		if strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	return false
}

func (d *draft) writeInventory(t files, from, dir string) {
	text := d.octets(from)
	t[path.Join(dir, inventoryName)] = text
	if d.inv[from]["digestAlgorithm"] == "sha256" {
		t[path.Join(dir, inventoryName+".sha256")] = sum256(text) + " inventory.json\n"
	} else {
		t[path.Join(dir, inventoryName+".sha512")] = sum512(text) + " inventory.json\n"
	}
}

// under copies a tree into a directory of another.
func (t files) under(dir string, into files) {
	for name, data := range t {
		into[dir+"/"+name] = data
	}
}

// newRoot returns a storage root with two objects.
func newRoot(spec specVersion) files {
	t := files{"0=ocfl_" + string(spec): "ocfl_" + string(spec) + "\n"}
	for i, dir := range []string{"ab/one", "cd/two"} {
		d := newDraft(spec, 1)
		d.inv[""]["id"] = fmt.Sprintf("urn:example:%d", i)
		d.build().under(dir, t)
	}
	return t
}
