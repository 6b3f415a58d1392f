package index

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
)

// cutBuckets are the hot buckets of a band, by the hash of their key. A hash has several only if keys
// share it.
type cutBuckets map[uint64][]*cutBucket

// A cutBucket is a hot bucket: one of more than [Settings].Most documents (R13.4). In each slot, the
// documents with one value are a part, unless it is the value that most have.
type cutBucket struct {
	width  int
	first  uint32 // in the order of R13.1
	common []byte // a sketch: in each slot, the value that most documents have
	large  [minhash.Slots][]largePart
}

// A largePart is a part of more than [Settings].Most documents.
type largePart struct {
	value byte
	first uint32 // in the order of R13.1
}

// slotParts are the parts of a hot bucket by one slot.
type slotParts struct {
	places []uint32    // in the bucket, by value, and then ascending
	starts [257]uint32 // of each value
}

// of returns the places of the documents with a value.
func (p *slotParts) of(value byte) []uint32 { return p.places[p.starts[value]:p.starts[int(value)+1]] }

// cutBucket returns the hot bucket of a sketch in a band, or nil.
func (f *bucketFinder) cutBucket(band int, sketch []byte) *cutBucket {
	if len(f.hot[band]) == 0 {
		return nil
	}
	from, n := banding.Bands(f.settings.Bands).Bits(band, f.width)
	for _, c := range f.hot[band][banding.HashAt(sketch, from, n, f.seed)] {
		if banding.SameAt(sketch, c.common, from, n) {
			return c
		}
	}
	return nil
}

// cut compares the candidates of the hot buckets of this band. All workers share each bucket.
func (f *bucketFinder) cut(g *groups) error {
	from, n := banding.Bands(f.settings.Bands).Bits(f.band, f.width)
	var largest []uint32
	for i := range f.workers {
		for _, documents := range f.workers[i].hot {
			slices.SortFunc(documents, func(a, b uint32) int { return cmp.Compare(f.places[a], f.places[b]) })
			for i := range f.workers {
				w := &f.workers[i]
				w.seen = slices.Grow(w.seen[:0], len(documents))[:len(documents)]
				clear(w.seen)
			}
			var parts [minhash.Slots]slotParts
			c := f.newCutBucket(g, documents, &parts)
			g.share(len(documents), func(worker, place int) bool {
				w := &f.workers[worker]
				f.inParts(w, c, documents, place, &parts)
				return w.err == nil && f.ctx.Err() == nil
			})
			if err := f.failed(); err != nil {
				return err
			}
			if f.hot[f.band] == nil {
				f.hot[f.band] = make(cutBuckets)
			}
			hash := banding.HashAt(c.common, from, n, f.seed)
			f.hot[f.band][hash] = append(f.hot[f.band][hash], c)
			if len(documents) > len(largest) && f.band < 64 {
				largest, f.largest[f.band] = documents, c
			}
			if f.inHot == nil {
				f.inHot = make([]uint64, (f.clusters.set.n+63)/64)
			}
			for _, document := range documents {
				f.inHot[document/64] |= 1 << (document % 64)
			}
		}
		f.workers[i].hot = nil
	}
	if len(largest) > 0 && f.inLargest == nil {
		f.inLargest = make([]uint64, f.clusters.set.n)
	}
	for _, document := range largest {
		f.inLargest[document] |= 1 << f.band
	}
	return nil
}

// newCutBucket parts the documents of a hot bucket, which are in the order of R13.1.
func (f *bucketFinder) newCutBucket(g *groups, documents []uint32, parts *[minhash.Slots]slotParts) *cutBucket {
	const block = 64
	set, n := f.clusters.set, len(documents)
	f.values = slices.Grow(f.values[:0], minhash.Slots*n)[:minhash.Slots*n]
	g.share((n+block-1)/block, func(_, i int) bool {
		for slot := range minhash.Slots {
			for place := i * block; place < min(n, (i+1)*block); place++ {
				f.values[slot*n+place] = slotAt(set.sketch(documents[place]), slot, f.width)
			}
		}
		return true
	})
	c := &cutBucket{width: f.width, first: documents[0]}
	var common [minhash.Slots]byte
	g.share(minhash.Slots, func(_, slot int) bool {
		p, values := &parts[slot], f.values[slot*n:][:n]
		for _, value := range values {
			p.starts[int(value)+1]++
		}
		for value, n := range p.starts[1:] {
			if n > p.starts[int(common[slot])+1] {
				common[slot] = byte(value)
			}
		}
		p.starts[int(common[slot])+1] = 0
		for value := range p.starts[1:] {
			p.starts[value+1] += p.starts[value]
		}
		p.places = make([]uint32, p.starts[256])
		next := p.starts
		for place, value := range values {
			if value != common[slot] {
				p.places[next[value]] = uint32(place)
				next[value]++
			}
		}
		for value := range 256 {
			if part := p.of(byte(value)); len(part) > f.settings.Most {
				c.large[slot] = append(c.large[slot], largePart{byte(value), documents[part[0]]})
			}
		}
		return f.ctx.Err() == nil
	})
	c.common = minhash.Truncate(common[:], f.width)
	f.cutSlots += int64(n * minhash.Slots)
	for i := range parts {
		f.partedSlots += int64(len(parts[i].places))
		f.smallSlots += int64(len(parts[i].places))
		for _, part := range c.large[i] {
			f.smallSlots -= int64(len(parts[i].of(part.value)))
		}
	}
	return c
}

// inParts compares the document at a place of a hot bucket with the first document. In each of its parts,
// inParts compares it with those after it.
func (f *bucketFinder) inParts(w *bucketWorker, c *cutBucket, documents []uint32, place int,
	parts *[minhash.Slots]slotParts) {
	if place == 0 {
		return
	}
	set, document := f.clusters.set, documents[place]
	x := set.sketch(document)
	f.pair(w, document, c.first, x, set.sketch(c.first), true)
	own := agreement(x, c.common, f.width).complement()
	for slot := own.next(); slot < minhash.Slots; slot = own.next() {
		value := slotAt(x, slot, f.width)
		part := parts[slot].of(value)
		at, _ := slices.BinarySearch(part, uint32(place))
		if at > 0 && len(part) > f.settings.Most || at+1 == len(part) {
			continue
		}
		before := f.bandsBefore(w, document, x, slot, value)
		for _, next := range part[at+1:] {
			other := documents[next]
			if w.seen[next] == uint32(place) || before != 0 && f.inLargest[other]&before != 0 {
				continue // compared before
			}
			w.seen[next] = uint32(place)
			f.pair(w, document, other, x, set.sketch(other), true)
		}
	}
}

// bandsBefore returns bands before this one, as bits. In the largest bucket of each, the document has a
// part by the slot. It is a candidate with all others in this part.
func (f *bucketFinder) bandsBefore(w *bucketWorker, document uint32, x []byte, slot int, value byte) (before uint64) {
	if f.inLargest == nil {
		return 0
	}
	for rest := f.inLargest[document]; rest != 0; rest &= rest - 1 {
		band := bits.TrailingZeros64(rest)
		if p := f.past(&w.past, band, document, x); p.own.has(slot) && !p.cut.isLarge(slot, value) {
			before |= 1 << band
		}
	}
	return before
}

// isLarge reports whether a part is large.
func (c *cutBucket) isLarge(slot int, value byte) bool {
	return slices.ContainsFunc(c.large[slot], func(p largePart) bool { return p.value == value })
}

// pairs reports whether a hot bucket makes two of its documents candidates. One of them has the sketch x,
// and they share some slots whose value is not the common one.
func (c *cutBucket) pairs(shared slots, a, b uint32, x []byte) bool {
	if a == c.first || b == c.first {
		return true
	}
	for slot := shared.next(); slot < minhash.Slots; slot = shared.next() {
		value := slotAt(x, slot, c.width)
		i := slices.IndexFunc(c.large[slot], func(p largePart) bool { return p.value == value })
		if i < 0 || c.large[slot][i].first == a || c.large[slot][i].first == b {
			return true
		}
	}
	return false
}

// past has the hot buckets of one document in the bands so far, as they are asked for.
type past struct {
	document uint32
	bands    []pastBand
}

type pastBand struct {
	known bool
	cut   *cutBucket // or nil
	own   slots      // whose value is not the common one
}

// past returns the hot bucket of a document in a band before this one.
func (f *bucketFinder) past(p *past, band int, document uint32, x []byte) *pastBand {
	if p.document != document || len(p.bands) != f.band {
		p.document, p.bands = document, slices.Grow(p.bands[:0], f.band)[:f.band]
		clear(p.bands)
	}
	b := &p.bands[band]
	if !b.known {
		b.known = true
		if f.inLargest != nil && band < 64 && f.inLargest[document]>>band&1 != 0 {
			b.cut = f.largest[band]
		} else {
			b.cut = f.cutBucket(band, x)
		}
		if b.cut != nil {
			b.own = agreement(x, b.cut.common, f.width).complement()
		}
	}
	return b
}

// recall estimates recall at a similarity, in hot buckets only. A pair is found if it shares a part that is
// not large. Rare elements may find more. In a share x of its slots, a document has another value than the
// common one. If two share such values in y of the slots, both have the common one in 1-2x+y. Then they agree
// in 1-2x+2y.
func (f *bucketFinder) recall(similarity float64) float64 {
	if f.cutSlots == 0 {
		return 1
	}
	x := float64(f.partedSlots) / float64(f.cutSlots)
	agree := similarity + (1-similarity)*math.Ldexp(1, -f.width) // by chance or not
	shared := max(0, agree-(1-2*x)) / 2
	if f.partedSlots > 0 {
		shared *= float64(f.smallSlots) / float64(f.partedSlots)
	}
	return 1 - math.Pow(1-shared, minhash.Slots)
}

// slotAt returns the value of a slot of a sketch with a number of bits a slot.
func slotAt(sketch []byte, slot, width int) byte {
	at := slot * width
	return sketch[at/8] << (at % 8) >> (8 - width)
}
