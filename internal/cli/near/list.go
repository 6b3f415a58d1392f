package near

import "iter"

// A list grows without being copied.
type list[T any] struct {
	chunks [][]T
	n      int
}

const listChunk = 1 << 12

func (l *list[T]) add(x T) {
	if l.n%listChunk == 0 {
		l.chunks = append(l.chunks, make([]T, 0, listChunk))
	}
	last := &l.chunks[len(l.chunks)-1]
	*last = append(*last, x)
	l.n++
}

func (l *list[T]) at(i int) *T { return &l.chunks[i/listChunk][i%listChunk] }

// all yields the elements and their places.
func (l *list[T]) all() iter.Seq2[int, *T] {
	return func(yield func(int, *T) bool) {
		for i := range l.n {
			if !yield(i, l.at(i)) {
				return
			}
		}
	}
}
