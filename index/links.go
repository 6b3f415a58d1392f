package index

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/internal/store/hamming"
)

// graph says which documents are linked. They are known by their places in the order of R13.1.
type graph struct {
	from  []int64 // where the neighbours of a place begin
	links []uint32
}

// near returns what is linked with a place.
func (g *graph) near(place uint32) []uint32 {
	if g.from == nil {
		return nil
	}
	return g.links[g.from[place]:g.from[place+1]]
}

// link is two places.
type link struct{ a, b uint32 }

// graphs finds the links of the documents that are no copies (R13.4, R13.5). If isLazy, pending has the
// candidates of hot buckets instead, which may be linked. Or it returns errDense.
func (c *Clusters) graphs(ctx context.Context, g *groups, all *found, o Settings, isLazy bool) (err error) {
	f := &finder{ctx: ctx, account: budget.AccountOf(ctx), clusters: c, documents: all.firsts, settings: o}
	var found, later []linkList
	if c.set.kind.Width() != 0 {
		b := f.newBuckets(all.copies)
		b.isLazy = isLazy && o.Similarity != nil
		if found, later, err = b.find(g); err != nil {
			return err
		}
		if b.isLazy {
			all.hot = newHotFirsts(b)
		}
	} else {
		if isLazy && o.Similarity == nil && o.Floor >= o.Threshold {
			f.mostLinks = max(fewLinks, linksEach*len(f.documents)) * c.set.size / 8 // each word may find a pair
		}
		if f.hamming(); f.err != nil {
			return f.err
		}
		f.compact()
		found = []linkList{{last: f.links}}
	}
	if all.links, err = newGraph(f.account, len(all.firsts), found); err == nil {
		all.pending, err = newGraph(f.account, len(all.firsts), later)
	}
	c.Stats.Links = int64(len(all.links.links) / 2)
	return err
}

// newGraph returns the graph of links, which are all different. It empties the lists.
func newGraph(account *budget.Account, places int, lists []linkList) (graph, error) {
	n := 0
	for _, list := range lists {
		n += list.len()
	}
	if n == 0 {
		return graph{}, nil
	}
	if err := account.Hold(8*int64(places) + 2*4*int64(n)); err != nil {
		return graph{}, err
	}
	g := graph{from: make([]int64, places+1)}
	for _, list := range lists {
		for l := range list.all() {
			g.from[l.a+1]++
			g.from[l.b+1]++
		}
	}
	for i := range places {
		g.from[i+1] += g.from[i]
	}
	g.links = make([]uint32, g.from[places])
	for _, list := range lists {
		for l := range list.all() {
			g.links[g.from[l.a]], g.links[g.from[l.b]] = l.b, l.a
			g.from[l.a]++
			g.from[l.b]++
		}
	}
	// Each now has the end of its neighbours.
	copy(g.from[1:], g.from[:places])
	g.from[0] = 0
	for place := range uint32(places) {
		slices.Sort(g.near(place))
	}
	return g, nil
}

// More links than these are not held, if clusters can be found without them.
var (
	fewLinks  = 1 << 16
	linksEach = 8
)

// errDense says that there are more links than these.
var errDense = errors.New("many documents are near many others")

// finder compares candidates.
type finder struct {
	ctx       context.Context
	account   *budget.Account
	clusters  *Clusters
	documents []uint32
	settings  Settings
	links     []link
	mostLinks int // 0 if there is no limit
	unsorted  int // links that were found since the last compact
	err       error
}

// candidate compares two places.
func (f *finder) candidate(a, b uint32) {
	stats := &f.clusters.Stats
	if stats.Candidates++; stats.Candidates%4096 == 0 && f.err == nil {
		f.err = f.ctx.Err()
	}
	if f.err != nil {
		return
	}
	similarity, err := f.clusters.of(f.ctx, f.documents[a], f.documents[b])
	if err != nil {
		f.err = err
		return
	}
	if similarity < f.settings.Threshold {
		if f.settings.Just > 0 && similarity >= f.settings.Just {
			stats.Just++
		}
		return
	}
	if f.mostLinks > 0 && len(f.links) == f.mostLinks {
		f.err = errDense
		return
	}
	if n := len(f.links); n == cap(f.links) {
		grown := slices.Grow(f.links, max(1<<10, n/2))
		if f.err = f.account.Hold(8 * int64(cap(grown)-n)); f.err != nil {
			return
		}
		f.links = grown
	}
	f.links = append(f.links, link{min(a, b), max(a, b)})
	if f.unsorted++; f.unsorted > 1<<20 && f.unsorted > len(f.links)/2 {
		f.compact()
	}
}

// compact sorts the links, and leaves out those that are there already.
func (f *finder) compact() {
	slices.SortFunc(f.links, func(x, y link) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b)) })
	f.links, f.unsorted = slices.Compact(f.links), 0
}

// hamming compares the SimHashes that differ in few enough bits.
func (f *finder) hamming() {
	set := f.clusters.set
	distance := set.hamming(f.settings.least())
	words := set.size / 8
	sketches := make([]uint64, len(f.documents))
	// Of sketches of two words, one differs in at most half the bits.
	for word := range words {
		for i, document := range f.documents {
			sketches[i] = binary.BigEndian.Uint64(set.sketch(document)[8*word:])
		}
		for i, j := range hamming.Pairs(f.ctx, sketches, min(64, distance/words)) {
			if f.candidate(i, j); f.err != nil {
				return
			}
		}
		if f.err = f.ctx.Err(); f.err != nil {
			return
		}
	}
}
