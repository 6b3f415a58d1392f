package index

import (
	"cmp"
	"encoding/binary"
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// bucketFinder compares the MinHashes that have a key in common (R13.4), band after band. It compares two
// of them in the first band only that makes them candidates. It knows documents by their numbers.
type bucketFinder struct {
	*finder
	places   []uint32 // by document, of those that take part
	isCopy   func(document uint32) bool
	width    int
	farthest int     // slots in which two linked documents differ at most
	least    float64 // similarity by the settings that counts
	seed     uint64  // of hashes, so that no one can know which keys share one
	isLazy   bool    // leave candidates of hot buckets pending
	band     int
	hot      []cutBuckets // by band
	values   []byte       // by slot: those of the documents of a hot bucket

	// Most pairs of a template were candidates in a band before. Bits tell this without reading their
	// sketches. Bit 3 is set if the document is in the largest hot bucket of band 3. Bands from 64 on have
	// no bits.
	inLargest []uint64 // by document
	largest   [64]*cutBucket

	inHot []uint64 // by document, a bit: it is in a hot bucket

	// Slots of documents of hot buckets: all, those that put them into a part, and those of small parts.
	cutSlots, partedSlots, smallSlots int64

	workers []bucketWorker
}

// bucketWorker is what one worker finds.
type bucketWorker struct {
	stats   Stats
	links   linkList
	pending linkList   // candidates whose similarity may not matter
	hot     [][]uint32 // buckets of this band
	past    past
	seen    []uint32 // by place in a hot bucket: the place of the last that was compared with it
	err     error
}

func (f *finder) newBuckets(copies copies) *bucketFinder {
	width := f.clusters.set.kind.Width()
	farthest := minhash.Slots
	for farthest >= 0 && minhash.Similarity(farthest, width) < f.settings.least() {
		farthest--
	}
	b := &bucketFinder{
		finder: f, places: copies.places, isCopy: copies.is, width: width, farthest: farthest,
		seed: rand.Uint64(), hot: make([]cutBuckets, f.settings.Bands.Bands), least: f.settings.Threshold,
	}
	if just := f.settings.Just; just > 0 {
		b.least = min(b.least, just)
	}
	return b
}

// find compares the candidates of all bands. It returns the links, and the candidates that it left pending.
func (f *bucketFinder) find(g *groups) (links, pending []linkList, err error) {
	set, stats := f.clusters.set, &f.clusters.Stats
	f.workers = make([]bucketWorker, g.workers)
	for i := range f.workers {
		f.workers[i].links.account, f.workers[i].pending.account = f.account, f.account
	}
	for f.band = range f.settings.Bands.Bands {
		from, n := banding.Bands(f.settings.Bands).Bits(f.band, f.width)
		hash := func(document uint32) (uint64, bool) {
			if f.isCopy(document) {
				return 0, false
			}
			if n <= banding.MostExact { // documents with the same hash have the same key
				return banding.ExactHashAt(set.sketch(document), from, n, f.seed), true
			}
			return banding.HashAt(set.sketch(document), from, n, f.seed), true
		}
		same := func(a, b uint32) bool { return banding.SameAt(set.sketch(a), set.sketch(b), from, n) }
		err := g.each(f.ctx, hash, func(worker int, group []uint32) {
			if n <= banding.MostExact {
				f.bucket(&f.workers[worker], group)
				return
			}
			split(group, same, func(bucket []uint32) { f.bucket(&f.workers[worker], bucket) })
		})
		if err := cmp.Or(err, f.failed()); err != nil {
			return nil, nil, err
		}
		if err := f.cut(g); err != nil {
			return nil, nil, err
		}
		if tell := f.settings.Progress; tell != nil {
			tell(f.band+1, f.settings.Bands.Bands)
		}
	}
	if err := f.rare(g); err != nil {
		return nil, nil, err
	}
	for _, w := range f.workers {
		stats.Candidates += w.stats.Candidates
		stats.Buckets += w.stats.Buckets
		stats.Hot += w.stats.Hot
		stats.Just += w.stats.Just
		links, pending = append(links, w.links), append(pending, w.pending)
	}
	stats.Recall = f.recall(f.settings.Threshold)
	return links, pending, nil
}

// failed returns the error of a worker, or of the context.
func (f *bucketFinder) failed() error {
	for i := range f.workers {
		w := &f.workers[i]
		if err := cmp.Or(w.err, w.links.err, w.pending.err); err != nil {
			return err
		}
	}
	return f.ctx.Err()
}

// bucket compares every two documents of a bucket. It keeps hot buckets for later.
func (f *bucketFinder) bucket(w *bucketWorker, bucket []uint32) {
	w.stats.Buckets++
	if len(bucket) > f.settings.Most {
		w.stats.Hot++
		w.hot = append(w.hot, slices.Clone(bucket))
		return
	}
	set := f.clusters.set
	for i, a := range bucket {
		if w.err != nil || f.ctx.Err() != nil {
			return
		}
		for j := i + 1; j < len(bucket); j++ {
			if b := bucket[j]; !f.isApart(a, b) {
				f.pair(w, a, b, set.sketch(a), set.sketch(b), false)
			}
		}
	}
}

// isApart reports whether two documents are too different by their bound. Most pairs of short texts are, which
// share a key by chance. Their sketches need not be read.
func (f *bucketFinder) isApart(a, b uint32) bool {
	return f.settings.Bound != nil && f.settings.Bound(int(a), int(b)) < f.least
}

// pair compares two documents with the sketches x and y, unless they were candidates in a band before.
func (f *bucketFinder) pair(w *bucketWorker, a, b uint32, x, y []byte, isHot bool) {
	if f.isApart(a, b) {
		return
	}
	same := agreement(x, y, f.width)
	isFar := minhash.Slots-same.count() > f.farthest
	if isFar && f.settings.Similarity != nil {
		return
	}
	if f.band > 0 && f.before(w, same, a, b, x) {
		return
	}
	w.stats.Candidates++
	switch {
	case isFar:
	case isHot && f.isLazy:
		w.pending.add(link{f.places[a], f.places[b]})
	case f.settings.Similarity == nil || f.isSimilar(w, a, b):
		w.links.add(link{f.places[a], f.places[b]})
	}
}

// isSimilar asks the settings.
func (f *bucketFinder) isSimilar(w *bucketWorker, a, b uint32) bool {
	if w.err != nil {
		return false
	}
	similarity, err := f.clusters.of(f.ctx, a, b)
	w.err = err
	isNear := err == nil && similarity >= f.settings.Threshold
	if !isNear && similarity >= f.settings.Just && f.settings.Just > 0 {
		w.stats.Just++
	}
	return isNear
}

// before reports whether two documents are candidates by a band before this one.
func (f *bucketFinder) before(w *bucketWorker, same slots, a, b uint32, x []byte) bool {
	rows := f.settings.Bands.Rows
	begins := same.runs(rows) // where a band of slots agrees
	for {
		slot := begins.next()
		if slot >= f.band*rows {
			return false
		}
		if slot%rows != 0 {
			continue
		}
		band := slot / rows
		if len(f.hot[band]) == 0 {
			return true
		}
		if p := f.past(&w.past, band, a, x); p.cut == nil || p.cut.pairs(same.and(p.own), a, b, x) {
			return true
		}
	}
}

// slots are some of the slots of a sketch: slot 0 is the highest bit of the first.
type slots [2]uint64

// agreement returns the slots in which two sketches with a number of bits a slot agree.
func agreement(x, y []byte, width int) (s slots) {
	if width == 8 {
		const low = 0x7f7f7f7f7f7f7f7f
		y = y[:len(x)]
		for i := range s {
			for range 8 {
				differ := binary.LittleEndian.Uint64(x) ^ binary.LittleEndian.Uint64(y)
				zero := ^(differ&low + low | differ | low) >> 7                 // 1 in bytes that are 0
				s[i] = s[i]<<8 | zero&0x0101010101010101*0x8040201008040201>>56 // the first byte is the highest
				x, y = x[8:], y[8:]
			}
		}
		return s
	}
	for i := range s {
		for range width { // of 64 slots
			differ := binary.BigEndian.Uint64(x) ^ binary.BigEndian.Uint64(y)
			for fold := width / 2; fold > 0; fold /= 2 {
				differ |= differ >> fold
			}
			agree := ^differ & (^uint64(0) / (1<<width - 1)) // the last bit of each slot
			// Two and two come together, until they are neighbours.
			for have, apart := 1, width; have < apart && apart < 64; have, apart = 2*have, 2*apart {
				agree = (agree | agree>>(apart-have)) & (^uint64(0) / (1<<(2*apart) - 1) * (1<<(2*have) - 1))
			}
			s[i] = s[i]<<(64/width) | agree
			x, y = x[8:], y[8:]
		}
	}
	return s
}

// count returns how many slots there are.
func (s slots) count() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// runs returns the slots that begin a run of a length.
func (s slots) runs(length int) slots {
	for have := 1; have < length; {
		more := min(have, length-have)
		s[0], s[1] = s[0]&(s[0]<<more|s[1]>>(64-more)), s[1]&(s[1]<<more)
		have += more
	}
	return s
}

// and returns the slots that are among others, too.
func (s slots) and(others slots) slots { return slots{s[0] & others[0], s[1] & others[1]} }

// has reports whether a slot is among them.
func (s slots) has(slot int) bool { return s[slot/64]>>(63-slot%64)&1 != 0 }

// complement returns the other slots.
func (s slots) complement() slots { return slots{^s[0], ^s[1]} }

// next takes the first slot out, and returns its number, or 128 if there is none.
func (s *slots) next() int {
	slot := bits.LeadingZeros64(s[0])
	if slot < 64 {
		s[0] &^= 1 << (63 - slot)
		return slot
	}
	slot = bits.LeadingZeros64(s[1])
	if slot < 64 {
		s[1] &^= 1 << (63 - slot)
	}
	return 64 + slot
}

// linkList is links, in pieces: what grows so is never copied. Pieces count in an account. After its error,
// nothing is added.
type linkList struct {
	full    [][]link
	last    []link
	account *budget.Account
	err     error
}

func (l *linkList) add(x link) {
	const most = 1 << 15
	if l.err != nil {
		return
	}
	if len(l.last) == most {
		if l.err = l.account.Hold(8 * most); l.err != nil {
			return
		}
		l.full, l.last = append(l.full, l.last), make([]link, 0, most)
	}
	l.last = append(l.last, x)
}

func (l *linkList) len() (n int) {
	for _, piece := range l.full {
		n += len(piece)
	}
	return n + len(l.last)
}

func (l *linkList) all() iter.Seq[link] {
	return func(yield func(link) bool) {
		for _, piece := range append(l.full, l.last) {
			for _, x := range piece {
				if !yield(x) {
					return
				}
			}
		}
	}
}
