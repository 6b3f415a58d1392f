package repeats

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/internal/store/library"
)

// A windower computes the windows of texts around selected windows that several texts share. It belongs to
// one goroutine.
type windower struct {
	finder   *Finder
	shared   *filter
	selector passage.Selector
	items    *passage.Reader
	text     []byte
}

func newWindower(f *Finder, s *shared) *windower {
	return &windower{finder: f, shared: s.hashes, selector: passage.Selector{Selection: f.selection}, items: passage.NewReader()}
}

// around are the windows of a text that other texts may have.
type around struct {
	text   int
	hashes []uint64
	items  []uint32 // at which they begin
	err    error
}

// around returns the windows of a text that contain a shared one.
func (w *windower) around(number int) around {
	a := around{text: number}
	if w.text, a.err = w.finder.texts.Read(number, w.text); a.err != nil {
		return a
	}
	w.items.Reset()
	w.items.Write(w.text)
	items := w.items.Items()
	selected := w.selector.Select(items)
	shared := selected[:0]
	for _, s := range selected {
		if w.shared.has(library.Key(s.Hash)) {
			shared = append(shared, s)
		}
	}
	if len(shared) == 0 {
		return a
	}
	items.Windows(w.finder.selection.Words, func(x passage.Window) {
		for len(shared) > 0 && shared[0].From < x.From {
			shared = shared[1:]
		}
		if len(shared) > 0 && shared[0].To <= x.To {
			a.hashes, a.items = append(a.hashes, x.Hash), append(a.items, uint32(x.From))
		}
	})
	return a
}

// A cursor finds the places of passages, text by text.
type cursor struct {
	finder  *Finder
	number  int
	text    []byte
	items   *passage.Reader
	places  []passage.Place
	windows []uint32 // for each item at which a window begins, the item after it
}

// passage returns the items, the bytes and the weight of windows that belong together.
func (c *cursor) passage(r windowRun) (from, to, start, end int, weight int64, err error) {
	if r.text != c.number {
		if err := c.open(r.text); err != nil {
			return 0, 0, 0, 0, 0, err
		}
	}
	from, to = r.first, int(c.windows[r.last])
	return from, to, c.places[from].From, c.places[to-1].To, c.items.Items().Weight(from, to), nil
}

func (c *cursor) open(number int) (err error) {
	if c.text, err = c.finder.texts.Read(number, c.text); err != nil {
		return err
	}
	if c.items == nil {
		c.items = passage.NewReader()
	}
	c.items.Reset()
	c.items.Write(c.text)
	c.number, c.places, c.windows = number, passage.Places(c.text, c.places), c.windows[:0]
	c.items.Items().Windows(c.finder.selection.Words, func(w passage.Window) { c.windows = append(c.windows, uint32(w.To)) })
	if len(c.places) != c.items.Items().Len() {
		return fmt.Errorf("internal error: %d items, and the places of %d", c.items.Items().Len(), len(c.places))
	}
	return nil
}

// A filter is a Bloom filter of hashes. Of those it was not given, it has a few.
type filter struct {
	bits []uint64
	mask uint64
}

// maxFilter bounds the size of a filter: 64 MiB.
const maxFilter = 1 << 29

// newFilter returns a filter for at most n hashes. Of 3·10^7 hashes or fewer, it has 2 % of others.
func newFilter(n int64) *filter {
	bytes := filterBytes(n)
	return &filter{make([]uint64, bytes/8), 8*uint64(bytes) - 1}
}

// filterBytes returns the size of a filter for at most n hashes.
func filterBytes(n int64) int64 {
	bits := int64(1 << 10)
	for bits < maxFilter && bits/16 < n {
		bits *= 2
	}
	return bits / 8
}

func (f *filter) places(hash uint64) [2]uint64 {
	return [2]uint64{hash & f.mask, splitmix.Mix(hash) & f.mask}
}

func (f *filter) add(hash uint64) {
	for _, p := range f.places(hash) {
		f.bits[p/64] |= 1 << (p % 64)
	}
}

func (f *filter) has(hash uint64) bool {
	for _, p := range f.places(hash) {
		if f.bits[p/64]&(1<<(p%64)) == 0 {
			return false
		}
	}
	return true
}

// InHolder returns where the holder of a row has the passage: bytes of its text. If it has only parts of it, this
// is the longest part that begins as the passage does.
func (f *Finder) InHolder(row Row) (start, end int, err error) {
	text := cursor{finder: f, number: -1}
	if err := text.open(row.Text); err != nil {
		return 0, 0, err
	}
	var want []uint64 // the hashes of the row's windows
	text.items.Items().Windows(f.selection.Words, func(w passage.Window) {
		if row.From <= w.From && w.To <= row.To {
			want = append(want, w.Hash)
		}
	})
	holder := cursor{finder: f, number: -1}
	if err := holder.open(row.Holder); err != nil {
		return 0, 0, err
	}
	from, longest, run := 0, 0, 0
	begin := 0
	holder.items.Items().Windows(f.selection.Words, func(w passage.Window) {
		if run == len(want) || w.Hash != want[run] {
			run = 0
		}
		if w.Hash == want[run] {
			if run == 0 {
				begin = w.From
			}
			if run++; run > longest {
				from, longest = begin, run
			}
		}
	})
	last := int(holder.windows[from+longest-1])
	return holder.places[from].From, holder.places[last-1].To, nil
}

// Revision returns a digest of the selected windows of a sample text. It changes with the rules of windows.
func Revision() string {
	const sample = "The LAMP of the light-\nhouse burns from 7 until 6 (https://example.org/a): Stra\u00dfe, \u0645\u0646\u0627\u0631\u0629, \u043c\u0430\u044f\u043a, " +
		"\u706f\u53f0\u306f\u6bce\u6669\u4e03\u6642\u306b\u70b9\u706f\u3059\u308b, \u0e1b\u0e23\u0e30\u0e20\u0e32\u0e04\u0e32\u0e23\u0e40\u0e1b\u0e34\u0e14\u0e17\u0e38\u0e01\u0e04\u0e37\u0e19"
	text := []byte(sample)
	sum := uint64(0)
	for words := 2; words <= 8; words++ {
		p := NewPreparer(words).Prepare(passage.ItemsOf(text), text)
		for _, key := range p.Keys {
			sum = splitmix.Mix(sum ^ key)
		}
	}
	return fmt.Sprintf("%016x", sum)
}
