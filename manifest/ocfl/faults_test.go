package ocfl

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A fault is applied to each file of a valid object that a pattern matches, one at a time. It
// causes one of the codes, and at most most findings; 0 means 3.
type fault struct {
	do    func(t files, name string)
	files string // a pattern for the whole name
	codes string
	most  int
	why   string
}

func alter(edit func(data string) string) func(files, string) {
	return func(t files, name string) { t[name] = edit(t[name]) }
}

var (
	del      = func(t files, name string) { delete(t, name) }
	flip     = alter(func(s string) string { return s[:len(s)/2] + string(s[len(s)/2]^1) + s[len(s)/2+1:] })
	empty    = alter(func(string) string { return "" })
	lengthen = alter(func(s string) string { return s + "x" })
	rename   = func(t files, name string) { swapFile(t, name, name+"x") }
	capital  = func(t files, name string) {
		swapFile(t, name, path.Join(path.Dir(name), strings.ToUpper(path.Base(name))))
	}
	hollow = func(t files, name string) { delete(t, name); t[name+"/"] = "" }
	asLink = func(t files, name string) { t[name] = linkTo + "x" }
)

var faults = map[string][]fault{
	"delete": {
		{do: del, files: `0=.*`, codes: "E003", why: "the declaration"},
		{do: del, files: `inventory.json`, codes: "E063", why: "the inventory"},
		{do: del, files: `v./inventory.json`, codes: "E015", why: "its sidecar is left"},
		{do: del, files: `(v./)?inventory.json.sha512`, codes: "E058", why: "a sidecar"},
		{do: del, files: `v1/content/.*`, codes: "E092", why: "content"},
		{do: del, files: `v[23]/content/.*`, codes: "E016", why: "the only file of the directory, which goes with it"},
	},
	"flip a bit": {
		{do: flip, files: `0=.*`, codes: "E007", why: "the declaration"},
		{do: flip, files: `(v./)?inventory.json`, codes: "E060 E033", why: "its digest is wrong, or it is no JSON"},
		{do: flip, files: `(v./)?inventory.json.sha512`, codes: "E060 E061", why: "a sidecar"},
		{do: flip, files: `v./content/.*`, codes: "E092", why: "content"},
	},
	"empty": {
		{do: empty, files: `0=.*`, codes: "E007", why: "the declaration"},
		{do: empty, files: `(v[12]/)?inventory.json`, codes: "E033", why: "no JSON"},
		{do: empty, files: `v3/inventory.json`, codes: "E064", why: "not that of the root"},
		{do: empty, files: `(v./)?inventory.json.sha512`, codes: "E061", why: "a sidecar"},
		{do: empty, files: `v./content/.*`, codes: "E092", why: "content"},
	},
	"lengthen": {
		{do: lengthen, files: `0=.*`, codes: "E007", why: "the declaration"},
		{do: lengthen, files: `(v[12]/)?inventory.json`, codes: "E033", why: "no JSON"},
		{do: lengthen, files: `v3/inventory.json`, codes: "E064", why: "not that of the root"},
		{do: lengthen, files: `(v./)?inventory.json.sha512`, codes: "E061", why: "a sidecar"},
		{do: lengthen, files: `v./content/.*`, codes: "E092", why: "content"},
	},
	"rename": {
		{do: rename, files: `0=.*`, codes: "E006", why: "the declaration"},
		{do: rename, files: `inventory.json`, codes: "E063", why: "the inventory"},
		{do: rename, files: `v./inventory.json`, codes: "E015", why: "no such file may be there"},
		{do: rename, files: `(v./)?inventory.json.sha512`, codes: "E059", why: "a sidecar of an algorithm sha512x"},
		{do: rename, files: `v./content/.*`, codes: "E092 E023", why: "content"},
	},
	"capitals": {
		{do: capital, files: `inventory.json`, codes: "E034", why: "the inventory"},
		{do: capital, files: `v./inventory.json`, codes: "E015", why: "no such file may be there"},
		{do: capital, files: `(v./)?inventory.json.sha512`, codes: "E058", why: "a sidecar, which is another file now"},
		{do: capital, files: `v./content/.*`, codes: "E092 E023", why: "content"},
	},
	"make it a directory": {
		{do: hollow, files: `0=.*`, codes: "E002", why: "the declaration"},
		{do: hollow, files: `inventory.json`, codes: "E063", why: "the inventory"},
		{do: hollow, files: `v./inventory.json`, codes: "E015", why: "its sidecar is left"},
		{do: hollow, files: `(v./)?inventory.json.sha512`, codes: "E058", why: "a sidecar"},
		{do: hollow, files: `v./content/.*`, codes: "E024", why: "content"},
	},
	"make it a link": {{do: asLink, files: `.*`, codes: "E090", why: "whatever it is"}},
}

func TestOneFault(t *testing.T) {
	for _, spec := range versions {
		sound := newDraft(spec, 3).build()
		for _, what := range slices.Sorted(maps.Keys(faults)) {
			matched := make(map[string]bool)
			for _, f := range faults[what] {
				for _, name := range slices.Sorted(maps.Keys(sound)) {
					if !regexp.MustCompile("^(" + f.files + ")$").MatchString(name) {
						continue
					}
					if matched[name] {
						t.Fatalf("%s: two faults are for %s", what, name)
					}
					matched[name] = true
					tree := maps.Clone(sound)
					f.do(tree, name)
					f.judge(t, fmt.Sprintf("%s %s (%s), %s", what, name, f.why, spec), tree)
				}
			}
			if what != "capitals" && len(matched) != len(sound) {
				t.Errorf("%s: for %d files of %d", what, len(matched), len(sound))
			}
		}
	}
}

func (f *fault) judge(t *testing.T, what string, tree files) {
	t.Helper()
	found, lines := codesOf(Validate(context.Background(), tree.fs(), Options{Workers: 1}))
	has := slices.ContainsFunc(strings.Fields(f.codes), func(c string) bool { return slices.Contains(found, c) })
	most := f.most
	if most == 0 {
		most = 3
	}
	if !has || len(lines) > most {
		t.Errorf("%s: expected one of %s, and at most %d findings:\n%s", what, f.codes, most, strings.Join(lines, "\n"))
	}
}

// inventoryFaults are applied to the inventory of each version, one at a time. The newest version
// shares the root's. Sidecars are updated.
var inventoryFaults = map[string]struct {
	edit  func(inv jsonMap, d *draft)
	codes string
	most  int // 0 means 3
	why   string
}{
	"id":                {func(inv jsonMap, _ *draft) { inv["id"] = "urn:example:2" }, "E110 E037", 0, "of another object"},
	"no id":             {func(inv jsonMap, _ *draft) { delete(inv, "id") }, "E036", 0, ""},
	"type":              {func(inv jsonMap, _ *draft) { inv["type"] = "x" }, "E038", 0, ""},
	"no type":           {func(inv jsonMap, _ *draft) { delete(inv, "type") }, "E036", 0, ""},
	"algorithm":         {func(inv jsonMap, _ *draft) { inv["digestAlgorithm"] = "md5" }, "E025", 0, ""},
	"no algorithm":      {func(inv jsonMap, _ *draft) { delete(inv, "digestAlgorithm") }, "E036", 0, ""},
	"head":              {func(inv jsonMap, _ *draft) { inv["head"] = "v9" }, "E040", 0, ""},
	"no head":           {func(inv jsonMap, _ *draft) { delete(inv, "head") }, "E036", 0, ""},
	"content directory": {func(inv jsonMap, _ *draft) { inv["contentDirectory"] = "stuff" }, "E019 E020 E092", 0, "nobody has such a directory"},
	"no manifest":       {func(inv jsonMap, _ *draft) { delete(inv, "manifest") }, "E041", 0, ""},
	"no versions":       {func(inv jsonMap, _ *draft) { delete(inv, "versions") }, "E043", 0, ""},
	"no first version":  {func(inv jsonMap, _ *draft) { delete(inv["versions"].(jsonMap), "v1") }, "E009 E008", 0, ""},
	"unknown key":       {func(inv jsonMap, _ *draft) { inv["x"] = 1 }, "E102", 0, ""},
	"unlisted file":     {func(inv jsonMap, _ *draft) { delete(inv["manifest"].(jsonMap), sum512(always)) }, "E023 E050", 0, ""},
	"digest": {func(inv jsonMap, _ *draft) { swap(inv["manifest"].(jsonMap), sum512(always), sum512("x")) }, "E092 E050", 5,
		"in the manifest: all versions of the inventory have a digest that is not in it (E050), and no state has the new one (E107)"},
	"path":               {func(inv jsonMap, _ *draft) { inv["manifest"].(jsonMap)[sum512(always)] = []any{"v1/content/x"} }, "E092", 0, "of no file"},
	"path in no version": {func(inv jsonMap, _ *draft) { inv["manifest"].(jsonMap)[sum512(always)] = []any{"v7/content/b/c.txt"} }, "E092", 0, "of no file"},
	"upwards": {func(inv jsonMap, _ *draft) {
		inv["manifest"].(jsonMap)[sum512(always)] = []any{"../v1/content/b/c.txt"}
	}, "E099", 0, ""},
	"absolute":             {func(inv jsonMap, _ *draft) { inv["manifest"].(jsonMap)[sum512(always)] = []any{"/v1/content/b/c.txt"} }, "E100", 0, ""},
	"created":              {func(inv jsonMap, _ *draft) { firstVersion(inv)["created"] = "yesterday" }, "E049", 0, ""},
	"no created":           {func(inv jsonMap, _ *draft) { delete(firstVersion(inv), "created") }, "E048", 0, ""},
	"no state":             {func(inv jsonMap, _ *draft) { delete(firstVersion(inv), "state") }, "E048", 0, ""},
	"message":              {func(inv jsonMap, _ *draft) { firstVersion(inv)["message"] = 1 }, "E094", 0, ""},
	"user":                 {func(inv jsonMap, _ *draft) { firstVersion(inv)["user"] = "me" }, "E054", 4, "and so no name or address, where others have them (W011)"},
	"logical path":         {func(inv jsonMap, _ *draft) { firstState(inv)[sum512(always)] = []any{"b/d.txt"} }, "E066", 0, ""},
	"logical path upwards": {func(inv jsonMap, _ *draft) { firstState(inv)[sum512(always)] = []any{"../b"} }, "E052", 0, ""},
	"logical paths":        {func(inv jsonMap, _ *draft) { firstState(inv)[sum512(always)] = []any{"1", "2", "3", "4", "5"} }, "E066", 0, ""},
	"lost content":         {func(inv jsonMap, _ *draft) { delete(firstState(inv), sum512(always)) }, "E066", 0, ""},
	"fixity": {func(inv jsonMap, _ *draft) {
		inv["fixity"] = jsonMap{"md5": jsonMap{sumMD5("x"): []any{"v1/content/a.txt"}}}
	}, "E093", 0, ""},
	"fixity, unknown": {func(inv jsonMap, _ *draft) { inv["fixity"] = jsonMap{"x": jsonMap{}} }, "error", 0, ""},
}

func firstVersion(inv jsonMap) jsonMap { return inv["versions"].(jsonMap)["v1"].(jsonMap) }
func firstState(inv jsonMap) jsonMap   { return firstVersion(inv)["state"].(jsonMap) }

func TestOneFaultOfAnInventory(t *testing.T) {
	for _, spec := range versions {
		for _, what := range slices.Sorted(maps.Keys(inventoryFaults)) {
			for _, dir := range []string{"", "v1", "v2"} {
				d := newDraft(spec, 3)
				f := inventoryFaults[what]
				// Inventories share their common parts.
				d.inv[dir] = copied(d.inv[dir])
				f.edit(d.inv[dir], d)
				c := fault{codes: f.codes, most: f.most}
				c.judge(t, fmt.Sprintf("%s in %q (%s), %s", what, dir, f.why, spec), d.build())
			}
		}
	}
}

func copied(inv jsonMap) (c jsonMap) {
	octets, err := json.Marshal(inv)
	if err == nil {
		err = json.Unmarshal(octets, &c)
	}
	if err != nil {
		panic(err)
	}
	return c
}

func TestSwappedVersions(t *testing.T) {
	for _, spec := range versions {
		for _, pair := range [][2]string{{"v1", "v2"}, {"v2", "v3"}, {"v1", "v3"}} {
			tree := make(files)
			for name, data := range newDraft(spec, 3).build() {
				switch dir, rest, _ := strings.Cut(name, "/"); dir {
				case pair[0]:
					name = pair[1] + "/" + rest
				case pair[1]:
					name = pair[0] + "/" + rest
				}
				tree[name] = data
			}
			c := fault{codes: "E040 E064", most: 8}
			c.judge(t, fmt.Sprintf("%s and %s change places: their inventories and all their files are wrong, %s", pair[0], pair[1], spec), tree)
		}
	}
}

// TestSameAloneAndInRoot checks that an object has the same findings alone and in a storage root.
func TestSameAloneAndInRoot(t *testing.T) {
	for o := range eachCase {
		if o.root != nil {
			continue
		}
		_, alone := codesOf(Validate(context.Background(), o.tree.fs(), Options{Workers: 1}))
		root := files{"0=ocfl_" + string(o.spec): "ocfl_" + string(o.spec) + "\n"}
		o.tree.under("a/b", root)
		var inRoot []string
		for p := range Validate(context.Background(), root.fs(), Options{Workers: 1}) {
			if !p.Object {
				continue // for example a note about all objects together
			}
			for _, f := range p.Findings {
				f.Path = strings.TrimPrefix(strings.TrimPrefix(f.Path, "a/b"), "/")
				if f.Path == "" {
					f.Path = "."
				}
				f.Expected = strings.ReplaceAll(f.Expected, "as in a/b/", "as in ")
				inRoot = append(inRoot, f.String())
			}
		}
		if diff := cmp.Diff(alone, inRoot); diff != "" {
			t.Errorf("%s: alone (-), and in a storage root (+):\n%s", o.id(), diff)
		}
	}
}

// TestSmallPriorInventories checks that the time for a prior inventory does not depend on the size
// of the root's. Otherwise the work could grow with the product of both.
func TestSmallPriorInventories(t *testing.T) {
	work := func(n int) uint64 {
		tree := manyVersions(n)
		tiny := `{"id": "urn:example:1", "type": "https://ocfl.io/1.1/spec/#inventory", "digestAlgorithm": "sha256", "head": "v1", "manifest": {}, "versions": {}}`
		for i := 1; i < n; i++ {
			tree[fmt.Sprintf("v%d/inventory.json", i)] = tiny
		}
		var before, after runtime.MemStats
		fsys := tree.fs()
		runtime.ReadMemStats(&before)
		for range Validate(context.Background(), fsys, Options{Workers: 1}) {
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	work(100)
	if half, whole := work(400), work(800); whole > half*5/2 {
		t.Errorf("%d octets were allocated for 400 versions, and %d for 800: expected about twice as many", half, whole)
	}
}
