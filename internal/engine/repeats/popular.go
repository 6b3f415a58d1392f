package repeats

import (
	"encoding/binary"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
)

// mostSharing is how many references may have a window that is not popular.
const mostSharing = 32

// isPopular is in the place of the first reference that has a popular hash.
const isPopular = -1

// Popular windows are in many references, such as the words of a prompt. Most references cannot be found by them
// alone. These are looked for only if the document has another of their windows. The others are in groups.
type popular struct {
	places  map[uint64][]popularPlace // by hash
	groups  []popularGroup
	weights sync.Pool // of *popularWeights
}

// A popularGroup is references with the same popular windows in the same arrangement.
type popularGroup struct {
	note    int64 // the least of the members
	members []int32
}

// A popularPlace is where a group has a window: the weights from its first popular window on.
type popularPlace struct {
	group    int32
	from, to int64
}

// findPopular finds the popular windows, and the references that can be found by them alone.
func (r *References) findPopular() {
	p := &r.popular
	p.places = make(map[uint64][]popularPlace)
	have := make([]bool, len(r.all)) // by reference: whether it has a popular window
	for hash, more := range r.more {
		if len(more) < mostSharing {
			continue
		}
		p.places[hash] = nil
		have[r.windows[hash]] = true
		for _, number := range more {
			have[number] = true
		}
		r.windows[hash] = isPopular
		delete(r.more, hash)
	}
	groups := make(map[string]int32) // by arrangement
	for number, has := range have {
		if !has {
			continue
		}
		x := r.all[number]
		var arrangement []byte
		if arrangement, x.popular = p.arrangement(x); x.popular < x.note {
			continue
		}
		group, known := groups[string(arrangement)]
		if !known {
			group = int32(len(p.groups))
			groups[string(arrangement)] = group
			p.groups = append(p.groups, popularGroup{note: x.note})
			p.place(group, arrangement)
		}
		g := &p.groups[group]
		g.note, g.members = min(g.note, x.note), append(g.members, int32(number))
	}
}

// arrangement returns the popular windows of a reference, and the weight of the items in them. Each window has its
// hash, and the weights before it and to its end.
func (p *popular) arrangement(x *reference) (windows []byte, weight int64) {
	first, before, at, end := true, 0, int64(0), int64(0)
	x.rest.Windows(func(w passage.Window) {
		if _, is := p.places[w.Hash]; !is {
			return
		}
		if first {
			first, before = false, w.From
		}
		at, before = at+x.items.Weight(before, w.From), w.From
		to := at + x.items.Weight(w.From, w.To)
		weight += to - max(at, end)
		end = to
		for _, n := range []uint64{w.Hash, uint64(at), uint64(to)} {
			windows = binary.LittleEndian.AppendUint64(windows, n)
		}
	})
	return windows, weight
}

// place adds the windows of a group.
func (p *popular) place(group int32, arrangement []byte) {
	for ; len(arrangement) > 0; arrangement = arrangement[24:] {
		hash := binary.LittleEndian.Uint64(arrangement)
		from, to := binary.LittleEndian.Uint64(arrangement[8:]), binary.LittleEndian.Uint64(arrangement[16:])
		p.places[hash] = append(p.places[hash], popularPlace{group, int64(from), int64(to)})
	}
}

// popularWeights are what popular windows of a document cover at most, by group.
type popularWeights struct {
	groups  []popularWeight
	touched []int32 // the groups with a window
}

// A popularWeight is a sum of weights, and the window that was added last.
type popularWeight struct{ sum, from, to int64 }

// covered calls emit with each group that shares popular windows with a document. The weight is what they cover at
// most. It may be too great, because an item counts again unless the previous window contains it.
func (p *popular) covered(windows []passage.Window, emit func(g *popularGroup, most int64)) {
	if len(windows) == 0 || len(p.groups) == 0 {
		return
	}
	weights, _ := p.weights.Get().(*popularWeights)
	if weights == nil {
		weights = &popularWeights{groups: make([]popularWeight, len(p.groups))}
	}
	seen := make(map[uint64]bool)
	for _, w := range windows {
		if seen[w.Hash] {
			continue
		}
		seen[w.Hash] = true
		for _, place := range p.places[w.Hash] {
			weights.add(place)
		}
	}
	for _, group := range weights.touched {
		emit(&p.groups[group], weights.groups[group].sum)
		weights.groups[group] = popularWeight{}
	}
	weights.touched = weights.touched[:0]
	p.weights.Put(weights)
}

func (w *popularWeights) add(place popularPlace) {
	g := &w.groups[place.group]
	if g.sum == 0 {
		w.touched = append(w.touched, place.group)
	}
	added := place.to - place.from
	if shared := min(g.to, place.to) - max(g.from, place.from); shared > 0 {
		added -= shared
	}
	g.sum, g.from, g.to = g.sum+added, place.from, place.to
}
