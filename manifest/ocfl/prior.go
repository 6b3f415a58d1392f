package ocfl

import (
	"crypto/sha512"
	"io/fs"
	"maps"
	"path"
	"slices"
)

// headInventory compares the inventory of the newest version with the root's.
func (v *object) headInventory(dir string, entries []fs.DirEntry) *inventory {
	at := path.Join(dir, inventoryName)
	octets := v.readInventory(at)
	if octets == nil {
		return nil
	}
	if sha512.Sum512(octets) == v.sum {
		v.sidecar(dir, entries, octets, v.inv, "E015")
		return v.inv
	}
	v.find(Finding{Code: "E064", Path: at, Found: "another inventory than that of the root", Expected: "the same bytes"})
	i := parseInventory(octets, v.spec, true, func(Finding) {})
	v.sidecar(dir, entries, octets, i, "E015")
	return i
}

// priorInventory compares the inventory of an earlier version with the root's.
func (v *object) priorInventory(n int, at string, i *inventory) {
	once := v.once(at)
	find := func(code Code, where, found, expected string) {
		once(Finding{Code: code, At: where, Found: found, Expected: expected})
	}
	if i.id != "" && v.inv.id != "" && i.id != v.inv.id {
		code := Code("E110")
		if v.spec == v1_0 {
			code = "E037"
		}
		find(code, "id", quote(i.id), quote(v.inv.id)+", as in the root")
	}
	name := v.inv.versions[n].name
	isOther := i.head != "" && i.head != name
	if isOther {
		find("E040", "head", quote(i.head), quote(name)+", as of the directory")
	}
	if i.contentDir != v.inv.contentDir {
		switch {
		case i.contentDir == "" && n == 0:
			find("E019", "contentDirectory", "not set", quote(v.inv.contentDir)+", as in the root")
		default:
			find("E020", "contentDirectory", quote(i.contentDirectory()), quote(v.inv.contentDirectory())+", as in the root")
		}
	}
	v.claims(at, i)
	v.misplace(at, i)
	v.complete(i, find)
	if v.altered {
		return // the content of the root's is unknown
	}
	v.sameStates(n, i, find)
	if last := len(i.versions) - 1; last >= 0 && i.versions[last].number > v.inv.versions[n].number && !isOther {
		find("E066", "versions", i.versions[last].name, "no version after "+name)
	}
}

// complete reports content files, up to a version, that the manifest of i lacks. It looks at no
// more files than the manifest has paths, plus one.
func (v *object) complete(i *inventory, find func(code Code, where, found, expected string)) {
	if !i.hasManifest {
		return // already reported
	}
	has := make(map[string]bool)
	add := func(p string) {
		if v.isFound[p] {
			has[p] = true
		}
	}
	for _, b := range i.manifest {
		for _, p := range b.paths {
			add(p)
		}
	}
	for p := range i.meant {
		add(p)
	}
	lost := len(v.found) - len(has)
	if lost == 0 {
		return
	}
	first := v.found[slices.IndexFunc(v.found, func(p string) bool { return !has[p] })]
	find("E023", "manifest", "no "+quote(first)+andOthers(lost-1, "file"), "each file of the version and those before")
}

// sameStates compares the states of a prior inventory with the root's. It looks at no more states
// than the inventory has, plus one.
func (v *object) sameStates(n int, i *inventory, find func(code Code, where, found, expected string)) {
	sameFiles := i.sameContent(v.inv, v.inRoot)
	shared := 0
	for k := range i.versions {
		then := &i.versions[k]
		at, ok := v.inv.byName[then.name]
		if !ok || at > n {
			continue
		}
		shared++
		now := &v.inv.versions[at]
		where := join("versions", now.name)
		for m, value := range then.metadata {
			if value != now.metadata[m] {
				find("W011", join(where, metadataNames[m]), orNone(value), orNone(now.metadata[m])+", as in the root")
			}
		}
		if i.algorithm == v.inv.algorithm && slices.EqualFunc(then.blocks, now.blocks, block.equal) {
			continue
		}
		if before, ok := v.differed[now]; ok && slices.EqualFunc(then.blocks, before, block.equal) {
			continue // the inventory of the version before had the same state
		}
		if !v.sameState(then, now, sameFiles, join(where, "state"), find) {
			v.differed[now] = then.blocks
		}
	}
	if lost := n + 1 - shared; lost > 0 {
		first := slices.IndexFunc(v.inv.versions, func(s state) bool { return i.version(s.name) == nil })
		find("E066", "versions", "no "+quote(v.inv.versions[first].name)+andOthers(lost-1, "version"), "all versions up to "+v.inv.versions[n].name)
	}
}

// logicalPaths are the logical paths of a state of the root's inventory.
type logicalPaths struct {
	digests map[string]string
	sorted  []string
}

func (v *object) pathsOf(s *state) *logicalPaths {
	l := v.states[s]
	if l == nil {
		digests := s.logical()
		l = &logicalPaths{digests, slices.Sorted(maps.Keys(digests))}
		v.states[s] = l
	}
	return l
}

// sameState reports whether a state equals the root's, and reports the differences.
func (v *object) sameState(then, now *state, sameFiles func(a, b string) bool, at string, find func(code Code, where, found, expected string)) bool {
	old, root := then.logical(), v.pathsOf(now)
	var more, other []string
	shared := 0
	for p, digest := range old {
		current, ok := root.digests[p]
		if ok {
			shared++
		}
		switch {
		case !ok:
			more = append(more, p)
		case !sameFiles(digest, current):
			other = append(other, p)
		}
	}
	missing := len(root.sorted) - shared
	lost := func() string {
		return quote(root.sorted[slices.IndexFunc(root.sorted, func(p string) bool { _, ok := old[p]; return !ok })])
	}
	const asInRoot = "as in the root's inventory"
	switch {
	case len(other) > 0:
		p := slices.Min(other)
		then, now := abridged(old[p], root.digests[p])
		find("E066", at, quote(p)+" of digest "+then+andOthers(len(other)+len(more)+missing-1, "difference"), now+", "+asInRoot)
	case len(more) > 0 && missing > 0:
		find("E066", at, quote(slices.Min(more))+andOthers(len(more)-1, "path")+", and no "+lost()+andOthers(missing-1, "path"), "the paths "+asInRoot)
	case len(more) > 0:
		find("E066", at, quote(slices.Min(more))+andOthers(len(more)-1, "path"), "no such path, "+asInRoot)
	case missing > 0:
		find("E066", at, "no "+lost()+andOthers(missing-1, "path"), "it, "+asInRoot)
	default:
		return true
	}
	return false
}

// abridged shortens two digests so that a reader sees the difference.
func abridged(a, b string) (string, string) {
	if join("", a) == join("", b) {
		return a, b
	}
	return join("", a), join("", b)
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func (s *state) logical() map[string]string {
	paths := make(map[string]string)
	for _, b := range s.blocks {
		for _, p := range b.paths {
			paths[p] = b.digest
		}
	}
	return paths
}

func (b block) equal(other block) bool {
	return b.digest == other.digest && slices.Equal(b.paths, other.paths)
}

// sameContent returns a function that compares a digest of i with a digest of other. They stand for
// the same bytes if they are equal. By different algorithms, they do if one of the files has both.
func (i *inventory) sameContent(other *inventory, files map[string]string) func(a, b string) bool {
	if i.algorithm == other.algorithm {
		return func(a, b string) bool { return normal(a) == normal(b) }
	}
	type digests struct{ a, b string }
	same := make(map[digests]bool)
	for _, b := range i.manifest {
		for _, p := range b.paths {
			same[digests{normal(b.digest), files[p]}] = true
		}
	}
	return func(a, b string) bool { return same[digests{normal(a), normal(b)}] }
}

func (i *inventory) byPath() map[string]string {
	files := make(map[string]string)
	for _, b := range i.manifest {
		for _, p := range b.paths {
			files[p] = normal(b.digest)
		}
	}
	return files
}
