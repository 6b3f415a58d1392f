package index

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
)

// Settings say which documents are near duplicates.
type Settings struct {
	// Threshold is the least similarity of two linked documents (R13.5), from 0 to 1.
	Threshold float64
	// Floor is the least similarity of a document to the representative of its cluster (R13.6), from
	// 0 to 1. If it equals Threshold, chains of links do not join documents that differ. If it is 0,
	// clusters are the connected components of the links.
	Floor float64

	// Bands select the MinHashes to compare. Most is M of R13.4: a bucket of more documents is hot, and
	// only some of its pairs are compared. If it is 0, it depends on the number of documents. It is 1,000
	// for up to 2,000 documents, and falls to 64. SimHashes need neither.
	Bands Bands
	Most  int

	// Similarity, if not nil, replaces the similarity of the fingerprints by another, such as that of
	// the texts. It is from 0 to 1 and symmetric. Documents are numbers in the order of [Set.Add].
	// Documents with the same sketch are then copies only if their similarity to the first of them is 1.
	// Several goroutines call Similarity at once.
	Similarity func(ctx context.Context, a, b int) (float64, error)
	// Estimate is the least similarity of two fingerprints for which Similarity is called.
	Estimate float64
	// Bound, if not nil, returns a number that Similarity does not exceed. It must be fast. Documents for
	// which it is too small to matter are no candidates.
	Bound func(a, b int) float64

	// Elements, if not nil, returns the least elements of a document, but at most a number of them. Documents
	// in hot buckets that share a rare one are candidates (R13.9). The next call may overwrite the list.
	Elements func(ctx context.Context, document, most int) ([]uint64, error)

	// Order, if not nil, lists all documents in an order that replaces that of R13.1. Ids then need not
	// differ.
	Order []uint32

	// Just is the least similarity of the pairs that [Stats].Just counts.
	Just float64

	// Progress, if not nil, is called after each band of MinHashes.
	Progress func(done, bands int)
}

// least returns the least similarity of the fingerprints of documents that can be linked.
func (o *Settings) least() float64 {
	if o.Similarity != nil {
		return o.Estimate
	}
	return o.Threshold
}

func (s *Set) check(o Settings) error {
	for _, x := range []struct {
		name  string
		value float64
	}{{"threshold", o.Threshold}, {"floor", o.Floor}, {"estimate", o.Estimate}, {"similarity Just", o.Just}} {
		if !(x.value >= 0 && x.value <= 1) { // NaN neither
			return fmt.Errorf("the %s is %v: expected 0 to 1", x.name, x.value)
		}
	}
	if o.Order != nil {
		if err := checkOrder(o.Order, s.n); err != nil {
			return err
		}
	}
	if s.kind.Width() == 0 {
		return nil
	}
	if o.Most < 0 {
		return fmt.Errorf("all pairs in buckets of at most %d documents: expected at least 1, or 0", o.Most)
	}
	return banding.Bands(o.Bands).Check()
}

// checkOrder returns an error unless an order lists each of n documents once.
func checkOrder(order []uint32, n int) error {
	if len(order) != n {
		return fmt.Errorf("the order lists %d of %d documents: expected all", len(order), n)
	}
	listed := make([]bool, n)
	for _, i := range order {
		switch {
		case int64(i) >= int64(n):
			return fmt.Errorf("the order lists document %d: expected less than %d", i, n)
		case listed[i]:
			return fmt.Errorf("the order lists document %d twice: expected each once", i)
		}
		listed[i] = true
	}
	return nil
}

// Clusters are the clusters of a set (R13.6). Each document is in one of them.
type Clusters struct {
	Stats Stats

	set  *Set
	of   func(ctx context.Context, a, b uint32) (float64, error)
	rows []row
}

// Stats are figures of the search for clusters. Only MinHashes have buckets.
type Stats struct {
	// Documents of the set, and those of them that are copies of one before them in the order of R13.1.
	Documents, Copies int

	Candidates int64 // pairs of R13.4, each MinHash pair once; with [Settings].Similarity, those of Estimate and Bound
	Links      int64 // pairs of R13.5 that were compared; 0 if too many SimHashes are near to list them
	Just       int64 // pairs that were compared, below the threshold and at least [Settings].Just
	Only       int64 // links that the other bands of [Set.CompareBands] do not find

	Buckets, Hot int64 // of two documents or more; of more than [Settings].Most documents, which were cut

	// Recall estimates the share of the pairs in hot buckets that are candidates, if their similarity is
	// the threshold. It is 1 if no bucket is hot. Nearer pairs have a greater recall. With
	// [Settings].Elements, [Set.Clusters] counts documents of hot buckets instead. It leaves out those that
	// begin a cluster, though they were not compared with all others that do.
	Recall float64
}

// row is a document in its cluster. Rows of a cluster are neighbours; the representative is first.
type row struct {
	document, representative uint32
	similarity               float64
}

// Member is a document in a cluster, with its row in the result (R13.7).
type Member struct {
	Document   int // its number in the order of [Set.Add]
	ID         string
	Weight     int64
	Similarity float64 // to the representative, which has 1
}

// Clusters finds the clusters of the documents. It returns an error if an id occurs twice.
func (s *Set) Clusters(ctx context.Context, o Settings) (*Clusters, error) {
	c, f, err := s.find(ctx, o, true)
	switch {
	case errors.Is(err, errDense):
		return c, c.stars(ctx, f, o)
	case err != nil:
		return nil, err
	}
	return c, c.join(ctx, f, o)
}

// found is what clusters and pairs are made of.
type found struct {
	order []uint32 // all documents
	copies
	links   graph      // of places in firsts
	pending graph      // of candidates that may be linked
	hot     *hotFirsts // nil if no document needs it
}

// find finds the links. If isLazy, it leaves candidates of hot buckets pending that join may not need.
func (s *Set) find(ctx context.Context, o Settings, isLazy bool) (c *Clusters, f found, err error) {
	c = &Clusters{set: s, Stats: Stats{Documents: s.n, Recall: 1}}
	if s.n == 0 {
		return c, f, nil
	}
	if err := s.check(o); err != nil {
		return nil, f, err
	}
	if o.Most == 0 {
		// With texts, two million comparisons take some seconds.
		o.Most = min(max(64, 2_000_000/s.n), 1000)
	}
	g := newGroups(s.n)
	if f.order = o.Order; f.order == nil {
		if f.order, err = s.order(ctx, g); err != nil {
			return nil, f, err
		}
	}
	c.of = func(_ context.Context, a, b uint32) (float64, error) { return s.similarity(a, b), nil }
	if o.Similarity != nil {
		c.of = func(ctx context.Context, a, b uint32) (float64, error) { return o.Similarity(ctx, int(a), int(b)) }
	}
	if f.copies, err = s.copies(ctx, g, f.order, o.Similarity); err != nil {
		return nil, f, err
	}
	c.Stats.Copies = len(f.order) - len(f.firsts)
	err = c.graphs(ctx, g, &f, o, isLazy)
	return c, f, err
}

// similarity returns that of two fingerprints: R10.3, R10.5.
func (s *Set) similarity(a, b uint32) float64 {
	x, y := s.sketch(a), s.sketch(b)
	if s.kind.Width() != 0 {
		return minhash.Similarity(minhash.Distance(x, y))
	}
	distance := 0
	for i := 0; i < len(x); i += 8 {
		distance += simhash.Distance(binary.BigEndian.Uint64(x[i:]), binary.BigEndian.Uint64(y[i:]))
	}
	return 1 - float64(distance)/float64(8*len(x))
}

// join makes clusters of linked documents (R13.6). It compares pending candidates with the representative
// first. A document that is too far from it cannot join, whatever it is linked to.
func (c *Clusters) join(ctx context.Context, f found, o Settings) error {
	const none = math.MaxUint32
	representative := slices.Repeat([]uint32{none}, len(f.firsts))
	compared := slices.Repeat([]uint32{none}, len(f.firsts)) // the last representative
	similarity := make([]float64, len(f.firsts))             // to it
	var queue []uint32
	for r := range uint32(len(f.firsts)) {
		if representative[r] != none {
			continue
		}
		first := r
		similarity[r] = 1
		if f.hot != nil {
			var err error
			if first, similarity[r], err = f.hot.join(ctx, r); err != nil {
				return err
			}
		}
		representative[r] = first
		join := func(member, other uint32, isLinked bool) (err error) {
			if representative[other] != none {
				return nil
			}
			if compared[other] != first {
				compared[other] = first
				if similarity[other], err = c.of(ctx, f.firsts[first], f.firsts[other]); err != nil {
					return err
				}
			}
			if !isLinked && (member == first || similarity[other] >= o.Floor) {
				between := similarity[other]
				if member != first {
					if between, err = c.of(ctx, f.firsts[member], f.firsts[other]); err != nil {
						return err
					}
				}
				if isLinked = between >= o.Threshold; !isLinked && o.Just > 0 && between >= o.Just {
					c.Stats.Just++
				}
			}
			if !isLinked || similarity[other] < o.Floor {
				return nil
			}
			representative[other] = first
			queue = append(queue, other)
			return nil
		}
		queue = append(queue[:0], r)
		for len(queue) > 0 {
			member := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for _, other := range f.links.near(member) {
				if err := join(member, other, true); err != nil {
					return err
				}
			}
			for _, other := range f.pending.near(member) {
				if err := join(member, other, false); err != nil {
					return err
				}
			}
		}
		if r%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if f.hot != nil {
		c.Stats.Recall = f.hot.compared()
	}
	c.group(f, representative, similarity)
	return nil
}

// group makes the rows, by cluster: clusters in the order of their representatives, and
// members in theirs.
func (c *Clusters) group(f found, representative []uint32, similarity []float64) {
	next := make([]uint32, len(f.firsts)+1) // row of a cluster, by its representative's place
	for _, document := range f.order {
		next[representative[f.places[document]]+1]++
	}
	for i := range f.firsts {
		next[i+1] += next[i]
	}
	c.rows = make([]row, len(f.order))
	for _, document := range f.order {
		place := f.places[document]
		r := representative[place]
		c.rows[next[r]] = row{document, f.firsts[r], similarity[place]}
		next[r]++
	}
}

// All yields the clusters in the order of their representatives (R13.1), also those of one document.
// A cluster begins with its representative; the other members follow in the order of R13.1. The next
// cluster overwrites the slice.
func (c *Clusters) All() iter.Seq[[]Member] {
	return func(yield func([]Member) bool) {
		var cluster []Member
		for from := 0; from < len(c.rows); {
			cluster = cluster[:0]
			to := from
			for ; to < len(c.rows) && c.rows[to].representative == c.rows[from].representative; to++ {
				cluster = append(cluster, c.member(c.rows[to]))
			}
			if !yield(cluster) {
				return
			}
			from = to
		}
	}
}

func (c *Clusters) member(r row) Member {
	return Member{int(r.document), string(c.set.id(r.document)), c.set.weight(r.document), r.similarity}
}

// hamming returns the most bits in which two SimHashes of a similarity differ.
func (s *Set) hamming(similarity float64) int {
	bits := 8 * s.size
	return int(math.Floor((1 - similarity) * float64(bits)))
}
