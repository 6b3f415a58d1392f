package index

import (
	"context"
	"math/bits"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
)

// hotFirsts compares the documents that begin a cluster with each other, if they share a hot bucket. R13.4 and
// R13.9 need not make two of them candidates, and then both would be kept. A document is compared with a limited
// number of others, so the cost is linear.
type hotFirsts struct {
	*bucketFinder
	most    int                     // documents that one is compared with
	in      map[*cutBucket][]uint32 // the places of those that begin a cluster, ascending
	seen    []uint32                // by place: 1 + the place of the last that was compared with it
	buckets []*cutBucket            // of one document
	total   int                     // documents in hot buckets
	cut     int                     // those of them that were not compared with all
}

// All documents in hot buckets together are compared hotCompared times at most, which takes some seconds. But
// each may be compared leastFirsts times.
var (
	leastFirsts = 64
	hotCompared = 4_000_000
)

// newHotFirsts returns nil if no document is in a hot bucket, or if no texts are compared.
func newHotFirsts(f *bucketFinder) *hotFirsts {
	if f.settings.Elements == nil || f.inHot == nil {
		return nil
	}
	f.values, f.workers, f.inLargest = nil, nil, nil
	h := &hotFirsts{bucketFinder: f, in: make(map[*cutBucket][]uint32), seen: make([]uint32, len(f.documents))}
	for _, word := range f.inHot {
		h.total += bits.OnesCount64(word)
	}
	h.most = max(leastFirsts, hotCompared/h.total)
	return h
}

// join returns the first cluster that a document can join, and its similarity to it. If there is none, the
// document begins a cluster of its own.
func (h *hotFirsts) join(ctx context.Context, place uint32) (first uint32, similarity float64, err error) {
	first, similarity = place, 1
	document := h.documents[place]
	if h.inHot[document/64]>>(document%64)&1 == 0 {
		return first, similarity, nil
	}
	x, left := h.clusters.set.sketch(document), h.most
	isCut := false
	h.bucketsOf(x)
	for _, b := range h.buckets {
		all := h.in[b]
		some := all[max(0, len(all)-h.most):]
		isCut = isCut || len(some) < len(all)
		for _, other := range some {
			if other >= first {
				break
			}
			if h.seen[other] == place+1 {
				continue
			}
			if left == 0 {
				isCut = true
				break
			}
			left--
			h.seen[other] = place + 1
			s, err := h.near(ctx, document, h.documents[other], x)
			if err != nil {
				return place, 1, err
			}
			if s >= max(h.settings.Threshold, h.settings.Floor) {
				first, similarity = other, s
			}
		}
	}
	if first != place {
		return first, similarity, ctx.Err()
	}
	if isCut {
		h.cut++
	}
	for _, b := range h.buckets {
		h.in[b] = append(h.in[b], place)
	}
	return first, similarity, ctx.Err()
}

// near returns the similarity of two documents, or 0 if their sketches or bounds tell that they are not near.
func (h *hotFirsts) near(ctx context.Context, a, b uint32, x []byte) (float64, error) {
	if h.isApart(a, b) || minhash.Slots-agreement(x, h.clusters.set.sketch(b), h.width).count() > h.farthest {
		return 0, nil
	}
	return h.clusters.of(ctx, a, b)
}

// bucketsOf finds the hot buckets of a sketch.
func (h *hotFirsts) bucketsOf(x []byte) {
	h.buckets = h.buckets[:0]
	for band := range h.hot {
		if b := h.cutBucket(band, x); b != nil {
			h.buckets = append(h.buckets, b)
		}
	}
}

// compared returns the share of the documents in hot buckets that are not kept without need. Each joined a
// cluster, or was compared with all that begin one there.
func (h *hotFirsts) compared() float64 { return 1 - float64(h.cut)/float64(h.total) }
