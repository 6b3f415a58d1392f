package index

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
)

// An Index is an index file that is open for searches. It does not see what a [Writer] adds and
// removes after Open. Several goroutines may use it at once.
//
// The file is mapped into memory if the system can do that. Then a program that shortens the file, or
// changes it by other means than a Writer, makes the process crash.
type Index struct {
	store
	checking sync.Mutex
	checked  atomic.Bool // the checksums of all segments were right
}

// store is an open file and its segments.
type store struct {
	head
	file     *os.File
	last     commit // the last record; its generation is 0 if there is none
	end      int64  // after it
	segments []*segment
	live     int64 // documents
	commits  int
}

// Open opens an index of a registered scheme. It ignores what follows the last commit in the file. An
// error wraps [ErrCorrupt] if the index is damaged. Open reads little of the file. The first use of an Index
// reads all of it and compares its checksums. [Index.Verify] checks more.
func Open(name string) (*Index, error) { return OpenWith(name, Options{}) }

// OpenWith is like Open, for an index of a registered scheme or of one in o.Private. It ignores the
// other options.
func OpenWith(name string, o Options) (*Index, error) {
	for try := 0; ; try++ {
		x := new(Index)
		err := x.open(name, os.O_RDONLY, o.Private)
		if err == nil {
			_, err = x.follow(false)
		}
		if errors.Is(err, io.EOF) {
			err = corrupt("it ends where it did not before")
		}
		if err == nil && x.last.generation == 0 {
			err = corrupt("it has no commit")
		}
		if err == nil {
			return x, nil
		}
		x.Close()
		// A writer may be changing it.
		const tries, pause = 3, 10 * time.Millisecond
		if try == tries || !errors.Is(err, ErrCorrupt) {
			return nil, fmt.Errorf("%s: %w", name, unwrapPath(err))
		}
		time.Sleep(pause)
	}
}

func unwrapPath(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	return err
}

func (x *store) open(name string, flag int, private scheme.Set) (err error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return errors.New("is not a regular file: expected an index")
	}
	if x.file, err = os.OpenFile(name, flag, 0); err != nil {
		return err
	}
	b := make([]byte, headerSize)
	if _, err := io.ReadFull(x.file, b); err == io.EOF || err == io.ErrUnexpectedEOF {
		return errNotIndex
	} else if err != nil {
		return err
	}
	x.head, err = decodeHead(b, private)
	x.end = headerSize
	return err
}

// follow reads the committed segments after the end, and opens those that count. Without all, it leaves
// out the last commits that are not whole. It returns the number of bytes of the file that are not part
// of the index.
func (x *store) follow(all bool) (tail int64, err error) {
	info, err := x.file.Stat()
	if err != nil {
		return 0, err
	}
	size := info.Size()
	known := make(map[int64]*segment) // by the offsets of their commits
	for _, s := range x.segments {
		known[s.at] = s
	}
	before, at := x.last, x.end // of the last record that was read
	whole, wholeEnd := x.last, x.end
	for {
		s, err := x.next(at, size, before)
		if err != nil {
			return 0, err
		}
		if s == nil {
			damage := x.undamaged(at, size, before)
			if damage == nil {
				break
			}
			// It may be that a writer has ended its segment meanwhile.
			if info, err = x.file.Stat(); err != nil {
				return 0, err
			}
			size = info.Size()
			if s, err = x.next(at, size, before); s == nil {
				return 0, cmp.Or(err, damage)
			}
		}
		known[s.at] = s
		before, at = s.commit, s.at+commitSize
		x.commits++
		if all || s.whole {
			whole, wholeEnd = before, at
		}
	}
	x.last, x.end = whole, wholeEnd
	if err := x.choose(known); err != nil {
		return 0, err
	}
	return size - x.end, nil
}

// next reads the segment at an offset and its commit; nil if there is none.
func (x *store) next(at, size int64, before commit) (*segment, error) {
	s, err := readSegment(x.file, at, size)
	if err != nil || s == nil || size-at-s.length < commitSize {
		return nil, err
	}
	b := make([]byte, commitSize)
	if _, err := x.file.ReadAt(b, at+s.length); err != nil {
		return nil, err
	}
	c, ok := decodeCommit(b, at+s.length)
	if !ok && bytes.Equal(b, make([]byte, commitSize)) {
		return nil, nil // it was not written
	}
	if !ok || c.begin != at || c.generation != before.generation+1 || c.generation != s.generation ||
		c.previous != before.at || c.below > before.at || c.before != before.checksum() {
		return nil, corrupt("the commit at byte %d", at+s.length)
	}
	s.commit = c
	return s, nil
}

// undamaged returns an error if there is a commit after the last that was found. Then the file has
// changed, and it is not the end of a write that is missing. A segment whose head is zeros was not
// written to its end, because the head is written last. Then undamaged looks for nothing.
func (x *store) undamaged(at, size int64, before commit) error {
	if size-at < segmentSize {
		return nil
	}
	const most = 1 << 20
	b := make([]byte, most)
	if _, err := x.file.ReadAt(b[:segmentSize], at); err != nil {
		return err
	}
	if bytes.Equal(b[:segmentSize], make([]byte, segmentSize)) {
		return nil
	}
	for from := at; from < size; from += most {
		n, err := x.file.ReadAt(b, from)
		if err != nil && err != io.EOF {
			return err
		}
		for i := 0; i+commitSize <= n; i += align {
			if c, ok := decodeCommit(b[i:n], from+int64(i)); ok && c.generation > before.generation && c.begin >= at && c.begin < c.at {
				return corrupt("between byte %d and the commit at %d", at, c.at)
			}
		}
	}
	return nil
}

// choose opens the segments that the last commit is the top of, and closes the others.
func (x *store) choose(known map[int64]*segment) error {
	old := x.segments
	x.segments = nil
	if x.last.generation != 0 {
		for at := x.last.at; at != 0; {
			s := known[at]
			if s == nil || s.below >= at {
				return corrupt("generation %d is not there", x.last.generation)
			}
			x.segments = append(x.segments, s)
			at = s.below
		}
	}
	slices.Reverse(x.segments)
	for _, s := range old {
		if !slices.Contains(x.segments, s) {
			s.close()
		}
	}
	x.live = 0
	for i, s := range x.segments {
		if s.content == nil {
			if err := s.open(x.file, &x.head); err != nil {
				return err
			}
			if err := x.bury(x.segments[:i], s); err != nil {
				return err
			}
		}
		x.live += int64(s.documents)
	}
	for _, s := range x.segments {
		x.live -= int64(s.deadLen)
	}
	if x.live != x.last.live {
		return corrupt("%d documents: expected %d", x.live, x.last.live)
	}
	return nil
}

// bury makes dead in the segments below what the tombs of one say.
func (x *store) bury(below []*segment, s *segment) error {
	for _, t := range s.graves() {
		i, ok := slices.BinarySearchFunc(below, t.generation, func(s *segment, g uint64) int { return cmp.Compare(s.generation, g) })
		if !ok || int64(t.document) >= int64(below[i].documents) {
			return corrupt("segment %d: a tomb of document %d of generation %d", s.generation, t.document, t.generation)
		}
		below[i].bury(int(t.document)) // of what a merged segment said already
	}
	return nil
}

// Close closes the file. The caller ensures that no search is in progress. Afterwards, x is like a zero Index.
func (x *Index) Close() error {
	err := x.close()
	x.store = store{}
	x.checked.Store(false)
	return err
}

func (x *store) close() error {
	for _, s := range x.segments {
		s.close()
	}
	if x.file == nil {
		return nil
	}
	return x.file.Close()
}

// Len returns the number of documents.
func (x *Index) Len() int { return int(x.live) }

// Options returns the scheme, profile, bits and tables of the index. The other options are zero.
func (x *Index) Options() Options { return x.options() }

// A Document is an id, which may be any string, and a fingerprint.
type Document struct {
	ID          string
	Fingerprint scheme.Fingerprint
}

// lookup returns the place of the living document with an id.
func (x *store) lookup(id []byte) (s *segment, document int, ok bool) {
	for _, s := range slices.Backward(x.segments) {
		if _, document, found := s.find(id, 0); found && !s.isDead(document) {
			return s, document, true
		}
	}
	return nil, 0, false
}

// Get returns the document with an id, if there is one. It returns none if the index is damaged.
func (x *Index) Get(id string) (d Document, ok bool) {
	if x.check(context.Background()) != nil {
		return Document{}, false
	}
	s, document, ok := x.lookup([]byte(id))
	if !ok {
		return Document{}, false
	}
	return Document{id, x.fingerprint(s.sketch(document))}, true
}

// Documents yields all documents in the byte order of their ids.
func (x *Index) Documents(ctx context.Context) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		if x.file == nil {
			yield(Document{}, errNotOpen)
			return
		}
		if err := x.check(ctx); err != nil {
			yield(Document{}, err)
			return
		}
		n := 0
		all := sources(x.segments)
		for p := range merge(all) {
			if n++; n%4096 == 0 && ctx.Err() != nil {
				yield(Document{}, ctx.Err())
				return
			}
			s, i := all[p.source], int(p.document)
			d := Document{string(s.id(i)), x.fingerprint(s.sketch(i))}
			if !yield(d, nil) {
				return
			}
		}
	}
}

// A Match is a document that a search found.
type Match struct {
	Document
	Distance   int     // in bits for SimHashes, in slots for MinHashes
	Similarity float64 // from 0 to 1
}

// compare orders matches as [Answer] has them: below 0 if m comes before other.
func (m Match) compare(other Match) int {
	return cmp.Or(cmp.Compare(other.Similarity, m.Similarity), cmp.Compare(m.ID, other.ID))
}

// An Answer is the result of a search, and its cost.
type Answer struct {
	Matches    []Match // the most similar first, then in the byte order of the ids
	Found      int     // number of documents within the thresholds; Matches has the first of them
	Candidates int64   // number of MinHashes that were compared
	CutBuckets int64   // number of buckets that were too large to read whole
}

// Search finds the documents whose fingerprints are within thresholds of f. If these are zero, it uses
// the thresholds of the tables of the index. If they allow more than the tables are for, it reads all
// sketches. Most limits the number of matches in the answer; a negative number means all.
//
// A search finds all SimHashes within the thresholds. It finds a MinHash only if that also shares a band
// with f (see [Bands.Recall]). An error wraps [ErrScheme] if f has another scheme or profile than the index. It wraps
// [ErrCorrupt] if the index is damaged.
func (x *Index) Search(ctx context.Context, f scheme.Fingerprint, within scheme.Thresholds, most int) (Answer, error) {
	if most < 0 {
		most = x.Len()
	}
	var count counters
	matches, err := x.near(ctx, f, within, most, &count)
	a := Answer{Matches: matches, Found: count.found, CutBuckets: count.cut}
	if x.width != 0 { // the tables of SimHash yield what is near, and nothing else
		a.Candidates = count.candidates
	}
	return a, err
}

const (
	heldAtOnce = 64 << 10 // bytes of matches that are counted at a time
	matchCost  = 400      // bytes that a match needs in a list that grows by copying, besides its id
)

func (m *Match) memory() int64 { return matchCost + int64(len(m.ID)) }

func (x *Index) near(ctx context.Context, f scheme.Fingerprint, given scheme.Thresholds, most int,
	count *counters) ([]Match, error) {
	sketch, err := x.suit(f)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(ctx.Err(), x.check(ctx)); err != nil {
		return nil, err
	}
	limits := given.Or(x.tables.Thresholds())
	// Tables find what differs in as much as they were made for, and no more.
	distance, whole := x.reach(limits, len(sketch))
	var matches []Match
	held, size := int64(0), int64(0) // bytes of the matches
	account := budget.AccountOf(ctx)
	first := func() {
		slices.SortFunc(matches, Match.compare)
		for len(matches) > most {
			last := len(matches) - 1
			size -= matches[last].memory()
			matches[last], matches = Match{}, matches[:last]
		}
	}
	var full error
	const few = 1024
	for _, s := range x.segments {
		err := s.search(ctx, sketch, distance, whole, count, func(document, distance int) {
			g := x.fingerprint(s.sketch(document))
			similarity, err := f.Similarity(g)
			if err == nil && limits.Allow(distance, similarity) {
				count.found++
				m := Match{Document{string(s.id(document)), g}, distance, similarity}
				matches = append(matches, m)
				if size += m.memory(); size > held && full == nil {
					full = account.Hold(heldAtOnce)
					held += heldAtOnce
				}
				if len(matches)/2 > most+few {
					first()
				}
			}
		})
		if err = cmp.Or(full, err); err != nil {
			return nil, err
		}
	}
	first()
	return matches, nil
}

// reach returns the largest distance that limits allow from a sketch of a size in bytes, in bits or
// slots. It reports whether all sketches must be read because the tables are not made for that.
func (x *store) reach(limits scheme.Thresholds, size int) (distance int, whole bool) {
	if x.width == 0 {
		distance = distanceOf(x.scheme, limits)
		return distance, distance > x.tables.Distance
	}
	width := minhash.Bits(make([]byte, size))
	for distance = minhash.Slots; distance >= 0 && !limits.Allow(distance, minhash.Similarity(distance, width)); {
		distance--
	}
	return distance, size != x.size || minhash.Similarity(distance, width) < x.tables.Similarity
}
