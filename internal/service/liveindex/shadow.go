package liveindex

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/sums"
	"github.com/lsh-interop/fpcheck/scheme"
)

// A shadow is a second index of the same documents, with other tables. It follows the changes of
// the first when they are written into that. Opening a shelf builds it again, so no answer depends
// on it.

// shadowName is the suffix of the name of a shadow.
const shadowName = ".shadow"

// ErrShadow means that there is no shadow for the request, or that one is in the way.
var ErrShadow = errors.New("this cannot be done with the shadow")

// ShadowState is the progress of a shadow.
type ShadowState struct {
	State  string // one of the following
	Tables index.Tables
	Err    error // the reason why there is none
}

// The states of shadows.
const (
	NoShadow = "none"
	Building = "building"
	Ready    = "ready"   // it is searched
	Cutting  = "cutting" // the index gets its tables
	Dropping = "dropping"
)

// job is a task of the index writer besides writing changes.
type job struct {
	state  string // meanwhile
	tables index.Tables
}

// Shadow starts to build a shadow with other tables. Once 65,536 changes have come meanwhile,
// further changes wait.
func (s *Shelf) Shadow(tables index.Tables) error {
	return s.begin(NoShadow, job{Building, tables})
}

// DropShadow removes the shadow.
func (s *Shelf) DropShadow() error { return s.begin(Ready, job{state: Dropping}) }

// CutOver starts to replace the tables of the index by those of the shadow. The shadow then ceases
// to exist. Searches use the old tables until the new ones are ready.
func (s *Shelf) CutOver() error { return s.begin(Ready, job{state: Cutting}) }

// begin starts a job, if the shadow has the right state.
func (s *Shelf) begin(state string, j job) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return ErrClosed
	case s.shadow.State != state:
		return ErrShadow
	case j.state == Cutting:
		j.tables = s.shadow.Tables
	}
	select {
	case s.jobs <- j:
		s.shadow = ShadowState{State: j.state, Tables: j.tables}
		return nil
	default:
		return ErrBusy
	}
}

// ShadowState returns how far the shadow is.
func (s *Shelf) ShadowState() ShadowState {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.shadow
}

// shadowed is an index and its shadow after a job.
type shadowed struct {
	index  *index.Writer
	shadow *index.Writer
	base   *base
	err    error
}

// do does a job. The index stays open whatever happens to the shadow.
func (s *Shelf) do(j job, w shadowed) shadowed {
	if w.shadow != nil {
		w.shadow.Close()
		w.shadow = nil
	}
	w.err = removeShadow(s.name)
	switch {
	case w.err != nil:
	case j.state == Building:
		w.shadow, w.err = s.build(j.tables)
	case j.state == Cutting:
		if w.index == nil {
			w.index, w.err = s.reopen()
		}
		if w.err == nil {
			w.err = compact(w.index, j.tables)
		}
		if w.err != nil && w.index != nil {
			w.index.Close()
			w.index = nil
		}
	}
	base, err := s.openBase(w.shadow != nil, s.base.Index, s.base.shadow)
	if err == nil && (j.state != Cutting || w.err != nil) {
		if err = s.ensureOwn(base); err != nil {
			base.release()
			base = nil
		}
	}
	w.base, w.err = base, errors.Join(w.err, err)
	return w
}

// compact gives an index other tables. After an error, even of a panic, the caller closes it.
func compact(w *index.Writer, tables index.Tables) (err error) {
	defer recovery.Catch(&err, theWriting)
	return w.Compact(context.Background(), tables)
}

func removeShadow(name string) error {
	for _, n := range []string{shadowName, shadowName + ".part"} {
		if err := os.Remove(name + n); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (s *Shelf) build(tables index.Tables) (w *index.Writer, err error) {
	err = s.With(func(x *index.Index) (err error) {
		defer recovery.Catch(&err, theWriting)
		o := x.Options()
		o.Tables, o.Memory = tables, s.options().Memory
		w, err = index.Create(s.name+shadowName, o)
		if err != nil {
			return err
		}
		ctx := context.Background()
		for d, err := range x.Documents(ctx) {
			if err == nil {
				err = w.Add(ctx, d.ID, d.Fingerprint)
			}
			if err != nil {
				return err
			}
		}
		return w.Commit(ctx)
	})
	if err != nil && w != nil {
		w.Close()
		w = nil
	}
	return w, err
}

var (
	checkSums = sums.Check.(func(context.Context, *index.Index, ...any) error)
	checkFile = sums.CheckFile.(func(context.Context, *index.Index) error)
)

// openBase opens the index, and its shadow if there is one. It compares their checksums, except where an earlier
// [index.Index] or [index.Writer] has.
func (s *Shelf) openBase(withShadow bool, earlier ...any) (*base, error) {
	x, err := s.openChecked(s.name, earlier)
	if err != nil {
		return nil, err
	}
	b := &base{Index: x}
	if b.file, err = os.Open(s.name); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	info, err := b.file.Stat()
	if err != nil {
		return nil, errors.Join(err, x.Close(), b.file.Close())
	}
	b.size = info.Size() // where the next commit is appended
	b.users.Store(1)
	if withShadow {
		if b.shadow, err = s.openChecked(s.name+shadowName, earlier); err != nil {
			b.release()
			return nil, err
		}
	}
	return b, nil
}

func (s *Shelf) openChecked(name string, earlier []any) (*index.Index, error) {
	x, err := index.OpenWith(name, s.options())
	if err != nil {
		return nil, err
	}
	if err := checkSums(context.Background(), x, earlier...); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), x.Close())
	}
	return x, nil
}

// start begins the job that waits.
func (w *writer) start() {
	s, j := w.shelf, *w.job
	w.job = nil
	if j.state == Cutting { // a rewritten index has another state
		if err := w.bindAll(state{}); err != nil {
			s.report(err)
		}
	}
	w.folding = true
	now := shadowed{index: w.index, shadow: w.shadow}
	w.index, w.shadow = nil, nil
	go func() {
		var f shadowed
		defer func() { w.done <- f }()
		defer recovery.Catch(&f.err, theWriting)
		f = s.do(j, now)
	}()
}

// finish makes searches use the result of a job.
func (w *writer) finish(now shadowed) {
	s := w.shelf
	w.folding, w.index, w.shadow = false, now.index, now.shadow
	s.mu.Lock()
	old := s.base
	if now.base != nil {
		s.base = now.base
	}
	state := ShadowState{State: NoShadow, Err: now.err}
	if now.shadow != nil && now.base != nil {
		state = ShadowState{State: Ready, Tables: now.shadow.Options().Tables}
	}
	s.shadow = state
	s.mu.Unlock()
	if now.base != nil {
		old.release()
		now.err = errors.Join(now.err, w.rebind(now.base))
	}
	if now.err != nil {
		s.report(now.err)
	}
}

// rebind binds the journals to the index that has got other tables.
func (w *writer) rebind(b *base) error {
	if w.state != (state{}) {
		return nil
	}
	now, err := b.state()
	if err == nil {
		err = w.bindAll(now)
	}
	return err
}

// follow writes a layer into the shadow too. A shadow that cannot follow is dropped.
func follow(w *index.Writer, layer *overlay) (err error) {
	defer recovery.Catch(&err, theWriting)
	ctx := context.Background()
	err = layer.each(func(id string, print scheme.Fingerprint) error { return put(ctx, w, change{id, print}) })
	if err == nil {
		err = w.Commit(ctx)
	}
	return err
}
