package repeats

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"runtime"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/store/pairsort"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// Bounds of the work for passages that very many texts share.
const (
	mostHolders    = 1000 // texts that one selected window proposes
	mostContainers = 20   // texts that one text is compared with
)

// Containments are the pairs of a text and another that contains it.
type Containments struct {
	texts     *Temporary
	selection passage.Selection
	Wanted
	lists  *scratch.Texts    // for each shared selected window: its frequency, then the first texts that have it
	byText pairsort.Sorter   // the place of a selected window in a text, and its list
	pairs  pairsort.Sorter   // a container and a text, to be compared
	rows   *scratch.Texts    // the pairs that were found
	found  []containedNumber // by text
	left   map[int]int
}

// A Wanted says which texts are looked for, and where.
type Wanted struct {
	Share float64 // of a text that another contains, more than 0
	// From, if it is not 0, is the number of the first text that is looked for. It and those after it are looked
	// for in the texts before it. Otherwise all texts are looked for in all.
	From int
}

// A containedNumber says which row is of a text.
type containedNumber struct{ text, container, row uint32 }

// Contain finds the pairs of texts in which the second contains at least a share of the first (R13.21). The
// windows have a length in words. All texts were added. It calls progress with the number of pairs compared.
//
// No pair is missed unless Left names its first text. Let a text B contain a share of a text A. Contain drops
// selected windows of A, the rarest first. A window of A that stands in B shares its selected window with B.
// Contain stops when the windows that need the others cover less than the share. So B has a dropped window. The
// selected windows that B has say how much B covers at most.
func Contain(ctx context.Context, words int, texts *Temporary, workers int, wanted Wanted,
	progress func(done, all int)) (*Containments, error) {
	if err := texts.Flush(); err != nil {
		return nil, err
	}
	c := &Containments{texts: texts, selection: passage.SelectionFor(words), Wanted: wanted, left: make(map[int]int)}
	var err error
	if c.lists, err = scratch.NewTexts(); err != nil {
		return nil, err
	}
	if c.rows, err = scratch.NewTexts(); err == nil {
		if workers == 0 {
			workers = runtime.GOMAXPROCS(0)
		}
		err = c.list()
	}
	if err == nil {
		err = c.propose(ctx, workers)
	}
	if err == nil {
		err = c.compare(ctx, workers, progress)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Close removes the temporary files.
func (c *Containments) Close() {
	if c == nil {
		return
	}
	c.lists.Close()
	c.byText.Close()
	c.pairs.Close()
	if c.rows != nil {
		c.rows.Close()
	}
}

// Len returns the number of pairs.
func (c *Containments) Len() int { return len(c.found) }

// Left returns the least number of texts that may contain a text, but were not compared with it.
func (c *Containments) Left() map[int]int { return c.left }

// meets reports whether a part of a text is at least the share.
func (c *Containments) meets(part, whole int64) bool { return float64(part)/float64(whole) >= c.Share }

// list lists the texts of each selected window that several texts share.
func (c *Containments) list() error {
	ranks := make([]uint32, c.texts.Len()) // of the next hash among those of a text
	type holder struct{ text, rank uint32 }
	var same []holder
	var list []byte
	end := func() error {
		holders := len(same) // that may contain a text
		for c.From > 0 && holders > 0 && int(same[holders-1].text) >= c.From {
			holders--
		}
		if len(same) < 2 || holders == 0 || holders == len(same) && c.From > 0 {
			return nil
		}
		number := uint64(c.lists.Len())
		list = binary.LittleEndian.AppendUint32(list[:0], uint32(holders))
		for _, h := range same[:min(holders, mostHolders)] {
			list = binary.LittleEndian.AppendUint32(list, h.text)
		}
		for _, h := range same {
			if int(h.text) < c.From {
				continue
			}
			if err := c.byText.Add(uint64(h.text)<<32|uint64(h.rank), number); err != nil {
				return err
			}
		}
		return c.lists.Add(list)
	}
	var key uint64
	for p, err := range c.texts.Selected(0) {
		if err != nil {
			return err
		}
		if p.Key != key {
			if err := end(); err != nil {
				return err
			}
			same = same[:0]
		}
		key, same = p.Key, append(same, holder{uint32(p.Value), ranks[p.Value]})
		ranks[p.Value]++
	}
	return errors.Join(end(), c.lists.Flush())
}

// A keyed is pairs of numbers whose keys have the same upper half.
type keyed struct {
	upper  int
	lower  []uint32
	values []uint64
	err    error
}

// byUpper yields the pairs of a sorter by the upper halves of their keys. An error comes last.
func byUpper(s *pairsort.Sorter) iter.Seq[keyed] {
	return func(yield func(keyed) bool) {
		var k keyed
		for p, err := range s.All() {
			if err != nil {
				yield(keyed{err: err})
				return
			}
			if upper := int(p.Key >> 32); len(k.lower) > 0 && upper != k.upper {
				if !yield(k) {
					return
				}
				k = keyed{}
			}
			k.upper, k.lower, k.values = int(p.Key>>32), append(k.lower, uint32(p.Key)), append(k.values, p.Value)
		}
		if len(k.lower) > 0 {
			yield(k)
		}
	}
}

// propose finds the pairs that are compared.
func (c *Containments) propose(ctx context.Context, workers int) error {
	work := func() func(keyed) proposal {
		p := newProposer(c)
		return p.propose
	}
	for p, err := range parallel.Do(ctx, byUpper(&c.byText), workers, 16*workers, work) {
		if err := errors.Join(err, p.err); err != nil {
			return err
		}
		if p.left > 0 {
			c.left[p.text] = p.left
		}
		for _, container := range p.containers {
			if err := c.pairs.Add(uint64(container)<<32|uint64(p.text), 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostCompared is how many bytes of texts are compared with a container at once, unless one text has more.
const mostCompared = 4 << 20

// jobs yields the containers, each with some of the texts that it may contain.
func (c *Containments) jobs(yield func(keyed) bool) {
	for k := range byUpper(&c.pairs) {
		for k.err == nil && len(k.lower) > 1 {
			n, size := 0, 0
			for n < len(k.lower) && (n == 0 || size+c.texts.Size(int(k.lower[n])) <= mostCompared) {
				size += c.texts.Size(int(k.lower[n]))
				n++
			}
			if n == len(k.lower) {
				break
			}
			if !yield(keyed{upper: k.upper, lower: k.lower[:n]}) {
				return
			}
			k.lower = k.lower[n:]
		}
		if !yield(k) {
			return
		}
	}
}

// compare compares the texts of the pairs.
func (c *Containments) compare(ctx context.Context, workers int, progress func(done, all int)) error {
	work := func() func(keyed) verdict {
		w := newContainer(c)
		return w.contained
	}
	done, all := 0, int(c.pairs.Len())
	for r, err := range parallel.Do(ctx, c.jobs, workers, 4*workers, work) {
		if err := errors.Join(err, r.err); err != nil {
			return err
		}
		for i := range r.rows {
			row := &r.rows[i]
			c.found = append(c.found, containedNumber{uint32(row.Text), uint32(row.Container), uint32(c.rows.Len())})
			if err := c.rows.Add(row.encode()); err != nil {
				return err
			}
		}
		if done += r.compared; progress != nil {
			progress(done, all)
		}
	}
	slices.SortFunc(c.found, func(a, b containedNumber) int {
		if a.text != b.text {
			return int(a.text) - int(b.text)
		}
		return int(a.container) - int(b.container)
	})
	return c.rows.Flush()
}

// Of yields the pairs in which a text is contained, in the order of the containers. An error comes last.
func (c *Containments) Of(text int) iter.Seq2[*Containment, error] {
	return func(yield func(*Containment, error) bool) {
		at, _ := slices.BinarySearchFunc(c.found, text, func(n containedNumber, text int) int { return int(n.text) - text })
		for ; at < len(c.found) && int(c.found[at].text) == text; at++ {
			data, err := c.rows.Read(int(c.found[at].row), nil)
			row := &Containment{Text: text, Container: int(c.found[at].container)}
			if err == nil {
				row.decode(data)
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// Texts yields each text that is contained in another, in order.
func (c *Containments) Texts(yield func(text int) bool) {
	for i, n := range c.found {
		if (i == 0 || c.found[i-1].text != n.text) && !yield(int(n.text)) {
			return
		}
	}
}

// A Containment is a text that another one contains, wholly or for the most part.
type Containment struct {
	Text, Container int
	Weight, Whole   int64  // of the items that are contained, and of all
	Longer          bool   // the container weighs more than the text
	Same            bool   // each part has the same compared items as in the container (R13.8)
	Parts           []Part // what is contained, in order
	Outside         []Span // what is not
}

// A Span is bytes of a text.
type Span struct{ Start, End int }

// A Part is bytes of a text, and the bytes of the container with the same items.
type Part struct{ Text, Container Span }

// Share returns the containment (R13.21).
func (c *Containment) Share() float64 { return float64(c.Weight) / float64(c.Whole) }

func (c *Containment) encode() []byte {
	flags := uint64(0)
	if c.Longer {
		flags |= 1
	}
	if c.Same {
		flags |= 2
	}
	var b []byte
	for _, x := range []uint64{uint64(c.Weight), uint64(c.Whole), flags, uint64(len(c.Parts))} {
		b = binary.AppendUvarint(b, x)
	}
	span := func(s Span) { b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(s.Start)), uint64(s.End)) }
	for _, p := range c.Parts {
		span(p.Text)
		span(p.Container)
	}
	for _, s := range c.Outside {
		span(s)
	}
	return b
}

func (c *Containment) decode(b []byte) {
	next := func() int {
		x, n := binary.Uvarint(b)
		b = b[n:]
		return int(x)
	}
	span := func() Span { return Span{next(), next()} }
	c.Weight, c.Whole = int64(next()), int64(next())
	flags, parts := next(), next()
	c.Longer, c.Same = flags&1 != 0, flags&2 != 0
	for range parts {
		c.Parts = append(c.Parts, Part{span(), span()})
	}
	for len(b) > 0 {
		c.Outside = append(c.Outside, span())
	}
}
