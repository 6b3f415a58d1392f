package warc

import (
	"bytes"
	"cmp"
	"fmt"
	"hash"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// segments stores the blocks of segmented records (ISO 28500:2017, 7) until all segments of each were
// read.
type segments struct {
	series map[string]*series // by the id of the first segment
	began  int                // how many series did
	held   int64              // bytes of all
	blocks *blocks            // of records that are read alone
}

// A series has the segments of one record, stored in a temporary file.
type series struct {
	began  int
	id     string
	origin *Item // the first segment
	from   int   // the file that it is in
	some   *Item // any segment
	parts  map[int64]part
	file   *scratch.File
	size   int64 // of all parts, and of the file
	last   int64 // number of the last segment; 0 if it was not seen
	total  int64 // bytes that it says there are
	left   bool  // it is no document, or what is wrong with it was said
}

// A part is the position of a segment's block in the file.
type part struct{ at, size int64 }

const (
	maxWaiting  = 1 << 6  // number of series; each has a header
	maxParts    = 1 << 16 // segments of a record
	spoolFactor = 4       // records of the greatest size that may wait at a time
)

// take adds a segment. With the last segment, it returns the item of the whole record.
func (g *segments) take(rec *record, filter Filter, limits extract.Limits, file int) (it *Item) {
	n, id := segmentNumber(rec), originID(rec)
	if first := rec.Type() != "continuation"; n < 1 || id == "" || first != (n == 1) || rec.Type() == "revisit" {
		it = newItem(rec, filter, limits, g.blocks)
		it.note("WARC-Segment-Number %q in a record of type %s: the record is read alone", abridged(rec.Header.Get("WARC-Segment-Number")), abridged(rec.Type()))
		return it
	}
	it = itemOf(rec, filter)
	defer recovery.Catch(&it.err, inArchives)
	s := g.series[id]
	if s == nil {
		if len(g.series) == maxWaiting {
			it.err = fmt.Errorf("%w: more than %d segmented records have not ended", extract.ErrTooLarge, maxWaiting)
			return it
		}
		if g.series == nil {
			g.series = make(map[string]*series)
		}
		s = &series{began: g.began, id: id, parts: make(map[int64]part)}
		g.series[id] = s
		g.began++
	}
	if _, again := s.parts[n]; again {
		it.Outcome = joined
		it.note("segment %d of %s appears twice: the first is used", n, abridged(id))
		return it
	}
	if n == 1 {
		whole := *it
		s.origin, s.from = &whole, file
		if s.left = s.left || !it.isWanted(); s.left {
			g.drop(s)
		}
	}
	it.Outcome = joined
	if s.some == nil || n == 1 {
		s.some = it
	}
	p := part{s.size, 0}
	if !s.left {
		var err error
		if p.size, err = g.store(it, rec, s, limits); err != nil {
			it.Outcome, it.err, s.left = "", err, true
			g.drop(s)
		}
	}
	s.parts[n] = p
	if total := rec.Header.Get("WARC-Segment-Total-Length"); total != "" {
		s.last = n
		s.total, _ = contentLength(total)
		if cut := rec.Header.Get("WARC-Truncated"); cut != "" && s.origin != nil {
			s.origin.header = append(slices.Clip(s.origin.header), field{"WARC-Truncated", cut})
		}
	}
	if s.origin == nil || int64(len(s.parts)) != s.last {
		return it
	}
	delete(g.series, id)
	if s.left {
		return it
	}
	whole, err := g.join(s)
	if err != nil {
		it.Outcome, it.err = "", err
		return it
	}
	if s.from != file { // the offset would refer to another file
		whole.Offset, whole.nth = it.Offset, it.nth
	}
	whole.Notes = append(slices.Clip(whole.Notes), it.Notes...)
	whole.altered = whole.altered || it.altered
	whole.begin()
	return whole
}

func (g *segments) store(it *Item, rec *record, s *series, limits extract.Limits) (int64, error) {
	b := budget.New(budget.Limits(limits))
	switch {
	case rec.Size > b.Size-s.size:
		return 0, b.TooLarge("a block in segments")
	case rec.Size > math.MaxInt64-g.held, (g.held+rec.Size)/spoolFactor > b.Size:
		return 0, b.TooLarge("blocks whose segments are not all there")
	case len(s.parts) == maxParts:
		return 0, fmt.Errorf("%w: more than %d segments of a record", extract.ErrTooLarge, maxParts)
	}
	if s.file == nil {
		var err error
		if s.file, err = scratch.New(); err != nil {
			return 0, err
		}
	}
	var source io.Reader = &packedRecord{rec: rec, budget: b}
	var sum hash.Hash
	declared, err := parseDigest(rec.Header.Get("WARC-Block-Digest"))
	if err == nil {
		sum = declared.New()
		source = io.TeeReader(source, sum)
	}
	size, err := io.Copy(io.NewOffsetWriter(s.file, s.size), source)
	if err != nil {
		return 0, err
	}
	s.size += size
	g.held += size
	if sum != nil && string(sum.Sum(nil)) != string(declared.Sum) {
		it.altered = true
		it.note("WARC-Block-Digest %s does not match the block", abridged(rec.Header.Get("WARC-Block-Digest")))
		if s.origin != nil {
			s.origin.altered = true
		}
	}
	return size, nil
}

// drop discards a series.
func (g *segments) drop(s *series) error {
	g.held -= s.size
	s.size = 0
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}

// join makes one record of all segments.
func (g *segments) join(s *series) (*Item, error) {
	defer g.drop(s)
	whole := s.origin
	if s.size != s.total {
		whole.note("WARC-Segment-Total-Length is %d, but the segments have %d bytes", s.total, s.size)
	}
	var block bytes.Buffer
	block.Grow(int(s.size) + bytes.MinRead)
	for n := int64(1); n <= s.last; n++ {
		p, ok := s.parts[n]
		if !ok {
			return nil, s.missing()
		}
		if _, err := block.ReadFrom(io.NewSectionReader(s.file, p.at, p.size)); err != nil {
			return nil, err
		}
	}
	whole.block, whole.joined = block.Bytes(), true
	return whole, nil
}

// missing returns an error that names the first missing segment.
func (s *series) missing() error {
	n := int64(1)
	for ; ; n++ {
		if _, ok := s.parts[n]; !ok {
			break
		}
	}
	return fmt.Errorf("%w: segment %d of %s is missing: expected all segments of a record", extract.ErrMalformed, n, abridged(s.id))
}

// Incomplete returns an item with an error for each segmented record that lacks a segment. It is called
// after the last archive.
func (w *Walk[T]) Incomplete() (items []*Item) {
	for _, s := range slices.SortedFunc(maps.Values(w.segments.series), func(s, t *series) int { return cmp.Compare(s.began, t.began) }) {
		if !s.left {
			it := *s.some
			it.Outcome, it.err = Failed, s.missing()
			items = append(items, &it)
		}
	}
	return items
}

// Close removes the temporary files of segments that wait for others.
func (w *Walk[T]) Close() (err error) {
	for _, s := range w.segments.series {
		err = cmp.Or(err, w.segments.drop(s))
	}
	w.segments.series = nil
	return err
}
