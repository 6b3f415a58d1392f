package fast

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/unicode/class"
)

// Singles is the set of single clusters (R5.4) that are one code point of 3 bytes, as most are.
type Singles struct {
	some bool // the set is not empty
	bits [1 << 16 / 64]uint64
}

// A ClusterSink is a Sink that also wants the single clusters of the tokens. Those that fit into
// Singles are added to it, and the others are in the batches.
//
// TakesRuns reports true if the order of tokens does not matter to the sink. Nor may a token matter
// that is a single cluster itself. Then a run of clusters of 3 bytes is one span if it has two
// clusters or more. A run of one cluster only adds the single cluster.
type ClusterSink interface {
	Sink
	Singles() *Singles
	TakesRuns() bool
}

// NoteClusters makes t add the clusters of its tokens to s, and the others to its batches.
// takesRuns selects whether batches may contain runs.
func (t *Tokenizer) NoteClusters(s *Singles, takesRuns bool) {
	t.singles, t.takesRuns = s, takesRuns && s != nil
}

// addRun adds the code points of text[start:end], which have 3 bytes each. A fourth byte must be
// readable.
func (s *Singles) addRun(text []byte, start, end int) {
	s.some = true
	for ; start < end; start += 3 {
		x := binary.LittleEndian.Uint32(text[start : start+4])
		s.bits[x&0x0F<<6|x>>8&0x3F] |= 1 << (x >> 16 & 0x3F)
	}
}

// AddEach adds the clusters of a text that are one code point of 3 bytes. It appends the bounds of
// the others to dst. The pattern is unpredictable, so no branch depends on it.
func (s *Singles) AddEach(dst []uint16, text []byte, bounds []uint16) (others []uint16) {
	s.some = true
	n := len(dst)
	dst = slices.Grow(dst, len(bounds))[:n+len(bounds)]
	for i := 0; i+1 < len(bounds); i += 2 {
		start, end := bounds[i], bounds[i+1]
		x := binary.LittleEndian.Uint32(text[int(start) : int(start)+4])
		bit, kept := uint64(1), 0
		if end-start != 3 { // no letter of class K or T is shorter, and every mark has 2 bytes or more
			bit, kept = 0, 2
		}
		s.bits[x&0x0F<<6|x>>8&0x3F] |= bit << (x >> 16 & 0x3F)
		dst[n], dst[n+1] = start, end
		n += kept
	}
	return dst[:n]
}

// All yields the code points of the set with the sums of their UTF-8, one block at a time. Both are
// valid until the next iteration.
func (s *Singles) All() iter.Seq2[[]rune, []uint64] {
	return func(yield func([]rune, []uint64) bool) {
		if !s.some {
			return
		}
		var clusters [block]rune
		var sums [block]uint64
		for i, word := range s.bits {
			if word == 0 {
				continue
			}
			first := 0x8080E0 | uint32(i>>6) | uint32(i&0x3F)<<8
			n := 0
			for ; word != 0; word &= word - 1 {
				last := bits.TrailingZeros64(word)
				clusters[n&(block-1)] = rune(i*block + last)
				sums[n&(block-1)] = sumOf(first|uint32(last)<<16, 0, clusterSize)
				n++
			}
			if !yield(clusters[:n], sums[:n]) {
				return
			}
		}
	}
}

// Reset empties the set.
func (s *Singles) Reset() {
	if s.some {
		*s = Singles{}
	}
}

// clusterSize is the number of bytes of a cluster in a run.
const clusterSize = 3

// joinClusters handles a run of clusters of 3 bytes with white space to delete (R2.10). It copies
// the run behind the chunk without the white space.
func (t *Tokenizer) joinClusters(start, end int) {
	w := &t.rewriter
	if w.out+end-start > len(t.text)-2*Padding {
		t.flush()
	}
	out := w.out
	for start < end {
		n := t.join.next(start, end, 1)
		w.out += copy(t.text[w.out:], t.text[start:n])
		start = t.join.next(n, end, 0)
	}
	t.addGrams(uint16(out), uint16(w.out))
}

// addGrams adds the grams of a run of clusters of 3 bytes, and notes the clusters.
func (t *Tokenizer) addGrams(start, end uint16) {
	if t.singles != nil {
		t.singles.addRun(t.text[:], int(start), int(end))
	}
	switch {
	case !t.takesRuns:
		t.refined = appendGrams(t.refined, start, end)
	case end-start > clusterSize:
		t.runs = append(t.runs, start, end)
	}
}

// appendGrams appends the bounds of the grams of a run of clusters of 3 bytes.
func appendGrams(bounds []uint16, start, end uint16) []uint16 {
	const size = clusterSize
	if start+size == end {
		return append(bounds, start, end)
	}
	for ; start+size < end; start += size {
		bounds = append(bounds, start, start+2*size)
	}
	return bounds
}

// addCluster notes a cluster of a rewritten token.
func (t *Tokenizer) addCluster(start, end int) {
	if t.singles != nil {
		t.clusters = append(t.clusters, uint16(start), uint16(end))
	}
}

// addClustersOf notes the clusters of a token from the stages.
func (t *Tokenizer) addClustersOf(start, end int) {
	if t.singles == nil {
		return
	}
	for cluster := range class.Clusters(t.text[start:end]) {
		t.addCluster(start, start+len(cluster))
		start += len(cluster)
	}
}
