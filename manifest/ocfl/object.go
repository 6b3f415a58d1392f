package ocfl

import (
	"bytes"
	"context"
	"crypto/sha512"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/barrier"
	"github.com/lsh-interop/fpcheck/internal/order"
)

// object is an object while it is validated.
type object struct {
	tree
	root    string
	spec    Version
	workers int
	inv     *inventory
	sum     [sha512.Size]byte // of the inventory in the root
	content map[string]*content
	// files are the content files that there are, by the index of the version.
	files [][]string
	// unread are directories that could not be read, as prefixes of content paths.
	unread []string
	// warnings are those of the root's inventory, which are not repeated of each version's.
	warnings map[Finding]bool
	// undocumented is that of extensions.
	undocumented func(name string) bool
}

// content is what inventories say of a content file.
type content struct {
	exists bool
	claims []claim
}

// claim is a digest that a file shall have.
type claim struct {
	algorithm, digest string
	code              Code
	path              string // of the inventory
	at                string
}

// validateObject checks an object.
func validateObject(ctx context.Context, fsys fs.FS, root string, entries []fs.DirEntry, o *Options, workers int, undocumented func(string) bool) Part {
	v := &object{tree: tree{ctx: ctx, fsys: fsys, o: o}, root: root, workers: workers, undocumented: undocumented}
	if err := v.validate(entries); err != nil {
		v.fail(root, err)
	}
	part := Part{Root: root, Object: true, Spec: v.spec, Findings: v.findings, More: v.more}
	if v.inv != nil {
		part.ID, part.Versions = v.inv.id, len(v.inv.versions)
	}
	for _, files := range v.files {
		part.Files += len(files)
	}
	return part
}

func (v *object) path(names ...string) string {
	return path.Join(append([]string{v.root}, names...)...)
}

// validate returns an error for a panic only.
func (v *object) validate(entries []fs.DirEntry) (err error) {
	defer barrier.Catch(&err, "the validation of objects")
	declarations, declared := objectDeclaration.read(&v.tree, v.root, entries)
	v.spec = declared
	var octets []byte
	if v.hasInventory(v.root, entries) {
		octets = v.readInventory(v.path(inventoryName))
	} else {
		v.noInventory(entries)
	}
	if v.spec == "" {
		v.spec = supposed(octets)
	}
	if octets != nil {
		v.sum = sha512.Sum512(octets)
		v.warnings = make(map[Finding]bool)
		v.inv = parseInventory(octets, v.spec, true, func(f Finding) {
			v.warnings[f] = f.Code.IsWarning()
			v.at(v.path(inventoryName))(f)
		})
		v.sidecar(v.root, entries, octets, v.inv, "E001")
	}
	known := v.inv != nil
	if !known {
		v.inv = &inventory{}
	}
	v.rootEntries(entries, declarations, known)
	if known {
		v.checkVersions(entries)
		v.checkContent()
	} else {
		v.inv = nil
	}
	return nil
}

// supposed is the version of an object without a declaration: that of its inventory.
func supposed(octets []byte) Version {
	spec := V1_1
	if octets != nil {
		if i := parseInventory(octets, V1_1, true, func(Finding) {}); i != nil && i.spec != "" {
			spec = i.spec
		}
	}
	return spec
}

func entry(entries []fs.DirEntry, name string) fs.DirEntry {
	for _, e := range entries {
		if e.Name() == name {
			return e
		}
	}
	return nil
}

// directories are the names of those among entries.
func directories(entries []fs.DirEntry) map[string]bool {
	names := make(map[string]bool)
	for _, e := range entries {
		if e.IsDir() {
			names[e.Name()] = true
		}
	}
	return names
}

func (v *object) hasInventory(dir string, entries []fs.DirEntry) bool {
	e := entry(entries, inventoryName)
	return e != nil && !e.IsDir() && v.regular(dir, e)
}

// noInventory reports that the root has none, at least not by its name.
func (v *object) noInventory(entries []fs.DirEntry) {
	for _, e := range entries {
		if strings.EqualFold(e.Name(), inventoryName) && e.Name() != inventoryName {
			v.find(Finding{Code: "E034", Path: v.path(e.Name()), Found: quote(e.Name()), Expected: quote(inventoryName)})
			return
		}
	}
	v.find(Finding{Code: "E063", Path: v.root, Found: "no " + inventoryName, Expected: "one"})
}

// isSidecar reports whether a file is named as the sidecar of an inventory.
func isSidecar(e fs.DirEntry) bool {
	return strings.HasPrefix(e.Name(), inventoryName+".") && e.Type().IsRegular()
}

var sidecarForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9A-Za-z]+)[ \t]+inventory\.json\s*$`) })

// sidecar checks the digest of an inventory, and reports others as stray.
func (v *object) sidecar(dir string, entries []fs.DirEntry, octets []byte, i *inventory, stray Code) {
	if i == nil || i.algorithm == "" {
		return
	}
	name := inventoryName + "." + i.algorithm
	at := path.Join(dir, name)
	e := entry(entries, name)
	if e == nil {
		code, found := Code("E058"), "no "+name
		for _, other := range entries {
			if isSidecar(other) {
				code, found, at = "E059", quote(other.Name()), path.Join(dir, other.Name())
			}
		}
		v.find(Finding{Code: code, Path: at, Found: found, Expected: "a sidecar " + name})
		return
	}
	for _, other := range entries {
		if isSidecar(other) && other.Name() != name {
			v.find(Finding{Code: stray, Path: path.Join(dir, other.Name()), Found: "a second sidecar", Expected: name + " only"})
		}
	}
	if e.IsDir() || !v.regular(dir, e) {
		if e.IsDir() {
			v.find(Finding{Code: "E058", Path: at, Found: "a directory", Expected: "a sidecar"})
		}
		return
	}
	text, err := v.readFile(at, 4<<10)
	if err != nil && !errors.Is(err, errTooLarge) {
		v.fail(at, err)
		return
	}
	m := sidecarForm().FindSubmatch(text)
	if m == nil || errors.Is(err, errTooLarge) {
		v.find(Finding{Code: "E061", Path: at, Found: quote(string(text)), Expected: "a digest, a blank and inventory.json"})
		return
	}
	digests, err := sums(bytes.NewReader(octets), []string{i.algorithm}, nil)
	if err != nil {
		v.fail(at, err)
		return
	}
	if got := digests[i.algorithm]; normal(string(m[1])) != got {
		v.find(Finding{Code: "E060", Path: at, Found: quote(string(m[1])), Expected: got + ", the " + i.algorithm + " of the inventory"})
	}
}

// rootEntries checks what is in the object's root.
func (v *object) rootEntries(entries []fs.DirEntry, declarations []string, known bool) {
	const expected = "a declaration, an inventory and its sidecar, version directories, logs, extensions"
	for _, e := range entries {
		name := e.Name()
		at := v.path(name)
		_, _, looksIt := parseVersion(name)
		switch {
		case slices.Contains(declarations, name), name == inventoryName && !e.IsDir():
		case e.Type()&fs.ModeSymlink != 0:
			v.regular(v.root, e)
		case isSidecar(e):
		case !e.IsDir():
			if known || !strings.EqualFold(name, inventoryName) {
				v.find(Finding{Code: "E001", Path: at, Found: kindOf(e), Expected: expected})
			}
		case name == "logs":
		case name == "extensions":
			v.extensions(at, "E067", "W013", v.undocumented)
		case v.inv.version(name) != nil, len(v.inv.versions) == 0 && looksIt:
		case v.holdsObject(at):
			v.find(Finding{Code: "E082", Path: at, Found: "an object inside another", Expected: "objects at the ends of the storage hierarchy"})
		case looksIt:
			v.find(Finding{Code: "E046", Path: at, Found: "a version directory that the inventory has not", Expected: v.names()})
		default:
			v.find(Finding{Code: "E001", Path: at, Found: "a directory", Expected: expected})
		}
	}
}

func (v *object) holdsObject(dir string) bool {
	entries, err := fs.ReadDir(v.fsys, dir)
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return isObjectDeclaration(e.Name()) })
}

// names are those of the versions.
func (v *object) names() string {
	n := len(v.inv.versions)
	switch n {
	case 0:
		return "no version"
	case 1:
		return v.inv.versions[0].name
	}
	return v.inv.versions[0].name + " to " + v.inv.versions[n-1].name
}

// checkVersions checks the version directories and the inventories in them.
func (v *object) checkVersions(rootEntries []fs.DirEntry) {
	v.content = make(map[string]*content)
	v.claims(v.path(inventoryName), v.inv)
	v.files = make([][]string, len(v.inv.versions))
	spec := V1_0
	before := ""
	for i := range v.inv.versions {
		name := v.inv.versions[i].name
		e := entry(rootEntries, name)
		if e == nil || !e.IsDir() {
			v.find(Finding{Code: "E046", Path: v.path(name), Found: "no directory", Expected: "a version directory"})
			if i < len(v.inv.versions)-1 {
				v.find(Finding{Code: "E010", Path: v.root, Found: "no " + name + ", but a later version", Expected: "all versions"})
			}
			continue
		}
		dir := v.path(name)
		entries, ok := v.list(dir)
		if !ok {
			v.unread = append(v.unread, name+"/")
			continue
		}
		has := v.hasInventory(dir, entries)
		v.files[i] = v.versionDir(name, entries)
		if !has {
			v.find(Finding{Code: "W010", Path: dir, Found: "no " + inventoryName, Expected: "one"})
			continue
		}
		var now *inventory
		if i == len(v.inv.versions)-1 {
			now = v.headInventory(dir, entries)
		} else {
			now = v.priorInventory(i, dir, entries)
		}
		if now == nil || now.spec == "" {
			continue
		}
		if now.spec < spec {
			v.find(Finding{Code: "E103", Path: path.Join(dir, inventoryName), At: "type", Found: "version " + string(now.spec) + " of the specification",
				Expected: string(spec) + " or later, as of " + before})
		}
		spec, before = max(spec, now.spec), name
	}
}

// versionDir checks what is in a version directory, and returns the content files.
func (v *object) versionDir(name string, entries []fs.DirEntry) []string {
	dir := v.path(name)
	var files []string
	found := false
	for _, e := range entries {
		at := path.Join(dir, e.Name())
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			if e.Name() != inventoryName {
				v.regular(dir, e)
			}
		case e.IsDir() && e.Name() == v.inv.contentDirectory():
			found = true
			files = v.contentFiles(at, nil, true)
			if len(files) == 0 && len(v.unread) == 0 && !v.hasContent(name) {
				v.find(Finding{Code: "W003", Path: at, Found: "no files", Expected: "no such directory"})
			}
		case e.IsDir():
			v.find(Finding{Code: "W002", Path: at, Found: "a directory", Expected: "no directory but " + quote(v.inv.contentDirectory())})
		case e.Name() != inventoryName && !isSidecar(e):
			v.find(Finding{Code: "E015", Path: at, Found: kindOf(e), Expected: "an inventory and its sidecar"})
		}
	}
	if !found && v.hasContent(name) {
		v.find(Finding{Code: "E016", Path: dir, Found: "no directory " + quote(v.inv.contentDirectory()), Expected: "one, for the version has files"})
	}
	return files
}

// hasContent reports whether the manifest has files of a version.
func (v *object) hasContent(name string) bool {
	for _, b := range v.inv.manifest {
		for _, p := range b.paths {
			if strings.HasPrefix(p, name+"/") {
				return true
			}
		}
	}
	return false
}

// contentFiles returns the files below a directory, as content paths. Links are not
// followed.
func (v *object) contentFiles(dir string, files []string, top bool) []string {
	entries, ok := v.list(dir)
	if !ok {
		v.unread = append(v.unread, v.relative(dir)+"/")
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
		}
	}
	return files
}

// relative makes a path in the tree one in the object.
func (v *object) relative(p string) string {
	if v.root == "." {
		return p
	}
	return strings.TrimPrefix(p, v.root+"/")
}

// claims notes what an inventory says of content files, and another has not said before.
func (v *object) claims(at string, i *inventory) {
	add := func(p string, c claim) {
		if !algorithms[c.algorithm].fits(c.digest) {
			return // which is reported
		}
		file := v.content[p]
		if file == nil {
			file = new(content)
			v.content[p] = file
		}
		for _, k := range file.claims {
			if k.algorithm == c.algorithm && k.digest == c.digest {
				return
			}
		}
		c.path = at
		file.claims = append(file.claims, c)
	}
	for _, b := range i.manifest {
		for _, p := range b.paths {
			if i.algorithm != "" {
				add(p, claim{algorithm: i.algorithm, digest: normal(b.digest), code: "E092", at: join("manifest", b.digest)})
			}
		}
	}
	for _, f := range i.fixity {
		for _, b := range f.blocks {
			for _, p := range b.paths {
				add(p, claim{algorithm: f.algorithm, digest: normal(b.digest), code: "E093", at: join(join("fixity", f.algorithm), b.digest)})
			}
		}
	}
}

// headInventory compares that of the newest version with the root's.
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
	v.find(Finding{Code: "E064", Path: at, Found: "another inventory than that of the root", Expected: "the same octets"})
	i := parseInventory(octets, v.spec, true, func(Finding) {})
	v.sidecar(dir, entries, octets, i, "E015")
	return i
}

// priorInventory checks that of an earlier version, and compares it with the root's.
func (v *object) priorInventory(n int, dir string, entries []fs.DirEntry) *inventory {
	at := path.Join(dir, inventoryName)
	octets := v.readInventory(at)
	if octets == nil {
		return nil
	}
	i := parseInventory(octets, v.spec, false, func(f Finding) {
		if !v.warnings[f] {
			v.at(at)(f)
		}
	})
	v.sidecar(dir, entries, octets, i, "E015")
	if i == nil {
		return nil
	}
	find := func(code Code, where, found, expected string) {
		v.find(Finding{Code: code, Path: at, At: where, Found: found, Expected: expected})
	}
	if i.id != "" && v.inv.id != "" && i.id != v.inv.id {
		code := Code("E110")
		if v.spec == V1_0 {
			code = "E037"
		}
		find(code, "id", quote(i.id), quote(v.inv.id)+", as in the root")
	}
	name := v.inv.versions[n].name
	if i.head != "" && i.head != name {
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
	v.complete(n, i, find)
	v.sameStates(n, i, find)
	return i
}

// complete reports content files, up to a version, that its manifest has not.
func (v *object) complete(n int, i *inventory, find func(code Code, where, found, expected string)) {
	has := make(map[string]bool)
	for _, b := range i.manifest {
		for _, p := range b.paths {
			has[p] = true
		}
	}
	for _, files := range v.files[:n+1] {
		for _, p := range files {
			if !has[p] && v.content[p] != nil { // or it is reported of the root
				find("E023", "manifest", "no "+quote(p), "each file of the version and those before")
			}
		}
	}
}

// sameStates compares the states of a prior inventory with the root's.
func (v *object) sameStates(n int, i *inventory, find func(code Code, where, found, expected string)) {
	sameFiles := i.sameContent(v.inv)
	for k := range v.inv.versions[:n+1] {
		now := &v.inv.versions[k]
		at := join("versions", now.name)
		then := i.version(now.name)
		if then == nil {
			find("E066", at, "no such version", "all versions up to "+v.inv.versions[n].name)
			continue
		}
		for m, value := range then.metadata {
			if value != now.metadata[m] {
				find("W011", join(at, metadataNames[m]), orNone(value), orNone(now.metadata[m])+", as in the root")
			}
		}
		if i.algorithm == v.inv.algorithm && slices.EqualFunc(then.blocks, now.blocks, block.equal) {
			continue
		}
		old, paths := then.logical(), now.logical()
		at = join(at, "state")
		for _, p := range slices.Sorted(maps.Keys(old)) {
			switch digest, ok := paths[p]; {
			case !ok:
				find("E066", at, quote(p), "only what the root's inventory has of "+now.name)
			case !sameFiles(old[p], digest):
				find("E066", at, quote(p)+" of digest "+join("", old[p]), join("", digest)+", as in the root")
			}
		}
		for _, p := range slices.Sorted(maps.Keys(paths)) {
			if _, ok := old[p]; !ok {
				find("E066", at, "no "+quote(p), "all that the root's inventory has of "+now.name)
			}
		}
	}
	if len(i.versions) > n+1 {
		last := i.versions[len(i.versions)-1].name
		find("E066", "versions", last, "no version after "+v.inv.versions[n].name)
	}
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// logical returns the digests of logical paths.
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

// sameContent returns a function that tells whether a digest of i and one of other stand
// for the same octets: they are equal, or, by different algorithms, a file has both.
func (i *inventory) sameContent(other *inventory) func(a, b string) bool {
	if i.algorithm == other.algorithm {
		return func(a, b string) bool { return normal(a) == normal(b) }
	}
	files := i.byPath()
	digests := make(map[string][]string) // of i, by that of other
	for _, b := range other.manifest {
		for _, p := range b.paths {
			if d, ok := files[p]; ok {
				digests[normal(b.digest)] = append(digests[normal(b.digest)], d)
			}
		}
	}
	return func(a, b string) bool { return slices.Contains(digests[normal(b)], normal(a)) }
}

// byPath returns the digests of content paths.
func (i *inventory) byPath() map[string]string {
	files := make(map[string]string)
	for _, b := range i.manifest {
		for _, p := range b.paths {
			files[p] = normal(b.digest)
		}
	}
	return files
}

// checkContent compares the content files with what the inventories say of them.
func (v *object) checkContent() {
	inRoot := v.inv.byPath()
	for _, files := range v.files {
		for _, p := range files {
			if _, ok := inRoot[p]; !ok {
				v.find(Finding{Code: "E023", Path: v.path(p), Found: "a file that the manifest has not", Expected: "each file in the manifest"})
			}
			if c := v.content[p]; c != nil {
				c.exists = true
			}
		}
	}
	for _, p := range slices.Sorted(maps.Keys(v.content)) {
		c := v.content[p]
		if c.exists || slices.ContainsFunc(v.unread, func(dir string) bool { return strings.HasPrefix(p, dir) }) {
			continue
		}
		for _, k := range c.claims {
			v.find(Finding{Code: k.code, Path: k.path, At: k.at, Found: "no file " + quote(p), Expected: "one in a content directory"})
		}
	}
	results := order.Do(v.ctx, v.jobs(), v.workers, 16*v.workers, func() func(string) checked {
		t := &tree{ctx: v.ctx, fsys: v.fsys, o: v.o}
		buffer := make([]byte, 256<<10)
		return func(p string) checked { return t.check(v.path(p), v.content[p].claims, buffer) }
	})
	for findings := range results {
		for _, f := range findings {
			v.find(f)
		}
	}
}

type checked []Finding

func (v *object) jobs() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, files := range v.files {
			for _, p := range files {
				if v.content[p] != nil && !yield(p) {
					return
				}
			}
		}
	}
}

// check compares a file with its digests. It is read once.
func (t *tree) check(name string, claims []claim, buffer []byte) checked {
	var names []string
	for _, c := range claims {
		if !slices.Contains(names, c.algorithm) {
			names = append(names, c.algorithm)
		}
	}
	digests, err := t.sums(name, names, buffer)
	if err != nil {
		return checked{{Path: name, Err: err}}
	}
	var found checked
	for _, c := range claims {
		if got := digests[c.algorithm]; got != c.digest {
			found = append(found, Finding{Code: c.code, Path: name,
				Found: c.algorithm + " " + got, Expected: fmt.Sprintf("%s, as in %s", c.digest, c.path)})
		}
	}
	return found
}

func (t *tree) sums(name string, names []string, buffer []byte) (map[string]string, error) {
	f, err := t.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return sums(t.watched(f), names, buffer)
}
