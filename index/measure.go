package index

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/lsh-interop/fpcheck/scheme"
)

// FileStats are figures of an index file.
type FileStats struct {
	Documents int `json:"documents"`
	Dead      int `json:"dead"`     // documents that were removed or replaced, and still take room
	Segments  int `json:"segments"` // that searches look at
	Commits   int `json:"commits"`  // that are in the file

	Octets   int64 `json:"octets"`   // of the file
	IDs      int64 `json:"ids"`      // octets of ids, and of their order
	Sketches int64 `json:"sketches"` // octets
	Tables   int64 `json:"tables"`   // octets of tables, of SimHash with the sketches

	// Sample is how many of the documents were searched for, within the limits of the index.
	Sample     int       `json:"sample"`
	Candidates float64   `json:"candidates"` // of MinHash: documents that a search compared
	Found      float64   `json:"found"`      // documents within the limits
	Cut        int64     `json:"cut"`        // buckets that no search read whole
	Buckets    Buckets   `json:"buckets"`    // of MinHash: those that searches looked into
	Latency    Quantiles `json:"latency_seconds"`
}

// Drop returns the share of candidates that the comparison of sketches drops; 0 if none are
// counted.
func (s *FileStats) Drop() float64 {
	if s.Candidates == 0 {
		return 0
	}
	return 1 - s.Found/s.Candidates
}

// Octet returns the octets of the file for each document.
func (s *FileStats) Octet() float64 { return float64(s.Octets) / float64(max(1, s.Documents)) }

// Buckets are the sizes of buckets, in documents.
type Buckets struct {
	Mean float64 `json:"mean"`
	P99  int     `json:"p99"`
	Max  int     `json:"max"`
}

// Quantiles are seconds within which so many per cent of searches end.
type Quantiles struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// Stats measures an index by searching for a sample of at most so many of its documents. What
// documents these are depends on the index alone.
func (x *Index) Stats(ctx context.Context, sample int) (FileStats, error) {
	s := FileStats{Documents: x.Len(), Segments: len(x.segments), Commits: x.commits}
	info, err := x.file.Stat()
	if err != nil {
		return s, err
	}
	s.Octets = info.Size()
	stored := 0
	for _, g := range x.segments {
		s.Dead += g.deadLen
		stored += g.documents
		for _, t := range g.table {
			switch t.kind {
			case idEnds, idOctets, idOrder:
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
	var buckets []int
	var seconds []float64
	var count counters
	found := 0
	for range min(sample, s.Documents) {
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
		seconds = append(seconds, time.Since(begun).Seconds())
		found += len(matches)
		buckets = x.bucketsOf(buckets, sketch)
	}
	if s.Sample = len(seconds); s.Sample == 0 {
		return s, nil
	}
	n := float64(s.Sample)
	s.Found, s.Cut = float64(found)/n, count.cut
	if x.width != 0 { // the tables of SimHash yield what is near, and nothing else
		s.Candidates = float64(count.candidates) / n
	}
	slices.Sort(seconds)
	s.Latency = Quantiles{quantile(seconds, .5), quantile(seconds, .9), quantile(seconds, .99), quantile(seconds, 1)}
	if slices.Sort(buckets); len(buckets) > 0 {
		sum := 0
		for _, b := range buckets {
			sum += b
		}
		s.Buckets = Buckets{float64(sum) / float64(len(buckets)), quantile(buckets, .99), quantile(buckets, 1)}
	}
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
			if s.bands == nil {
				continue
			}
			any = true
			from, n := x.tables.Bands.bits(band, x.width)
			cell, check := s.bands.cellOf(hashAt(sketch, from, n, 0))
			for entries := s.bands.cell(band, cell); len(entries) > 0; entries = entries[s.bands.entry:] {
				if entries[0] == check {
					size++
				}
			}
		}
		if any {
			sizes = append(sizes, size)
		}
	}
	return sizes
}

// quantile returns the least of sorted values that a share of them does not exceed.
func quantile[T any](sorted []T, share float64) T {
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}
