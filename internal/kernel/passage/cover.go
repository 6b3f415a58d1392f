package passage

// A Reference is a text that is looked for in documents, without the passages that are ignored.
type Reference struct {
	*Rest
	windows map[uint64][]span // by hash
	limit   int64             // of the weight of a stretch, twice
}

// A span is items of a text.
type span struct{ from, to int }

// NewReference returns a Reference to what remains of a text.
func NewReference(rest *Rest) *Reference {
	r := &Reference{Rest: rest, windows: make(map[uint64][]span), limit: 3 * rest.extent()}
	rest.Windows(func(w Window) { r.windows[w.Hash] = append(r.windows[w.Hash], span{w.From, w.To}) })
	return r
}

// Has reports whether the reference has a window with a hash.
func (r *Reference) Has(hash uint64) bool { return r.windows[hash] != nil }

// A Cover is the best stretch of a document (R13.20). It is zero if no window is common.
type Cover struct {
	Weight   int64 // of the items of the reference that it covers
	Run      int64 // weight of the longest run
	From, To int   // items of the document
}

// Cover returns the best stretch of a document, whose common windows are given in order.
func (r *Reference) Cover(document *Items, common []Window) (best Cover) {
	c := counts{reference: r, times: make(map[uint64]int), covers: make([]int32, r.items.Len())}
	weight, next, last := int64(0), 0, 0 // of the items from the first window to the last; the item after it
	for i, first := range common {
		if i > 0 { // the stretch ended with another window before
			weight -= document.Weight(common[i-1].From, min(first.From, last))
			c.remove(common[i-1].Hash)
		}
		if i == next {
			last, weight, next = first.To, document.Weight(first.From, first.To), i+1
			c.add(first.Hash)
			best = r.better(best, c.weight, first.From, last)
		}
		for ; next < len(common); next++ {
			more := document.Weight(last, max(last, common[next].To))
			if 2*(weight+more) > r.limit {
				break
			}
			last, weight = max(last, common[next].To), weight+more
			c.add(common[next].Hash)
			best = r.better(best, c.weight, first.From, last)
		}
	}
	best.Run = run(document, common, best)
	return best
}

// better returns the better of two stretches, the first one if they are equally good.
func (r *Reference) better(best Cover, weight int64, from, to int) Cover {
	if weight > best.Weight {
		return Cover{Weight: weight, From: from, To: to}
	}
	return best
}

// run returns the weight of the longest run in a stretch.
func run(document *Items, common []Window, stretch Cover) (longest int64) {
	weight, before := int64(0), Window{From: -2}
	for _, w := range common {
		if w.From < stretch.From || w.To > stretch.To {
			continue
		}
		if w.From == before.From+1 {
			weight += document.Weight(before.To, w.To)
		} else {
			weight = document.Weight(w.From, w.To)
		}
		longest, before = max(longest, weight), w
	}
	return longest
}

// counts say how often each window of a reference is in a stretch. They also say how many windows cover each item.
type counts struct {
	reference *Reference
	times     map[uint64]int
	covers    []int32
	weight    int64 // of the items that are covered
}

func (c *counts) add(hash uint64) {
	if c.times[hash]++; c.times[hash] > 1 {
		return
	}
	for _, s := range c.reference.windows[hash] {
		for i := s.from; i < s.to; i++ {
			if c.covers[i]++; c.covers[i] == 1 {
				c.weight += int64(c.reference.items.Weights[i])
			}
		}
	}
}

func (c *counts) remove(hash uint64) {
	if c.times[hash]--; c.times[hash] > 0 {
		return
	}
	for _, s := range c.reference.windows[hash] {
		for i := s.from; i < s.to; i++ {
			if c.covers[i]--; c.covers[i] == 0 {
				c.weight -= int64(c.reference.items.Weights[i])
			}
		}
	}
}
