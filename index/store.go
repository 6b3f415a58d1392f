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
	"time"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/scheme"
)

// An Index is an index file that is open for searches. It stays as it was when it was opened,
// whatever is added and removed meanwhile, and serves any number of goroutines.
//
// The file is mapped into memory where the system can. Whoever shortens a file that is open,
// or changes it by other means than a [Writer], ends the process.
type Index struct {
	store
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

// Open opens an index, of a registered scheme or one of private. An error wraps [ErrCorrupt]
// if the file is none: see [Index.Verify]. What is after the last commit is no part of it.
func Open(name string, private ...*scheme.Scheme) (*Index, error) {
	for try := 0; ; try++ {
		x := new(Index)
		err := x.open(name, os.O_RDONLY, private)
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
		// A writer may be at it.
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

func (x *store) open(name string, flag int, private []*scheme.Scheme) (err error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return errors.New("is not a regular file: expected an index")
	}
	if x.file, err = os.OpenFile(name, flag, 0); err != nil {
		return err
	}
	b := make([]byte, headerSize)
	if _, err := io.ReadFull(x.file, b); err != nil {
		return corrupt("it is shorter than a header")
	}
	x.head, err = decodeHead(b, private)
	x.end = headerSize
	return err
}

// follow reads the segments after the end, as far as they are committed, and opens those that
// count. Where not all is wanted, it leaves out the last commits whose whole is not there. It
// returns how many octets of the file are no part of the index.
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

// undamaged returns an error if there is a commit after the last that was found: then not the
// end of a write is missing, but what is there has changed. Nor is it, and nothing is looked
// for, where the head of a segment, which is written last, is not written.
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
		if s.octets == nil {
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

// Close closes the file. No search may go on.
func (x *store) Close() error {
	for _, s := range x.segments {
		s.close()
	}
	if x.file == nil {
		return nil
	}
	return x.file.Close()
}

// Len returns the number of documents.
func (x *store) Len() int { return int(x.live) }

// Scheme returns the scheme of the fingerprints.
func (x *store) Scheme() *scheme.Scheme { return x.scheme }

// Profile returns the profile of the fingerprints.
func (x *store) Profile() string { return x.profile }

// Bits returns how many bits a slot the MinHashes have. It returns 0 of SimHash.
func (x *store) Bits() int { return x.width }

// Tables returns for which searches there are tables.
func (x *store) Tables() Tables { return x.tables }

// A Document is an id, of any octets, and a fingerprint.
type Document struct {
	ID          string
	Fingerprint scheme.Fingerprint
}

// lookup returns where the living document of an id is.
func (x *store) lookup(id []byte) (s *segment, document int, ok bool) {
	for _, s := range slices.Backward(x.segments) {
		if _, document, found := s.find(id, 0); found && !s.isDead(document) {
			return s, document, true
		}
	}
	return nil, 0, false
}

// Get returns the document of an id, if there is one.
func (x *Index) Get(id string) (d Document, ok bool) {
	s, document, ok := x.lookup([]byte(id))
	if !ok {
		return Document{}, false
	}
	return Document{id, x.fingerprint(s.sketch(document))}, true
}

// Documents yields all documents in the byte order of their ids.
func (x *Index) Documents(ctx context.Context) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
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

// A Match is a document that is near what was searched for.
type Match struct {
	Document
	Distance   int // in bits, of MinHash in slots
	Similarity float64
}

// Compare orders matches as [Index.Search] yields them: below 0 if m comes before other.
func (m Match) Compare(other Match) int {
	return cmp.Or(cmp.Compare(other.Similarity, m.Similarity), cmp.Compare(m.ID, other.ID))
}

// Search yields the documents near a fingerprint, the most similar first and then in the byte
// order of their ids. Near is what is within limits; if none is set, within those that the
// index has tables for. For limits beyond those all sketches are read. Of SimHash it finds all
// documents; of MinHash those that have a band in common with it, and so with the recall of the
// bands ([Bands.Recall]). An error wraps [ErrScheme] if the fingerprint is of others, and
// [ErrCorrupt] if the index is seen to be damaged.
func (x *Index) Search(ctx context.Context, f scheme.Fingerprint, limits scheme.Limits) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		matches, err := x.near(ctx, f, limits, x.Len(), new(counters))
		if err != nil {
			yield(Match{}, err)
			return
		}
		for _, m := range matches {
			if !yield(m, nil) {
				return
			}
		}
	}
}

// An Answer is what a search has found, and what that took.
type Answer struct {
	Matches    []Match
	Found      int   // documents that are near, of which these are the first
	Candidates int64 // of MinHash: documents that were compared
	Cut        int64 // buckets that were too large to be read whole
}

// Nearest returns the first of the documents that [Index.Search] yields, at most so many. It
// needs no memory for the others.
func (x *Index) Nearest(ctx context.Context, f scheme.Fingerprint, limits scheme.Limits, most int) (a Answer, err error) {
	var count counters
	a.Matches, err = x.near(ctx, f, limits, max(most, 0), &count)
	a.Found, a.Cut = count.found, count.cut
	if x.width != 0 { // the tables of SimHash yield what is near, and nothing else
		a.Candidates = count.candidates
	}
	return a, err
}

// Limits returns those that are given or, if none is set, those that the index has tables for.
func (x *Index) Limits(given scheme.Limits) scheme.Limits {
	if !given.IsZero() {
		return given
	}
	tables := x.tables
	if x.width == 0 {
		return scheme.Limits{MaxDistance: &tables.Distance}
	}
	return scheme.Limits{MinSimilarity: &tables.Similarity}
}

func (x *Index) near(ctx context.Context, f scheme.Fingerprint, given scheme.Limits, most int, count *counters) ([]Match, error) {
	sketch, err := x.suit(f)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	limits := x.Limits(given)
	// Tables find what differs in as much as they were made for, and no more.
	distance, whole := x.reach(limits, len(sketch))
	var matches []Match
	first := func() {
		slices.SortFunc(matches, Match.Compare)
		if len(matches) > most {
			matches = matches[:most]
		}
	}
	const few = 1024
	for _, s := range x.segments {
		err := s.search(ctx, sketch, distance, whole, count, func(document, distance int) {
			g := x.fingerprint(s.sketch(document))
			similarity, err := f.Similarity(g)
			if err == nil && limits.Allow(distance, similarity) {
				count.found++
				matches = append(matches, Match{Document{string(s.id(document)), g}, distance, similarity})
				if len(matches)/2 > most+few {
					first()
				}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	first()
	return matches, nil
}

// reach returns in how many bits or slots what is within limits may differ from a sketch of
// so many octets, and whether tables are not made for it.
func (x *store) reach(limits scheme.Limits, size int) (distance int, whole bool) {
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
