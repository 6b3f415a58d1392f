package library

import (
	"encoding/binary"
	"io"
	"iter"

	"github.com/lsh-interop/fpcheck/internal/store/pairsort"
)

// Pairs are sorted by key and value in pages. A page begins with the number of its pairs, in two bytes. Each pair
// has two varints: the difference from the key before it, and its value. The first key of a page is whole.

// A pairWriter writes pairs that are added in order.
type pairWriter struct {
	to   *pageWriter
	page []byte
	n    int // pairs of the page
	last uint64
	all  int64
}

func (w *pairWriter) add(p pairsort.Pair) {
	var b [2 * binary.MaxVarintLen64]byte
	pair := binary.AppendUvarint(binary.AppendUvarint(b[:0], p.Key-w.last), p.Value)
	if w.n > 0 && 2+len(w.page)+len(pair) > payload {
		w.end()
		pair = binary.AppendUvarint(binary.AppendUvarint(b[:0], p.Key), p.Value)
	}
	w.page, w.last = append(w.page, pair...), p.Key
	w.n++
	w.all++
}

// end ends the page.
func (w *pairWriter) end() {
	if w.n > 0 {
		w.to.Write(binary.LittleEndian.AppendUint16(nil, uint16(w.n)))
		w.to.Write(w.page)
		w.to.pad()
	}
	w.page, w.n, w.last = w.page[:0], 0, 0
}

// A pairReader reads pairs in order. It belongs to one goroutine.
type pairReader struct {
	file      *pageFile
	next, end int64 // pages
	most      int64 // all values are less
	buffer    []byte
	loaded    []pairsort.Pair // of the page that was read
	pairs     []pairsort.Pair // those of them that are left
	last      pairsort.Pair   // of all that were read
	some      bool
}

func (s *segment) readPairs(p section) *pairReader {
	return &pairReader{file: s.file, next: p.from / payload, end: (p.from + p.size) / payload, most: s.documents,
		buffer: make([]byte, pageSize)}
}

// read returns the next pair, and [io.EOF] after the last one.
func (r *pairReader) read() (pairsort.Pair, error) {
	for len(r.pairs) == 0 {
		if r.next == r.end {
			return pairsort.Pair{}, io.EOF
		}
		if err := r.load(); err != nil {
			return pairsort.Pair{}, err
		}
	}
	p := r.pairs[0]
	r.pairs = r.pairs[1:]
	return p, nil
}

// load reads the next page.
func (r *pairReader) load() error {
	if err := r.file.read(r.buffer, r.next); err != nil {
		return err
	}
	content := r.buffer[2:payload]
	key := uint64(0)
	r.loaded = r.loaded[:0]
	for range int(binary.LittleEndian.Uint16(r.buffer)) {
		more, n := binary.Uvarint(content)
		if n <= 0 {
			return damaged("page %d has fewer pairs than it declares", r.next)
		}
		value, k := binary.Uvarint(content[n:])
		if k <= 0 {
			return damaged("page %d has fewer pairs than it declares", r.next)
		}
		content = content[n+k:]
		p := pairsort.Pair{Key: key + more, Value: value}
		if value >= uint64(r.most) || p.Key < key ||
			r.some && (p.Key < r.last.Key || p.Key == r.last.Key && value <= r.last.Value) {
			return damaged("page %d has pairs in another order", r.next)
		}
		key, r.last, r.some = p.Key, p, true
		r.loaded = append(r.loaded, p)
	}
	if len(r.loaded) == 0 {
		return damaged("page %d has no pairs", r.next)
	}
	r.pairs = r.loaded
	r.next++
	return nil
}

// seek skips the pairs with lesser keys. It skips pages without reading all of them.
func (r *pairReader) seek(key uint64) error {
	for {
		for i, p := range r.pairs {
			if p.Key >= key {
				r.pairs = r.pairs[i:]
				return nil
			}
		}
		r.pairs = nil
		if r.next == r.end {
			return nil
		}
		// Of the pages whose first key is less, only the last one may have the key. It is looked for in steps that
		// double, so that keys that are close together cost one page each.
		low, high := r.next, r.next+1 // the page low may be read next
		for step := int64(1); high < r.end; step *= 2 {
			first, err := r.first(high)
			if err != nil {
				return err
			}
			if first >= key {
				break
			}
			low, high = high, min(high+step, r.end)
		}
		for low+1 < high {
			middle := low + (high-low)/2
			first, err := r.first(middle)
			if err != nil {
				return err
			}
			if first < key {
				low = middle
			} else {
				high = middle
			}
		}
		r.next = low
		if err := r.load(); err != nil {
			return err
		}
	}
}

// first returns the first key of a page.
func (r *pairReader) first(page int64) (uint64, error) {
	if err := r.file.read(r.buffer, page); err != nil {
		return 0, err
	}
	key, n := binary.Uvarint(r.buffer[2:payload])
	if n <= 0 {
		return 0, damaged("page %d has no pairs", page)
	}
	return key, nil
}

// values yields the values of a key, which is not less than the one before. An error comes last.
func (r *pairReader) values(key uint64) iter.Seq2[uint64, error] {
	return func(yield func(uint64, error) bool) {
		err := r.seek(key)
		for err == nil {
			var p pairsort.Pair
			if p, err = r.read(); err == nil {
				if p.Key != key {
					r.pairs = r.loaded[len(r.loaded)-len(r.pairs)-1:] // it is read again
					return
				}
				if !yield(p.Value, nil) {
					return
				}
			}
		}
		if err != io.EOF {
			yield(0, err)
		}
	}
}
