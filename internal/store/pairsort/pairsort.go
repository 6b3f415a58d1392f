// Package pairsort sorts any number of pairs of numbers in bounded memory, and moves the excess to
// temporary files.
package pairsort

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/binary"
	"io"
	"iter"

	"github.com/lsh-interop/fpcheck/internal/store/radix"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// A Pair is sorted by its key. Pairs with equal keys keep the order in which they were added.
type Pair struct{ Key, Value uint64 }

// DefaultHeld is the number of pairs in memory. With what sorting needs they take HeldBytes each.
const (
	DefaultHeld = 2 << 20
	HeldBytes   = 36
)

// A Sorter sorts pairs. The zero value is ready to use.
type Sorter struct {
	Held int // pairs in memory; 0 means 2^21

	n      int64
	keys   []uint64
	values []uint64
	runs   []*scratch.File
	spare  struct {
		keys           []uint64
		places, sorted []uint32
	}
}

// Add adds a pair.
func (s *Sorter) Add(key, value uint64) error {
	if len(s.keys) == cmp.Or(s.Held, DefaultHeld) {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.n++
	s.keys, s.values = append(s.keys, key), append(s.values, value)
	return nil
}

// Len returns the number of pairs that were added.
func (s *Sorter) Len() int64 { return s.n }

// spill writes the pairs in memory to a file.
func (s *Sorter) spill() error {
	run, err := scratch.New()
	if err != nil {
		return err
	}
	s.runs = append(s.runs, run)
	w := bufio.NewWriterSize(run, 64<<10)
	var before uint64
	var b []byte
	for p := range s.held() {
		b = binary.AppendUvarint(b[:0], p.Key-before)
		b = binary.AppendUvarint(b, p.Value)
		if _, err := w.Write(b); err != nil {
			return err
		}
		before = p.Key
	}
	if err := w.Flush(); err != nil {
		return err
	}
	s.keys, s.values = s.keys[:0], s.values[:0]
	_, err = run.Seek(0, io.SeekStart)
	return err
}

// held yields the pairs in memory in order.
func (s *Sorter) held() iter.Seq[Pair] {
	n := len(s.keys)
	if cap(s.spare.keys) < n {
		s.spare.keys, s.spare.places, s.spare.sorted = make([]uint64, n), make([]uint32, n), make([]uint32, n)
	}
	places := s.spare.places[:n]
	for i := range places {
		places[i] = uint32(i)
	}
	radix.Sort(s.keys, places, s.spare.keys[:n], s.spare.sorted[:n])
	return func(yield func(Pair) bool) {
		for i, place := range places {
			if !yield(Pair{s.keys[i], s.values[place]}) {
				return
			}
		}
	}
}

// All yields the pairs in order and ends the Sorter. An error comes last.
func (s *Sorter) All() iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) {
		defer s.Close()
		if len(s.runs) == 0 {
			for p := range s.held() {
				if !yield(p, nil) {
					return
				}
			}
			return
		}
		if err := s.spill(); err != nil {
			yield(Pair{}, err)
			return
		}
		s.free()
		merge(s.runs, yield)
	}
}

// Close removes the temporary files.
func (s *Sorter) Close() {
	for _, f := range s.runs {
		f.Close()
	}
	s.runs = nil
	s.free()
}

func (s *Sorter) free() {
	s.keys, s.values = nil, nil
	s.spare.keys, s.spare.places, s.spare.sorted = nil, nil, nil
}

// merge yields the pairs of runs in order.
func merge(runs []*scratch.File, yield func(Pair, error) bool) {
	sources := make([]func() (Pair, error), len(runs))
	for i, run := range runs {
		r := &runReader{r: bufio.NewReaderSize(run, 64<<10)}
		sources[i] = r.next
	}
	Merge(sources)(yield)
}

// A runReader reads the pairs of a run.
type runReader struct {
	key uint64
	r   *bufio.Reader
}

// next reads the next pair. Its error is io.EOF only between pairs.
func (r *runReader) next() (Pair, error) {
	more, err := binary.ReadUvarint(r.r)
	if err != nil {
		return Pair{}, err
	}
	r.key += more
	value, err := binary.ReadUvarint(r.r)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return Pair{r.key, value}, err
}

// Merge yields the pairs of sorted sources in order. Equal keys are in the order of the sources. A source ends
// with [io.EOF]. Any other error comes last.
func Merge(sources []func() (Pair, error)) iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) {
		var all heads
		for i, next := range sources {
			h := &head{number: i, next: next}
			switch err := h.step(); err {
			case nil:
				all = append(all, h)
			case io.EOF:
			default:
				yield(Pair{}, err)
				return
			}
		}
		heap.Init(&all)
		for len(all) > 0 {
			if !yield(all[0].Pair, nil) {
				return
			}
			switch err := all[0].step(); err {
			case nil:
				heap.Fix(&all, 0)
			case io.EOF:
				heap.Pop(&all)
			default:
				yield(Pair{}, err)
				return
			}
		}
	}
}

// A head is the next pair of a source.
type head struct {
	Pair
	number int
	next   func() (Pair, error)
}

func (h *head) step() (err error) {
	h.Pair, err = h.next()
	return err
}

// heads are a [heap.Interface].
type heads []*head

func (h heads) Len() int { return len(h) }
func (h heads) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(h[i].Key, h[j].Key), cmp.Compare(h[i].number, h[j].number)) < 0
}
func (h heads) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *heads) Push(x any)   { *h = append(*h, x.(*head)) }
func (h *heads) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
