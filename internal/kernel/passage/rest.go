package passage

// A Rest is what remains of a text without the passages that are ignored (R13.24).
type Rest struct {
	Words  int   // of a window
	Weight int64 // of the parts
	// Ignored is the number of ignored hashes. All reports whether the text has nothing but ignored items.
	Ignored int
	All     bool
	items   *Items
	parts   []span // with a window; they are in order
}

// RestOf returns what remains of items, which it keeps. The function ignored reports whether a window with a hash is
// ignored.
func RestOf(items *Items, words int, ignored func(hash uint64) bool) *Rest {
	r := &Rest{Words: words, items: items, All: items.Len() > 0}
	from, hashes := 0, make(map[uint64]bool)
	items.Windows(words, func(w Window) {
		if ignored(w.Hash) {
			hashes[w.Hash] = true
			r.add(from, w.From)
			from = max(from, w.To)
		}
	})
	r.add(from, items.Len())
	r.Ignored = len(hashes)
	return r
}

// add adds the items from one to another, if there are enough for a window.
func (r *Rest) add(from, to int) {
	if from >= to {
		return
	}
	r.All = false
	if weight := r.items.Weight(from, to); weight >= int64(r.Words)*Word {
		r.parts, r.Weight = append(r.parts, span{from, to}), r.Weight+weight
	}
}

// IsShort reports whether no part has a window (R13.15).
func (r *Rest) IsShort() bool { return len(r.parts) == 0 }

// extent returns the weight of the items from the first part to the last.
func (r *Rest) extent() int64 {
	if r.IsShort() {
		return 0
	}
	return r.items.Weight(r.parts[0].from, r.parts[len(r.parts)-1].to)
}

// Windows calls emit with each window inside a part, in order.
func (r *Rest) Windows(emit func(Window)) {
	parts := r.parts
	r.items.Windows(r.Words, func(w Window) {
		for len(parts) > 0 && parts[0].to < w.To {
			parts = parts[1:]
		}
		if len(parts) > 0 && parts[0].from <= w.From {
			emit(w)
		}
	})
}

// Within returns the weight of the items in those windows whose hash has reports.
func (r *Rest) Within(has func(hash uint64) bool) (weight int64) {
	end := 0
	r.Windows(func(w Window) {
		if has(w.Hash) {
			weight += r.items.Weight(max(end, w.From), w.To)
			end = max(end, w.To)
		}
	})
	return weight
}
