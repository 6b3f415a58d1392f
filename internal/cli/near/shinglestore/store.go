// Package shinglestore stores the elements of many texts (R5.6) in a temporary file. It compares
// any two of them exactly, where sketches only estimate.
package shinglestore

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// A Store keeps the elements of texts, 8 bytes each, in a temporary file. In memory it has 16 bytes
// for each text, and unwritten data. Several goroutines may use it at once.
type Store struct {
	file interface {
		io.ReaderAt
		io.WriterAt
		io.Closer
	}

	mu      sync.RWMutex
	ends    []int64  // of each text in bytes; the first is preceded by 0
	marks   []uint64 // of each text, a bit for the highest six of each element
	waiting []byte   // the last texts, which are not written
	err     error    // of writing

	comparers sync.Pool // of *comparer
}

const (
	size          = 8       // bytes of an element
	waitingAtMost = 1 << 20 // bytes, unless those of one text are more
)

// NewStore returns an empty Store. The caller must close it.
func NewStore() (*Store, error) {
	f, err := scratch.New()
	if err != nil {
		return nil, storing(err)
	}
	return &Store{file: f, ends: []int64{0}}, nil
}

// storing describes a failure to store.
func storing(err error) error {
	return fmt.Errorf("the temporary file of words and shingles: %w", err)
}

// Close removes the file.
func (s *Store) Close() error { return s.file.Close() }

// Add adds a text with these elements, in any order, and returns its number. Numbers count up from
// 1. After an error, which Add then repeats, nothing can be compared.
func (s *Store) Add(elements []uint64) (number int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	if len(s.waiting)+size*len(elements) > waitingAtMost {
		if s.err = s.flush(); s.err != nil {
			return 0, s.err
		}
	}
	mark, at := uint64(0), len(s.waiting)
	s.waiting = slices.Grow(s.waiting, size*len(elements))[:at+size*len(elements)]
	for i, e := range elements {
		binary.LittleEndian.PutUint64(s.waiting[at+size*i:], e)
		mark |= 1 << (e >> 58)
	}
	s.marks = append(s.marks, mark)
	s.ends = append(s.ends, s.ends[len(s.ends)-1]+int64(size*len(elements)))
	return len(s.ends) - 1, nil
}

// Elements returns the elements of a text, in the order in which they were added.
func (s *Store) Elements(number int) ([]uint64, error) {
	text := make([]byte, s.octets(number))
	if err := s.read(text, number); err != nil {
		return nil, err
	}
	elements := make([]uint64, 0, len(text)/size)
	for ; len(text) > 0; text = text[size:] {
		elements = append(elements, binary.LittleEndian.Uint64(text))
	}
	return elements, nil
}

// Least appends the least elements of a text to a list, at most n, each once and ascending.
func (s *Store) Least(list []uint64, number, n int) ([]uint64, error) {
	c := s.comparer()
	defer s.comparers.Put(c)
	if err := s.read(c.room(s.octets(number)), number); err != nil {
		return nil, err
	}
	below, from := ^uint64(0), len(list)
	if all := len(c.text) / size; all > 4*n {
		below = below / uint64(all) * uint64(2*n) // about 2n hashes are below it
	}
	for {
		for e := range c.elements() {
			if e <= below {
				list = append(list, e)
			}
		}
		slices.Sort(list[from:])
		list = list[:from+len(slices.Compact(list[from:]))]
		if len(list)-from >= n || below == ^uint64(0) {
			return list[:min(from+n, len(list))], nil
		}
		list, below = list[:from], ^uint64(0)
	}
}

// An Outline is what is known about a text without reading its elements.
type Outline struct {
	octets int64
	mark   uint64
}

// Outline returns the outline of a text.
func (s *Store) Outline(number int) Outline {
	return Outline{s.ends[number] - s.ends[number-1], s.marks[number-1]}
}

// Bound returns an upper bound of the resemblance of two texts.
func (o *Outline) Bound(other *Outline) float64 {
	m, n := o.octets, other.octets
	// Each bit of only one text stands for at least one element that the other lacks.
	common := min(m-int64(size*bits.OnesCount64(o.mark&^other.mark)), n-int64(size*bits.OnesCount64(other.mark&^o.mark)))
	if m+n == 0 {
		return 1
	}
	return float64(common) / float64(m+n-common)
}

// comparer returns a comparer, to be put back.
func (s *Store) comparer() *comparer {
	if c, ok := s.comparers.Get().(*comparer); ok {
		return c
	}
	return new(comparer)
}

// Err returns the error of Add.
func (s *Store) Err() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.err
}

// written returns the number of bytes in the file.
func (s *Store) written() int64 { return s.ends[len(s.ends)-1] - int64(len(s.waiting)) }

// flush writes the waiting elements.
func (s *Store) flush() error {
	if _, err := s.file.WriteAt(s.waiting, s.written()); err != nil {
		return storing(err)
	}
	if s.waiting = s.waiting[:0]; cap(s.waiting) > 2*waitingAtMost {
		s.waiting = nil
	}
	return nil
}

// It returns the number of bytes of a text.
func (s *Store) octets(number int) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return int(s.ends[number] - s.ends[number-1])
}

// read reads a text into room for all its bytes.
func (s *Store) read(text []byte, number int) error {
	s.mu.RLock()
	from, written := s.ends[number-1], s.written()
	if from >= written {
		copy(text, s.waiting[from-written:])
		s.mu.RUnlock()
		return nil
	}
	s.mu.RUnlock()
	if _, err := s.file.ReadAt(text, from); err != nil {
		return storing(err)
	}
	return nil
}

// Resemblance returns |A ∩ B| / |A ∪ B| for the elements of two texts, if it is at least least.
// Otherwise it returns some smaller number. Repeated elements count: it is the sum of the lesser
// counts over the sum of the greater ones. It is 1 for texts without elements.
func (s *Store) Resemblance(a, b int, least float64) (float64, error) {
	m, n := s.octets(a), s.octets(b)
	if m == 0 && n == 0 {
		return 1, nil
	}
	if most := float64(min(m, n)) / float64(max(m, n)); most < least {
		return most, nil // no elements need be read
	}
	c := s.comparer()
	defer s.comparers.Put(c)
	if c.has == b {
		a, b, m, n = b, a, n, m
	}
	if c.has != a {
		c.has = 0
		if err := s.read(c.room(m), a); err != nil {
			return 0, err
		}
		c.take()
		c.has = a
	}
	if err := s.read(c.room(n), b); err != nil {
		return 0, err
	}
	common, all := c.common(), (m+n)/size
	return float64(common) / float64(all-common), nil
}
