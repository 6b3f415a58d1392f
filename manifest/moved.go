package manifest

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"
)

// unmatched are the files on one side only, and the web archives on both sides whose records must
// be compared.
type unmatched struct {
	missing, found, changed []judged // each in the order of the paths
}

// add adds a result that must wait for others, and reports whether it did.
func (u *unmatched) add(r judged) bool {
	switch {
	case r.byRecord:
		u.changed = append(u.changed, r)
	case r.Status == Missing:
		u.missing = append(u.missing, r)
	case r.Status == New:
		u.found = append(u.found, r)
	default:
		return false
	}
	return true
}

// match finds files that have moved, and yields all results in the order of the paths. It pairs
// each new file with one missing file. Files with equal bytes are paired first, then those with
// equal text, then those with equal fingerprints. Among these, files with equal names are paired
// first. Records of web archives may come from any file. read reads the texts that are needed; its
// error is yielded.
func (u *unmatched) match(read func(onlyArchives bool) error, o *Options) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		u.matchBy(OK, func(e *Entry, _ bool) (string, bool) {
			return string(e.SHA256[:]) + strconv.FormatBool(e.State.isLink()), e.Size > 0
		})
		isText := func(r judged) bool { return isLost(r) && !r.Stored.isArchive() }
		isArchive := func(r judged) bool { return isLost(r) && r.Stored.isArchive() }
		texts, archives := slices.ContainsFunc(u.missing, isText), len(u.changed) > 0 || slices.ContainsFunc(u.missing, isArchive)
		if (texts || archives) && slices.ContainsFunc(u.found, isNew) {
			if err := read(!texts); err != nil {
				yield(Result{}, err)
				return
			}
			u.matchBySameText()
			u.matchBy(SameFingerprint, func(e *Entry, _ bool) (string, bool) {
				return e.Fingerprint.String(), e.State == Fingerprinted && e.Features >= o.Scheme.Advice().RefuseBelow
			})
		}
		m, err := u.matchRecords(o)
		if err != nil {
			yield(Result{}, err)
			return
		}
		all := slices.Concat(slices.DeleteFunc(u.missing, func(r judged) bool { return !isLost(r) }), u.found, u.changed)
		slices.SortFunc(all, func(x, y judged) int { return strings.Compare(x.Path, y.Path) })
		details := m.details()
		defer details.Stop()
		for i := range all {
			r := &all[i]
			if r.Records != nil {
				if err := details.of(r.Records); err != nil {
					yield(Result{}, err)
					return
				}
				if (r.Stored == nil || r.Found == nil) && r.Records.allAlike() {
					r.Records.rows = nil
				}
			}
			if !yield(r.Result, nil) {
				return
			}
			*r = judged{} // and its temporary files
		}
	}
}

// matchRecords compares the records of web archives, and sets the statuses of the archives.
func (u *unmatched) matchRecords(o *Options) (*matcher, error) {
	m := newMatcher(o.Scheme, o)
	storedAt := make(map[string]*Entry)
	for _, side := range [][]judged{u.missing, u.found, u.changed} {
		for i := range side {
			r := &side[i]
			if !r.byRecord && !isLost(*r) && !isNew(*r) {
				continue
			}
			if r.Stored != nil && r.Stored.isArchive() {
				storedAt[r.Path] = r.Stored
				if err := m.add(&m.stored, r.Path, r.stored); err != nil {
					return nil, err
				}
			}
			if r.Found != nil && r.Found.isArchive() {
				if err := m.add(&m.found, r.Path, r.found); err != nil {
					return nil, err
				}
			}
		}
	}
	if err := m.run(); err != nil {
		return nil, err
	}
	for i := range u.changed {
		r := &u.changed[i]
		r.Records = m.files[r.Path]
		r.conclude()
	}
	for i := range u.missing {
		r := &u.missing[i]
		if c := m.files[r.Path]; c != nil && isLost(*r) && c.total()+c.Elsewhere > 0 {
			r.Records = c
			if c.total() == 0 && !isFailure(r.Stored.State) {
				r.From = c.To[0] // where the records went
			}
		}
	}
	for i := range u.found {
		r := &u.found[i]
		if c := m.files[r.Path]; c != nil && isNew(*r) && c.total() > 0 {
			r.Records = c
			r.came(storedAt)
		}
	}
	return m, nil
}

// conclude sets the status of a web archive by its records.
func (r *Result) conclude() {
	r.Status = r.Records.status()
	failed := isFailure(r.Found.State)
	switch {
	case failed && (r.Status <= Similar || r.Status == Moved || r.Status == NotCompared):
		r.Status = NotRead
	case r.Stored != nil && isFailure(r.Stored.State) && (r.Status <= Similar || r.Status == Moved):
		r.Status, r.Err = NotCompared, errNotRecorded // there may be records that were not
	case r.Status == NotRead && !failed:
		r.Err = fmt.Errorf("%d of its records cannot be read", r.Records.Count(NotRead))
	case r.Status == NotCompared:
		r.Err = fmt.Errorf("%d of its records cannot be compared", r.Records.Count(NotCompared)+r.Records.Count(StillNotRead))
	}
}

// came sets the status of a new web archive if some of its records came from other files.
func (r *judged) came(storedAt map[string]*Entry) {
	c := r.Records
	if len(c.From) == 0 {
		return // all records are new
	}
	fresh := c.Count(New)
	if fresh > 0 {
		if s := c.status(); s != Similar {
			r.conclude()
		}
		return
	}
	r.From, r.Stored = c.From[0], storedAt[c.From[0]]
	r.conclude() // if all records came from other files, the text existed before
	if r.Err == errNotRecorded {
		r.Err = ofOld(r.From, r.Err)
	}
}

func isLost(r judged) bool { return r.From == "" }

func isNew(r judged) bool { return r.Status == New }

// matchBySameText pairs files with the same text, by [Entry.sameText]. Files with the same characters are paired first.
func (u *unmatched) matchBySameText() {
	u.matchBy(SameText, func(e *Entry, _ bool) (string, bool) {
		return string(e.Text[:]) + string(e.exact[:]), !e.Text.IsZero()
	})
	for _, known := range []bool{true, false} { // the encoding of the old file, or of the new one
		u.matchBy(SameText, func(e *Entry, old bool) (string, bool) {
			return string(e.Text[:]), !e.Text.IsZero() && (old != known || e.exact.IsZero())
		})
	}
}

// matchBy pairs files with equal keys. An empty file is paired by name only.
func (u *unmatched) matchBy(as Status, key func(e *Entry, old bool) (k string, telling bool)) {
	for _, named := range []bool{true, false} {
		keyOf := func(e *Entry, old bool) string {
			k, telling := key(e, old)
			switch {
			case named && (telling || as == OK && e.Size == 0):
				return k + path.Base(e.Path)
			case !named && telling:
				return k
			}
			return ""
		}
		waiting := make(map[string][]int)
		for i, r := range u.missing {
			if isLost(r) && !r.Stored.SHA256.IsZero() {
				if k := keyOf(r.Stored, true); k != "" {
					waiting[k] = append(waiting[k], i)
				}
			}
		}
		for i := range u.found {
			r := &u.found[i]
			if !isNew(*r) {
				continue
			}
			k := keyOf(r.Found, false)
			if k == "" || len(waiting[k]) == 0 {
				continue
			}
			lost := &u.missing[waiting[k][0]]
			waiting[k] = waiting[k][1:]
			r.Status, r.MovedStatus, r.From, r.Stored = Moved, as, lost.Path, lost.Stored
			lost.From = r.Path // where the other file went
		}
	}
}

// read reads the texts of files that are still new, or only of web archives among them.
func (u *unmatched) read(ctx context.Context, fsys fs.FS, o *Options, onlyArchives bool) error {
	fresh := func(yield func(int) bool) {
		for i, r := range u.found {
			if isNew(r) && !yield(i) {
				return
			}
		}
	}
	type text struct {
		i int
		Scanned
	}
	texts := inOrder(ctx, o, fresh, func(r *recordReaders) func(int) text {
		s := newScanner(ctx, fsys, o, r)
		s.onlyArchives = onlyArchives
		return func(i int) text { return text{i, s.scan(file{path: u.found[i].Path}, nil)} }
	})
	for t, err := range texts {
		if err != nil {
			return err
		}
		if onlyArchives && !t.isArchive() {
			continue // unknown text
		}
		if !t.SHA256.IsZero() { // if zero, it is new and was read before
			u.found[t.i].Found, u.found[t.i].Err, u.found[t.i].found = &t.Entry, t.Err, t.records
		}
	}
	return nil
}
