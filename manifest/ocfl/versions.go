package ocfl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/engine/walk"
	"github.com/lsh-interop/fpcheck/manifest"
)

// ErrInventory means that the versions of an object cannot be compared.
var errInventory = errors.New("its inventory does not list its versions")

// Changes compares each version of each object with the version before. It yields files that were
// replaced, are missing or new, or have moved. Files whose digests are equal are neither read nor
// yielded. Objects come in the order of their paths. The path of a result is OBJECT/v1..v2/LOGICAL-PATH.
// From, and the paths of Stored and Found, are logical paths.
//
// m, if not nil, is a manifest of [Content] by the same scheme. Its entries replace reading files with
// the same bytes. An error, of m or ctx, comes last.
func Changes(ctx context.Context, fsys fs.FS, m *manifest.Reader, o manifest.Options) iter.Seq2[manifest.Result, error] {
	return func(yield func(manifest.Result, error) bool) {
		known := newEntries(m)
		defer known.stop()
		entries, err := fs.ReadDir(fsys, ".")
		if err != nil {
			yield(manifest.Result{Path: ".", Status: manifest.NotRead, Distance: -1, Err: err}, nil)
			return
		}
		stopped := false
		one := func(p place) bool {
			if p.entries == nil {
				return true
			}
			h := &history{ctx: ctx, fsys: fsys, o: o, yield: yield}
			if h.known, err = known.of(p.dir); err != nil {
				yield(manifest.Result{}, err)
				stopped = true
				return false
			}
			stopped = !h.object(p.dir, p.entries)
			if err := ctx.Err(); err != nil && !stopped {
				yield(manifest.Result{}, err)
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
				yield(manifest.Result{}, err)
			}
		}
	}
}

// entries walks through a manifest in step with the objects.
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

// of returns the entries of an object, by their paths in it.
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

// end reads the rest of the manifest. Only then is it known to be whole.
func (e *entries) end() error {
	for e.held != nil {
		e.step()
	}
	return e.err
}

// history compares the versions of one object.
type history struct {
	ctx     context.Context
	fsys    fs.FS
	o       manifest.Options
	known   map[string]manifest.Entry // by content path
	yield   func(manifest.Result, error) bool
	inv     *inventory
	root    string
	files   map[string]bool   // existing content files
	content map[string]string // content paths by digest, if the files exist
	texts   *texts
}

func (h *history) object(root string, entries []fs.DirEntry) bool {
	h.root = root
	t := &tree{ctx: h.ctx, fsys: h.fsys, o: &Options{Read: h.o.Read}}
	octets, err := t.readFile(path.Join(root, inventoryName), t.o.maxInventory())
	if err == nil {
		h.inv = parseInventory(octets, v1_1, true, func(Finding) {})
	}
	if h.inv == nil || len(h.inv.versions) == 0 || len(h.inv.manifest) == 0 && h.hasState() {
		if err == nil {
			err = errInventory
		}
		return h.give(manifest.Result{Path: path.Join(root, inventoryName), Status: manifest.NotRead, Distance: -1, Err: err})
	}
	h.list(t, entries)
	steps := h.steps()
	h.texts = h.newTexts(steps)
	defer h.texts.stop()
	for i := range steps {
		if !h.step(&steps[i]) {
			return false
		}
	}
	return true
}

func (h *history) hasState() bool {
	return slices.ContainsFunc(h.inv.versions, func(s state) bool { return len(s.blocks) > 0 })
}

// list finds the existing content files. Only these are opened.
func (h *history) list(t *tree, entries []fs.DirEntry) {
	v := &object{tree: *t, root: h.root, told: make(map[string]bool)}
	h.files = make(map[string]bool)
	dirs := directories(entries)
	for _, s := range h.inv.versions {
		if !dirs[s.name] {
			continue
		}
		inside, ok := v.list(v.path(s.name))
		if c := entry(inside, h.inv.contentDirectory()); ok && c != nil && c.IsDir() {
			for _, p := range v.contentFiles(v.path(s.name, c.Name()), nil, true) {
				h.files[p] = true
			}
		}
	}
	h.content = make(map[string]string)
	for _, b := range h.inv.manifest {
		for _, p := range b.paths {
			if h.files[p] && h.content[normal(b.digest)] == "" {
				h.content[normal(b.digest)] = p
			}
		}
	}
}

// step is the difference between a version and the one before, in the order of logical paths.
type step struct {
	older, newer  *state
	before, after []logicalFile
}

type logicalFile struct{ path, digest string }

// steps compares the states. Each is read once as the newer and once as the older one.
func (h *history) steps() []step {
	var steps []step
	before := h.inv.versions[0].logical()
	for i := range h.inv.versions[1:] {
		s := step{older: &h.inv.versions[i], newer: &h.inv.versions[i+1]}
		after := s.newer.logical()
		s.before, s.after = h.others(before, after), h.others(after, before)
		if len(s.before)+len(s.after) > 0 {
			steps = append(steps, s)
		}
		before = after
	}
	return steps
}

// others returns the files of a state that another state lacks, or has with other bytes.
func (h *history) others(of, than map[string]string) []logicalFile {
	var files []logicalFile
	for p, digest := range of {
		if now, ok := than[p]; (!ok || normal(now) != normal(digest)) && !walk.Skips(h.o.Skip, p) {
			files = append(files, logicalFile{p, normal(digest)})
		}
	}
	slices.SortFunc(files, func(a, b logicalFile) int { return strings.Compare(a.path, b.path) })
	return files
}

// give yields a change, or the error of a context that has ended. It reports whether to continue.
func (h *history) give(r manifest.Result) bool {
	if err := h.ctx.Err(); err != nil {
		h.yield(manifest.Result{}, err)
		return false
	}
	return h.yield(r, nil)
}

// step compares two versions.
func (h *history) step(s *step) bool {
	before, err := h.texts.of(s.before)
	var after []manifest.Scanned
	if err == nil {
		after, err = h.texts.of(s.after)
	}
	if err != nil { // the context has ended
		h.yield(manifest.Result{}, err)
		return false
	}
	for _, r := range manifest.Compare(before, after, h.o) {
		r.Path = path.Join(h.root, s.older.name+".."+s.newer.name, r.Path)
		if !h.give(r) {
			return false
		}
	}
	return true
}

// texts reads content files for the comparison of versions, each once, in the order of need.
type texts struct {
	h     *history
	next  func() (manifest.Scanned, error, bool)
	stop  func()
	order []namedContent
	read  map[namedContent]manifest.Scanned
}

// namedContent is a content file, and the last element of a logical path, which may reveal its format.
type namedContent struct{ path, name string }

func (h *history) contentOf(f logicalFile) namedContent {
	name := path.Base(f.path)
	if len(name) > 255 || strings.ContainsRune(name, 0) {
		name = "file" // a name that no file system allows
	}
	return namedContent{h.content[f.digest], name}
}

func (h *history) newTexts(steps []step) *texts {
	t := &texts{h: h, read: make(map[namedContent]manifest.Scanned)}
	s := &stateFS{fsys: h.fsys, root: h.root, files: make(map[string]string), dirs: map[string][]fs.DirEntry{".": nil}}
	planned := make(map[namedContent]bool)
	for i := range steps {
		for _, files := range [][]logicalFile{steps[i].before, steps[i].after} {
			for _, f := range files {
				c := h.contentOf(f)
				if c.path == "" || planned[c] {
					continue
				}
				planned[c] = true
				s.add(readAs(len(t.order), c.name), c.path)
				t.order = append(t.order, c)
			}
		}
	}
	o := h.o
	o.Skip = nil // it was applied before
	o.Earlier = func(yield func(manifest.Scanned) bool) {
		for i, c := range t.order {
			e, ok := h.known[c.path]
			e.Path = readAs(i, c.name)
			if ok && !yield(manifest.Scanned{Entry: e}) {
				return
			}
		}
	}
	t.next, t.stop = iter.Pull2(manifest.Scan(h.ctx, s, o))
	return t
}

// readAs returns the path under which a content file is read.
func readAs(i int, name string) string { return fmt.Sprintf("%012d/%s", i, name) }

// of returns the content of logical paths, as read. The only error is ctx.Err().
func (t *texts) of(files []logicalFile) ([]manifest.Scanned, error) {
	all := make([]manifest.Scanned, len(files))
	for i, f := range files {
		c := t.h.contentOf(f)
		found, ok := t.read[c]
		if c.path == "" {
			found = manifest.Scanned{Entry: manifest.Entry{State: manifest.Unreadable, Size: -1},
				Err: &fs.PathError{Op: "open", Path: f.path, Err: fs.ErrNotExist}}
			ok = true
		}
		for !ok {
			now, err, more := t.next()
			if err == nil && !more {
				err = errors.New("a content file was not read")
			}
			if err != nil {
				return nil, err
			}
			t.read[t.order[len(t.read)]] = now
			found, ok = t.read[c]
		}
		found.Path = f.path
		all[i] = found
	}
	return all, nil
}
