package liveindex

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/scheme"
)

const (
	// foldFrom is the number of changes that go into the index at once. Searches compare with each before.
	foldFrom = 4096
	// foldAfter is how long a single change stays out of the index.
	foldAfter = time.Second
	// retryAfter is the pause before the index is written again after an error.
	retryAfter = 5 * time.Second
	// mostPending is the number of changes that may be outside the index. Beyond it, changes wait.
	mostPending = 16 * foldFrom
	// mostGrouped is the number of changes for one fsync.
	mostGrouped = 1024
)

// writer is the only goroutine that writes a journal. It writes the next journal while one is written into
// the index.
type writer struct {
	shelf   *Shelf
	index   *index.Writer // nil after an error, and while it is in use
	journal *journal
	state   state // of the index, as in the header of the journal
	folded  chan folding
	folding bool          // or at a job
	shadow  *index.Writer // nil if there is none, and while it is in use
	job     *job          // that waits
	done    chan shadowed
	failing error     // of the last time that the index was written
	next    time.Time // when to write the index
}

// folding is the result of writing changes into the index.
type folding struct {
	writer *index.Writer
	shadow *index.Writer
	base   *base
	err    error
	lost   error // the reason why there is no shadow any more
}

// theWriting names the part that panicked in an error.
const theWriting = "the writing of an index"

// run writes until the shelf is closed. A panic ends the writing. Searches go on, and changes get [ErrClosed].
func (w *writer) run() {
	s := w.shelf
	defer close(s.done)
	if s.err = w.serve(); errors.Is(s.err, recovery.ErrInternal) {
		s.report(s.err)
	}
}

func (w *writer) serve() (err error) {
	defer recovery.Catch(&err, theWriting)
	s := w.shelf
	timer := time.NewTicker(foldAfter / 4)
	defer timer.Stop()
	for {
		queue := s.queue
		if w.isFull() {
			queue = nil // further changes wait
		}
		select {
		case r := <-queue:
			w.write(r)
		case f := <-w.folded:
			w.take(f)
		case now := <-w.done:
			w.finish(now)
		case j := <-s.jobs:
			w.job = &j
		case <-timer.C:
		case <-s.stop:
			return w.end()
		}
		w.fold(false)
	}
}

// isFull reports whether changes must wait.
func (w *writer) isFull() bool {
	n, octets := 0, int64(0)
	for _, o := range w.shelf.layers { // which only this goroutine changes
		n += o.len()
		octets += o.size()
	}
	return n >= mostPending || octets >= w.shelf.pendingMemory()
}

// write puts a change on the disk, with all others that wait.
func (w *writer) write(first *Change) {
	group := []*Change{first}
	for len(group) < mostGrouped {
		select {
		case r := <-w.shelf.queue:
			group = append(group, r)
			continue
		default:
		}
		break
	}
	now := make(map[string]bool) // whether the id has a document
	var changes []change
	for _, r := range group {
		there, known := now[r.id]
		if !known {
			_, there, r.err = w.shelf.Get(r.id)
		}
		r.existed = there
		if there || !r.print.IsZero() { // there may be nothing to remove
			changes = append(changes, r.change)
		}
		now[r.id] = !r.print.IsZero()
	}
	if len(changes) > 0 {
		err := w.journal.write(changes)
		if err == nil {
			w.shelf.layers[len(w.shelf.layers)-1].apply(changes)
			w.shelf.octets.Store(w.journal.end)
		}
		for _, r := range group {
			if err != nil {
				r.err = fmt.Errorf("%w: %w", ErrDisk, err)
			}
		}
	}
	if w.next.IsZero() {
		w.next = time.Now().Add(foldAfter)
	}
	for _, r := range group {
		close(r.done)
	}
}

// ErrDisk means that a change could not be written.
var ErrDisk = errors.New("the change could not be written")

// fold starts to write changes into the index, if it is time or now is set.
func (w *writer) fold(now bool) {
	s := w.shelf
	if w.job != nil && !w.folding && !now {
		w.start()
		return
	}
	last := s.layers[len(s.layers)-1].len()
	full := (last >= foldFrom || s.layers[len(s.layers)-1].size() >= s.pendingMemory()/2) && w.failing == nil
	if w.folding || last == 0 && len(s.layers) == 1 || !now && !full && time.Now().Before(w.next) {
		return
	}
	if len(s.layers) == 1 { // otherwise the last attempt failed
		if err := w.turn(); err != nil {
			w.fail(err)
			return
		}
	}
	w.folding, w.next = true, time.Time{}
	x, shadow, layer := w.index, w.shadow, s.layers[0]
	w.index, w.shadow = nil, nil
	go func() {
		var f folding
		defer func() { w.folded <- f }()
		defer recovery.Catch(&f.err, theWriting)
		f = s.fold(x, shadow, layer)
	}()
}

// turn begins a new journal and a new layer.
func (w *writer) turn() error {
	s := w.shelf
	name := s.name + journalName
	if w.journal.broken != nil {
		return w.journal.broken
	}
	w.journal.close() // some systems rename no file that is open
	err := os.Rename(name, s.name+foldedName)
	if err == nil {
		var next *journal
		if next, err = createJournal(name, w.state); err == nil {
			w.journal = next
		} else {
			err = errors.Join(err, os.Rename(s.name+foldedName, name))
		}
	}
	if err != nil {
		return errors.Join(err, w.journal.reopen(name)) // the old journal continues
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.layers = []*overlay{s.layers[0], newOverlay()}
	return nil
}

// fold writes a layer, which no longer changes, into the index and its shadow, and reopens these.
func (s *Shelf) fold(w, shadow *index.Writer, layer *overlay) (f folding) {
	f.shadow = shadow
	if w == nil {
		if w, f.err = s.reopen(); f.err != nil {
			return f
		}
	}
	if f.err = follow(w, layer); f.err != nil {
		w.Close() // what it began must not be continued
		return f
	}
	f.writer = w
	if shadow != nil {
		if f.lost = follow(shadow, layer); f.lost != nil {
			shadow.Close()
			f.shadow = nil
		}
	}
	f.base, f.err = s.openBase(f.shadow != nil, s.base.Index, s.base.shadow)
	return f
}

func (o *overlay) each(take func(id string, print scheme.Fingerprint) error) error {
	o.mu.RLock()
	defer o.mu.RUnlock()
	for id, print := range o.changes {
		if err := take(id, print); err != nil {
			return err
		}
	}
	return nil
}

// take makes searches use the index with the new changes.
func (w *writer) take(f folding) {
	s := w.shelf
	w.folding, w.index, w.shadow = false, f.writer, f.shadow
	if f.lost != nil {
		s.mu.Lock()
		s.shadow = ShadowState{State: NoShadow, Err: f.lost}
		s.mu.Unlock()
		s.report(f.lost)
	}
	if f.err != nil {
		w.fail(f.err)
		return
	}
	w.failing = nil
	s.mu.Lock()
	old := s.base
	s.base, s.layers = f.base, s.layers[1:]
	s.mu.Unlock()
	old.release()
	now, err := f.base.state()
	if err == nil {
		err = w.journal.bind(now)
	}
	if err == nil {
		w.state = now
		err = os.Remove(s.name + foldedName)
	}
	if err == nil {
		// If the old name reappeared, its changes would be older than those of the next journal.
		err = durable.SyncDirectory(filepath.Dir(s.name))
	}
	if err != nil {
		s.report(err)
	}
	if s.layers[0].len() > 0 && w.next.IsZero() {
		w.next = time.Now().Add(foldAfter)
	}
}

// fail reports an error and schedules another attempt. Acknowledged changes are in the journals.
func (w *writer) fail(err error) {
	w.failing = err
	w.next = time.Now().Add(retryAfter)
	w.shelf.report(fmt.Errorf("%s: %w: trying again in %v; what was answered is in its journal", w.shelf.name, err, retryAfter))
}

func (w *writer) end() error {
	s := w.shelf
	for more := true; more; {
		select {
		case r := <-s.queue:
			w.write(r)
		default:
			more = false
		}
	}
	if w.folding {
		select { // it is one of the two
		case f := <-w.folded:
			w.take(f)
		case now := <-w.done:
			w.finish(now)
		}
	}
	if w.shadow != nil {
		w.shadow.Close()
		w.shadow = nil
	}
	for range 2 { // a layer may be left from before
		w.fold(true)
		if w.folding {
			w.take(<-w.folded)
		}
	}
	err := removeShadow(s.name)
	if w.index != nil {
		err = errors.Join(err, w.index.Close())
	}
	if w.failing != nil || w.journal.broken != nil {
		return errors.Join(w.failing, w.journal.broken, err, w.journal.close())
	}
	return errors.Join(err, w.journal.close(), os.Remove(s.name+journalName))
}
