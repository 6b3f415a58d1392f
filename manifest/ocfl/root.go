package ocfl

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/internal/engine/walk"
)

// Validate validates an object, or a storage root and all its objects. It yields the directory of a
// storage root first, and then the objects in the order of their paths. A directory between them has a
// part only if it has a finding. Findings about all objects together are in a last part, for the
// storage root. An empty tree is an object that has lost everything. The only error is ctx.Err(),
// which comes last.
func Validate(ctx context.Context, fsys fs.FS, o Options) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		t := &tree{ctx: ctx, fsys: fsys, o: &o}
		entries, ok := t.list(".")
		if !ok {
			yield(Part{Root: ".", Findings: t.findings, More: t.more}, nil)
			return
		}
		root := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return isRootDeclaration(e.Name()) })
		if !root && (isObject(entries) || len(entries) == 0) {
			part, _ := validateObject(ctx, fsys, ".", entries, &o, o.workers())
			if ctx.Err() != nil {
				part = Part{}
			}
			yield(part, ctx.Err())
			return
		}
		validateRoot(t, entries, yield)
	}
}

// validateRoot validates a storage root.
func validateRoot(t *tree, entries []fs.DirEntry, yield func(Part, error) bool) {
	declarations, spec := rootDeclaration.read(t, ".", entries)
	spec = cmp.Or(spec, v1_1)
	names := make(unregistered)
	both := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return isObjectDeclaration(e.Name()) })
	if both >= 0 {
		t.find(Finding{Code: "E082", Path: entries[both].Name(), Found: "an object and a storage root in one directory",
			Expected: "objects in directories of their own: this one is not verified"})
	}
	var mapped layout
	for _, e := range entries {
		switch {
		case slices.Contains(declarations, e.Name()), e.IsDir() && e.Name() != "extensions":
		case e.Type()&fs.ModeSymlink != 0:
			t.regular(".", e)
		case e.IsDir() && spec == v1_0:
			names.add(t.extensions("extensions", "E086", "W013"))
		case e.IsDir():
			t.extensions("extensions", "E112", "W016")
		case e.Name() == layoutName && e.Type().IsRegular():
			mapped = t.readLayout()
		}
	}
	if !yield(Part{Root: ".", Spec: string(spec), Findings: t.findings, More: t.more}, nil) {
		return
	}
	type found struct {
		Part
		extensions []string
		direct     bool
	}
	results := parallel.Do(t.ctx, hierarchy(t.ctx, t.fsys, t.o, hierarchical(entries, both >= 0)), t.o.workers(), 4*t.o.workers(), func() func(place) found {
		return func(p place) found {
			if p.entries == nil {
				return found{Part: Part{Root: p.dir, Spec: string(spec), Findings: p.findings, More: p.more}}
			}
			part, extensions := validateObject(t.ctx, t.fsys, p.dir, p.entries, t.o, 1)
			return found{part, extensions, !strings.Contains(p.dir, "/")}
		}
	})
	ids := make(ids)
	var direct, deep, said bool
	for r, err := range results {
		if err != nil {
			yield(Part{}, err)
			return
		}
		if r.Object {
			r.Findings = append(r.Findings, ids.check(&r.Part)...)
			if r.Spec > string(spec) {
				r.Findings = append(r.Findings, Finding{Code: "E081", Path: r.Root, Found: "version " + r.Spec + " of the specification",
					Expected: "that of the storage root, " + string(spec) + ", or an earlier one"})
			}
			if mapped != nil && r.ID != "" && mapped(r.ID) != r.Root {
				r.Findings = append(r.Findings, Finding{Code: "E083", Path: r.Root, Found: "the object " + quote(r.ID),
					Expected: "it in " + quote(mapped(r.ID)) + ", by the layout"})
			}
			if spec == v1_0 {
				names.add(r.extensions)
			}
			direct, deep = direct || r.direct, deep || !r.direct
			if direct && deep && !said {
				said = true
				r.Findings = append(r.Findings, Finding{Code: "W015", Path: r.Root, Found: "objects in the root and in directories of it",
					Expected: "the one or the other"})
			}
		}
		if !yield(r.Part, nil) {
			return
		}
	}
	last := &tree{ctx: t.ctx, fsys: t.fsys, o: t.o}
	if names.note(last, entries); len(last.findings) > 0 {
		yield(Part{Root: ".", Spec: string(spec), Findings: last.findings, More: last.more}, nil)
	}
}

// hierarchical returns the entries of a storage root that may lead to objects, except an object's own.
func hierarchical(entries []fs.DirEntry, both bool) []fs.DirEntry {
	return slices.DeleteFunc(slices.Clone(entries), func(e fs.DirEntry) bool {
		_, _, isVersion := parseVersion(e.Name())
		return both && (isVersion || e.Name() == "logs")
	})
}

// ids are the ids of the objects so far, hashed.
type ids map[[16]byte]bool

func (i ids) check(p *Part) []Finding {
	if p.ID == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(p.ID))
	key := [16]byte(sum[:16])
	if i[key] {
		return []Finding{{Code: "E037", Path: path.Join(p.Root, inventoryName), At: "id", Found: quote(p.ID) + ", which an object before has",
			Expected: "an id of its own"}}
	}
	i[key] = true
	return nil
}

// place is an object, or a faulty directory of the hierarchy.
type place struct {
	dir      string
	entries  []fs.DirEntry // of an object
	findings []Finding
	more     validation.Counts
}

// hierarchy yields the places below a storage root, in the order of their paths.
func hierarchy(ctx context.Context, fsys fs.FS, o *Options, root []fs.DirEntry) iter.Seq[place] {
	return func(yield func(place) bool) {
		for _, e := range byPath(root) {
			if e.IsDir() && e.Name() != "extensions" && !places(ctx, fsys, o, e.Name(), yield) {
				return
			}
		}
	}
}

// byPath sorts entries by the paths below them, as package manifest does.
func byPath(entries []fs.DirEntry) []fs.DirEntry {
	entries = slices.Clone(entries)
	walk.Sort(entries)
	return entries
}

func places(ctx context.Context, fsys fs.FS, o *Options, dir string, yield func(place) bool) bool {
	t := &tree{ctx: ctx, fsys: fsys, o: o}
	entries, ok := t.list(dir)
	if ok && isObject(entries) {
		return yield(place{dir: dir, entries: entries})
	}
	if ok && len(entries) == 0 {
		t.find(Finding{Code: "E073", Path: dir, Found: "an empty directory", Expected: "an object, or directories that lead to one"})
	}
	code, expected := Code("E072"), "an object"
	if slices.ContainsFunc(entries, fs.DirEntry.IsDir) {
		code, expected = "E084", "directories only"
	}
	for _, e := range entries {
		switch {
		case e.IsDir():
		case e.Type()&fs.ModeSymlink != 0:
			t.regular(dir, e)
		case isRootDeclaration(e.Name()):
			t.find(Finding{Code: "E074", Path: path.Join(dir, e.Name()), Found: "a storage root inside another", Expected: "storage roots apart"})
		default:
			t.find(Finding{Code: code, Path: path.Join(dir, e.Name()), Found: kindOf(e), Expected: expected})
		}
	}
	if len(t.findings) > 0 && !yield(place{dir: dir, findings: t.findings, more: t.more}) {
		return false
	}
	for _, e := range byPath(entries) {
		if e.IsDir() && !places(ctx, fsys, o, path.Join(dir, e.Name()), yield) {
			return false
		}
	}
	return true
}

// unregistered maps extensions in a storage root of 1.0 to the number of parts that have them.
type unregistered map[string]int

// maxUnregistered bounds the number of names in memory.
const maxUnregistered = 1000

func (u unregistered) add(names []string) {
	for _, name := range names {
		if u[name] > 0 || len(u) < maxUnregistered {
			u[name]++
		}
	}
}

// note reports the extensions whose names are in no text document directly in the storage root.
//
// E068 requires such a text to define an extension that the repository of extensions does not. A
// program cannot decide whether a text defines it, or what is in the repository now. 1.1 has no E068,
// "not being used within the community" (its change log). W013 says that a name SHOULD be registered.
// So the verdict does not depend on this note.
func (u unregistered) note(t *tree, entries []fs.DirEntry) {
	const most = 1 << 20
	for _, e := range entries {
		if len(u) == 0 {
			return
		}
		if !e.Type().IsRegular() {
			continue
		}
		text, err := t.readFile(e.Name(), most)
		if err != nil && !errors.Is(err, errTooLarge) {
			t.fail(e.Name(), err)
			continue
		}
		maps.DeleteFunc(u, func(name string, _ int) bool { return bytes.Contains(text, []byte(name)) })
	}
	for _, name := range slices.Sorted(maps.Keys(u)) {
		t.find(Finding{Path: ".", Note: fmt.Sprintf("no text here has the name of the extension %s, which is in %d of the objects and the root and is not registered (E068, which is not judged)", quote(name), u[name])})
	}
}
