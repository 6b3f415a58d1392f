package ocfl

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// FuzzInventory checks arbitrary inventories. Findings are codes of the version and always the
// same. Paths from the inventory stay in the object.
func FuzzInventory(f *testing.F) {
	f.Add([]byte(newDraft(v1_1, 2).octets("")), false, true)
	f.Add([]byte(newDraft(v1_0, 3).octets("v2")), true, false)
	for o := range eachCase {
		if text, ok := o.tree[inventoryName]; ok && !strings.HasPrefix(text, "\x00") {
			f.Add([]byte(text), o.spec == v1_0, true)
		}
	}
	f.Fuzz(func(t *testing.T, octets []byte, old, root bool) {
		spec := v1_1
		if old {
			spec = v1_0
		}
		read := func() (found []Finding, i *inventory) {
			i = parseInventory(octets, spec, root, func(f Finding) { found = append(found, f) })
			return found, i
		}
		found, i := read()
		again, _ := read()
		if diff := cmp.Diff(linesOf(found), linesOf(again)); diff != "" {
			t.Errorf("other findings the second time:\n%s", diff)
		}
		for _, f := range found {
			if errors.Is(f.Err, ErrAlgorithm) && !strings.ContainsAny(f.String(), "\n\x00") {
				continue
			}
			if f.Err != nil || !slices.ContainsFunc(versions, f.Code.in) || root && !f.Code.in(spec) || strings.ContainsAny(f.String(), "\n\x00") {
				t.Errorf("%s: expected a finding by %s in one line", f, spec)
			}
		}
		if i == nil {
			if len(found) == 0 {
				t.Error("no inventory, and no finding")
			}
			return
		}
		paths := func(blocks []block) {
			for _, b := range blocks {
				for _, p := range b.paths {
					if !fs.ValidPath(p) || p == "." {
						t.Errorf("path %q", p)
					}
				}
			}
		}
		paths(i.manifest)
		for _, s := range i.versions {
			paths(s.blocks)
			if n, _, ok := parseVersion(s.name); !ok || n != s.number {
				t.Errorf("version %q", s.name)
			}
		}
		for _, f := range i.fixity {
			paths(f.blocks)
		}
	})
}

func linesOf(found []Finding) (lines []string) {
	for _, f := range found {
		lines = append(lines, f.String())
	}
	return lines
}

// FuzzLayout checks that ids have paths under arbitrary layouts and parameters.
func FuzzLayout(f *testing.F) {
	f.Add(`{"extension":"0003-hash-and-id-n-tuple-storage-layout","description":"a"}`, `{"tupleSize":3,"numberOfTuples":"2"}`, "urn:x:1")
	f.Add(`{"extension":"0004-hashed-n-tuple-storage-layout","description":"a"}`, `{"digestAlgorithm":"md5","tupleSize":0,"numberOfTuples":0,"shortObjectRoot":true}`, "")
	f.Fuzz(func(t *testing.T, layout, config, id string) {
		root := fstest.MapFS{layoutName: {Data: []byte(layout)}}
		for name := range registered {
			root["extensions/"+name+"/config.json"] = &fstest.MapFile{Data: []byte(config)}
		}
		v := &tree{ctx: t.Context(), fsys: root, o: &Options{}}
		if path := v.readLayout(); path != nil {
			path(id)
		}
		for _, finding := range v.findings {
			if finding.Err != nil || strings.ContainsAny(finding.String(), "\n\x00") {
				t.Errorf("%s: expected a finding in one line", finding)
			}
		}
	})
}
