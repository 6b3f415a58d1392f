package ocfl

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

func (v *object) checkVersions(rootEntries []fs.DirEntry) {
	v.content = make(map[string]*content)
	v.used = make(map[string]string)
	v.isFound = make(map[string]bool)
	v.states = make(map[*state]*logicalPaths)
	v.differed = make(map[*state][]block)
	v.inRoot = v.inv.byPath()
	v.countListed()
	v.claims(v.path(inventoryName), v.inv)
	v.misplace(v.path(inventoryName), v.inv)
	v.files = make([][]string, len(v.inv.versions))
	dirs := directories(rootEntries)
	spec := v1_0
	before := ""
	for i := range v.inv.versions {
		name := v.inv.versions[i].name
		if !dirs[name] {
			v.noVersionDirectory(i)
			continue
		}
		dir := v.path(name)
		entries, ok := v.list(dir)
		if !ok {
			v.told[name] = true
			continue
		}
		now := v.versionDirectory(i, dir, entries)
		if now == nil || now.spec == "" {
			continue
		}
		if now.spec < spec {
			v.find(Finding{Code: "E103", Path: path.Join(dir, inventoryName), At: "type", Found: "version " + string(now.spec) + " of the specification",
				Expected: string(spec) + " or later, as of " + before})
		}
		spec, before = max(spec, now.spec), name
	}
	v.findMisplaced()
}

// countListed counts the content files in the root's inventory.
func (v *object) countListed() {
	v.listed = make(map[string]int)
	for _, b := range v.inv.manifest {
		for _, p := range b.paths {
			version, rest, _ := strings.Cut(p, "/")
			if dir, _, ok := strings.Cut(rest, "/"); ok {
				v.listed[version+"/"+dir]++
			}
		}
	}
}

func (v *object) noVersionDirectory(i int) {
	name := v.inv.versions[i].name
	v.told[name] = true
	if i < len(v.inv.versions)-1 {
		v.find(Finding{Code: "E010", Path: v.path(name), Found: "no such directory", Expected: "all version directories, " + v.inv.names()})
	} else {
		v.find(Finding{Code: "E046", Path: v.path(name), Found: "no such directory", Expected: "one for each version of the inventory, " + v.inv.names()})
	}
}

// versionDirectory checks a version directory. It returns its inventory, or nil if none is readable.
func (v *object) versionDirectory(i int, dir string, entries []fs.DirEntry) *inventory {
	if !v.hasInventory(dir, entries) {
		v.versionDir(i, entries, v.inv)
		if !v.noVersionInventory(dir, entries) {
			v.find(Finding{Code: "W010", Path: dir, Found: "no " + inventoryName + ", with which the root's could be compared", Expected: "one"})
		}
		return nil
	}
	if i == len(v.inv.versions)-1 {
		v.versionDir(i, entries, v.inv)
		return v.headInventory(dir, entries)
	}
	at := path.Join(dir, inventoryName)
	octets := v.readInventory(at)
	if octets == nil {
		v.versionDir(i, entries, v.inv)
		return nil
	}
	now := parseInventory(octets, v.spec, false, v.once(at))
	v.sidecar(dir, entries, octets, now, "E015")
	if now == nil {
		v.versionDir(i, entries, v.inv)
		return nil
	}
	v.versionDir(i, entries, now)
	v.priorInventory(i, at, now)
	return now
}

// noVersionInventory reports whether a version directory has other faults than a missing inventory.
func (v *object) noVersionInventory(dir string, entries []fs.DirEntry) bool {
	if e := entry(entries, inventoryName); e != nil && !e.IsDir() {
		return true // already reported
	}
	for _, e := range entries {
		if isSidecar(e) {
			v.find(Finding{Code: "E015", Path: path.Join(dir, e.Name()), Found: "a sidecar of no inventory", Expected: quote(inventoryName) + " beside it, or neither"})
			return true
		}
	}
	return false
}

// contentDirectory returns the existing content directory of a version, by the root's inventory or its
// own.
func (v *object) contentDirectory(entries []fs.DirEntry, own *inventory) string {
	name := v.inv.contentDirectory()
	if dirs := directories(entries); !dirs[name] && dirs[own.contentDirectory()] {
		name = own.contentDirectory()
	}
	return name
}

// versionDir checks a version directory, and notes its content files. own is its inventory, or the root's.
func (v *object) versionDir(i int, entries []fs.DirEntry, own *inventory) {
	name := v.inv.versions[i].name
	dir := v.path(name)
	used := v.contentDirectory(entries, own)
	v.used[name] = used
	listed := v.listed[name+"/"+used]
	var files []string
	found := false
	for _, e := range entries {
		at := path.Join(dir, e.Name())
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			if e.Name() != inventoryName {
				v.regular(dir, e)
				v.told[v.relative(at)] = true
			}
		case e.IsDir() && e.Name() == used:
			found = true
			unread := len(v.told)
			files = v.contentFiles(at, nil, true)
			if len(files) == 0 && len(v.told) == unread && listed == 0 {
				v.find(Finding{Code: "W003", Path: at, Found: "no files", Expected: "no such directory"})
			}
		case e.IsDir() && v.listed[name+"/"+e.Name()] > 0: // its paths are reported
		case e.IsDir():
			v.find(Finding{Code: "W002", Path: at, Found: "a directory, what is in which is not verified", Expected: "no directory but " + quote(used)})
		case e.Name() != inventoryName && !isSidecar(e):
			v.told[v.relative(at)] = true
			v.find(Finding{Code: "E015", Path: at, Found: kindOf(e), Expected: "an inventory and its sidecar only, and content in " + quote(name+"/"+used)})
		}
	}
	if !found && listed > 0 {
		v.told[name+"/"+used] = true
		v.find(Finding{Code: "E016", Path: path.Join(dir, used), Found: "no such directory", Expected: fmt.Sprintf("one, with what the inventory has in it: %d of its content paths", listed)})
	}
	v.files[i] = files
	for _, p := range files {
		if _, ok := v.inRoot[p]; ok {
			v.found = append(v.found, p)
			v.isFound[p] = true
		}
	}
}

// contentFiles returns the files below a directory as content paths. It follows no links.
func (v *object) contentFiles(dir string, files []string, top bool) []string {
	entries, ok := v.list(dir)
	if !ok {
		v.told[v.relative(dir)] = true
	}
	if ok && len(entries) == 0 && !top {
		v.find(Finding{Code: "E024", Path: dir, Found: "an empty directory", Expected: "files"})
	}
	for _, e := range entries {
		at := path.Join(dir, e.Name())
		switch {
		case e.IsDir():
			files = v.contentFiles(at, files, false)
		case v.regular(dir, e):
			files = append(files, v.relative(at))
		default:
			v.told[v.relative(at)] = true
		}
	}
	return files
}

// isTold reports whether a finding covers a content path, or a directory above it.
func (v *object) isTold(p string) bool {
	for i := range len(p) {
		if p[i] == '/' && v.told[p[:i]] {
			return true
		}
	}
	return v.told[p]
}

// relative converts a path in the tree to a path in the object.
func (v *object) relative(p string) string {
	if v.root == "." {
		return p
	}
	return strings.TrimPrefix(p, v.root+"/")
}

// misplace notes the content paths of an inventory that are in no content directory.
func (v *object) misplace(in string, by *inventory) {
	for _, m := range by.misplaced {
		v.misplaced = append(v.misplaced, misplacedIn{m, in, by})
	}
	by.misplaced = nil
}

// findMisplaced reports content paths that are in no content directory, once for each inventory. It leaves
// out files that exist, because they have a finding of their own. It also leaves out paths whose content
// directory already has a finding.
func (v *object) findMisplaced() {
	var first *misplacedIn
	others := 0
	report := func() {
		if first == nil {
			return
		}
		version, _, _ := strings.Cut(first.path, "/")
		f := Finding{Code: "E021", Path: first.in, At: first.at, Found: quote(first.path) + andOthers(others, "path"),
			Expected: "a path in " + quote(version+"/"+first.by.contentDirectory()) + ", for no contentDirectory is set"}
		if first.by.contentDir != "" {
			f.Code, f.Expected = "E092", "a file in "+quote(version+"/"+first.by.contentDir)+", the content directory"
		}
		v.find(f)
		first, others = nil, 0
	}
	seen := make(map[string]bool)
	for i := range v.misplaced {
		m := &v.misplaced[i]
		version, rest, _ := strings.Cut(m.path, "/")
		dir, _, below := strings.Cut(rest, "/")
		switch {
		case seen[m.path], v.isTold(m.path), below && v.used[version] == dir:
		case first != nil && first.in == m.in:
			others++
		default:
			report()
			first = m
		}
		seen[m.path] = true
	}
	report()
	for p := range seen {
		version, rest, _ := strings.Cut(p, "/")
		if dir, _, below := strings.Cut(rest, "/"); !below || v.used[version] != dir {
			v.told[p] = true
		}
	}
	v.misplaced = nil
}

// andOthers returns the words after the first of several.
func andOthers(n int, what string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return ", and another " + what
	}
	return fmt.Sprintf(", and %d other %ss", n, what)
}
