package liveindex

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Errors of changes.
var (
	// ErrBusy means that more changes wait than the disk can write: try again later.
	ErrBusy = errors.New("too many changes are waiting to be written")
	// ErrClosed means that the shelf was closed.
	ErrClosed = errors.New("the index is closed")
)

// Options configure a shelf.
type Options struct {
	Memory  int64      // bytes that writing the index takes, and the changes that wait for that; 0 means 1 GiB
	Private scheme.Set // that the index may be of, beside the registered ones
	// ReadOnly serves the index as it is when it is opened, with the changes in its journals. Nothing is written or
	// locked, so other processes may serve the same file.
	ReadOnly bool
	// Report, if not nil, is called with errors that no request can return. The shelf continues. Several
	// goroutines may call it.
	Report func(error)
}

// A Shelf is an index file that is searched and changed. Several goroutines may call its methods, except
// Close. No other process may write the index meanwhile.
type Shelf struct {
	name  string
	o     Options
	queue chan *Change
	stop  chan struct{}
	done  chan struct{}
	err   error // the error that ended the writing; read after done

	mu     sync.RWMutex
	base   *base
	layers []*overlay // over base, the last one is written to
	shadow ShadowState
	closed bool

	jobs chan job

	octets atomic.Int64 // of the journals
}

// base is an open index with a count of its users.
type base struct {
	*index.Index
	file   *os.File     // of the index
	size   int64        // of its bytes up to the last commit, which do not change
	shadow *index.Index // nil if there is none
	users  atomic.Int64
}

func (b *base) release() {
	if b.users.Add(-1) == 0 {
		b.Close()
		b.file.Close()
		if b.shadow != nil {
			b.shadow.Close()
		}
	}
}

// Open opens an index, and writes into it what an earlier run has left in journals.
func Open(name string, o Options) (*Shelf, error) {
	name = target(name)
	s := &Shelf{name: name, o: o, queue: make(chan *Change, mostWaiting), stop: make(chan struct{}), done: make(chan struct{}),
		jobs: make(chan job, 1), shadow: ShadowState{State: NoShadow}}
	if o.ReadOnly {
		return s, s.openReadOnly()
	}
	w, err := index.Update(name, s.options())
	if err != nil {
		return nil, err
	}
	if err := s.recover(w); err != nil {
		w.Close()
		return nil, err
	}
	if err := removeShadow(name); err != nil {
		w.Close()
		return nil, err
	}
	if s.base, err = s.openBase(false, w); err != nil {
		w.Close()
		return nil, err
	}
	now, err := s.base.state()
	var j *journal
	if err == nil {
		j, err = createJournal(name+journalName, now)
	}
	if err != nil {
		s.base.release()
		w.Close()
		return nil, err
	}
	s.layers = []*overlay{newOverlay()}
	wr := &writer{shelf: s, index: w, journal: j, state: now, folded: make(chan folding, 1), done: make(chan shadowed, 1)}
	go wr.run()
	return s, nil
}

// openReadOnly opens the index without a writer, and reads its journals. Another process may write both. It
// removes a journal after the changes are in the index, so journals are read first.
func (s *Shelf) openReadOnly() error {
	close(s.done)
	const tries, pause = 10, 10 * time.Millisecond
	for try := 1; ; try++ {
		before := journalFiles(s.name)
		p, b, err := s.readAll()
		if err == nil {
			s.base, s.layers = b, p.layers
		}
		if try == tries || areSame(before, journalFiles(s.name)) {
			s.reportPending()
			return err
		}
		if err == nil {
			b.release()
		}
		time.Sleep(pause)
	}
}

// reportPending says what lacks the changes that are not in the index yet.
func (s *Shelf) reportPending() {
	for i, layer := range s.layers {
		if layer.len() > 0 {
			s.report(fmt.Errorf("%s: its changes are not in the index yet: searches find them, but clusters and snapshots lack them",
				journals(s.name)[i]))
		}
	}
}

// readAll reads the journals, and opens the index.
func (s *Shelf) readAll() (*pending, *base, error) {
	p, err := readPending(s.name, s.o.Private)
	if err != nil {
		return nil, nil, err
	}
	b, err := s.openBase(false)
	if err != nil {
		return nil, nil, err
	}
	if err := p.ensureOwn(b); err != nil {
		b.release()
		return nil, nil, err
	}
	return p, b, nil
}

// options returns how the shelf opens its index.
func (s *Shelf) options() index.Options {
	return index.Options{Memory: s.memory() - s.pendingMemory(), Private: s.o.Private}
}

func (s *Shelf) memory() int64 { return cmp.Or(s.o.Memory, 1<<30) }

// pendingMemory is the memory for changes that are not in the index yet.
func (s *Shelf) pendingMemory() int64 { return s.memory() / 4 }

func (s *Shelf) recover(w *index.Writer) error {
	ctx := context.Background()
	p, b, err := s.readAll()
	if err != nil {
		return err
	}
	b.release()
	kept := make(map[string]bool)
	for i, name := range p.names {
		err := p.layers[i].each(func(id string, print scheme.Fingerprint) error { return put(ctx, w, change{id, print}) })
		if err != nil {
			return err
		}
		if torn := p.torn[i]; torn > 0 {
			kept[name] = true
			s.report(fmt.Errorf("%s: an earlier run was interrupted: the last %d bytes are no whole change, and are kept in %s",
				name, torn, name+tornName))
		}
	}
	if err := w.Commit(ctx); err != nil {
		return err
	}
	for _, name := range p.names {
		if kept[name] {
			if err := os.Rename(name, name+tornName); err != nil {
				return err
			}
			continue
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func put(ctx context.Context, w *index.Writer, c change) (err error) {
	if c.print.IsZero() {
		_, err = w.Remove(ctx, c.id)
		return err
	}
	return w.Add(ctx, c.id, c.print)
}

func (s *Shelf) report(err error) {
	if s.o.Report != nil {
		s.o.Report(err)
	}
}

// Close writes all changes into the index and closes it. If it returns no error, no journal is left.
// Otherwise the next Open reads the acknowledged changes. Later changes get [ErrClosed].
func (s *Shelf) Close() error {
	close(s.stop)
	<-s.done
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		s.base.release()
	}
	return s.err
}

// view returns the current index and layers. The caller must release the index.
func (s *Shelf) view() (*base, []*overlay, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return nil, nil, ErrClosed
	}
	s.base.users.Add(1)
	return s.base, s.layers, nil
}

// With calls use with the index file as it is now, without the changes that are not in it yet.
func (s *Shelf) With(use func(*index.Index) error) error {
	b, _, err := s.view()
	if err != nil {
		return err
	}
	defer b.release()
	return use(b.Index)
}

// Snapshot calls use with the content of an index file and its size. It has all changes that are in the index file
// now, and is an index file itself. An error wraps [index.ErrCorrupt] if the file was damaged since it was opened.
func (s *Shelf) Snapshot(ctx context.Context, use func(content io.Reader, size int64) error) error {
	b, _, err := s.view()
	if err != nil {
		return err
	}
	defer b.release()
	if err := checkFile(ctx, b.Index); err != nil {
		if errors.Is(err, index.ErrCorrupt) {
			s.report(fmt.Errorf("%s: %w", s.name, err))
		}
		return err
	}
	return use(io.NewSectionReader(b.file, 0, b.size), b.size)
}

// Options returns the scheme, profile, bits and tables of the index.
func (s *Shelf) Options() (o index.Options) {
	s.With(func(x *index.Index) error {
		o = x.Options()
		return nil
	})
	return o
}

// Found is the result of a search.
type Found struct {
	index.Answer
	Shadow *index.Answer // the result of the shadow, or nil
}

// Search returns at most most documents near a fingerprint, the most similar first, as [index.Index.Search]
// does. It includes all changes that were acknowledged before. A negative most means all. Found is at least the number of matches, and
// more than most if there are more. Without limits, a shadow is searched by the limits of its tables.
func (s *Shelf) Search(ctx context.Context, f scheme.Fingerprint, limits scheme.Thresholds, most int) (found Found, err error) {
	b, layers, err := s.view()
	if err != nil {
		return found, err
	}
	defer b.release()
	if found.Answer, err = nearest(ctx, b.Index, layers, f, limits, most); err != nil || b.shadow == nil {
		return found, err
	}
	other, err := nearest(ctx, b.shadow, layers, f, limits, most)
	found.Shadow = &other
	return found, err
}

// nearest searches an index with layers over it.
func nearest(ctx context.Context, x *index.Index, layers []*overlay, f scheme.Fingerprint, limits scheme.Thresholds, most int) (a index.Answer, err error) {
	changed := 0 // documents that may have to be left out
	for _, o := range layers {
		changed += o.len()
	}
	if most < 0 {
		most = x.Len() + changed
	}
	limits = limits.Or(x.Options().Tables.Thresholds())
	if a, err = x.Search(ctx, f, limits, most+changed); err != nil {
		return a, err
	}
	more := a.Found - len(a.Matches)
	for _, o := range layers {
		if a.Matches, err = o.over(a.Matches, f, limits); err != nil {
			return a, err
		}
	}
	slices.SortFunc(a.Matches, func(x, y index.Match) int {
		return cmp.Or(cmp.Compare(y.Similarity, x.Similarity), cmp.Compare(x.ID, y.ID))
	})
	a.Found = len(a.Matches) + more
	a.Matches = a.Matches[:min(len(a.Matches), most)]
	return a, nil
}

// Get returns the fingerprint of an id, if it has a document.
func (s *Shelf) Get(id string) (f scheme.Fingerprint, ok bool, err error) {
	b, layers, err := s.view()
	if err != nil {
		return f, false, err
	}
	defer b.release()
	for _, o := range slices.Backward(layers) {
		if f, ok := o.get(id); ok {
			return f, !f.IsZero(), nil
		}
	}
	d, ok := b.Get(id)
	return d.Fingerprint, ok, nil
}

// Len returns the number of documents, with the changes that are not in the index file yet.
func (s *Shelf) Len() (n int, err error) {
	b, layers, err := s.view()
	if err != nil {
		return 0, err
	}
	defer b.release()
	n = b.Len()
	last := make(map[string]bool) // by id: it has a document after all changes
	for _, o := range layers {
		o.each(func(id string, print scheme.Fingerprint) error {
			last[id] = !print.IsZero()
			return nil
		})
	}
	for id, there := range last {
		switch _, before := b.Get(id); {
		case there && !before:
			n++
		case before && !there:
			n--
		}
	}
	return n, nil
}

// State is the load of a shelf.
type State struct {
	Documents int   // in the index file
	Pending   int   // changes that are not in it yet
	Octets    int64 // of the journals
	Waiting   int   // unacknowledged changes
}

// State returns how full the shelf is.
func (s *Shelf) State() (state State, err error) {
	b, layers, err := s.view()
	if err != nil {
		return state, err
	}
	defer b.release()
	for _, o := range layers {
		state.Pending += o.len()
	}
	state.Documents, state.Octets, state.Waiting = b.Len(), s.octets.Load(), len(s.queue)
	return state, nil
}

// A Change is a change whose caller waits for it.
type Change struct {
	change
	shelf   *Shelf
	existed bool
	err     error
	done    chan struct{}
}

// mostWaiting is the number of changes that may wait to be written.
const mostWaiting = 1024

// longestWait is the time that a change waits for the disk.
const longestWait = time.Minute

// Put adds or replaces a document, or removes it if the fingerprint is zero. Changes are made in the order of
// Put. An error wraps [index.ErrScheme] if the fingerprint does not fit the index. It wraps [ErrBusy] if too
// many changes wait. If patient is set, Put waits instead, until ctx ends.
func (s *Shelf) Put(ctx context.Context, id string, f scheme.Fingerprint, patient bool) (*Change, error) {
	if s.o.ReadOnly {
		return nil, ErrClosed
	}
	if !f.IsZero() {
		err := s.With(func(x *index.Index) (err error) {
			f, err = suited(x, f)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	c := &Change{change: change{id, f}, shelf: s, done: make(chan struct{})}
	if !patient {
		select {
		case s.queue <- c:
			return c, nil
		default:
			return nil, ErrBusy
		}
	}
	select {
	case s.queue <- c:
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.done:
		return nil, ErrClosed
	}
}

// Wait waits until the change is on the disk, and searches find it. It reports whether the id had a document
// before. After an error that wraps neither [ErrDisk] nor [ErrClosed], it is unknown whether the change
// counts.
func (c *Change) Wait() (existed bool, err error) {
	select {
	case <-c.done:
		return c.existed, c.err
	case <-c.shelf.done:
		select { // it may be that both have come
		case <-c.done:
			return c.existed, c.err
		default:
			return false, ErrClosed
		}
	case <-time.After(longestWait):
		return false, fmt.Errorf("the disk has not answered for %v", longestWait)
	}
}

// suited returns a fingerprint in the form that the index keeps.
func suited(x *index.Index, f scheme.Fingerprint) (scheme.Fingerprint, error) {
	if f.Scheme() != x.Options().Scheme || f.Profile() != x.Options().Profile {
		return f, fmt.Errorf("%w: the index is of %s (profile %s), the fingerprint of %s (profile %s)", index.ErrScheme,
			x.Options().Scheme.ID(), x.Options().Profile, f.Scheme().ID(), f.Profile())
	}
	if f.Width() < x.Options().Bits {
		return f, fmt.Errorf("%w: %d bits a slot, and the fingerprint has %d", index.ErrScheme, x.Options().Bits, f.Width())
	}
	if f.Width() > x.Options().Bits {
		return f.Truncate(x.Options().Bits)
	}
	return f, nil
}
