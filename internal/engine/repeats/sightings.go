package repeats

import (
	"maps"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
)

// Sightings are the windows of a document that references have.
type sightings struct {
	references *References
	others     map[int32]*sighting // by reference: windows that are not popular
	popular    []passage.Window
}

// A sighting is windows of a document that one reference has.
type sighting struct {
	windows []passage.Window
	weight  int64 // of all of them: what they cover at most
}

// sightings finds the windows of a document that references have.
func (r *References) sightings(document *passage.Items) *sightings {
	s := &sightings{references: r, others: make(map[int32]*sighting)}
	document.Windows(r.Words, func(w passage.Window) {
		if !r.some.has(w.Hash) {
			return
		}
		switch first, has := r.windows[w.Hash]; {
		case !has:
		case first == isPopular:
			s.popular = append(s.popular, w)
		default:
			weight := document.Weight(w.From, w.To)
			s.add(first, w, weight)
			for _, other := range r.more[w.Hash] {
				s.add(other, w, weight)
			}
		}
	})
	return s
}

func (s *sightings) add(number int32, w passage.Window, weight int64) {
	one := s.others[number]
	if one == nil {
		one = new(sighting)
		s.others[number] = one
	}
	one.windows, one.weight = append(one.windows, w), one.weight+weight
}

// candidates returns the references that the windows may cover enough, in order.
func (s *sightings) candidates() []int32 {
	some := make(map[int32]bool)
	for number, one := range s.others {
		if s.references.all[number].mayShow(one.weight, len(s.popular) > 0) {
			some[number] = true
		}
	}
	s.references.popular.covered(s.popular, func(g *popularGroup, most int64) {
		if most < g.note {
			return
		}
		for _, number := range g.members {
			if s.references.all[number].note <= most {
				some[number] = true
			}
		}
	})
	return slices.Sorted(maps.Keys(some))
}

// mayShow reports whether windows of a weight, and popular ones if there are any, may cover enough. In a reference that
// repeats itself, a window may cover more than its weight.
func (x *reference) mayShow(weight int64, withPopular bool) bool {
	if withPopular {
		weight += x.popular
	}
	return x.repeats || weight >= x.note
}

// own appends the windows that a reference has, in order.
func (s *sightings) own(number int32, own []passage.Window) []passage.Window {
	var others []passage.Window
	if one := s.others[number]; one != nil {
		others = one.windows
	}
	x := s.references.all[number]
	if x.popular == 0 || len(s.popular) == 0 {
		return append(own, others...)
	}
	reference := x.windows()
	for _, w := range s.popular {
		if !reference.Has(w.Hash) {
			continue
		}
		for len(others) > 0 && others[0].From < w.From {
			own, others = append(own, others[0]), others[1:]
		}
		own = append(own, w)
	}
	return append(own, others...)
}
