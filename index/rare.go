package index

import (
	"math/bits"
	"math/rand/v2"
)

// leastElements is how many elements of a document in a hot bucket count (R13.9).
const leastElements = 256

// rareElements are the rare elements of the documents in hot buckets (R13.9) that two or more of them share.
type rareElements struct {
	documents []uint32
	ends      []uint32 // of the entries of each document
	entries   []rareEntry
	parts     []rarePart
}

// A rareEntry is an element of a document.
type rareEntry struct {
	part     uint32
	document uint32 // its place in documents
	before   uint32 // the entry of the document before it in the part
}

// A rarePart is the documents with an element.
type rarePart struct {
	documents int
	last      uint32 // entry
}

const noEntry = ^uint32(0)

// rare compares the candidates that share a rare element. All workers share the documents.
func (f *bucketFinder) rare(g *groups) error {
	if f.settings.Elements == nil || f.inHot == nil {
		return nil
	}
	r, err := f.rareElements()
	if err != nil {
		return err
	}
	f.band = f.settings.Bands.Bands // all are before this
	for i := range f.workers {
		f.workers[i].seen = make([]uint32, len(r.documents))
	}
	g.share(len(r.documents), func(worker, place int) bool {
		w := &f.workers[worker]
		f.withRare(w, r, place)
		return w.err == nil && f.ctx.Err() == nil
	})
	return f.failed()
}

// withRare compares the document at a place with those before it that share a rare element.
func (f *bucketFinder) withRare(w *bucketWorker, r *rareElements, place int) {
	set, document, from := f.clusters.set, r.documents[place], uint32(0)
	if place > 0 {
		from = r.ends[place-1]
	}
	x := set.sketch(document)
	for _, e := range r.entries[from:r.ends[place]] {
		if r.parts[e.part].documents > f.settings.Most {
			continue
		}
		for at := e.before; at != noEntry; at = r.entries[at].before {
			other := r.entries[at].document
			if w.seen[other] == uint32(place) {
				continue
			}
			w.seen[other] = uint32(place)
			y := r.documents[other]
			f.pair(w, document, y, x, set.sketch(y), true)
		}
	}
}

// rareElements reads the elements of the documents in hot buckets twice. The first time, it finds the cells
// of a table that only one element has come to. No other document has this element, so it needs no part.
func (f *bucketFinder) rareElements() (*rareElements, error) {
	r := new(rareElements)
	for word, rest := range f.inHot {
		for ; rest != 0; rest &= rest - 1 {
			r.documents = append(r.documents, uint32(64*word+bits.TrailingZeros64(rest)))
		}
	}
	const cells = 64 // for each document
	words := 1 << bits.Len(uint(len(r.documents)*cells/64))
	once, twice := make([]uint64, words), make([]uint64, words)
	spread, shift := rand.Uint64()|1, 64-bits.Len(uint(64*words-1))
	each := func(do func(place int, element, word, bit uint64)) error {
		for place, document := range r.documents {
			if place%1024 == 0 && f.ctx.Err() != nil {
				return f.ctx.Err()
			}
			elements, err := f.settings.Elements(f.ctx, int(document), leastElements)
			if err != nil {
				return err
			}
			for _, e := range elements {
				cell := e * spread >> shift
				do(place, e, cell/64, 1<<(cell%64))
			}
			r.ends = append(r.ends, uint32(len(r.entries)))
		}
		return nil
	}
	if err := each(func(_ int, _, word, bit uint64) {
		twice[word] |= once[word] & bit
		once[word] |= bit
	}); err != nil {
		return nil, err
	}
	r.ends = r.ends[:0]
	parts := make(map[uint64]uint32)
	return r, each(func(place int, element, word, bit uint64) {
		if twice[word]&bit == 0 {
			return
		}
		part, ok := parts[element]
		if !ok {
			part = uint32(len(r.parts))
			parts[element] = part
			r.parts = append(r.parts, rarePart{last: noEntry})
		}
		p := &r.parts[part]
		if p.documents++; p.documents > f.settings.Most {
			return // and its entries count no more
		}
		r.entries = append(r.entries, rareEntry{part, uint32(place), p.last})
		p.last = uint32(len(r.entries) - 1)
	})
}
