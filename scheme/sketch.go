package scheme

import (
	"encoding/binary"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/jenkins"
	"github.com/lsh-interop/fpcheck/minhash"
	"github.com/lsh-interop/fpcheck/simhash"
	"github.com/lsh-interop/fpcheck/tokenize"
)

// sketcher turns hashes of features into a sketch: R5.2, R5.6 and chapter 7.
type sketcher struct {
	scheme *Scheme
	seen   tally  // the weight so far of each hash
	many   census // of hashes that come by features
	// elements are what R5.6 makes of the hashes, kept if asked for.
	keep     bool
	elements []uint64

	most   int      // occurrences of a hash that count one by one
	step   uint64   // between their elements
	hashes []uint64 // of a batch
	fresh  []uint64 // elements of weight 1 that are not sketched yet
	had    []uint64 // a bit for each code point that was a cluster of plain text; nil before the first

	low      simhash.Counters
	high     *simhash.Counters // of 128 bits, the second half
	minima   minhash.Minima
	permuted *minhash.Permuted
}

func newSketcher(s *Scheme) *sketcher {
	k := &sketcher{scheme: s, most: 1}
	if s.def.Weights == Occurrences {
		k.most = math.MaxInt
		if limit := s.def.MaxOccurrences; limit > 0 {
			k.most = limit
		}
		if s.IsMinHash() {
			k.step = golden
		}
	}
	k.many = census{most: k.most, step: k.step, emit: k.addEach}
	if k.minimaOfAll() {
		k.many.emit = nil
	}
	switch s.def.Sketch {
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
	switch k.scheme.def.Weights {
	case Distinct: // R5.2
		if was < weight {
			*weighs = weight
			k.add(hash, weight-was, was == 0)
		}
	case Occurrences:
		if limit := k.scheme.def.MaxOccurrences; limit > 0 && was >= limit {
			return
		}
		*weighs = was + weight
		if k.scheme.IsMinHash() {
			k.add(hash+uint64(was)*golden, 1, true) // R5.6
			return
		}
		k.add(hash, weight, was == 0)
	default: // the weights are known at the end
		*weighs = was + weight
	}
}

// inBatches reports that a [sketcher] can take many features at once.
func (s *Scheme) inBatches() bool {
	d := &s.def
	return d.Digits != "drop" && s.stop == nil && d.Hash == Jenkins && d.Weights != TFIDF &&
		(d.Features == Shingles && d.Width <= maxShingleWidth || d.Features == Tokens && (d.Clusters == 0 || d.Weights == Distinct))
}

// Batches of tokens are hashed and counted so many at a time.
const (
	hashesAtOnce = 256
	freshAtOnce  = 2048
)

// tokens takes many tokens of which each is a feature of weight 1.
func (k *sketcher) tokens(text []byte, bounds []uint16, clusters bool) {
	for len(bounds) > 0 {
		n := min(len(bounds), 2*hashesAtOnce)
		batch := bounds[:n]
		bounds = bounds[n:]
		k.hashes = jenkins.AppendSums(k.hashes[:0], text, batch)
		k.fresh = k.seen.appendElements(k.fresh, k.hashes, k.most, k.step)
		if len(k.fresh) >= freshAtOnce {
			k.addFresh()
		}
		if clusters && k.scheme.def.Clusters > 0 {
			k.addClusters(text, batch)
		}
	}
}

// minimaOfAll reports that features are sketched as they come: a minimum is that of
// repeated elements too. They are counted when somebody asks how many are distinct.
func (k *sketcher) minimaOfAll() bool {
	return k.scheme.def.Sketch == MinHash128 && k.scheme.def.Weights == Distinct
}

// features takes the hashes of many features of weight 1.
func (k *sketcher) features(hashes []uint64) {
	if k.many.emit == nil {
		k.minima.AddEach(hashes)
	}
	k.many.take(hashes)
}

// addClusters takes the clusters of tokens, as far as this text has not had them (R5.4).
func (k *sketcher) addClusters(text []byte, bounds []uint16) {
	for i := 0; i < len(bounds); i += 2 {
		token := text[bounds[i]:bounds[i+1]]
		if token[0] < 0xE2 { // what is plain and of class K lies from U+2E80 on
			continue
		}
		if k.had == nil {
			k.had = make([]uint64, 1<<16/64) // plain text is of the Basic Multilingual Plane
		}
		for cluster := range tokenize.Clusters(token) {
			r, _ := utf8.DecodeRune(cluster)
			if bit := uint64(1) << (r & 63); k.had[r>>6]&bit == 0 {
				k.had[r>>6] |= bit
				k.feature(k.scheme.hash(cluster), k.scheme.def.clusterWeight(cluster))
			}
		}
	}
}

// golden is 2^64 divided by the golden ratio: it tells the occurrences of a
// feature apart (R5.6).
const golden = 0x9E3779B97F4A7C15

// add sketches an element, of that much more weight.
func (k *sketcher) add(element uint64, weight int, first bool) {
	if k.keep {
		for range weight {
			k.elements = append(k.elements, element)
		}
	}
	switch k.scheme.def.Sketch {
	case SimHash64:
		k.low.AddWeighted(element, int64(weight))
	case SimHash128:
		k.low.AddWeighted(element, int64(weight))
		k.high.AddWeighted(minhash.Mix64(element), int64(weight))
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
	switch k.scheme.def.Sketch {
	case SimHash64:
		k.low.AddEach(elements)
	case SimHash128:
		k.low.AddEach(elements)
		for i, element := range elements {
			elements[i] = minhash.Mix64(element)
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

// close ends the text.
func (k *sketcher) close() {
	k.addFresh()
	if k.many.emit != nil {
		k.many.distinct()
	}
	if k.scheme.def.Weights == TFIDF {
		for _, seen := range k.seen.slots {
			if seen.weight == 0 {
				continue
			}
			hash, w := seen.hash, seen.weight*k.scheme.idf(seen.hash)
			if w == 0 { // else a text of nothing but such features would have a sketch of 0
				k.seen.used--
				continue
			}
			k.add(hash, w, true)
		}
	}
}

// distinct is how many features there were, when the text has ended.
func (k *sketcher) distinct() int { return k.seen.used + k.many.distinct() }

func (k *sketcher) isEmpty() bool { return k.seen.used == 0 && k.many.isEmpty() }

// data returns the octets of the sketch.
func (k *sketcher) data() []byte {
	switch k.scheme.def.Sketch {
	case MinHash128:
		stored, _ := k.minima.Stored()
		return stored[:]
	case MinHash128Permuted:
		stored, _ := k.permuted.Stored()
		return stored[:]
	}
	data := binary.BigEndian.AppendUint64(make([]byte, 0, 16), k.low.Sketch())
	if k.high != nil {
		data = binary.BigEndian.AppendUint64(data, k.high.Sketch())
	}
	return data
}

func (k *sketcher) reset() {
	k.seen.reset()
	k.many.reset()
	k.fresh = k.fresh[:0]
	clear(k.had)
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
func (s *Scheme) sketched(features []Feature) *sketcher {
	k := newSketcher(s)
	k.keep = true
	for _, f := range features {
		k.feature(f.Hash, f.Weight)
	}
	k.close()
	slices.Sort(k.elements)
	return k
}
