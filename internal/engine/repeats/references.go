package repeats

import (
	"slices"
	"sort"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
)

// A Criterion says when a reference is found in a document.
type Criterion struct {
	Words int     // of a window
	Cover float64 // share of the reference that must be covered, exclusively (R13.20); 0: any common window
	Whole int     // references of fewer words must be covered wholly, unless Cover is 0
}

// References are texts that are looked for in documents. All their windows are in memory.
type References struct {
	Criterion
	all     []*reference       // by number
	windows map[uint64]int32   // the first reference that has a hash; isPopular: see popular
	more    map[uint64][]int32 // the others
	some    *filter            // of the hashes
	ignored map[uint64]bool    // hashes that do not count
	popular popular

	Ignored int // windows left out
}

// A reference has its windows only once one was found in a document.
type reference struct {
	rest    *passage.Rest
	items   *passage.Items
	windows func() *passage.Reference
	reach   int64 // the weight of the items in windows that count
	need    int64 // the least weight that must be covered
	note    int64 // the least weight that is reported: need, or more than half of what must be covered wholly
	popular int64 // the weight of the items in popular windows
	repeats bool  // some windows have the same hash
}

// NewReferences returns References without any.
func NewReferences(c Criterion) *References {
	return &References{Criterion: c, windows: make(map[uint64]int32), more: make(map[uint64][]int32),
		ignored: make(map[uint64]bool)}
}

// Ignore leaves the windows of a text out of references that are added later (R13.24). It returns their number.
func (r *References) Ignore(items *passage.Items) (windows int) {
	items.Windows(r.Words, func(w passage.Window) {
		r.ignored[w.Hash] = true
		windows++
	})
	return windows
}

// Add adds a reference. References are numbered from 0. It keeps the items.
func (r *References) Add(items *passage.Items) {
	number := int32(len(r.all))
	added := &reference{items: items}
	added.rest = passage.RestOf(items, r.Words, func(hash uint64) bool { return r.ignored[hash] })
	added.windows = sync.OnceValue(func() *passage.Reference { return passage.NewReference(added.rest) })
	r.all = append(r.all, added)
	added.rest.Windows(func(w passage.Window) {
		first, has := r.windows[w.Hash]
		more := r.more[w.Hash]
		switch {
		case !has:
			r.windows[w.Hash] = number
		case first == number, len(more) > 0 && more[len(more)-1] == number:
			added.repeats = true
		default:
			r.more[w.Hash] = append(more, number)
		}
	})
	r.Ignored += added.rest.Ignored
}

// IsShort reports whether a reference is too short to be found, without what is ignored (R13.15, R13.24).
func (r *References) IsShort(reference int) bool {
	rest := r.all[reference].rest
	return rest.IsShort() && !rest.All
}

// IsIgnored reports whether all items of a reference are ignored.
func (r *References) IsIgnored(reference int) bool { return r.all[reference].rest.All }

// CanBeFound reports whether the windows of a reference that count suffice to find it. Ready was called.
func (r *References) CanBeFound(reference int) bool {
	x := r.all[reference]
	return x.reach >= x.need
}

// Weight returns the weight of a reference, without what is ignored.
func (r *References) Weight(reference int) int64 { return r.all[reference].rest.Weight }

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

// Ready must be called after all references were added and common windows left out, before they are looked for.
func (r *References) Ready() {
	r.some = newFilter(int64(len(r.windows)))
	for hash := range r.windows {
		r.some.add(hash)
	}
	counts := func(hash uint64) bool {
		_, has := r.windows[hash]
		return has
	}
	for _, x := range r.all {
		x.reach = x.rest.Within(counts)
		x.need = r.need(x.rest.Weight, x.reach)
		if x.note = x.need; r.isWhole(x.rest.Weight) {
			x.note = min(x.need, x.rest.Weight/2+1)
		}
	}
	r.findPopular()
}

// isWhole reports whether a reference of a weight must be covered wholly.
func (r *References) isWhole(weight int64) bool {
	return r.Cover > 0 && weight < int64(r.Whole)*passage.Word
}

// need returns the least weight that must be covered of a reference with a weight. Its windows that count reach so far.
func (r *References) need(weight, reach int64) int64 {
	if r.isWhole(weight) {
		return max(1, reach)
	}
	least := sort.Search(int(weight)+1, func(covered int) bool {
		return float64(covered)/float64(weight) > r.Cover // 29 of 100 are not more than 0.29
	})
	return max(1, int64(least))
}

// A Match is a reference that is found in a document. A short reference may be covered in part, which does not suffice.
type Match struct {
	Reference int
	passage.Cover
	Partly bool
}

// Find returns the references that are found in a document, in order. Several goroutines may call it at once.
func (r *References) Find(document *passage.Items) (found []Match) {
	s := r.sightings(document)
	var own []passage.Window
	for _, number := range s.candidates() {
		x := r.all[number]
		own = s.own(number, own[:0])
		if cover := x.windows().Cover(document, own); cover.Weight >= x.note {
			found = append(found, Match{int(number), cover, cover.Weight < x.need})
		}
	}
	return found
}

// Seen returns the hashes of a document that a reference has, each once. It must be called before Ready.
func (r *References) Seen(document *passage.Items) (seen []uint64) {
	document.Windows(r.Words, func(w passage.Window) {
		if _, has := r.windows[w.Hash]; has {
			seen = append(seen, w.Hash)
		}
	})
	slices.Sort(seen)
	return slices.Compact(seen)
}
