package index

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/lsh-interop/fpcheck/scheme"
)

// FileStats are figures of an index file, and of searches for a sample of its documents. The searches
// use the thresholds of the tables.
type FileStats struct {
	Dead int // documents that were removed or replaced, and still need space
	// Segments are the parts of the file that a search reads. Commits are those in the file.
	Segments, Commits int

	// Bytes of the file, and of these the bytes of the ids with their order, of sketches, and of tables.
	// The tables of SimHashes contain their sketches.
	Bytes, IDs, Sketches, Tables int64

	Candidates float64         // MinHashes that a search compared, on average
	Found      float64         // documents that a search found, on average
	CutBuckets int64           // buckets that no search read whole
	Buckets    []int           // documents in each bucket that searches looked into, ascending
	Latencies  []time.Duration // of each search, ascending
}

// Stats measures an index by searching for a number of its documents. The choice of the documents
// depends on the index alone.
func (x *Index) Stats(ctx context.Context, sample int) (FileStats, error) {
	s := FileStats{Segments: len(x.segments), Commits: x.commits}
	info, err := x.file.Stat()
	if err == nil {
		err = x.check(ctx)
	}
	if err != nil {
		return s, err
	}
	s.Bytes = info.Size()
	stored := 0
	for _, g := range x.segments {
		s.Dead += g.deadLen
		stored += g.documents
		for _, t := range g.table {
			switch t.kind {
			case idEnds, idBytes, idOrder:
				s.IDs += t.length
			case sketchList:
				s.Sketches += t.length
			case tombList:
			default:
				s.Tables += t.length
			}
		}
	}
	random := rand.New(rand.NewPCG(uint64(stored), 1))
	var count counters
	found := 0
	for range min(sample, x.Len()) {
		g, document := x.at(random.IntN(stored))
		for g.isDead(document) {
			g, document = x.at(random.IntN(stored))
		}
		sketch := g.sketch(document)
		begun := time.Now()
		matches, err := x.near(ctx, x.fingerprint(sketch), scheme.Thresholds{}, x.Len(), &count)
		if err != nil {
			return s, err
		}
		s.Latencies = append(s.Latencies, time.Since(begun))
		found += len(matches)
		s.Buckets = x.bucketsOf(s.Buckets, sketch)
	}
	if len(s.Latencies) == 0 {
		return s, nil
	}
	n := float64(len(s.Latencies))
	s.Found, s.CutBuckets = float64(found)/n, count.cut
	if x.width != 0 { // the tables of SimHash yield what is near, and nothing else
		s.Candidates = float64(count.candidates) / n
	}
	slices.Sort(s.Latencies)
	slices.Sort(s.Buckets)
	return s, nil
}

// at returns a document by its number among all that are stored.
func (x *store) at(n int) (*segment, int) {
	for _, s := range x.segments {
		if n < s.documents {
			return s, n
		}
		n -= s.documents
	}
	panic("index: no such document")
}

// bucketsOf appends the sizes of the buckets that a search for a sketch looks into.
func (x *Index) bucketsOf(sizes []int, sketch []byte) []int {
	for band := range x.tables.Bands.Bands {
		size, any := 0, false
		for _, s := range x.segments {
			if s.bands != nil {
				any = true
				size += s.bands.BucketLen(band, sketch)
			}
		}
		if any {
			sizes = append(sizes, size)
		}
	}
	return sizes
}
