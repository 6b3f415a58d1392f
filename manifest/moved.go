package manifest

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// unmatched are the files that are only in the manifest, and those only in the tree.
type unmatched struct {
	missing, found []Result // each in the order of the paths
}

func (u *unmatched) add(r Result) {
	if r.Status == Missing {
		u.missing = append(u.missing, r)
	} else {
		u.found = append(u.found, r)
	}
}

// match finds out which files have moved, and returns all, in the order of the paths. A
// file is said to come from one that is missing, each from another: first those of equal
// octets, then of equal text, then of equal fingerprints; among them first those of equal
// names. Texts that are needed are read by read, of which the error is.
func (u *unmatched) match(read func() error, o *VerifyOptions) ([]Result, error) {
	u.matchBy(OK, func(e *Entry) (string, bool) { return string(e.SHA256[:]), e.Size > 0 })
	if slices.ContainsFunc(u.missing, isLost) && slices.ContainsFunc(u.found, isNew) {
		if err := read(); err != nil {
			return nil, err
		}
		u.matchBy(SameText, func(e *Entry) (string, bool) { return string(e.Text[:]), !e.Text.IsZero() })
		u.matchBy(SameFingerprint, func(e *Entry) (string, bool) {
			return e.Fingerprint.String(), e.State == Fingerprinted && e.Features >= o.Scheme.Advice().RefuseBelow
		})
	}
	all := slices.Concat(slices.DeleteFunc(u.missing, func(r Result) bool { return !isLost(r) }), u.found)
	slices.SortFunc(all, func(x, y Result) int { return strings.Compare(x.Path, y.Path) })
	return all, nil
}

func isLost(r Result) bool { return r.From == "" }

func isNew(r Result) bool { return r.Status == New }

// matchBy pairs files whose keys are equal. An empty file says nothing: only its name
// pairs it.
func (u *unmatched) matchBy(as Status, key func(*Entry) (k string, telling bool)) {
	for _, named := range []bool{true, false} {
		keyOf := func(e *Entry) string {
			k, telling := key(e)
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
				if k := keyOf(r.Stored); k != "" {
					waiting[k] = append(waiting[k], i)
				}
			}
		}
		for i := range u.found {
			r := &u.found[i]
			if !isNew(*r) {
				continue
			}
			k := keyOf(r.Found)
			if k == "" || len(waiting[k]) == 0 {
				continue
			}
			lost := &u.missing[waiting[k][0]]
			waiting[k] = waiting[k][1:]
			r.Status, r.As, r.From, r.Stored = Moved, as, lost.Path, lost.Stored
			lost.From = r.Path // it is where the other went
		}
	}
}

// read reads the texts of files that are still new.
func (u *unmatched) read(ctx context.Context, fsys fs.FS, o *VerifyOptions) error {
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
	texts := inOrder(ctx, &o.Options, fresh, func() func(int) text {
		s := newScanner(ctx, fsys, &o.Options)
		return func(i int) text { return text{i, s.scan(file{path: u.found[i].Path}, nil)} }
	})
	for t, err := range texts {
		if err != nil {
			return err
		}
		if !t.SHA256.IsZero() { // or it is new, and was read before
			u.found[t.i].Found, u.found[t.i].Err = &t.Entry, t.Err
		}
	}
	return nil
}
