package ocfl

import (
	"bytes"
	"context"
	"crypto/sha512"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// object is an object while it is validated.
type object struct {
	tree
	root    string
	spec    specVersion
	workers int
	inv     *inventory
	altered bool              // its digest differs from its sidecar
	sum     [sha512.Size]byte // of the inventory in the root
	content map[string]*content
	// files are the existing content files, by the index of the version.
	files [][]string
	// found are the files of the versions so far that the root's manifest lists (inRoot).
	found   []string
	isFound map[string]bool
	inRoot  map[string]string
	// used maps the names of versions to the content directories in use.
	used map[string]string
	// listed counts the content files in the root's inventory, by version and directory.
	listed map[string]int
	// told are content paths, and directories of them, that already have a finding.
	told map[string]bool
	// said are the findings about inventories so far, so that the same finding is not repeated for another
	// inventory.
	said map[string]bool
	// states are the states of the root's inventory that were needed so far.
	states map[*state]*logicalPaths
	// differed are the states of prior inventories that differed last.
	differed  map[*state][]block
	misplaced []misplacedIn
	// extensions are unregistered names.
	extensions []string
}

type misplacedIn struct {
	misplaced
	in string // the inventory
	by *inventory
}

// validateObject validates an object. It also returns its unregistered extensions.
func validateObject(ctx context.Context, fsys fs.FS, root string, entries []fs.DirEntry, o *Options, workers int) (Part, []string) {
	v := &object{tree: tree{ctx: ctx, fsys: fsys, o: o}, root: root, workers: workers, told: make(map[string]bool)}
	if err := v.validate(entries); err != nil {
		v.fail(root, err)
	}
	part := Part{Root: root, Object: true, Spec: string(v.spec), Findings: v.findings, More: v.more}
	if v.inv != nil {
		part.ID, part.Versions = v.inv.id, len(v.inv.versions)
	}
	for _, files := range v.files {
		part.Files += len(files)
	}
	return part, v.extensions
}

func (v *object) path(names ...string) string {
	return path.Join(append([]string{v.root}, names...)...)
}

// validate returns an error only for a panic.
func (v *object) validate(entries []fs.DirEntry) (err error) {
	defer recovery.Catch(&err, "the validation of objects")
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
		v.inv = parseInventory(octets, v.spec, true, v.once(v.path(inventoryName)))
		v.altered = !v.sidecar(v.root, entries, octets, v.inv, "E001")
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

// supposed returns the version of an object without a declaration, from its inventory.
func supposed(octets []byte) specVersion {
	spec := v1_1
	if octets != nil {
		if i := parseInventory(octets, v1_1, true, func(Finding) {}); i != nil && i.spec != "" {
			spec = i.spec
		}
	}
	return spec
}

// once returns a function that reports findings about an inventory, except those that another inventory
// had.
func (v *object) once(name string) func(Finding) {
	return func(f Finding) {
		f.Path = ""
		key := f.String()
		if v.said[key] {
			return
		}
		if len(v.said) < maxFindings {
			if v.said == nil {
				v.said = make(map[string]bool)
			}
			v.said[key] = true
		}
		f.Path = name
		v.find(f)
	}
}

func entry(entries []fs.DirEntry, name string) fs.DirEntry {
	for _, e := range entries {
		if e.Name() == name {
			return e
		}
	}
	return nil
}

// directories returns the names of the directories among entries.
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

// noInventory reports that the root has no inventory, or none with that name.
func (v *object) noInventory(entries []fs.DirEntry) {
	for _, e := range entries {
		if strings.EqualFold(e.Name(), inventoryName) && e.Name() != inventoryName {
			v.find(Finding{Code: "E034", Path: v.path(e.Name()), Found: quote(e.Name()), Expected: quote(inventoryName)})
			return
		}
	}
	v.find(Finding{Code: "E063", Path: v.root, Found: "no " + inventoryName, Expected: "one"})
}

// isSidecar reports whether a file has the name of a sidecar of an inventory.
func isSidecar(e fs.DirEntry) bool {
	return strings.HasPrefix(e.Name(), inventoryName+".") && e.Type().IsRegular()
}

var sidecarForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9A-Za-z]+)[ \t]+inventory\.json\s*$`) })

// sidecar checks the digest of an inventory, and reports stray sidecars. It returns false if the digest
// differs.
func (v *object) sidecar(dir string, entries []fs.DirEntry, octets []byte, i *inventory, stray Code) bool {
	if i == nil || i.algorithm == "" {
		return true
	}
	name := inventoryName + "." + i.algorithm
	at := path.Join(dir, name)
	e := entry(entries, name)
	if e == nil {
		missing := Finding{Code: "E058", Path: path.Join(dir, inventoryName), Found: "no sidecar", Expected: quote(name) + " beside it"}
		for _, other := range entries {
			if isSidecar(other) {
				missing = Finding{Code: "E059", Path: path.Join(dir, other.Name()), Found: "a sidecar of another algorithm",
					Expected: quote(name) + ", by the digestAlgorithm of the inventory"}
			}
		}
		v.find(missing)
		return true
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
		return true
	}
	text, err := v.readFile(at, 4<<10)
	if err != nil && !errors.Is(err, errTooLarge) {
		v.fail(at, err)
		return true
	}
	m := sidecarForm().FindSubmatch(text)
	if m == nil || errors.Is(err, errTooLarge) {
		v.find(Finding{Code: "E061", Path: at, Found: quote(string(text)), Expected: "a digest, a blank and inventory.json"})
		return true
	}
	digests, err := sums(bytes.NewReader(octets), []string{i.algorithm}, nil)
	if err != nil {
		v.fail(at, err)
		return true
	}
	got, stored := digests[i.algorithm], string(m[1])
	if normal(stored) == got {
		return true
	}
	if len(stored) > len(got) {
		stored = quote(stored)
	}
	v.find(Finding{Code: "E060", Path: at, Found: stored, Expected: got + ", the " + i.algorithm + " of the inventory"})
	return false
}

// rootEntries checks the entries of the object's root.
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
			v.extensions = v.tree.extensions(at, "E067", "W013")
			v.mutableHead(at)
		case v.inv.version(name) != nil, len(v.inv.versions) == 0 && looksIt:
		case v.holdsObject(at):
			v.find(Finding{Code: "E082", Path: at, Found: "an object inside another", Expected: "objects at the ends of the storage hierarchy"})
		case looksIt:
			v.told[name] = true
			v.find(Finding{Code: "E046", Path: at, Found: "a version directory that the inventory has not", Expected: v.inv.names() + " only"})
		default:
			v.find(Finding{Code: "E001", Path: at, Found: "a directory", Expected: expected})
		}
	}
}

func (v *object) holdsObject(dir string) bool {
	entries, err := fs.ReadDir(v.fsys, dir)
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return isObjectDeclaration(e.Name()) })
}

// mutableHead notes changes that are not a version of the object yet.
func (v *object) mutableHead(extensions string) {
	head := path.Join(extensions, "0005-mutable-head", "head", inventoryName)
	if info, err := fs.Lstat(v.fsys, head); err != nil || !info.Mode().IsRegular() {
		return
	}
	next := "the next version"
	if n := len(v.inv.versions); n > 0 {
		next = "what is to follow " + v.inv.versions[n-1].name
	}
	v.find(Finding{Path: path.Dir(head), Note: "a mutable HEAD: " + next + " is not verified before it is committed"})
}
