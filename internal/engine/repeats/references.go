package repeats

import (
	"maps"
	"slices"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
)

// A Criterion says when a reference is found in a document.
type Criterion struct {
	Words int     // of a window
	Cover float64 // share of the reference that must be covered, exclusively (R13.20); 0: any common window
	Whole int     // references of fewer words must be covered wholly
}

// References are texts that are looked for in documents. All their windows are in memory.
type References struct {
	Criterion
	all     []*reference       // by number
	windows map[uint64]int32   // the first reference that has a hash
	more    map[uint64][]int32 // the others
	some    *filter            // of the hashes
	ignored map[uint64]bool    // hashes that do not count

	Ignored int // windows left out
}

// A reference has its windows only once one was found in a document.
type reference struct {
	items   *passage.Items
	weight  int64
	isShort bool
	windows func() *passage.Reference
}

// NewReferences returns References without any.
func NewReferences(c Criterion) *References {
	return &References{Criterion: c, windows: make(map[uint64]int32), more: make(map[uint64][]int32),
		ignored: make(map[uint64]bool)}
}

// Ignore leaves the windows of a text out of references that are added later.
func (r *References) Ignore(items *passage.Items) {
	items.Windows(r.Words, func(w passage.Window) { r.ignored[w.Hash] = true })
}

// Add adds a reference, and reports whether it can be found: it is not too short, and some windows count.
// References are numbered from 0. It keeps the items.
func (r *References) Add(items *passage.Items) (counts bool) {
	number := int32(len(r.all))
	added := &reference{items: items, weight: items.Weight(0, items.Len()), isShort: true}
	added.windows = sync.OnceValue(func() *passage.Reference { return passage.NewReference(items, r.Words) })
	r.all = append(r.all, added)
	left := make(map[uint64]bool)
	items.Windows(r.Words, func(w passage.Window) {
		added.isShort = false
		first, has := r.windows[w.Hash]
		switch {
		case r.ignored[w.Hash]:
			left[w.Hash] = true
			return
		case !has:
			r.windows[w.Hash] = number
		case first != number:
			if more := r.more[w.Hash]; len(more) == 0 || more[len(more)-1] != number {
				r.more[w.Hash] = append(more, number)
			}
		}
		counts = true
	})
	r.Ignored += len(left)
	return counts
}

// IsShort reports whether a reference is too short to be found (R13.15).
func (r *References) IsShort(reference int) bool { return r.all[reference].isShort }

// Weight returns the weight of a reference.
func (r *References) Weight(reference int) int64 { return r.all[reference].weight }

// DropCommon leaves out windows of more than the given number of documents (R13.22). It returns their number.
func (r *References) DropCommon(frequency map[uint64]int, most int) (dropped int) {
	for hash, n := range frequency {
		if n > most {
			delete(r.windows, hash)
			delete(r.more, hash)
			dropped++
		}
	}
	return dropped
}

// Ready must be called after all references were added, before they are looked for.
func (r *References) Ready() {
	r.some = newFilter(int64(len(r.windows)))
	for hash := range r.windows {
		r.some.add(hash)
	}
}

// A Match is a reference that is found in a document.
type Match struct {
	Reference int
	passage.Cover
}

// Find returns the references that are found in a document, in order. Several goroutines may call it at once.
func (r *References) Find(document *passage.Items) (found []Match) {
	var common []passage.Window // with any reference
	hit := make(map[int32]bool)
	document.Windows(r.Words, func(w passage.Window) {
		if !r.some.has(w.Hash) {
			return
		}
		if first, has := r.windows[w.Hash]; has {
			common = append(common, w)
			hit[first] = true
			for _, other := range r.more[w.Hash] {
				hit[other] = true
			}
		}
	})
	var own []passage.Window // with one reference
	for _, number := range slices.Sorted(maps.Keys(hit)) {
		reference := r.all[number].windows()
		own = own[:0]
		for _, w := range common {
			if reference.Has(w.Hash) {
				own = append(own, w)
			}
		}
		if cover := reference.Cover(document, own); r.meets(int(number), cover.Weight) {
			found = append(found, Match{int(number), cover})
		}
	}
	return found
}

// meets reports whether enough of a reference is covered. A short reference must be covered wherever its windows count.
func (r *References) meets(reference int, covered int64) bool {
	weight := r.all[reference].weight
	switch {
	case r.Cover == 0:
		return covered > 0
	case weight < int64(r.Whole)*passage.Word:
		return covered > 0 && covered == r.Reach(reference)
	}
	return float64(covered)/float64(weight) > r.Cover // 29 of 100 are not more than 0.29
}

// Reach returns the weight of the items of a reference that are in windows that count. It is 0 if it cannot be found.
func (r *References) Reach(reference int) int64 {
	return r.all[reference].items.Within(r.Words, func(hash uint64) bool {
		_, has := r.windows[hash]
		return has
	})
}

// Seen returns the hashes of a document that a reference has, each once.
func (r *References) Seen(document *passage.Items) (seen []uint64) {
	document.Windows(r.Words, func(w passage.Window) {
		if _, has := r.windows[w.Hash]; has {
			seen = append(seen, w.Hash)
		}
	})
	slices.Sort(seen)
	return slices.Compact(seen)
}
