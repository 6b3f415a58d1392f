package ocfl

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/engine/walk"
)

func (r *inventoryReader) readManifest(v *value) {
	m := v.get("manifest")
	if m == nil {
		r.find("E041", "manifest", "no such key", "a manifest")
		return
	}
	if !m.isObject() {
		r.find(r.since11("E106", "E041"), "manifest", m.show(), "an object")
		return
	}
	r.hasManifest = true
	a := algorithms[r.algorithm]
	seen := make(map[string]bool)
	for _, b := range m.members {
		at := join("manifest", b.key)
		if seen[normal(b.key)] {
			r.find("E096", at, "the digest twice", "each digest once, regardless of case")
		}
		seen[normal(b.key)] = true
		if r.algorithm != "" && !a.fits(b.key) {
			code, found := a.code, quote(b.key)
			for _, name := range []string{"sha256", "sha512"} {
				if algorithms[name].fits(b.key) {
					code, found = "E039", "a digest as of "+name
				}
			}
			r.find(code, at, found, "a digest by "+r.algorithm+", "+a.form())
		}
		r.manifest = append(r.manifest, block{b.key, r.paths(&b.value, at, "E092", r.checkContentPath)})
	}
	r.unique("manifest", r.manifest, "E101")
}

// paths returns the paths of a digest that are well formed.
func (r *inventoryReader) paths(v *value, at string, code Code, check func(p, at string) bool) []string {
	if v.kind != arrayKind {
		r.find(code, at, v.show(), "an array of paths")
		return nil
	}
	var list []string
	for _, item := range v.items {
		if !item.isString() {
			r.find(code, at, item.show(), "a path, a string")
		} else if check(item.text, at) {
			list = append(list, item.text)
		}
	}
	return list
}

func (r *inventoryReader) checkContentPath(p, at string) bool {
	if !r.checkElements(p, at, "E100", "E099") || len(r.versions) == 0 {
		r.meant[strings.TrimPrefix(path.Clean("/"+p), "/")] = true
		return false
	}
	version, rest, ok := strings.Cut(p, "/")
	number, _, isVersion := parseVersion(version)
	switch {
	case !ok && strings.Contains(p, `\`):
		r.find("E035", at, quote(p), "elements with / between them")
		r.meant[strings.ReplaceAll(p, `\`, "/")] = true
		return false
	case r.version(version) != nil:
		if dir, file, ok := strings.Cut(rest, "/"); dir != r.contentDirectory() || !ok || file == "" {
			r.misplaced = append(r.misplaced, misplaced{p, at})
		}
		return true
	case isVersion:
		k := slices.IndexFunc(r.versions, func(s state) bool { return s.number == number })
		if k < 0 {
			return true // there is no such file, or the version is lost
		}
		meant := r.versions[k].name + "/" + rest
		r.find("E014", at, quote(p), quote(meant)+", as the version directory is called")
		r.meant[meant] = true
		return false
	}
	meant := path.Join(r.versions[0].name, p)
	if dir, _, _ := strings.Cut(p, "/"); dir != r.contentDirectory() {
		meant = path.Join(r.versions[0].name, r.contentDirectory(), p)
	}
	r.find("E042", at, quote(p), "a path from the object's root, such as "+quote(meant))
	r.meant[p] = true
	return false
}

func (i *inventory) names() string {
	n := len(i.versions)
	switch n {
	case 0:
		return "no version"
	case 1:
		return i.versions[0].name
	}
	return i.versions[0].name + " to " + i.versions[n-1].name
}

// checkElements reports what is wrong with a path of any kind.
func (r *inventoryReader) checkElements(p, at string, slash, element Code) bool {
	ok := true
	inner := strings.Trim(p, "/")
	if inner != p {
		ok = false
		r.find(slash, at, quote(p), "no / at the beginning or the end")
	}
	for e := range strings.SplitSeq(inner, "/") {
		if e == "" || e == "." || e == ".." {
			r.find(element, at, quote(p), "no element that is empty, . or ..")
			return false
		}
	}
	return ok
}

// unique reports paths that are there twice, and those that are directories of others.
func (r *inventoryReader) unique(at string, blocks []block, code Code) {
	type named struct{ path, digest string }
	var all []named
	for _, b := range blocks {
		for _, p := range b.paths {
			all = append(all, named{p, b.digest})
		}
	}
	// A directory comes just before what is in it.
	slices.SortFunc(all, func(a, b named) int {
		return cmp.Or(walk.ComparePaths(a.path, b.path), cmp.Compare(a.digest, b.digest))
	})
	for i := 1; i < len(all); i++ {
		before, now := all[i-1], all[i]
		switch {
		case before.path == now.path:
			r.find(code, join(at, now.digest), quote(now.path)+" twice", "each path once")
		case strings.HasPrefix(now.path, before.path+"/"):
			r.find(code, join(at, now.digest), quote(before.path)+" and "+quote(now.path), "no file that is a directory as well")
			if code == "E101" {
				r.belowFiles[now.path] = true
			}
		}
	}
}

func (r *inventoryReader) readFixity(v *value) {
	m := v.get("fixity")
	if m == nil {
		return
	}
	if !m.isObject() {
		r.find(r.since11("E111", "E056"), "fixity", m.show(), "an object")
		return
	}
	known := slices.Sorted(maps.Keys(algorithms))
	twice := make(map[string]bool)
	for _, f := range m.members {
		at := join("fixity", f.key)
		a, ok := algorithms[f.key]
		switch {
		case twice[f.key]:
			r.find("E033", at, "the key twice", "each key once")
			continue
		case !ok:
			// It may be in the table of an extension (E056) that is younger than this program.
			r.report(Finding{At: at, Err: fmt.Errorf("%s: %w: its digests are not compared; known are %s", quote(f.key), ErrAlgorithm, strings.Join(known, ", "))})
			continue
		case !f.isObject():
			r.find("E057", at, f.show(), "an object")
			continue
		}
		twice[f.key] = true
		blocks := fixity{algorithm: f.key}
		seen := make(map[string]bool)
		for _, b := range f.members {
			here := join(at, b.key)
			if seen[normal(b.key)] {
				r.find("E097", here, "the digest twice", "each digest once, regardless of case")
			}
			seen[normal(b.key)] = true
			if !a.fits(b.key) {
				r.find(a.code, here, quote(b.key), a.form())
			}
			paths := r.paths(&b.value, here, "E057", func(p, at string) bool { return r.checkElements(p, at, "E100", "E099") })
			blocks.blocks = append(blocks.blocks, block{b.key, paths})
		}
		r.fixity = append(r.fixity, blocks)
	}
}
