package repeats

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/store/library"
)

// A proposer finds the texts that may contain a text. It belongs to one goroutine.
type proposer struct {
	*Containments
	selector passage.Selector
	items    *passage.Reader
	text     []byte
	list     []byte
	ends     []int
	segments []segment
	shared   []*sharedWindow // the rarest first
	holders  []uint64        // texts, and the shared windows that they have
	texts    []uint32        // that have a dropped window
}

func newProposer(c *Containments) *proposer {
	selector := passage.Selector{Selection: c.selection}
	return &proposer{Containments: c, selector: selector, items: passage.NewReader()}
}

// A proposal is the texts that may contain a text.
type proposal struct {
	text       int
	containers []uint32
	left       int // more texts that may contain it, at least
	err        error
}

// A sharedWindow is a hash of selected windows that other texts have.
type sharedWindow struct {
	list      int // of texts
	frequency int // that the list has
	weight    int64
}

// isCommon reports whether the list may lack texts.
func (w *sharedWindow) isCommon() bool { return w.frequency >= mostHolders }

// A segment is items that windows cover which need one selected window.
type segment struct {
	from, to int
	window   *sharedWindow
}

// propose returns the texts that may contain a text. k names its shared selected windows.
func (p *proposer) propose(k keyed) (r proposal) {
	if r.text, r.err = k.upper, k.err; r.err != nil {
		return r
	}
	if p.text, r.err = p.Containments.texts.Read(k.upper, p.text); r.err != nil {
		return r
	}
	p.items.Reset()
	p.items.Write(p.text)
	items := p.items.Items()
	p.segment(k, items)
	dropped := p.drop(items)
	if dropped == 0 {
		return r
	}
	p.holders = p.holders[:0]
	most := 0 // other texts that have a dropped window
	for i, w := range p.shared {
		if i == dropped {
			slices.Sort(p.holders)
			p.texts = p.texts[:0]
			for _, h := range p.holders {
				p.texts = append(p.texts, uint32(h>>32))
			}
			p.texts = slices.Compact(p.texts)
		}
		if i >= dropped && w.isCommon() {
			break // and so are the others
		}
		if p.list, r.err = p.lists.Read(w.list, p.list); r.err != nil {
			return r
		}
		if i < dropped && w.isCommon() {
			others := int(binary.LittleEndian.Uint32(p.list))
			if p.From == 0 {
				others-- // without this text
			}
			most = max(most, others)
		}
		if i >= dropped {
			p.find(p.list[4:], i)
			continue
		}
		for list := p.list[4:]; len(list) > 0; list = list[4:] {
			if text := binary.LittleEndian.Uint32(list); int(text) != k.upper {
				p.holders = append(p.holders, uint64(text)<<32|uint64(i))
			}
		}
	}
	p.choose(&r, items)
	if n := max(most, len(r.containers)); n > mostContainers {
		r.containers = r.containers[:min(len(r.containers), mostContainers)]
		r.left = n - len(r.containers)
	}
	return r
}

// find notes which of the texts that have a dropped window are in a list of those with another.
func (p *proposer) find(list []byte, window int) {
	at := func(i int) uint32 { return binary.LittleEndian.Uint32(list[4*i:]) }
	from, all := 0, len(list)/4
	for _, text := range p.texts {
		step := 1
		for from+step < all && at(from+step) < text {
			step *= 2
		}
		from += sort.Search(min(step, all-1-from), func(i int) bool { return at(from+i) >= text })
		if at(from) == text {
			p.holders = append(p.holders, uint64(text)<<32|uint64(window))
		}
	}
}

// segment finds the shared selected windows, the rarest first, and what they cover.
func (p *proposer) segment(k keyed, items *passage.Items) {
	selected, served := p.selector.Select(items), p.selector.Served()
	p.ends = p.ends[:0] // of the windows, by their first items
	items.Windows(p.selection.Words, func(w passage.Window) { p.ends = append(p.ends, w.To) })
	hashes := make([]uint64, len(selected)) // as Prepare has them
	for i, w := range selected {
		hashes[i] = library.Key(w.Hash)
	}
	slices.Sort(hashes)
	hashes = slices.Compact(hashes)
	by := make(map[uint64]*sharedWindow, len(k.lower))
	for i, rank := range k.lower {
		list := int(k.values[i])
		by[hashes[rank]] = &sharedWindow{list: list, frequency: p.lists.Size(list)/4 - 1}
	}
	p.segments, p.shared = p.segments[:0], p.shared[:0]
	for i, w := range selected {
		window := by[library.Key(w.Hash)]
		if window == nil {
			continue
		}
		last := len(p.ends) - 1 // of the windows that need it
		if i+1 < len(served) {
			last = int(served[i+1]) - 1
		}
		s := segment{int(served[i]), p.ends[last], window}
		if window.weight == 0 {
			p.shared = append(p.shared, window)
		}
		window.weight += items.Weight(s.from, s.to)
		p.segments = append(p.segments, s)
	}
	slices.SortStableFunc(p.shared, func(a, b *sharedWindow) int { return a.frequency - b.frequency })
}

// drop returns how many of the shared windows must be dropped, the rarest first. The others cover less than the
// share. If all cover less, it returns 0.
func (p *proposer) drop(items *passage.Items) int {
	covers := make([]int32, items.Len()) // segments over each item
	for _, s := range p.segments {
		for item := s.from; item < s.to; item++ {
			covers[item]++
		}
	}
	reach := int64(0)
	for item, n := range covers {
		if n > 0 {
			reach += int64(items.Weights[item])
		}
	}
	of := make(map[*sharedWindow][]segment, len(p.shared))
	whole := items.Weight(0, items.Len())
	for n := 0; ; n++ {
		if !p.meets(reach, whole) {
			return n
		}
		if n == 0 {
			for _, s := range p.segments {
				of[s.window] = append(of[s.window], s)
			}
		}
		for _, s := range of[p.shared[n]] {
			for item := s.from; item < s.to; item++ {
				if covers[item]--; covers[item] == 0 {
					reach -= int64(items.Weights[item])
				}
			}
		}
	}
}

// choose chooses the texts that have a dropped window, and may have enough of the others. Those that share the most
// come first.
func (p *proposer) choose(r *proposal, items *passage.Items) {
	whole := items.Weight(0, items.Len())
	has := make(map[*sharedWindow]bool, len(p.shared))
	common := int64(0)
	for _, w := range p.shared {
		if w.isCommon() {
			has[w], common = true, common+w.weight
		}
	}
	slices.Sort(p.holders)
	number := make(map[uint32]int)
	for len(p.holders) > 0 {
		text, n, weight := uint32(p.holders[0]>>32), 0, common
		for n < len(p.holders) && uint32(p.holders[n]>>32) == text {
			if w := p.shared[uint32(p.holders[n])]; !w.isCommon() {
				weight += w.weight
			}
			n++
		}
		own := p.holders[:n]
		p.holders = p.holders[n:]
		if !p.meets(weight, whole) {
			continue
		}
		for _, h := range own {
			has[p.shared[uint32(h)]] = true
		}
		if p.meets(p.covered(items, has), whole) {
			number[text] = n
			r.containers = append(r.containers, text)
		}
		for _, h := range own {
			w := p.shared[uint32(h)]
			has[w] = w.isCommon()
		}
	}
	slices.SortFunc(r.containers, func(a, b uint32) int { return cmp.Or(number[b]-number[a], cmp.Compare(a, b)) })
}

// covered returns the weight of the items in the segments of some windows.
func (p *proposer) covered(items *passage.Items, has map[*sharedWindow]bool) (weight int64) {
	end := 0
	for _, s := range p.segments {
		if has[s.window] && s.to > end {
			weight += items.Weight(max(end, s.from), s.to)
			end = s.to
		}
	}
	return weight
}

// A container compares texts with a text that may contain them. It belongs to one goroutine.
type container struct {
	*Containments
	compared *sketch.Comparison
	text     []byte
	items    *passage.Reader
	places   []passage.Place // of the items; nil until they are asked for
	at       map[uint64][]uint32
}

// A comparedText is a text that another one may contain.
type comparedText struct {
	number  int
	text    []byte
	items   *passage.Items
	windows []passage.Window
}

func newContainer(c *Containments) *container {
	return &container{Containments: c, compared: sketch.NewComparison(), items: passage.NewReader()}
}

// A verdict is the texts that a container contains, and the number that it was compared with.
type verdict struct {
	rows     []Containment
	compared int
	err      error
}

// mostPlaces is how many places of one window in a container are compared, to find the longest part.
const mostPlaces = 8

// contained returns which of some texts another one contains.
func (w *container) contained(k keyed) (r verdict) {
	if r.err = k.err; r.err != nil {
		return r
	}
	w.at = make(map[uint64][]uint32)
	texts := make([]comparedText, len(k.lower))
	for i, number := range k.lower {
		t := &texts[i]
		t.number = int(number)
		if t.text, r.err = w.Containments.texts.Read(t.number, nil); r.err != nil {
			return r
		}
		w.items.Reset()
		w.items.Write(t.text)
		t.items = w.items.Items().Clone()
		t.items.Windows(w.selection.Words, func(x passage.Window) {
			t.windows = append(t.windows, x)
			w.at[x.Hash] = nil
		})
	}
	if w.text, r.err = w.Containments.texts.Read(k.upper, w.text); r.err != nil {
		return r
	}
	w.items.Reset()
	w.items.Write(w.text)
	w.places = nil
	w.items.Items().Windows(w.selection.Words, func(x passage.Window) {
		if at, is := w.at[x.Hash]; is && len(at) < mostPlaces {
			w.at[x.Hash] = append(at, uint32(x.From))
		}
	})
	for i := range texts {
		if row, is := w.contains(&texts[i]); is {
			row.Container = k.upper
			r.rows = append(r.rows, row)
		}
	}
	r.compared = len(texts)
	return r
}

// A match is items of a text, and as many of the container, that are the same.
type match struct{ from, to, at int }

// contains compares a text with the container.
func (w *container) contains(t *comparedText) (row Containment, is bool) {
	all := w.items.Items()
	row = Containment{Text: t.number, Whole: t.items.Weight(0, t.items.Len())}
	var matches []match
	end := 0 // of what is covered
	for i, x := range t.windows {
		if len(w.at[x.Hash]) == 0 || x.To <= end {
			continue
		}
		best := match{}
		for _, at := range w.at[x.Hash] {
			n := x.To - x.From
			for x.From+n < t.items.Len() && int(at)+n < all.Len() && t.items.Hashes[x.From+n] == all.Hashes[int(at)+n] {
				n++
			}
			last := i // of the windows within these items
			for last+1 < len(t.windows) && t.windows[last+1].To <= x.From+n {
				last++
			}
			if to := t.windows[last].To; to > best.to {
				best = match{x.From, to, int(at)}
			}
		}
		if best.from < end { // the rest of what the part before has
			best.at, best.from = best.at+end-best.from, end
		}
		row.Weight += t.items.Weight(best.from, best.to)
		matches, end = append(matches, best), best.to
	}
	if !w.meets(row.Weight, row.Whole) {
		return row, false
	}
	if w.places == nil {
		w.places = passage.Places(w.text, nil)
	}
	row.Longer = all.Weight(0, all.Len()) > row.Whole
	w.place(&row, t, matches)
	return row, true
}

// place sets the parts of a row.
func (w *container) place(row *Containment, t *comparedText, matches []match) {
	places := passage.Places(t.text, nil)
	row.Same = true
	outside := func(from, to int) {
		if from < to {
			row.Outside = append(row.Outside, Span{places[from].From, places[to-1].To})
		}
	}
	end := 0
	for _, m := range matches {
		outside(end, m.from)
		end = m.to
		n := m.to - m.from
		row.Parts = append(row.Parts, Part{
			Span{places[m.from].From, places[m.to-1].To},
			Span{w.places[m.at].From, w.places[m.at+n-1].To},
		})
		row.Same = row.Same && w.isSame(beside(t.text, places, m.from, m.to), beside(w.text, w.places, m.at, m.at+n))
	}
	outside(end, len(places))
}

// A surrounded is a part of a text up to the items beside it.
type surrounded struct {
	text []byte
	cuts bool // a number, or a code point of several items, begins before it or ends after it
}

func beside(text []byte, places []passage.Place, from, to int) (s surrounded) {
	start, end := 0, len(text)
	if from > 0 {
		start, s.cuts = gap(text, places[from-1].To, places[from].From)
	}
	if to < len(places) {
		next, cuts := gap(text, places[to-1].To, places[to].From)
		end, s.cuts = max(next, places[to].From), s.cuts || cuts
	}
	s.text = text[start:end]
	return s
}

// gap returns where the gap between two items begins, and whether something goes on behind it. A code point such as
// "½" has several items, without a gap.
func gap(text []byte, from, to int) (start int, cuts bool) {
	if from > to {
		return to, true
	}
	return from, isNumber(text[:from], text[from:to], text[to:])
}

// isNumber reports whether a digit, something without a space, and a digit follow one another.
func isNumber(before, between, after []byte) bool {
	for len(between) > 0 {
		r, n := utf8.DecodeRune(between)
		if unicode.IsSpace(r) {
			return false
		}
		between = between[n:]
	}
	last, _ := utf8.DecodeLastRune(before)
	first, _ := utf8.DecodeRune(after)
	return unicode.IsNumber(last) && unicode.IsNumber(first)
}

// mostBetween bounds how much may stand between the items of a part in the container, and not in the text.
const mostBetween = 4 << 10

// isSame reports whether two parts have the same words, numbers, signs and operators, in the same order.
func (w *container) isSame(a, b surrounded) bool {
	if a.cuts || b.cuts || len(b.text) > mostBetween+4*len(a.text) {
		return false
	}
	return w.same(a.text) == w.same(b.text)
}

func (w *container) same(text []byte) (same [32]byte) {
	w.compared.Reset()
	w.compared.Write(text)
	return w.compared.Sum().Same
}
