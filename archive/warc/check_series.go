package warc

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
)

// A checkedSeries has the segments of a record (ISO 28500:2017, 7) seen so far.
type checkedSeries struct {
	began   int      // how many series had begun before
	member  string   // that the first of them is in
	origin  *record  // what the first segment says, or a later one if that was not seen
	first   bool     // the first segment was seen
	payload *payload // nil if the segments are not in order
	count   int64    // segments
	sum     int64    // bytes of them
	last    int64    // number of the last; 0 if that was not seen
	total   int64    // bytes that it says there are
	seen    bits     // the numbers that were seen
}

// allSeries are the incomplete series. The reading goroutine owns them.
type allSeries struct {
	member string                    // that is read
	byID   map[string]*checkedSeries // by the id of the first segment
	began  int
}

// maxSeries is the number of incomplete series. Each keeps the header of a record and, until it
// ends, an HTTP header.
const maxSeries = 1 << 5

// bits is a set of segment numbers, from 1 to maxSegments.
type bits []uint64

const maxSegments = 1 << 16

// add adds a number and reports whether it is new.
func (b *bits) add(n int64) bool {
	if n < 0 || n >= maxSegments {
		return true
	}
	for int64(len(*b)) <= n/64 {
		*b = append(*b, 0)
	}
	word, bit := &(*b)[n/64], uint64(1)<<(n%64)
	was := *word & bit
	*word |= bit
	return was == 0
}

// missing returns the first number that is missing.
func (b bits) missing() int64 {
	for n := int64(1); n < int64(len(b))*64; n++ {
		if b[n/64]&(1<<(n%64)) == 0 {
			return n
		}
	}
	return max(1, int64(len(b))*64)
}

// originID returns the id of the first segment of a series.
func originID(rec *record) string {
	if rec.Type() == "continuation" {
		return unbracket(rec.Header.Get("WARC-Segment-Origin-ID"))
	}
	return unbracket(rec.ID())
}

func segmentNumber(rec *record) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(rec.Header.Get("WARC-Segment-Number")), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func (a *allSeries) continued(v *verdict, rec *record, declared digest) *payload {
	s := a.byID[originID(rec)]
	if s == nil || !s.first || s.payload == nil || segmentNumber(rec) != s.count+1 {
		return new(payload)
	}
	if s.payload.declared.contradicts(declared) {
		v.of(rec, validation.Error, rulePayloadDigest, "5.9", "WARC-Payload-Digest does not match the first segment", s.payload.text)
	}
	return s.payload
}

// segment adds a segment whose block was read.
func (a *allSeries) segment(v *verdict, b *checkedBlock) {
	rec, n := b.rec, segmentNumber(b.rec)
	bad := func(what, expected string) { v.of(rec, validation.Error, ruleSegment, "7", what, expected) }
	id := originID(rec)
	switch {
	case n < 1 || id == "": // the check of the header reports this
		return
	case b.first != (n == 1):
		bad(fmt.Sprintf("WARC-Segment-Number %d in a record of type %s", n, rec.Type()), "1 in the first segment, and more in its continuations")
		return
	}
	s := a.byID[id]
	if s == nil {
		if len(a.byID) == maxSeries {
			v.of(rec, validation.Unjudged, ruleSegment, "7", fmt.Sprintf("a segment of one more than %d records that have not ended", maxSeries), "")
			return
		}
		s = &checkedSeries{began: a.began, member: a.member}
		a.began++
		if a.byID == nil {
			a.byID = make(map[string]*checkedSeries)
		}
		a.byID[id] = s
	}
	switch {
	case !s.seen.add(n):
		bad(fmt.Sprintf("segment %d of %s appears twice", n, abridged(id)), "once")
		return
	case s.origin != nil && s.origin.URI() != rec.URI():
		bad("WARC-Target-URI differs from the other segments", abridged(s.origin.URI()))
	}
	if b.first {
		s.first = true
		if s.count == 0 {
			s.payload = b.payload
		}
	} else if b.payload != s.payload {
		s.payload = nil // segments out of order
	}
	if s.origin == nil || b.first {
		s.origin = &record{Version: rec.Version, Header: rec.Header, Offset: rec.Offset}
	}
	s.count++
	s.sum += rec.Size
	if total := rec.Header.Get("WARC-Segment-Total-Length"); total != "" {
		s.last = n
		s.total, _ = contentLength(total)
		if cut := rec.Header.Get("WARC-Truncated"); cut != "" {
			s.origin.Header = append(slices.Clip(s.origin.Header), field{"WARC-Truncated", cut})
		}
	}
	if s.first && s.count == s.last {
		v.endOneSeries(rec, s)
		delete(a.byID, id)
	}
}

func (v *verdict) endOneSeries(last *record, s *checkedSeries) {
	if s.sum != s.total {
		v.of(last, validation.Error, ruleSegment, "5.22", fmt.Sprintf("WARC-Segment-Total-Length %d", s.total), fmt.Sprintf("%d, which its segments have", s.sum))
	}
	switch {
	case s.payload != nil:
		s.origin.Size = s.sum
		v.endPayload(s.origin, s.payload)
	case s.origin.Header.Get("WARC-Payload-Digest") != "":
		v.of(s.origin, validation.Unjudged, rulePayloadDigest, "5.9", "WARC-Payload-Digest of a record whose segments are not in order", "")
	}
}

// endSeries reports the segments that are missing at the end.
func (c *checker) endSeries() {
	for _, s := range slices.SortedFunc(maps.Values(c.series.byID), func(s, t *checkedSeries) int { return cmp.Compare(s.began, t.began) }) {
		c.member = s.member
		c.of(s.origin, validation.Unjudged, ruleSegment, "7", fmt.Sprintf("segment %d of %s is missing", s.seen.missing(), abridged(originID(s.origin))),
			"it in this file or another of its collection")
	}
	clear(c.series.byID)
}
