// Package repeats finds the passages that stand in several texts (R13.18), in bounded memory:
//
//	texts, err := repeats.NewTemporary()
//	err = texts.Add(preparer.Prepare(items, text)) // for each text, in order
//	f := repeats.New(16, texts, 0)
//	err = f.Find(ctx, workers, nil)
//	for row, err := range f.Rows() { ... }
//
// Most windows stand in one text only. So a Finder first compares the selected windows of each text, which are
// few. It computes all windows only around those that several texts share. Rows are the same as if it had
// sorted all. [Contain] finds texts that stand in others, for the most part or wholly.
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
	"github.com/lsh-interop/fpcheck/internal/store/library"
	"github.com/lsh-interop/fpcheck/internal/store/pairsort"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// Texts are numbered from 0, and have selected windows. Several goroutines may call Read at once.
type Texts interface {
	Len() int
	// Read reads a text into a buffer, or into a new one if that is too small.
	Read(number int, buffer []byte) ([]byte, error)
	// Part returns the bytes of a text from one place to another.
	Part(number, from, to int) ([]byte, error)
	// Selected yields selected windows by their keys, each with its text. These are the keys that a text from a
	// number on has. All texts with such a key are there, in order. An error comes last. It is called once.
	Selected(from int) iter.Seq2[pairsort.Pair, error]
	// Windows returns about how many selected windows texts have from a number on.
	Windows(from int) int64
}

var (
	_ Texts = (*Temporary)(nil)
	_ Texts = (*library.Library)(nil)
)

// Temporary are texts in temporary files.
type Temporary struct {
	*scratch.Texts
	selected pairsort.Sorter // keys of selected windows, with their texts
}

// NewTemporary returns a Temporary without texts. It must be closed.
func NewTemporary() (*Temporary, error) {
	texts, err := scratch.NewTexts()
	return &Temporary{Texts: texts}, err
}

// Add adds the next text. A nil text has a number, and is not compared.
func (t *Temporary) Add(p *Prepared) error {
	n := t.Len()
	if n == library.MaxDocuments {
		return fmt.Errorf("more than %d texts: expected fewer", library.MaxDocuments)
	}
	if p == nil {
		return t.Texts.Add(nil)
	}
	for _, key := range p.Keys {
		if err := t.selected.Add(key, uint64(n)); err != nil {
			return err
		}
	}
	return t.Texts.Add(p.Text)
}

// Selected implements [Texts], from 0 on.
func (t *Temporary) Selected(int) iter.Seq2[pairsort.Pair, error] { return t.selected.All() }

// Windows implements [Texts], from 0 on.
func (t *Temporary) Windows(int) int64 { return t.selected.Len() }

// Close removes the temporary files.
func (t *Temporary) Close() {
	t.Texts.Close()
	t.selected.Close()
}

// A Prepared is a text that can be added.
type Prepared struct {
	Text   []byte
	Keys   []uint64 // of the selected windows, each once, by [library.Key]
	Weight int64    // of its items
	Short  bool     // it has no window
}

// A Preparer prepares texts. Several goroutines may use it at once.
type Preparer struct{ selectors sync.Pool } // of *passage.Selector

// NewPreparer returns a Preparer for windows of a length in words, 2 to [passage.MaxWords].
func NewPreparer(words int) *Preparer {
	p := new(Preparer)
	p.selectors.New = func() any { return &passage.Selector{Selection: passage.SelectionFor(words)} }
	return p
}

// Prepare prepares a text.
func (p *Preparer) Prepare(items *passage.Items, text []byte) *Prepared {
	t := &Prepared{Text: bytes.Clone(text), Weight: items.Weight(0, items.Len())}
	selector := p.selectors.Get().(*passage.Selector)
	defer p.selectors.Put(selector)
	selected := selector.Select(items)
	t.Keys = make([]uint64, len(selected))
	for i, w := range selected {
		t.Keys[i] = library.Key(w.Hash)
	}
	t.Short = len(t.Keys) == 0
	slices.Sort(t.Keys)
	t.Keys = slices.Compact(t.Keys)
	return t
}

// A Finder finds the passages that texts share.
type Finder struct {
	selection passage.Selection
	texts     Texts
	from      int             // the first text whose rows are found
	found     pairsort.Sorter // places of windows that several texts share, with holder and frequency
	groups    *pairsort.Sorter
	own       bool // rows of the holder, too
}

// New returns a Finder for windows of a length in words, 2 to [passage.MaxWords]. It finds the passages of texts
// from a number on. It must be closed, and does not close the texts.
func New(words int, texts Texts, from int) *Finder {
	return &Finder{selection: passage.SelectionFor(words), texts: texts, from: from}
}

// Close removes the temporary files.
func (f *Finder) Close() {
	f.found.Close()
	if f.groups != nil {
		f.groups.Close()
	}
}

// Group has the Finder find groups, too: of the windows that texts from the first number on have.
func (f *Finder) Group() { f.groups = new(pairsort.Sorter) }

// Own has the Finder also find rows in the holder of a passage.
func (f *Finder) Own() { f.own = true }

// Find finds the windows that texts share, after all were added. It calls progress with the number of texts
// that it has compared.
func (f *Finder) Find(ctx context.Context, workers int, progress func(done, all int)) error {
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
	s := &shared{newFilter(f.texts.Windows(f.from)), make([]bool, f.texts.Len())}
	var before pairsort.Pair
	first := true
	for p, err := range f.texts.Selected(f.from) {
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
		if frequency == 1 || last < uint64(f.from) {
			return nil
		}
		if f.groups != nil {
			if err := f.groups.Add(same[0], frequency); err != nil {
				return err
			}
		}
		for _, place := range same {
			if text := place >> 32; text >= uint64(f.from) && (f.own || text != holder) {
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
