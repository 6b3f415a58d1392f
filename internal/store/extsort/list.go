package extsort

import (
	"bufio"
	"bytes"
	"io"
	"iter"

	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// maxListed is how many bytes of records a List holds in memory.
const maxListed = 256 << 10

// A List keeps records in the order in which they were added. The zero value is ready to use.
type List struct {
	octets []byte // of records that are not in the file
	file   *scratch.File
	size   int64 // of the file
	n      int64
}

// Add adds a record.
func (l *List) Add(record ...string) error {
	l.octets = appendRecord(l.octets, record)
	l.n++
	if len(l.octets) < maxListed {
		return nil
	}
	if l.file == nil {
		var err error
		if l.file, err = scratch.New(); err != nil {
			return err
		}
	}
	n, err := l.file.WriteAt(l.octets, l.size)
	l.size += int64(n)
	l.octets = l.octets[:0]
	return err
}

// Len returns the number of records. A nil List has none.
func (l *List) Len() int64 {
	if l == nil {
		return 0
	}
	return l.n
}

// All gives the records, as often as it is asked to. An error is the last it gives.
func (l *List) All() iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		if l.Len() == 0 {
			return
		}
		var source io.Reader = bytes.NewReader(l.octets)
		if l.file != nil {
			source = io.MultiReader(io.NewSectionReader(l.file, 0, l.size), source)
		}
		r := bufio.NewReaderSize(source, 64<<10)
		for range l.n {
			record, err := readRecord(r)
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			if !yield(record, err) || err != nil {
				return
			}
		}
	}
}

// Close removes the temporary file, unless the list is nil. The end of the process removes it too.
func (l *List) Close() {
	if l != nil && l.file != nil {
		l.file.Close()
		*l = List{}
	}
}
