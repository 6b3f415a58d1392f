package warc

import (
	"io"
	"slices"
	"sync"
)

// blocks are buffers that held blocks and will hold others. Without them, most of what is
// allocated while an archive is read would be blocks. Any goroutine may give one back. The zero
// value is empty.
type blocks struct {
	mu   sync.Mutex
	free [mostBlock - leastBlock + 1][][]byte // at i, with room for 1<<(leastBlock+i) bytes at least
	kept int                                  // bytes that all of them have room for
}

const (
	leastBlock = 12 // a buffer that is kept has room for 1<<leastBlock bytes
	mostBlock  = 20 // and for less than twice 1<<mostBlock
	mostKept   = 8 << 20
)

// take returns an empty buffer that has room for size bytes, if those are not too many.
func (l *blocks) take(size int64) []byte {
	n := leastBlock
	for n < mostBlock && 1<<n < size {
		n++
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	free := &l.free[n-leastBlock]
	last := len(*free) - 1
	if last < 0 {
		return make([]byte, 0, 1<<n)
	}
	b := (*free)[last]
	*free = (*free)[:last]
	l.kept -= cap(b)
	return b[:0]
}

// give gives a buffer back.
func (l *blocks) give(b []byte) {
	n := leastBlock
	for n < mostBlock && 1<<(n+1) <= cap(b) {
		n++
	}
	if cap(b) < 1<<leastBlock || cap(b) >= 2<<mostBlock {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept+cap(b) <= mostKept {
		l.free[n-leastBlock] = append(l.free[n-leastBlock], b)
		l.kept += cap(b)
	}
}

// read reads a block that should have size bytes. Its buffer grows with what is there and not
// with what is declared.
func (l *blocks) read(r io.Reader, size int64) ([]byte, error) {
	b := l.take(size)
	for {
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch {
		case err == io.EOF:
			return b, nil
		case err != nil:
			l.give(b)
			return nil, err
		case n == 0 && len(b) == cap(b): // it has not ended
			b = slices.Grow(b, 1)
		}
	}
}
