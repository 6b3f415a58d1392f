// Package ocfl validates storage roots and objects of the Oxford Common File Layout, 1.0 and 1.1
// (https://ocfl.io/1.1/spec/). [Content] selects their content files, for which package
// [github.com/lsh-interop/fpcheck/manifest] makes manifests. [Changes] compares the text of versions.
//
//	for part, err := range ocfl.Validate(ctx, fsys, ocfl.Options{}) {
//		for _, f := range part.Findings { ... }
//	}
//
//	err := manifest.Create(ctx, "root.fpm", ocfl.Content(fsys), header, options, nil)
//
// A tree is a storage root or an object, as an [io/fs] file system. The objects of a storage root
// are found by their declarations, whatever the layout. Links are never followed: OCFL forbids them
// (E090), and they might lead out of the tree. Files are only opened if a walk finds them, not
// because an inventory names them. Sizes are in bytes.
//
// # What is not validated
//
// Some violations cannot be seen in a tree at rest, and have no finding:
//
//   - Instructions to programs, which this one follows: E022, E027, E028, E051, E087, E098.
//   - Order of writing: E062. A wrong digest is E060.
//   - Mappings, layouts and customs: E083, unless ocfl_layout.json names the layout 0002, 0003
//     or 0004; E091 (1.0), W012, W014.
//   - Hard links: E090 covers only symbolic links.
//   - E085 and E088: each violation is also one of E072, E073 and E084.
//   - Whether an extension is defined, in the repository of extensions or as a text in the
//     storage root: E068 (1.0). An unregistered one is W013 or W016. A Note of the storage root
//     lists those whose names appear in no text in it.
//   - Digests by unknown algorithms: E056. They have an Err.
//
// # Memory
//
// Each worker keeps one object in memory: its inventory and, one at a time, those of its versions.
// An inventory has at most 256 MiB, and needs about seven times as much
// memory. A map with 16 bytes for each object of a storage root finds duplicate ids.
package ocfl

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

// specVersion is a version of the specification.
type specVersion string

// The versions of the specification, in order.
const (
	v1_0 specVersion = "1.0"
	v1_1 specVersion = "1.1"
)

var versions = []specVersion{v1_0, v1_1}

// inventoryType returns the required type of an inventory, a URI.
func (v specVersion) inventoryType() string {
	return "https://ocfl.io/" + string(v) + "/spec/#inventory"
}

// Options control how a tree is validated.
type Options struct {
	Workers int             // objects validated at once; 0 means one for each processor
	Read    func(bytes int) // if not nil, called with the number of bytes read, by several goroutines

	largest int64 // size of an inventory in bytes; 0 means 256 MiB
}

func (o *Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

func (o *Options) maxInventory() int64 {
	if o.largest > 0 {
		return o.largest
	}
	return 256 << 20
}

// ErrLargeInventory is the error of a finding about an inventory of more than 256 MiB.
var ErrLargeInventory = errors.New("inventory too large")

// ErrAlgorithm is the error of a finding about an unknown digest algorithm.
var ErrAlgorithm = errors.New("a digest algorithm that is not known")

// A Finding is a violation of the specification. With an Err, it is about something that could not be
// validated. With a Note, it is about something that the verdict does not cover.
//
// Where possible, one fault has one finding: consequences are not reported. A fault that several
// inventories share is reported once.
type Finding struct {
	Code            Code   // "" with an Err or a Note
	Path            string // in the tree; "." for the tree itself
	At              string // place in the file: the keys of an inventory, separated by "/"; or ""
	Found, Expected string // the problem, and what was expected instead
	Err             error
	Note            string
}

// Severity returns what f means for the verdict. A note does not count.
func (f Finding) Severity() (s validation.Severity, counts bool) {
	switch {
	case f.Note != "":
		return 0, false
	case f.Err != nil:
		return validation.Unjudged, true
	case f.Code != "" && f.Code[0] == 'W':
		return validation.Warning, true
	}
	return validation.Error, true
}

// Counts returns the number of findings of p by severity.
func (p *Part) Counts() validation.Counts {
	n := p.More
	for _, f := range p.Findings {
		if s, counts := f.Severity(); counts {
			n.Add(s, 1)
		}
	}
	return n
}

// String returns f as a line with the path, the code, and what was found and expected.
func (f Finding) String() string {
	line := escape.Quote(f.Path) + ": "
	if f.Err != nil {
		var p *fs.PathError
		if errors.As(f.Err, &p) && f.Err == error(p) {
			return line + p.Err.Error()
		}
		return line + f.Err.Error()
	}
	if f.Note != "" {
		return line + "note: " + f.Note
	}
	line += string(f.Code) + ": "
	if f.At != "" {
		line += escape.Quote(f.At) + ": "
	}
	return line + f.Found + ": expected " + f.Expected
}

// A Part is a validated part of a tree. It is an object, or a directory of a storage root outside the
// objects.
type Part struct {
	Root            string            // its directory; "." for the tree itself
	Object          bool              // it is an object
	ID              string            // of an object, if known
	Spec            string            // version of the specification, declared or assumed: "1.1"
	Versions, Files int               // numbers of versions of an object, and of content files
	Findings        []Finding         // the first 10,000
	More            validation.Counts // of the other findings
}

// declarationCodes are the codes for faults of a declaration, of an object or a storage root.
type declarationCodes struct {
	kind                                                    string // "ocfl_" or "ocfl_object_"
	none, several, noTag, otherTag, otherKind, noFile, text Code
}

var (
	objectDeclaration = declarationCodes{"ocfl_object_", "E003", "E003", "E004", "E005", "E006", "E002", "E007"}
	rootDeclaration   = declarationCodes{"ocfl_", "E069", "E076", "E077", "E078", "E079", "E075", "E080"}
)

// versionOf returns the version at the end of a value such as ocfl_1.1.
func (d *declarationCodes) versionOf(value string) (specVersion, bool) {
	v := specVersion(strings.TrimPrefix(value, d.kind))
	return v, value == d.kind+string(v) && slices.Contains(versions, v)
}

// looksIt reports whether a value has the form of such a declaration, of any version.
func (d *declarationCodes) looksIt(value string) bool {
	v, ok := strings.CutPrefix(value, d.kind)
	if !ok {
		return false
	}
	major, minor, ok := strings.Cut(v, ".")
	return ok && isNumber(major) && isNumber(minor)
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// read returns the names of the declarations in a directory, and their version, or "".
func (d *declarationCodes) read(t *tree, dir string, entries []fs.DirEntry) (names []string, declared specVersion) {
	want := "a file 0=" + d.kind + "1.0 or 0=" + d.kind + "1.1"
	for _, e := range entries {
		value, ok := strings.CutPrefix(e.Name(), "0=")
		v, known := d.versionOf(value)
		if !ok || !known {
			continue
		}
		names = append(names, e.Name())
		declared = max(declared, v)
		at := path.Join(dir, e.Name())
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			t.find(Finding{Code: "E090", Path: at, Found: "a link", Expected: want})
		case !e.Type().IsRegular():
			t.find(Finding{Code: d.noFile, Path: at, Found: kindOf(e), Expected: want})
		default:
			text, err := t.readFile(at, 256)
			if err != nil && !errors.Is(err, errTooLarge) {
				t.fail(at, err)
			} else if string(text) != value+"\n" {
				t.find(Finding{Code: d.text, Path: at, Found: quote(string(text)), Expected: quote(value + "\n")})
			}
		}
	}
	if len(names) > 1 {
		t.find(Finding{Code: d.several, Path: dir, Found: strings.Join(names, ", "), Expected: "exactly one declaration"})
	}
	if len(names) > 0 {
		return names, declared
	}
	odd := false
	for _, e := range entries {
		tag, value, tagged := strings.Cut(e.Name(), "=")
		code := Code("")
		switch {
		case !tagged && d.looksIt(e.Name()):
			code = d.noTag
		case tagged && tag != "0" && d.looksIt(value):
			code = d.otherTag
		case tagged && tag == "0":
			code = d.otherKind
		default:
			continue
		}
		odd = true
		names = append(names, e.Name())
		t.find(Finding{Code: code, Path: path.Join(dir, e.Name()), Found: quote(e.Name()), Expected: want})
	}
	if !odd {
		t.find(Finding{Code: d.none, Path: dir, Found: "no declaration", Expected: want})
	}
	return names, ""
}

// isObject reports whether a directory with those entries is an object, valid or not.
func isObject(entries []fs.DirEntry) bool {
	for _, e := range entries {
		if isObjectDeclaration(e.Name()) || e.Name() == inventoryName {
			return true
		}
	}
	return false
}

func isObjectDeclaration(name string) bool {
	tag, value, tagged := strings.Cut(name, "=")
	if !tagged {
		tag, value = "0", tag
	}
	return isNumber(tag) && strings.HasPrefix(value, objectDeclaration.kind)
}

// isRootDeclaration reports whether a file is the declaration of a storage root.
func isRootDeclaration(name string) bool {
	value, tagged := strings.CutPrefix(name, "0=")
	return tagged && rootDeclaration.looksIt(value)
}

// IsObject reports whether a tree is an object, valid or not. It looks for the declaration in the base
// directory. An object that has lost its declaration is recognised by an inventory with a sidecar or a
// version directory.
func IsObject(fsys fs.FS) (bool, error) {
	k, err := recognize(fsys)
	return k == anObject, err
}

// IsStorageRoot reports whether a tree is a storage root, valid or not. It looks for the declaration in
// the base directory. A storage root that has lost its declaration is recognised by the description of
// its layout.
func IsStorageRoot(fsys fs.FS) (bool, error) {
	k, err := recognize(fsys)
	return k == storageRoot, err
}

// treeKind is what a tree is.
type treeKind int

const (
	neither treeKind = iota
	anObject
	storageRoot
)

func recognize(fsys fs.FS) (treeKind, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return neither, err
	}
	kind := neither
	layout, inventory, beside := false, false, false
	for _, e := range entries {
		_, _, isVersion := parseVersion(e.Name())
		_, value, _ := strings.Cut(e.Name(), "=")
		switch {
		case isRootDeclaration(e.Name()):
			return storageRoot, nil
		case isObjectDeclaration(e.Name()):
			kind = anObject
		case rootDeclaration.looksIt(value), e.Name() == layoutName:
			layout = true
		case e.Name() == inventoryName:
			inventory = true
		case isVersion && e.IsDir(), isSidecar(e):
			beside = true
		}
	}
	switch {
	case kind != neither:
	case inventory && beside:
		kind = anObject
	case layout:
		kind = storageRoot
	}
	return kind, nil
}

func kindOf(e fs.DirEntry) string {
	switch t := e.Type(); {
	case t.IsDir():
		return "a directory"
	case t.IsRegular():
		return "a file"
	case t&fs.ModeSymlink != 0:
		return "a link"
	case t&fs.ModeNamedPipe != 0:
		return "a pipe"
	case t&fs.ModeSocket != 0:
		return "a socket"
	case t&fs.ModeDevice != 0:
		return "a device"
	}
	return "an irregular file"
}

// quote shortens text from elsewhere for a finding.
func quote(s string) string {
	const most = 100
	if len(s) > most {
		return strconv.Quote(strings.ToValidUTF8(s[:most], "")) + fmt.Sprintf("... (%d bytes)", len(s))
	}
	return strconv.Quote(s)
}
