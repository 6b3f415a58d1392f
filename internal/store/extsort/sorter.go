// Package extsort stores any number of records of strings in bounded memory, and moves the excess
// to temporary files. A [Sorter] returns them in order, a [List] in the order in which they were
// added.
package extsort

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"io"
	"iter"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// Sorter sorts records. The zero value is ready to use.
type Sorter struct {
	Octets int // of records that are held; 0 means 16 MiB
	Files  int // temporary files at once; 0 means 32

	held   [][]string
	octets int
	runs   []*scratch.File
}

// overhead is about what a record or a field takes beside its bytes.
const overhead = 24

// Add adds a record.
func (s *Sorter) Add(record ...string) error {
	s.held = append(s.held, record)
	s.octets += overhead
	for _, f := range record {
		s.octets += len(f) + overhead
	}
	if s.octets < cmp.Or(s.Octets, 16<<20) {
		return nil
	}
	run, err := writeRun(merge(nil, s.take()))
	if err != nil {
		return err
	}
	if s.runs = append(s.runs, run); len(s.runs) < cmp.Or(s.Files, 32) {
		return nil
	}
	all, err := writeRun(merge(s.runs, nil))
	if err != nil {
		return err
	}
	s.Close()
	s.runs = []*scratch.File{all}
	return nil
}

// take returns the records that are held, sorted, and forgets them.
func (s *Sorter) take() [][]string {
	held := s.held
	slices.SortFunc(held, slices.Compare)
	s.held, s.octets = nil, 0
	return held
}

// All yields the records by their first and second fields and ends the Sorter. An error comes last.
func (s *Sorter) All() iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		defer s.Close()
		merge(s.runs, s.take())(yield)
	}
}

// Close removes the temporary files. A nil Sorter has none.
func (s *Sorter) Close() {
	if s == nil {
		return
	}
	for _, f := range s.runs {
		f.Close()
	}
	s.runs = nil
}

// merge gives the records of runs, and others, in order.
func merge(runs []*scratch.File, held [][]string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		sources := []func() ([]string, error){func() ([]string, error) {
			if len(held) == 0 {
				return nil, io.EOF
			}
			r := held[0]
			held = held[1:]
			return r, nil
		}}
		for _, f := range runs {
			if _, err := f.Seek(0, io.SeekStart); err != nil {
				yield(nil, err)
				return
			}
			r := bufio.NewReaderSize(f, 64<<10)
			sources = append(sources, func() ([]string, error) { return readRecord(r) })
		}
		heads := make([][]string, 0, len(sources))
		for i := 0; i < len(sources); {
			r, err := sources[i]()
			switch {
			case err == nil && i == len(heads):
				heads = append(heads, r)
			case err == io.EOF:
				sources = slices.Delete(sources, i, i+1)
				continue
			case err != nil:
				yield(nil, err)
				return
			}
			i++
		}
		for len(heads) > 0 {
			least := 0
			for i := range heads {
				if slices.Compare(heads[i], heads[least]) < 0 {
					least = i
				}
			}
			if !yield(heads[least], nil) {
				return
			}
			r, err := sources[least]()
			switch {
			case err == nil:
				heads[least] = r
			case err == io.EOF:
				heads, sources = slices.Delete(heads, least, least+1), slices.Delete(sources, least, least+1)
			default:
				yield(nil, err)
				return
			}
		}
	}
}

func writeRun(records iter.Seq2[[]string, error]) (*scratch.File, error) {
	f, err := scratch.New()
	if err != nil {
		return nil, err
	}
	fail := func(err error) (*scratch.File, error) {
		f.Close()
		return nil, err
	}
	w := bufio.NewWriterSize(f, 64<<10)
	var octets []byte
	for record, err := range records {
		if err != nil {
			return fail(err)
		}
		octets = appendRecord(octets[:0], record)
		w.Write(octets)
	}
	if err := w.Flush(); err != nil {
		return fail(err)
	}
	return f, nil
}

// appendRecord appends a record as readRecord reads it.
func appendRecord(to []byte, record []string) []byte {
	to = binary.AppendUvarint(to, uint64(len(record)))
	for _, field := range record {
		to = binary.AppendUvarint(to, uint64(len(field)))
		to = append(to, field...)
	}
	return to
}

func readRecord(r *bufio.Reader) ([]string, error) {
	n, err := binary.ReadUvarint(r)
	if err != nil {
		return nil, err
	}
	record := make([]string, n)
	for i := range record {
		size, err := binary.ReadUvarint(r)
		if err != nil {
			return nil, io.ErrUnexpectedEOF
		}
		octets := make([]byte, size)
		if _, err := io.ReadFull(r, octets); err != nil {
			return nil, io.ErrUnexpectedEOF
		}
		record[i] = string(octets)
	}
	return record, nil
}
