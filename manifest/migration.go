package manifest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/internal/engine/walk"
	"github.com/lsh-interop/fpcheck/internal/store/extsort"
)

// errAmbiguous means that a mapping has several partners for a file.
var errAmbiguous = errors.New("ambiguous")

// errNoMapping means that no mapping covers a file, so it has no partner.
var errNoMapping = errors.New("no mapping covers it")

// errNoSource means that a row of a table names a file that is not among the old files.
var errNoSource = errors.New("in the table, but not among the old files")

// VerifyMigration compares the files of a manifest with their migrated files in a tree. The first mapping
// that covers a file decides which file is its partner. The Path of a result is the path in the tree. From
// is the path in the manifest, if it differs. Pairs come in the order of the manifest. Then files without
// a partner come in the order of their paths. Files of the manifest are Missing, or NotCompared if a
// mapping is ambiguous. Files of the tree are New. No file is Moved.
//
// Skip is called with the paths of both sides. The manifest is read twice, so open is called twice. The
// names of all files, and the entries of files without a partner, are in memory. For errors, see [Verify].
func VerifyMigration(ctx context.Context, open func() (*Reader, error), fsys fs.FS, mappings []Mapping, o Options) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		o := o
		var h *Header
		read := func(take func(Entry, *Reader) bool) error {
			m, err := open()
			switch {
			case err != nil:
				return err
			case h == nil:
				h, o.Scheme, o.Profile = m.header, m.header.Scheme, m.header.Profile
				if err := o.check(); err != nil {
					return err
				}
			case *m.header != *h:
				return errors.New("the manifest changed before it was read again")
			}
			for e, err := range m.Entries() {
				if err != nil {
					return err
				}
				if !walk.Skips(o.Skip, e.Path) && !take(e, m) {
					break
				}
			}
			return nil
		}
		var names []file
		if err := read(func(e Entry, _ *Reader) bool { names = append(names, file{path: e.Path}); return true }); err != nil {
			yield(Result{}, err)
			return
		}
		p := newPartners(names, slices.Collect(o.files(fsys)), mappings)
		var failed error
		olds := func(yield func(oldFile) bool) {
			var lost error
			failed = read(func(e Entry, m *Reader) bool {
				old := oldFile{file: file{path: e.Path}, stored: &e}
				if e.Records > 0 {
					var kept Scanned
					if lost = kept.keep(m.records(), h.Scheme); lost != nil {
						return false
					}
					old.records = kept.records
				}
				return yield(old)
			})
			failed = cmp.Or(failed, lost)
		}
		if !p.pairs(ctx, olds, nil, fsys, &o, yield) {
			return
		}
		if failed != nil {
			yield(Result{}, failed)
			return
		}
		p.rest(ctx, nil, fsys, &o, yield)
	}
}

// VerifyTrees is like [VerifyMigration] for two trees. It reads both with the Scheme and Profile of o. The
// only error is ctx.Err().
func VerifyTrees(ctx context.Context, old, new fs.FS, mappings []Mapping, o Options) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		if err := o.check(); err != nil {
			yield(Result{}, err)
			return
		}
		names := slices.Collect(o.files(old))
		p := newPartners(names, slices.Collect(o.files(new)), mappings)
		olds := func(yield func(oldFile) bool) {
			for _, f := range names {
				if !yield(oldFile{file: f}) {
					return
				}
			}
		}
		if p.pairs(ctx, olds, old, new, &o, yield) {
			p.rest(ctx, old, new, &o, yield)
		}
	}
}

// oldFile is a file of the manifest or, if stored is nil, a file to read.
type oldFile struct {
	file
	stored *Entry

	records *extsort.List
}

// partners finds which files are partners. It keeps their names.
type partners struct {
	of     map[string]string // a new path by an old one
	wrong  map[string]error  // old files that have none for that reason
	hidden []file            // new directories that could not be read
	left   map[string]Result // of one side, by what sorts them; old files are added late
}

// group has the files with one key.
type group struct{ old, new []string }

// newPartners pairs files.
func newPartners(olds, news []file, mappings []Mapping) *partners {
	p := &partners{of: make(map[string]string), wrong: make(map[string]error), left: make(map[string]Result)}
	there := make(map[string]bool, len(olds))
	for _, f := range olds {
		there[f.path] = true
	}
	for _, f := range news {
		if f.err != nil {
			p.hidden = append(p.hidden, f)
			p.left["n"+f.path] = Result{Path: f.path, Status: NotRead, Distance: -1, Err: f.err}
			continue
		}
		p.left["n"+f.path] = Result{Path: f.path, Status: New, Distance: -1}
	}
	p.pairBy(identity, olds, news, mappings, true)
	// macOS writes names in NFD, and other systems in NFC. A table names each file exactly.
	p.pairBy(norm.NFC.String, olds, news, mappings, false)
	for _, m := range mappings {
		for _, r := range m.rows {
			if !there[r.old] {
				p.left["o"+r.old] = Result{Path: r.old, Status: NotCompared, Distance: -1, Err: fmt.Errorf("line %d: %w", r.line, errNoSource)}
			}
		}
	}
	return p
}

// covering returns the first mapping that covers a file, and its key; -1 if none does.
func covering(mappings []Mapping, path string) (i int, key string) {
	for i, m := range mappings {
		if key, covers := m.oldKey(path); covers {
			return i, key
		}
	}
	return -1, ""
}

// pairBy pairs what is left if the normal forms of keys are the same. Files in tables take part if tables is set.
func (p *partners) pairBy(form func(string) string, olds, news []file, mappings []Mapping, tables bool) {
	type key struct {
		mapping int
		name    string
	}
	groups := make(map[key]*group)
	var all []*group // in the order of the old paths
	for _, f := range olds {
		if p.of[f.path] != "" || p.wrong[f.path] != nil || strings.HasSuffix(f.path, "/") {
			continue // it is settled, or a directory that could not be read
		}
		i, name := covering(mappings, f.path)
		if i < 0 {
			p.wrong[f.path] = errNoMapping
			continue
		}
		if mappings[i].rows != nil && !tables {
			continue
		}
		k := key{i, form(name)}
		if groups[k] == nil {
			groups[k] = &group{}
			all = append(all, groups[k])
		}
		groups[k].old = append(groups[k].old, f.path)
	}
	for _, f := range news {
		if len(all) == 0 || p.left["n"+f.path].Status != New {
			continue
		}
		for i, m := range mappings {
			if g := groups[key{i, form(m.newKey(f.path))}]; g != nil {
				g.new = append(g.new, f.path)
			}
		}
	}
	p.pair(all, form)
}

// pair pairs the files in each group. In a group of several, those whose paths are the same by name come first.
func (p *partners) pair(groups []*group, name func(path string) string) {
	claims := make(map[string][]string) // old paths by a new one
	for _, g := range groups {
		p.claim(g, name, claims)
	}
	for _, path := range slices.Sorted(maps.Keys(claims)) {
		if old := claims[path]; len(old) == 1 {
			p.of[old[0]] = path
			delete(p.left, "n"+path)
		} else {
			p.ambiguous(&group{old, []string{path}})
		}
	}
}

// byName returns paths by their names. Where two have the same name, ok is false.
func byName(paths []string, name func(path string) string) (by map[string]string, ok bool) {
	by = make(map[string]string, len(paths))
	for _, path := range paths {
		by[name(path)] = path
	}
	return by, len(by) == len(paths)
}

// claim finds the partners in a group.
func (p *partners) claim(g *group, name func(path string) string, claims map[string][]string) {
	if len(g.old) > 1 || len(g.new) > 1 {
		olds, distinct := byName(g.old, name)
		news, alsoDistinct := byName(g.new, name)
		rest := &group{}
		for _, path := range g.old {
			if new, ok := news[name(path)]; ok && distinct && alsoDistinct {
				claims[new] = append(claims[new], path)
			} else {
				rest.old = append(rest.old, path)
			}
		}
		for _, path := range g.new {
			if _, ok := olds[name(path)]; !ok || !distinct || !alsoDistinct {
				rest.new = append(rest.new, path)
			}
		}
		g = rest
	}
	switch {
	case len(g.old) == 0 || len(g.new) == 0:
	case len(g.old) == 1 && len(g.new) == 1:
		claims[g.new[0]] = append(claims[g.new[0]], g.old[0])
	default:
		p.ambiguous(g)
	}
}

// ambiguous records files whose partners are ambiguous.
func (p *partners) ambiguous(g *group) {
	name := func(paths []string) string {
		const most = 4
		text := strings.Join(paths[:min(most, len(paths))], ", ")
		if len(paths) > most {
			text += fmt.Sprintf(" and %d more", len(paths)-most)
		}
		return text
	}
	err := fmt.Errorf("%w: it is unclear which of %s became which of %s", errAmbiguous, name(g.old), name(g.new))
	for _, path := range g.old {
		p.wrong[path] = err
	}
	for _, path := range g.new {
		p.left["n"+path] = Result{Path: path, Status: NotCompared, Distance: -1, Err: err}
	}
}

// pairs compares the files that have a partner, and notes the others. It reports whether it read all of
// them.
func (p *partners) pairs(ctx context.Context, olds iter.Seq[oldFile], old, new fs.FS, o *Options,
	yield func(Result, error) bool) bool {
	pairs := func(yield func(oldFile) bool) {
		for f := range olds {
			if _, paired := p.of[f.path]; !paired {
				p.left["o"+f.path] = p.alone(f)
			} else if !yield(f) {
				return
			}
		}
	}
	results := inOrder(ctx, o, pairs, func(r *recordReaders) func(oldFile) Result {
		var before *scanner
		if old != nil {
			before = newScanner(ctx, old, o, r)
		}
		after := newScanner(ctx, new, o, r)
		return func(f oldFile) Result { return p.compare(f, before, after, o) }
	})
	for r, err := range results {
		if !yield(r, err) || err != nil {
			return false
		}
	}
	return true
}

func (p *partners) compare(f oldFile, before, after *scanner, o *Options) Result {
	var failed error
	if f.stored == nil {
		s := before.scan(f.file, nil)
		f.stored, f.records, failed = &s.Entry, s.records, ofOld(f.path, s.Err)
	}
	now := after.scan(file{path: p.of[f.path]}, nil)
	r := Result{Path: now.Path, Distance: -1, Stored: f.stored, Found: &now.Entry, Err: now.Err}
	if r.Path != f.path {
		r.From = f.path
	}
	switch {
	case f.stored.isArchive() && now.isArchive() && f.stored.SHA256 != now.SHA256:
		if err := r.compareRecords(f.records, now.records, o); err != nil {
			r.Status, r.Err = NotRead, err
		}
	case now.unread():
		r.judgeUnread()
	default:
		r.judge(o)
	}
	switch {
	case failed != nil && (r.Err == errNotRecorded || r.Status == StillNotRead):
		r.Status, r.Err = NotRead, failed
	case r.Err == errNotRecorded && r.From != "":
		r.Err = ofOld(r.From, r.Err)
	case f.stored.State == Fingerprinted:
		r.doubtOld(failed)
	default:
		r.doubtOld(nil)
	}
	return r
}

// compareRecords compares two web archives by their records, ignoring other files.
func (r *Result) compareRecords(stored, found *extsort.List, o *Options) error {
	m := newMatcher(o.Scheme, o)
	defer stored.Close()
	defer found.Close()
	if err := m.add(&m.stored, "", stored); err != nil {
		return err
	}
	if err := m.add(&m.found, "", found); err != nil {
		return err
	}
	if err := m.run(); err != nil {
		return err
	}
	d := m.details()
	defer d.Stop()
	c := m.file("")
	if err := d.of(c); err != nil {
		return err
	}
	r.Records, c.path = c, r.Path
	r.conclude()
	return nil
}

// alone returns the result for an old file without a partner.
func (p *partners) alone(f oldFile) Result {
	r := Result{Path: f.path, Status: Missing, Distance: -1, Stored: f.stored}
	switch err := p.wrong[f.path]; {
	case f.err != nil:
		r.Status, r.Err = NotRead, f.err
	case strings.HasSuffix(f.path, "/"):
		r.Status, r.Err = NotCompared, errNotRecorded
	case errors.Is(err, errNoMapping):
		r.Err = err
	case err != nil:
		r.Status, r.Err = NotCompared, err
	case len(p.hidden) > 0: // its partner may be there
		r.Status, r.Err = NotRead, naming("the new directory", p.hidden[0].path, p.hidden[0].err)
	}
	return r
}

// rest yields the files without a partner, in the order of their paths.
func (p *partners) rest(ctx context.Context, old, new fs.FS, o *Options, yield func(Result, error) bool) {
	all := slices.SortedFunc(maps.Values(p.left), func(x, y Result) int {
		return cmp.Or(strings.Compare(x.Path, y.Path), cmp.Compare(x.Status, y.Status))
	})
	results := inOrder(ctx, o, slices.Values(all), func(r *recordReaders) func(Result) Result {
		after := &verifier{newScanner(ctx, new, o, r), o}
		before := after
		if old != nil {
			before = &verifier{newScanner(ctx, old, o, r), o}
		}
		return func(r Result) Result {
			switch {
			case r.Status == New:
				s := after.octetsOf(file{path: r.Path})
				if r.Found, r.Err = &s.Entry, s.Err; s.unread() {
					r.Status = NotRead
				}
			case r.Status == Missing && r.Stored == nil:
				s := before.octetsOf(file{path: r.Path})
				r.Stored = &s.Entry
			}
			return r
		}
	})
	for r, err := range results {
		if !yield(r, err) {
			return
		}
	}
}
