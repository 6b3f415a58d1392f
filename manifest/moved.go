package manifest

import (
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/order"
)

// apart are the files that are only in the manifest, and those only in the tree.
type apart struct {
	missing, found []Result // each in the order of the paths
}

func (a *apart) add(r Result) {
	if r.Status == Missing {
		a.missing = append(a.missing, r)
	} else {
		a.found = append(a.found, r)
	}
}

// settle finds out which files have moved, and returns all, in the order of the paths. A
// file is said to come from one that is missing, each from another: first those of equal
// octets, then of equal text, then of equal fingerprints; among them first those of equal
// names.
func (a *apart) settle(fsys fs.FS, o *VerifyOptions) []Result {
	a.match(OK, func(e *Entry) (string, bool) { return string(e.SHA256[:]), e.Size > 0 })
	if slices.ContainsFunc(a.missing, isLost) && slices.ContainsFunc(a.found, isNew) {
		a.read(fsys, o)
		a.match(SameText, func(e *Entry) (string, bool) { return string(e.Text[:]), !e.Text.IsZero() })
		a.match(SameFingerprint, func(e *Entry) (string, bool) {
			return e.Fingerprint.String(), e.State == Fingerprinted && e.Features >= o.Scheme.Advice().RefuseBelow
		})
	}
	all := slices.Concat(slices.DeleteFunc(a.missing, func(r Result) bool { return !isLost(r) }), a.found)
	slices.SortFunc(all, func(x, y Result) int { return strings.Compare(x.Path, y.Path) })
	return all
}

func isLost(r Result) bool { return r.From == "" }

func isNew(r Result) bool { return r.Status == New }

// match pairs files whose keys are equal. An empty file says nothing: only its name
// pairs it.
func (a *apart) match(as Status, key func(*Entry) (k string, telling bool)) {
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
		for i, r := range a.missing {
			if isLost(r) && !r.Stored.SHA256.IsZero() {
				if k := keyOf(r.Stored); k != "" {
					waiting[k] = append(waiting[k], i)
				}
			}
		}
		for i := range a.found {
			r := &a.found[i]
			if !isNew(*r) {
				continue
			}
			k := keyOf(r.Found)
			if k == "" || len(waiting[k]) == 0 {
				continue
			}
			lost := &a.missing[waiting[k][0]]
			waiting[k] = waiting[k][1:]
			r.Status, r.As, r.From, r.Stored = Moved, as, lost.Path, lost.Stored
			lost.From = r.Path // it is where the other went
		}
	}
}

// read reads the texts of files that are still new.
func (a *apart) read(fsys fs.FS, o *VerifyOptions) {
	fresh := func(yield func(int) bool) {
		for i, r := range a.found {
			if isNew(r) && !yield(i) {
				return
			}
		}
	}
	type text struct {
		i int
		Scanned
	}
	texts := order.Do(iter.Seq[int](fresh), o.workers(), 16*o.workers(), func() func(int) text {
		s := newScanner(fsys, &o.Options)
		return func(i int) text { return text{i, s.scan(file{path: a.found[i].Path}, nil)} }
	})
	for t := range texts {
		if !t.SHA256.IsZero() { // or it is new, and was read before
			a.found[t.i].Found, a.found[t.i].Err = &t.Entry, t.Err
		}
	}
}
