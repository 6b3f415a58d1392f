// Package repeats finds the passages that stand in several texts (R13.18), in bounded memory:
//
//	f, err := repeats.New(16)
//	err = f.Add(f.Prepare(items, text)) // for each text, in order
//	err = f.Find(ctx, workers)
//	for row, err := range f.Rows() { ... }
//
// Most windows stand in one text only. So a Finder first sorts the selected windows of each text, which are
// few. It computes all windows only around those that several texts share. Rows are the same as if it had
// sorted all. [Finder.Contain] finds texts that stand in others, for the most part or wholly.
package repeats

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/store/pairsort"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// MaxTexts is the number of texts that a Finder compares at most.
const MaxTexts = 1<<31 - 1

// A Finder finds the passages that texts share. It keeps the texts in a temporary file.
type Finder struct {
	selection passage.Selection
	selectors sync.Pool // of *passage.Selector
	texts     *scratch.Texts
	selected  pairsort.Sorter // hashes of selected windows, with their texts
	found     pairsort.Sorter // places of windows that several texts share, with holder and frequency
	groups    *pairsort.Sorter
	own       bool // rows of the holder, too
}

// New returns a Finder for windows of a length in words, 2 to [passage.MaxWords]. It must be closed.
func New(words int) (*Finder, error) {
	texts, err := scratch.NewTexts()
	selection := passage.SelectionFor(words)
	f := &Finder{selection: selection, texts: texts}
	f.selectors.New = func() any { return &passage.Selector{Selection: selection} }
	return f, err
}

// Close removes the temporary files.
func (f *Finder) Close() {
	f.texts.Close()
	f.selected.Close()
	f.found.Close()
	if f.groups != nil {
		f.groups.Close()
	}
}

// Group has the Finder find groups, too.
func (f *Finder) Group() { f.groups = new(pairsort.Sorter) }

// Own has the Finder also find rows in the holder of a passage.
func (f *Finder) Own() { f.own = true }

// A Prepared is a text that can be added.
type Prepared struct {
	text   []byte
	hashes []uint64 // of the selected windows, each once
	Weight int64    // of its items
	Short  bool     // it has no window
}

// Prepare prepares a text. Several goroutines may call it at once.
func (f *Finder) Prepare(items *passage.Items, text []byte) *Prepared {
	p := &Prepared{text: bytes.Clone(text), Weight: items.Weight(0, items.Len())}
	selector := f.selectors.Get().(*passage.Selector)
	defer f.selectors.Put(selector)
	selected := selector.Select(items)
	p.hashes = make([]uint64, len(selected))
	for i, w := range selected {
		p.hashes[i] = w.Hash
	}
	p.Short = len(p.hashes) == 0
	slices.Sort(p.hashes)
	p.hashes = slices.Compact(p.hashes)
	return p
}

// Add adds the next text. Texts are numbered from 0. A nil text has a number, and is not compared.
func (f *Finder) Add(p *Prepared) error {
	n := f.texts.Len()
	if n == MaxTexts {
		return fmt.Errorf("more than %d texts: expected fewer", MaxTexts)
	}
	if p == nil {
		return f.texts.Add(nil)
	}
	for _, h := range p.hashes {
		if err := f.selected.Add(h, uint64(n)); err != nil {
			return err
		}
	}
	return f.texts.Add(p.text)
}

// Find finds the windows that texts share, after all were added. It calls progress with the number of texts
// that it has compared.
func (f *Finder) Find(ctx context.Context, workers int, progress func(done, all int)) error {
	if err := f.texts.Flush(); err != nil {
		return err
	}
	shared, err := f.shared()
	if err != nil {
		return err
	}
	windows := new(pairsort.Sorter)
	defer windows.Close()
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	work := func() func(int) around {
		w := newWindower(f, shared)
		return w.around
	}
	for a, err := range parallel.Do(ctx, shared.numbers, workers, 16*workers, work) {
		switch {
		case err != nil:
			return err
		case a.err != nil:
			return a.err
		}
		for i, hash := range a.hashes {
			if err := windows.Add(hash, uint64(a.text)<<32|uint64(a.items[i])); err != nil {
				return err
			}
		}
		if progress != nil {
			progress(a.text+1, f.texts.Len())
		}
	}
	return f.hold(windows)
}

// shared are the selected hashes that several texts have, and these texts.
type shared struct {
	hashes *filter
	texts  []bool
}

func (f *Finder) shared() (*shared, error) {
	s := &shared{newFilter(f.selected.Len()), make([]bool, f.texts.Len())}
	var before pairsort.Pair
	first := true
	for p, err := range f.selected.All() {
		if err != nil {
			return nil, err
		}
		if !first && p.Key == before.Key {
			s.hashes.add(p.Key)
			s.texts[p.Value], s.texts[before.Value] = true, true
		}
		before, first = p, false
	}
	return s, nil
}

// numbers yields the numbers of the texts.
func (s *shared) numbers(yield func(int) bool) {
	for i, is := range s.texts {
		if is && !yield(i) {
			return
		}
	}
}

// hold finds the holder of each window (R13.17), and notes those of other texts.
func (f *Finder) hold(windows *pairsort.Sorter) error {
	var same []uint64 // the places of the windows with one hash
	end := func() error {
		if len(same) == 0 {
			return nil
		}
		holder, frequency, last := same[0]>>32, uint64(0), ^uint64(0)
		for _, place := range same {
			if text := place >> 32; text != last {
				frequency, last = frequency+1, text
			}
		}
		if frequency == 1 {
			return nil
		}
		if f.groups != nil {
			if err := f.groups.Add(same[0], frequency); err != nil {
				return err
			}
		}
		for _, place := range same {
			if f.own || place>>32 != holder {
				if err := f.found.Add(place, holder<<32|frequency); err != nil {
					return err
				}
			}
		}
		return nil
	}
	var key uint64
	for p, err := range windows.All() {
		if err != nil {
			return err
		}
		if len(same) > 0 && p.Key != key {
			if err := end(); err != nil {
				return err
			}
			same = same[:0]
		}
		key, same = p.Key, append(same, p.Value)
	}
	return end()
}

// A Row is a passage of a text that another text holds (R13.18).
type Row struct {
	Holder, Text int
	From, To     int // items
	Start, End   int // bytes of the text
	Weight       int64
	Frequency    int
}

// A Group is a passage that several texts share: windows of its holder, at consecutive items, that are
// equally frequent.
type Group struct {
	Holder     int
	From, To   int // items
	Start, End int // bytes of the holder
	Weight     int64
	Frequency  int
}

// Rows yields the rows in order. An error comes last. It can be called once.
func (f *Finder) Rows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		at := cursor{finder: f, number: -1}
		joins := func(a, b uint64) (uint64, bool) { return max(a, b), a>>32 == b>>32 }
		for r, err := range f.runs(&f.found, joins) {
			row := Row{Holder: int(r.value >> 32), Frequency: int(uint32(r.value)), Text: r.text}
			if err == nil {
				row.From, row.To, row.Start, row.End, row.Weight, err = at.passage(r)
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// Groups yields the groups, in the order of their holders. An error comes last. It can be called once.
func (f *Finder) Groups() iter.Seq2[Group, error] {
	return func(yield func(Group, error) bool) {
		at := cursor{finder: f, number: -1}
		joins := func(a, b uint64) (uint64, bool) { return a, a == b }
		for r, err := range f.runs(f.groups, joins) {
			g := Group{Holder: r.text, Frequency: int(r.value)}
			if err == nil {
				g.From, g.To, g.Start, g.End, g.Weight, err = at.passage(r)
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// A windowRun is windows at consecutive items of a text that belong together.
type windowRun struct {
	text        int
	first, last int // items at which the first and the last window begin
	value       uint64
}

// runs yields the windows that belong together. joins returns the value of two together, and whether they are.
func (f *Finder) runs(s *pairsort.Sorter, joins func(a, b uint64) (uint64, bool)) iter.Seq2[windowRun, error] {
	return func(yield func(windowRun, error) bool) {
		var run windowRun
		some := false
		for p, err := range s.All() {
			if err != nil {
				yield(windowRun{}, err)
				return
			}
			text, item := int(p.Key>>32), int(uint32(p.Key))
			if some && text == run.text && item == run.last+1 {
				if value, ok := joins(run.value, p.Value); ok {
					run.last, run.value = item, value
					continue
				}
			}
			if some && !yield(run, nil) {
				return
			}
			run, some = windowRun{text, item, item, p.Value}, true
		}
		if some {
			yield(run, nil)
		}
	}
}

// Text returns bytes of a text, from one place to another.
func (f *Finder) Text(text, start, end int) ([]byte, error) { return f.texts.Part(text, start, end) }

// Whole returns a text.
func (f *Finder) Whole(text int) ([]byte, error) { return f.texts.Read(text, nil) }
