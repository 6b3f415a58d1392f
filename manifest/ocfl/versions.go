package ocfl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/manifest"
)

// A Change compares a file in a version of an object with the same in the version before. Its
// Path is OBJECT/v1..v2/LOGICAL-PATH. From, and the paths of Stored and Found, are logical paths.
type Change struct {
	Object, ID string
	Old, New   string // versions
	Logical    string
	manifest.Result
}

// ErrInventory means that the versions of an object cannot be compared.
var ErrInventory = errors.New("its inventory does not tell its versions")

// Changes compares each version of each object with the version before: whether a file that
// was replaced still has the same text, and which files are missing, new or have moved. Files
// whose digests are equal are neither read nor yielded. Objects come in the order of their
// paths.
//
// Unless m is nil, it is a manifest of [Content] by the same scheme, whose entries are used
// for files with the same bytes; other files are read. An error is one of m or of ctx, and the
// last that Changes yields.
func Changes(ctx context.Context, fsys fs.FS, m *manifest.Reader, o manifest.VerifyOptions) iter.Seq2[Change, error] {
	return func(yield func(Change, error) bool) {
		known := newEntries(m)
		defer known.stop()
		entries, err := fs.ReadDir(fsys, ".")
		if err != nil {
			yield(Change{Result: manifest.Result{Path: ".", Status: manifest.NotRead, Distance: -1, Err: err}}, nil)
			return
		}
		stopped := false
		one := func(p place) bool {
			if p.entries == nil {
				return true
			}
			h := &history{ctx: ctx, fsys: fsys, o: o, yield: yield}
			if h.known, err = known.of(p.dir); err != nil {
				yield(Change{}, err)
				stopped = true
				return false
			}
			stopped = !h.object(p.dir, p.entries)
			if err := ctx.Err(); err != nil && !stopped {
				yield(Change{}, err)
				stopped = true
			}
			return !stopped
		}
		inRoot := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return isRootDeclaration(e.Name()) })
		if !inRoot && isObject(entries) {
			one(place{dir: ".", entries: entries})
		} else {
			hierarchy(ctx, fsys, &Options{}, entries)(one)
		}
		if !stopped {
			if err := known.end(); err != nil {
				yield(Change{}, err)
			}
		}
	}
}

// entries go through a manifest beside the objects.
type entries struct {
	next func() (manifest.Entry, error, bool)
	stop func()
	held *manifest.Entry
	err  error
}

func newEntries(m *manifest.Reader) *entries {
	e := &entries{stop: func() {}}
	if m != nil {
		e.next, e.stop = iter.Pull2(m.Entries())
		e.step()
	}
	return e
}

func (e *entries) step() {
	e.held = nil
	if entry, err, ok := e.next(); err != nil {
		e.err = err
	} else if ok {
		e.held = &entry
	}
}

// of returns those of an object, by their paths in it.
func (e *entries) of(root string) (map[string]manifest.Entry, error) {
	prefix := root + "/"
	if root == "." {
		prefix = ""
	}
	all := make(map[string]manifest.Entry)
	for e.held != nil && (e.held.Path < prefix || strings.HasPrefix(e.held.Path, prefix)) {
		if inside, ok := strings.CutPrefix(e.held.Path, prefix); ok {
			all[inside] = *e.held
		}
		e.step()
	}
	return all, e.err
}

// end reads the rest: only then is it known that the manifest is whole.
func (e *entries) end() error {
	for e.held != nil {
		e.step()
	}
	return e.err
}

// history compares the versions of one object.
type history struct {
	ctx   context.Context
	fsys  fs.FS
	o     manifest.VerifyOptions
	known map[string]manifest.Entry
	yield func(Change, error) bool
	inv   *inventory
	root  string
	files map[string]bool // content files that there are
}

func (h *history) object(root string, entries []fs.DirEntry) bool {
	h.root = root
	t := &tree{ctx: h.ctx, fsys: h.fsys, o: &Options{Read: h.o.Read}}
	octets, err := t.readFile(path.Join(root, inventoryName), t.o.maxInventory())
	if err == nil {
		h.inv = parseInventory(octets, V1_1, true, func(Finding) {})
	}
	if h.inv == nil || len(h.inv.versions) == 0 || len(h.inv.manifest) == 0 && h.hasState() {
		if err == nil {
			err = ErrInventory
		}
		return h.give(Change{Object: root, Result: manifest.Result{Path: path.Join(root, inventoryName), Status: manifest.NotRead, Distance: -1, Err: err}})
	}
	h.list(t, entries)
	for i := range h.inv.versions[1:] {
		if !h.pair(&h.inv.versions[i], &h.inv.versions[i+1]) {
			return false
		}
	}
	return true
}

func (h *history) hasState() bool {
	return slices.ContainsFunc(h.inv.versions, func(s state) bool { return len(s.blocks) > 0 })
}

// list finds the content files that there are. Only they are opened.
func (h *history) list(t *tree, entries []fs.DirEntry) {
	v := &object{tree: *t, root: h.root}
	h.files = make(map[string]bool)
	for _, s := range h.inv.versions {
		e := entry(entries, s.name)
		if e == nil || !e.IsDir() {
			continue
		}
		inside, ok := v.list(v.path(s.name))
		if c := entry(inside, h.inv.contentDirectory()); ok && c != nil && c.IsDir() {
			for _, p := range v.contentFiles(v.path(s.name, c.Name()), nil, true) {
				h.files[p] = true
			}
		}
	}
}

// give gives a change, or the error of a context that has ended, and asks for no more then.
func (h *history) give(c Change) bool {
	if err := h.ctx.Err(); err != nil {
		h.yield(Change{}, err)
		return false
	}
	return h.yield(c, nil)
}

// pair compares two versions.
func (h *history) pair(older, newer *state) bool {
	before, after := older.logical(), newer.logical()
	for p, digest := range before {
		if now, ok := after[p]; ok && normal(now) == normal(digest) {
			delete(before, p)
			delete(after, p)
		}
	}
	if len(before) == 0 && len(after) == 0 {
		return true
	}
	give := func(r manifest.Result) bool {
		c := Change{Object: h.root, ID: h.inv.id, Old: older.name, New: newer.name, Logical: r.Path, Result: r}
		c.Path = path.Join(h.root, older.name+".."+newer.name, r.Path)
		return h.give(c)
	}
	stored, err := h.manifestOf(before)
	if err != nil {
		return give(manifest.Result{Status: manifest.NotRead, Distance: -1, Err: err})
	}
	m, err := manifest.NewReader(stored, h.o.Scheme)
	if err != nil {
		return give(manifest.Result{Status: manifest.NotRead, Distance: -1, Err: err})
	}
	for r, err := range manifest.Verify(h.ctx, m, h.state(after), h.o) {
		if err != nil {
			r = manifest.Result{Status: manifest.NotRead, Distance: -1, Err: err}
		}
		if !give(r) {
			return false
		}
	}
	return true
}

// manifestOf makes the manifest of logical paths, which ends with their pair.
func (h *history) manifestOf(paths map[string]string) (io.Reader, error) {
	var b bytes.Buffer
	w, err := manifest.NewWriter(&b, manifest.Header{Scheme: h.o.Scheme, Profile: h.o.Profile}, manifest.Text)
	if err != nil {
		return nil, err
	}
	s := h.state(paths)
	o := h.o.Options
	o.Earlier = s.earlier(h.known)
	for f, err := range manifest.Scan(h.ctx, s, o) {
		if err != nil {
			return nil, err
		}
		if err := w.Write(f.Entry); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	return &b, w.Close()
}

// state returns the file system of logical paths that have these digests.
func (h *history) state(paths map[string]string) *stateFS {
	content := make(map[string]string) // paths by digests
	for _, b := range h.inv.manifest {
		for _, p := range b.paths {
			if content[normal(b.digest)] == "" || !h.files[content[normal(b.digest)]] {
				content[normal(b.digest)] = p
			}
		}
	}
	s := &stateFS{fsys: h.fsys, root: h.root, files: make(map[string]string), dirs: map[string][]fs.DirEntry{".": nil}}
	for _, p := range slices.Sorted(maps.Keys(paths)) {
		c := content[normal(paths[p])]
		if !h.files[c] {
			c = "" // it cannot be read
		}
		s.add(p, c)
	}
	return s
}
