package index

import (
	"bytes"
	"container/heap"
	"iter"
)

// source is documents in the byte order of their ids. Some may be left out.
type source interface {
	len() int
	id(i int) []byte
	sketch(i int) []byte
	leaves(i int) bool // left out
}

// pick is a document of a source, by their numbers.
type pick struct {
	source, document uint32
}

// merge yields what sources do not leave out, in the byte order of ids.
func merge(sources []source) iter.Seq[pick] {
	return func(yield func(pick) bool) {
		var h heads
		for i, s := range sources {
			c := cursor{source: s, number: uint32(i), at: -1}
			if c.next() {
				h = append(h, c)
			}
		}
		heap.Init(&h)
		for len(h) > 0 {
			if !yield(pick{h[0].number, uint32(h[0].at)}) {
				return
			}
			if h[0].next() {
				heap.Fix(&h, 0)
			} else {
				heap.Pop(&h)
			}
		}
	}
}

// cursor is a place in a source.
type cursor struct {
	source
	number uint32
	at     int
	head   []byte
}

func (c *cursor) next() bool {
	for c.at++; c.at < c.len(); c.at++ {
		if !c.leaves(c.at) {
			c.head = c.id(c.at)
			return true
		}
	}
	return false
}

type heads []cursor

func (h heads) Len() int           { return len(h) }
func (h heads) Less(i, j int) bool { return bytes.Compare(h[i].head, h[j].head) < 0 }
func (h heads) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *heads) Push(x any)        { *h = append(*h, x.(cursor)) }
func (h *heads) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// ranks are the documents of a segment, in the order of ids, without some beside the dead.
type ranks struct {
	*segment
	without map[uint32]bool
}

func (r ranks) len() int            { return r.documents }
func (r ranks) id(i int) []byte     { return r.segment.id(r.ranked(i)) }
func (r ranks) sketch(i int) []byte { return r.segment.sketch(r.ranked(i)) }
func (r ranks) leaves(i int) bool {
	document := r.ranked(i)
	return r.isDead(document) || r.without[uint32(document)]
}

// sources are segments to merge.
func sources(segments []*segment) []source {
	all := make([]source, len(segments))
	for i, s := range segments {
		all[i] = ranks{s, nil}
	}
	return all
}
