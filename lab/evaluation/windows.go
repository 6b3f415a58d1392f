package evaluation

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"slices"
)

// windowLengths are the lengths of the windows, in words.
var windowLengths = []int{2, 4, 8, 16, 32, 64, 128, 256}

// bins are classes of texts by their features: bin i has 2^i and more. The last has
// no end.
const bins = 10

func binOf(features int) int { return min(bits.Len(uint(features))-1, bins-1) }

// floors count pairs of short texts by bin, each pair in that of the text that has
// fewer features.
type floors struct {
	unrelated, replaced, edited [][bins]histogram // by subject of the main meter
}

func newFloors(m *meter) *floors {
	make1 := func() [][bins]histogram {
		all := make([][bins]histogram, len(m.subjects))
		for i, s := range m.subjects {
			for b := range all[i] {
				all[i][b] = make(histogram, s.greatest()+1)
			}
		}
		return all
	}
	return &floors{make1(), make1(), make1()}
}

func (m *meter) countBy(by [][bins]histogram, a, b *sketches) {
	for i := range m.subjects {
		if d, ok := m.distance(i, a, b); ok {
			features := min(a.features[m.of[i]], b.features[m.of[i]])
			by[i][binOf(features)][d]++
		}
	}
}

func (f *floors) merge(o *floors) {
	for i := range f.unrelated {
		for b := range bins {
			f.unrelated[i][b] = f.unrelated[i][b].plus(o.unrelated[i][b])
			f.replaced[i][b] = f.replaced[i][b].plus(o.replaced[i][b])
			f.edited[i][b] = f.edited[i][b].plus(o.edited[i][b])
		}
	}
}

// window is a few words of a manual.
type window struct {
	work, language, text string
	words                int
	sketches
}

// measureWindows compares windows of a few words with themselves, with one word replaced or some
// edited. It also compares them with windows of other works.
func (r *run) measureWindows(ctx context.Context) error {
	var manuals []*manual
	share := make(map[*manual]int) // windows of each
	for _, language := range r.languages() {
		all := r.principal(language)
		for _, m := range all {
			manuals = append(manuals, m)
			share[m] = max(1, r.plan.windows/len(all))
		}
	}
	found := make([][]window, len(manuals))
	counts := make([]*floors, len(manuals))
	err := r.each(ctx, "windows", len(manuals), func(w *worker, i int) {
		m := manuals[i]
		text := segments(m.text())
		at := words(text)
		counts[i] = newFloors(r.meter)
		rnd := random(r.options.Seed, "windows", m.String())
		for _, length := range windowLengths {
			for range share[m] {
				if len(at) < length {
					break
				}
				first := rnd.IntN(len(at) - length + 1)
				part := text[at[first] : at[first+length-1]+1]
				plain := join(part)
				one := w.sketch(plain)
				replaced, edited := w.sketch(replaceOne(part, text, rnd)), w.sketch(edit(part, usual, rnd))
				r.meter.countBy(counts[i].replaced, &one, &replaced)
				r.meter.countBy(counts[i].edited, &one, &edited)
				found[i] = append(found[i], window{m.work, m.language, plain, length, one})
			}
		}
	})
	if err != nil {
		return err
	}
	r.floors = newFloors(r.meter)
	var all []window
	for i := range manuals {
		r.floors.merge(counts[i])
		all = append(all, found[i]...)
	}
	comparable := make(map[string][]int)
	key := func(w window) string { return fmt.Sprint(w.language, w.words) }
	texts := make([]string, len(all))
	for i, w := range all {
		texts[i] = w.text
		comparable[key(w)] = append(comparable[key(w)], i)
	}
	quoting, err := r.findQuotes(ctx, texts, slices.Collect(maps.Values(comparable)))
	if err != nil {
		return err
	}
	free := make(chan *floors, r.workers)
	for range r.workers {
		free <- newFloors(r.meter)
	}
	err = r.parallel(ctx, "pairs of windows", len(all), func(i int) {
		f := <-free
		for _, j := range comparable[key(all[i])] {
			if j >= i {
				break
			}
			if all[i].work != all[j].work && !quoting[[2]int{i, j}] {
				r.meter.countBy(f.unrelated, &all[i].sketches, &all[j].sketches)
			}
		}
		free <- f
	})
	close(free)
	for f := range free {
		r.floors.merge(f)
	}
	return err
}

// labels of the bins: "1", "2–3", "512 and more".
func binLabel(b int) string {
	low := 1 << b
	switch {
	case b == bins-1:
		return fmt.Sprintf("%d and more", low)
	case low == 2*low-1:
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d–%d", low, 2*low-1)
}
