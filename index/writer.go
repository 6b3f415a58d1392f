package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Suffixes of the files beside an index.
const (
	partName    = ".part"    // a new index, until it is complete
	compactName = ".compact" // an index that is rewritten
	lockName    = ".lock"
)

// Memory of a [Writer], in bytes.
const (
	defaultMemory = 1 << 30
	leastMemory   = 1 << 20
)

// Options describe an index and how to open it.
type Options struct {
	Scheme  *scheme.Scheme
	Profile string // empty means "visible"
	Bits    int    // in each slot of a MinHash; 0 means 8
	Tables  Tables // see [TablesFor]
	Memory  int64  // for a [Writer], in bytes; 0 means 1 GiB
	// Resume makes Create continue an earlier Create of the same name that did not commit, if any. The
	// other options must be the same.
	Resume bool
	// Private has the private schemes that an existing index may be of.
	Private scheme.Set
}

// A Writer adds documents to an index, and removes some. An index has one Writer at a time; another
// gets [ErrLocked]. A Writer belongs to one goroutine.
//
// Changes become visible and durable together when [Writer.Commit] returns. If a Writer ends before
// that, even by a crash, the index stays as it was.
type Writer struct {
	store
	name   string // of the index
	memory int64
	batch  *batch
	unlock func()
	made   bool // it exists only as its part
	cut    int64
}

// Create creates an index. Until its first Commit it is a file NAME.part. An error wraps [fs.ErrExist]
// if a file with the name exists.
func Create(name string, o Options) (w *Writer, err error) {
	if o.Scheme == nil || o.Scheme.ID() == "" {
		return nil, errors.New("no scheme given: expected one")
	}
	if o.Scheme.IsMinHash() && o.Bits == 0 {
		o.Bits = widest
	}
	h, err := newHead(o.Scheme, cmp.Or(o.Profile, "visible"), o.Bits, o.Tables)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(name); err == nil {
		return nil, &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	}
	w = &Writer{name: name}
	if err := w.begin(o.Memory); err != nil {
		return nil, err
	}
	if err := w.create(h, o); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// create makes the part of a new index, or opens the part of an earlier run.
func (w *Writer) create(h head, o Options) (err error) {
	if o.Resume {
		found, err := w.resume(h, append(slices.Clone(o.Private), o.Scheme))
		if found || err != nil {
			return err
		}
	}
	// What a killed process has left goes. A link is not followed.
	if err := os.Remove(w.name + partName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	w.file, err = os.OpenFile(w.name+partName, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	w.made = true
	if _, err := w.file.Write(h.encode()); err != nil {
		return err
	}
	w.head, w.end = h, headerSize
	w.batch = newBatch(h.size)
	return nil
}

// resume opens what an earlier run has left, and reports whether there is something.
func (w *Writer) resume(h head, private scheme.Set) (found bool, err error) {
	err = w.open(w.name+partName, os.O_RDWR, private)
	if errors.Is(err, fs.ErrNotExist) || w.file != nil && isShort(w.file) {
		if w.file != nil {
			w.file.Close()
		}
		return false, nil
	}
	if err != nil {
		return true, fmt.Errorf("%s: %w", w.name+partName, unwrapPath(err))
	}
	if w.head != h {
		return true, fmt.Errorf("%s: it was started with another scheme, profile or tables: expected the same, or no --resume", w.name+partName)
	}
	w.batch = newBatch(h.size)
	err = w.recover(true)
	w.made = err == nil // a damaged part stays
	return true, err
}

// isShort reports whether a file ends within its header: its writing was begun.
func isShort(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Size() < headerSize
}

// Update opens an index to add documents to it, and to remove some. It compares the checksums of the index. It
// uses Memory and Private of o, and ignores the other options.
func Update(name string, o Options) (w *Writer, err error) {
	w = &Writer{name: name}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		w.name = target
	}
	if err := w.begin(o.Memory); err != nil {
		return nil, err
	}
	if err := w.open(w.name, os.O_RDWR, o.Private); err != nil {
		w.Close()
		return nil, fmt.Errorf("%s: %w", name, unwrapPath(err))
	}
	w.batch = newBatch(w.size)
	if err := w.recover(false); err != nil {
		w.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if w.last.generation == 0 {
		w.Close()
		return nil, fmt.Errorf("%s: %w", name, corrupt("it has no commit"))
	}
	return w, nil
}

func (w *Writer) begin(memory int64) (err error) {
	w.memory = max(cmp.Or(memory, defaultMemory), leastMemory)
	w.unlock, err = durable.Lock(w.name + lockName)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrLocked), errors.Is(err, fs.ErrNotExist): // there is no directory for the index either
		return fmt.Errorf("%s: %w", w.name, unwrapPath(err))
	}
	return fmt.Errorf("%s: %w", w.name+lockName, unwrapPath(err))
}

// recover reads the file, and cuts the rest of a write that did not end. A damaged file stays as it is.
func (w *Writer) recover(all bool) (err error) {
	if w.cut, err = w.follow(all); err != nil {
		return err
	}
	if err := w.check(context.Background()); err != nil || w.cut == 0 {
		return err
	}
	return w.file.Truncate(w.end)
}

// Discarded returns the number of bytes that Create or Update cut from the end of the file. An earlier
// Writer ended before it committed them.
func (w *Writer) Discarded() int64 { return w.cut }

// Len returns the number of committed documents. While Create builds an index, it is the number of
// documents in the file.
func (w *Writer) Len() int { return int(w.live) }

// Options returns the scheme, profile, bits and tables of the index. The other options are zero.
func (w *Writer) Options() Options { return w.options() }

// Close closes the file. Changes that were not committed are lost, except those that [Options].Resume
// finds. If there are none of these, no part is left. Afterwards, w is like a zero Writer.
func (w *Writer) Close() error {
	err := w.store.close()
	if w.made && w.last.generation == 0 {
		os.Remove(w.name + partName)
	}
	w.made = false
	w.store, w.batch = store{}, nil
	if w.unlock != nil {
		w.unlock()
		w.unlock = nil
	}
	return err
}

// Has reports whether there is a document with an id, committed or not.
func (w *Writer) Has(id string) bool {
	if i := w.batch.find(id); i >= 0 {
		return !w.batch.removed[i]
	}
	_, _, ok := w.lookup([]byte(id))
	return ok
}

// Add adds a document, and replaces a document with the same id. It writes to the disk if the memory is
// full. An error wraps [ErrScheme] if the fingerprint does not suit the index.
func (w *Writer) Add(ctx context.Context, id string, f scheme.Fingerprint) error {
	sketch, err := w.suit(f)
	if err == nil && len(sketch) != w.size {
		err = fmt.Errorf("%w: %d bits a slot, and the fingerprint has %d", ErrScheme, w.width, f.Width())
	}
	if err != nil {
		return fmt.Errorf("document %q: %w", id, err)
	}
	if err := w.makeRoom(ctx, int64(len(id))); err != nil {
		return err
	}
	w.batch.put(id, sketch)
	return nil
}

// Remove removes the document with an id, and reports whether there was one.
func (w *Writer) Remove(ctx context.Context, id string) (bool, error) {
	if w.batch == nil {
		return false, errNotOpen
	}
	if !w.Has(id) {
		return false, nil
	}
	if err := w.makeRoom(ctx, int64(len(id))); err != nil {
		return false, err
	}
	w.batch.put(id, nil)
	return true, nil
}

// makeRoom writes the batch if there is no room for a document with an id of a length.
func (w *Writer) makeRoom(ctx context.Context, id int64) error {
	if w.batch.memory()+2*id < w.memory/2 && len(w.batch.ends) < 1<<30 {
		return nil
	}
	return w.write(ctx, false)
}

// Flush writes the changes to the disk. They stay invisible until Commit, but [Options].Resume finds
// them.
func (w *Writer) Flush(ctx context.Context) error {
	if w.batch == nil {
		return errNotOpen
	}
	if len(w.batch.ends) == 0 {
		return nil
	}
	return w.write(ctx, false)
}

// Commit makes the changes visible and durable. After the first Commit, a new index has its name.
func (w *Writer) Commit(ctx context.Context) error {
	if w.batch == nil {
		return errNotOpen
	}
	if w.made {
		if err := w.Flush(ctx); err != nil {
			return err
		}
		return w.rewrite(ctx, w.tables)
	}
	if len(w.batch.ends) == 0 && w.last.whole {
		return nil
	}
	if err := w.isNamed(); err != nil {
		return err
	}
	if err := w.write(ctx, true); err != nil {
		return err
	}
	// At most half of the file may be useless.
	const least = 1 << 20
	if used := w.used(); w.end-used > used+least {
		err := w.rewrite(ctx, w.tables)
		if errors.Is(err, errLost) || errors.Is(err, ErrCorrupt) || ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// errReplaced says that changes would be lost in a file without a name, or replace another file.
var errReplaced = errors.New("another file has the name of the index since it was opened: nothing was written")

// isNamed returns an error unless the open file still has its name.
func (w *Writer) isNamed() error {
	if w.made {
		return nil
	}
	open, err := w.file.Stat()
	if err != nil {
		return err
	}
	if named, err := os.Stat(w.name); err != nil {
		return err
	} else if !os.SameFile(open, named) {
		return errReplaced
	}
	return nil
}

// used returns about how many bytes of the file belong to living documents.
func (x *store) used() int64 {
	used := int64(headerSize)
	for _, s := range x.segments {
		used += segmentHead(len(s.table)) + commitSize
		if s.documents > 0 {
			used += int64(float64(s.length) * float64(s.live()) / float64(s.documents))
		}
	}
	return used
}

// write writes the batch as a segment, with those segments on top that are merged with it.
func (w *Writer) write(ctx context.Context, whole bool) error {
	w.batch.sort()
	var tombs []tomb
	live := w.live
	for i := range w.batch.order {
		if !w.batch.leaves(i) {
			live++
		}
	}
	for _, s := range w.segments {
		at := 0
		for i := range w.batch.order {
			rank, document, found := s.find(w.batch.id(i), at)
			if at = rank; found && !s.isDead(document) {
				tombs = append(tombs, tomb{s.generation, uint32(document)})
				live--
			}
		}
	}
	keep := len(w.segments)
	if whole {
		keep = w.merges(len(w.batch.order))
	}
	if err := w.verifySources(ctx, w.segments[keep:]); err != nil {
		return err
	}
	merged := &merging{segments: w.segments[keep:], batch: w.batch}
	tombs = merged.bury(tombs)
	below := int64(0)
	if keep > 0 {
		below = w.segments[keep-1].at
	}
	b := builder{file: w.file, head: &w.head, last: w.last, end: w.end, memory: w.memory, plain: !whole}
	err := b.segments(ctx, merged.sources(), tombs, below, live, whole)
	if err == nil {
		_, err = w.follow(true)
	}
	if err != nil {
		// Who opens the file would cut it; here it may be full.
		return errors.Join(err, w.file.Truncate(w.end))
	}
	w.batch = newBatch(w.size)
	return nil
}

// merges returns the number of segments to keep when a number of documents is written. There are fewer
// than 8 segments of each size, up to the next power of 8. So a document is written only a few times.
// Segments that are not whole are merged in any case.
func (w *Writer) merges(documents int) (keep int) {
	const many = 8
	size := func(n int) (tier int) {
		for n >= 1024 {
			n, tier = n/many, tier+1
		}
		return tier
	}
	keep = len(w.segments)
	for keep > 0 && !w.segments[keep-1].whole {
		keep--
		documents += w.segments[keep].live()
	}
	for {
		from, total := keep, documents
		for from > 0 && size(w.segments[from-1].live()) <= size(total) {
			from--
			total += w.segments[from].live()
		}
		if keep-from < many-1 || total > w.head.most(w.memory) {
			return keep
		}
		keep, documents = from, total
	}
}

// merging is segments that are merged with a batch.
type merging struct {
	segments []*segment
	batch    *batch
	buried   []map[uint32]bool // by segment: what the batch replaces or removes
}

// bury takes from tombs those of what is merged, and adds those that it has of others.
func (m *merging) bury(tombs []tomb) (left []tomb) {
	m.buried = make([]map[uint32]bool, len(m.segments))
	place := func(generation uint64) int {
		return slices.IndexFunc(m.segments, func(s *segment) bool { return s.generation == generation })
	}
	for _, s := range m.segments {
		for _, t := range s.graves() {
			if place(t.generation) < 0 {
				left = append(left, t)
			}
		}
	}
	for _, t := range tombs {
		i := place(t.generation)
		if i < 0 {
			left = append(left, t)
			continue
		}
		if m.buried[i] == nil {
			m.buried[i] = make(map[uint32]bool)
		}
		m.buried[i][t.document] = true
	}
	slices.SortFunc(left, func(x, y tomb) int {
		return cmp.Or(cmp.Compare(x.generation, y.generation), cmp.Compare(x.document, y.document))
	})
	return left
}

func (m *merging) sources() (all []source) {
	for i, s := range m.segments {
		all = append(all, ranks{s, m.buried[i]})
	}
	if m.batch != nil {
		all = append(all, m.batch)
	}
	return all
}

// Compact commits the changes and rewrites the index without removed and replaced documents. The new
// index has as few segments as the memory allows. It replaces the old file in one step; programs that
// have that file open keep it. If tables is not zero, the index gets these tables.
func (w *Writer) Compact(ctx context.Context, tables Tables) error {
	if w.batch == nil {
		return errNotOpen
	}
	if tables == (Tables{}) {
		tables = w.tables
	}
	if err := w.isNamed(); err != nil {
		return err
	}
	if err := w.Flush(ctx); err != nil {
		return err
	}
	return w.rewrite(ctx, tables)
}

// errLost says that the writer cannot go on.
var errLost = errors.New("the index was rewritten, but could not be opened")

// rewrite writes all that is there to a new file, which gets the name.
func (w *Writer) rewrite(ctx context.Context, tables Tables) (err error) {
	h, err := newHead(w.scheme, w.profile, w.width, tables)
	if err == nil {
		err = w.verifySources(ctx, w.segments)
	}
	if err != nil {
		return err
	}
	name := w.name + compactName
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(name)
		}
	}()
	if _, err := f.Write(h.encode()); err != nil {
		return err
	}
	b := builder{file: f, head: &h, end: headerSize, memory: w.memory}
	if err := b.segments(ctx, sources(w.segments), nil, 0, w.live, true); err != nil {
		return err
	}
	if info, err := os.Stat(w.name); err == nil {
		if err := durable.Inherit(f, info); err != nil {
			return err
		}
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := os.Rename(name, w.name); err != nil {
		return err
	}
	durable.SyncDirectory(filepath.Dir(w.name))
	if w.made {
		os.Remove(w.name + partName)
		w.made = false
	}
	batch := newBatch(w.size)
	w.store.close()
	w.store = store{head: h, file: f, end: headerSize}
	w.batch = batch
	if _, err := w.follow(false); err != nil {
		return fmt.Errorf("%w: %w", errLost, err)
	}
	return nil
}
