package sketch

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// sketcher turns hashes of features into a sketch: R5.2, R5.6 and chapter 7.
type sketcher struct {
	method *Method
	seen   tally  // the weight of each hash so far, of tokens and of single features
	many   census // the same, of features that come in batches

	keep     bool     // keep the elements
	elements []uint64 // what R5.6 makes of the hashes, in no order

	most int    // occurrences of a hash that count
	step uint64 // between the elements of one hash (R5.6)

	hashes   []uint64      // of a batch
	clusters []uint16      // bounds of the clusters of a batch
	alone    int           // single clusters that are not in seen
	fresh    []uint64      // elements of weight 1 that are not sketched yet
	singles  *fast.Singles // clusters whose weight is not counted yet; nil if they have none

	low      simhash.Counters
	high     *simhash.Counters // the second half of 128 bits
	minima   minhash.Minima
	permuted *minhash.Permuted
}

func newSketcher(m *Method) *sketcher {
	k := &sketcher{method: m, most: 1}
	if m.def.Weights == Occurrences {
		k.most = math.MaxInt
		if limit := m.def.MaxOccurrences; limit > 0 {
			k.most = limit
		}
		if m.IsMinHash() {
			k.step = splitmix.Gamma
		}
	}
	if m.def.Clusters > 0 {
		k.singles = new(fast.Singles)
	}
	k.many = census{most: k.most, step: k.step, emit: k.addEach}
	if k.minimaOfAll() {
		k.many.emit = nil
	}
	switch m.def.Sketch {
	case SimHash128:
		k.high = new(simhash.Counters)
	case MinHash128Permuted:
		k.permuted = new(minhash.Permuted)
	}
	return k
}

// feature takes one feature.
func (k *sketcher) feature(hash uint64, weight int) {
	weighs := k.seen.weight(hash)
	was := *weighs
	switch k.method.def.Weights {
	case Distinct: // R5.2
		if was < weight {
			*weighs = weight
			k.add(hash, weight-was, was == 0)
		}
	case Occurrences:
		if limit := k.method.def.MaxOccurrences; limit > 0 && was >= limit {
			return
		}
		*weighs = was + weight
		if k.method.IsMinHash() {
			k.add(hash+uint64(was)*splitmix.Gamma, 1, true) // R5.6
			return
		}
		k.add(hash, weight, was == 0)
	default: // the weights are known at the end
		*weighs = was + weight
	}
}

// inBatches reports whether a [sketcher] can take the features in batches.
func (m *Method) inBatches() bool {
	d := &m.def
	return d.Digits != "drop" && m.stop == nil && d.Hash == Jenkins && d.Weights != TFIDF &&
		(d.Features == Shingles && d.Width <= maxShingleWidth ||
			d.Features == Tokens && (d.Clusters == 0 || d.Weights == Distinct))
}

const (
	hashesAtOnce = 256  // tokens that are hashed and counted at a time
	freshAtOnce  = 2048 // elements that are sketched at a time, at least
)

// Batch takes tokens, each a feature of weight 1.
func (k *sketcher) Batch(b fast.Batch) {
	text, bounds := b.Text, b.Bounds
	for len(bounds) > 0 {
		n := min(len(bounds), 2*hashesAtOnce)
		k.hashes = fast.AppendSums(k.hashes[:0], text, bounds[:n])
		k.count(k.hashes)
		bounds = bounds[n:]
	}
	if len(b.Runs) > 0 {
		k.hashes = fast.AppendGramSums(k.hashes[:0], text, b.Runs)
		for hashes := range slices.Chunk(k.hashes, hashesAtOnce) {
			k.count(hashes)
		}
	}
	if k.singles != nil && len(b.Clusters) > 0 {
		k.clusters = k.singles.AddEach(k.clusters[:0], text, b.Clusters)
		k.weigh(text, k.clusters)
	}
}

// count takes the hashes of some features of weight 1.
func (k *sketcher) count(hashes []uint64) {
	k.fresh = k.seen.appendElements(k.fresh, hashes, k.most, k.step)
	if len(k.fresh) >= freshAtOnce {
		k.addFresh()
	}
}

// minimaOfAll reports whether features are sketched as they come, since repetition does not
// change a minimum. They are counted when the number of distinct ones is asked for.
func (k *sketcher) minimaOfAll() bool {
	return k.method.def.Sketch == MinHash128 && k.method.def.Weights == Distinct
}

// features takes the hashes of many features of weight 1.
func (k *sketcher) features(hashes []uint64) {
	if k.minimaOfAll() {
		k.minima.AddEach(hashes)
	}
	k.many.take(hashes)
}

// keepElements keeps the elements of the texts to come.
func (k *sketcher) keepElements() {
	k.keep = true
	if k.minimaOfAll() {
		k.many.emit = func(elements []uint64) { k.elements = append(k.elements, elements...) }
	}
}

// Singles returns the set of single clusters outside batches (R5.4), nil if the scheme wants none.
func (k *sketcher) Singles() *fast.Singles { return k.singles }

// TakesRuns reports that a single cluster need not come as a token as well. It has the weight of the
// cluster (R5.4), which is not less.
func (k *sketcher) TakesRuns() bool { return true }

// addSingles takes the set of single clusters, when the text has ended. No two of them have the
// same hash, so what they weigh need not be noted.
func (k *sketcher) addSingles() {
	def := &k.method.def
	for clusters, hashes := range k.singles.All() {
		ofHan := areHan(clusters)
		for i, hash := range hashes {
			weight := def.Clusters
			if !ofHan {
				weight = def.weightOf(clusters[i])
			}
			was := k.seen.weighs(hash)
			if was == 0 {
				k.alone++
			}
			for ; was < weight; was++ {
				k.fresh = append(k.fresh, hash)
			}
		}
	}
}

// weigh gives clusters their weight (R5.4).
func (k *sketcher) weigh(text []byte, bounds []uint16) {
	def := &k.method.def
	k.hashes = fast.AppendSums(k.hashes[:0], text, bounds)
	most := max(def.Clusters, def.KanaClusters)
	for i, hash := range k.hashes {
		weighs := k.seen.weight(hash)
		if *weighs >= most {
			continue
		}
		weight := def.clusterWeight(text[bounds[2*i]:bounds[2*i+1]])
		for ; *weighs < weight; *weighs++ {
			k.fresh = append(k.fresh, hash)
		}
	}
}

// add sketches more weight of an element; first if it had none.
func (k *sketcher) add(element uint64, weight int, first bool) {
	if k.keep {
		for range weight {
			k.elements = append(k.elements, element)
		}
	}
	switch k.method.def.Sketch {
	case SimHash64:
		k.low.AddWeighted(element, int64(weight))
	case SimHash128:
		k.low.AddWeighted(element, int64(weight))
		k.high.AddWeighted(splitmix.Mix(element), int64(weight))
	case MinHash128:
		if first {
			k.minima.Add(element)
		}
	case MinHash128Permuted:
		if first {
			k.permuted.Add(element)
		}
	}
}

func (k *sketcher) addFresh() {
	k.addEach(k.fresh)
	k.fresh = k.fresh[:0]
}

// addEach sketches elements of weight 1. It may write over them.
func (k *sketcher) addEach(elements []uint64) {
	if k.keep {
		k.elements = append(k.elements, elements...)
	}
	switch k.method.def.Sketch {
	case SimHash64:
		k.low.AddEach(elements)
	case SimHash128:
		k.low.AddEach(elements)
		for i, element := range elements {
			elements[i] = splitmix.Mix(element)
		}
		k.high.AddEach(elements)
	case MinHash128:
		k.minima.AddEach(elements)
	case MinHash128Permuted:
		for _, element := range elements {
			k.permuted.Add(element)
		}
	}
}

func (k *sketcher) close() {
	if k.singles != nil {
		k.addSingles()
	}
	k.addFresh()
	if k.many.emit != nil {
		k.many.distinct()
	}
	if k.method.def.Weights == TFIDF {
		for _, seen := range k.seen.slots {
			if seen.weight == 0 {
				continue
			}
			hash, w := seen.hash, seen.weight*k.method.idf(seen.hash)
			if w == 0 { // else a text of nothing but such features would have a sketch of 0
				k.seen.used--
				continue
			}
			k.add(hash, w, true)
		}
	}
}

// distinct is how many features there were, when the text has ended.
func (k *sketcher) distinct() int { return k.seen.used + k.alone + k.many.distinct() }

func (k *sketcher) isEmpty() bool { return k.seen.used+k.alone == 0 && k.many.isEmpty() }

func (k *sketcher) appendData(dst []byte) []byte {
	switch k.method.def.Sketch {
	case MinHash128:
		stored, _ := k.minima.Stored()
		return append(dst, stored[:]...)
	case MinHash128Permuted:
		stored, _ := k.permuted.Stored()
		return append(dst, stored[:]...)
	}
	dst = binary.BigEndian.AppendUint64(dst, k.low.Sketch())
	if k.high != nil {
		dst = binary.BigEndian.AppendUint64(dst, k.high.Sketch())
	}
	return dst
}

func (k *sketcher) reset() {
	k.seen.reset()
	k.many.reset()
	k.alone, k.fresh = 0, k.fresh[:0]
	if k.singles != nil {
		k.singles.Reset()
	}
	if cap(k.elements) > keepSlots {
		k.elements = nil
	}
	k.elements = k.elements[:0]
	k.low, k.minima = simhash.Counters{}, minhash.Minima{}
	if k.high != nil {
		*k.high = simhash.Counters{}
	}
	if k.permuted != nil {
		*k.permuted = minhash.Permuted{}
	}
}

// sketched returns a sketcher of features, which has kept the elements.
func (m *Method) sketched(features []Feature) *sketcher {
	k := newSketcher(m)
	k.keep = true
	for _, f := range features {
		k.feature(f.Hash, f.Weight)
	}
	k.close()
	slices.Sort(k.elements)
	return k
}
