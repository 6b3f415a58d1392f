// Package fixity reads lists of digests that other programs wrote. It compares the files of a tree with
// them. The programs are sha256sum and those like it, md5 of BSD, openssl and hashdeep.
package fixity

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
	"github.com/lsh-interop/fpcheck/internal/store/extsort"
)

// maxLine bounds a line of a list, in bytes.
const maxLine = 64 << 10

// Lists collects the entries of several lists.
type Lists struct {
	Roots []string // absolute names of the directory, which absolute paths may begin with

	sorted extsort.Sorter      // path, algorithm, digest, size, place
	names  []string            // of the lists
	length *checksum.Algorithm // that a digest has by its length
	files  *extsort.List       // path, size, and pairs of algorithm and digest
}

// A Wrong is a line that says nothing about a file.
type Wrong struct {
	Line int // from 1
	Err  error
}

// Add reads a list, and passes what is wrong with its lines to wrong. It returns the number of lines that
// name a file. Lines that name no algorithm have the given one. If that is nil, the name of the list or the
// length of the digest tells it.
func (l *Lists) Add(name string, r io.Reader, given *checksum.Algorithm, wrong func(Wrong) error) (entries int64, err error) {
	l.names = append(l.names, name)
	f := &form{named: given}
	if f.named == nil {
		f.named = byName(name)
	}
	lines := bufio.NewReaderSize(transform.NewReader(r, unicode.BOMOverride(transform.Nop)), maxLine)
	for number := 1; ; number++ {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF && len(line) == 0 {
			return entries, nil
		}
		var e *entry
		var bad error
		switch {
		case err == bufio.ErrBufferFull:
			bad = fmt.Errorf("more than %d bytes: expected a digest and a path", maxLine)
			for err == bufio.ErrBufferFull {
				_, err = lines.ReadSlice('\n')
			}
		case err == nil || err == io.EOF:
			if e, bad = f.line(strings.TrimSuffix(string(line), "\n")); e != nil && bad == nil {
				e.path, bad = confine(e.path, l.Roots)
			}
		}
		if err != nil && err != io.EOF {
			return entries, err
		}
		switch {
		case bad != nil:
			if err := wrong(Wrong{number, bad}); err != nil {
				return entries, err
			}
		case e != nil:
			entries++
			if e.guessed {
				l.length = algorithm(e.sums[0].algorithm)
			}
			if err := l.add(e, number); err != nil {
				return entries, err
			}
		}
		if err == io.EOF {
			return entries, nil
		}
	}
}

func (l *Lists) add(e *entry, line int) error {
	place := strconv.Itoa(len(l.names)-1) + " " + strconv.Itoa(line)
	size := ""
	if e.size >= 0 {
		size = strconv.FormatInt(e.size, 10)
	}
	for _, s := range e.sums {
		if err := l.sorted.Add(e.path, s.algorithm, s.digest, size, place); err != nil {
			return err
		}
	}
	return nil
}

// place names the line of a row.
func (l *Lists) place(row []string) string {
	list, line, _ := strings.Cut(row[4], " ")
	n, _ := strconv.Atoi(list)
	return l.names[n] + ", line " + line
}

// Join merges the lists. It returns an error if two lines disagree about a file.
func (l *Lists) Join() error {
	l.files = new(extsort.List)
	var file, last, sized []string
	flush := func() error {
		if file == nil {
			return nil
		}
		return l.files.Add(file...)
	}
	for row, err := range l.sorted.All() {
		if err != nil {
			return err
		}
		if file == nil || file[0] != row[0] {
			if err := flush(); err != nil {
				return err
			}
			file, last, sized = []string{row[0], ""}, nil, nil
		}
		if last != nil && last[1] == row[1] {
			if last[2] != row[2] {
				return l.disagreement(row[1]+" digests", last, row)
			}
		} else {
			file = append(file, row[1], row[2])
		}
		if sized != nil && row[3] != "" && sized[3] != row[3] {
			return l.disagreement("sizes", sized, row)
		}
		if last = row; row[3] != "" {
			file[1], sized = row[3], row
		}
	}
	return flush()
}

func (l *Lists) disagreement(what string, a, b []string) error {
	return fmt.Errorf("%s: two %s for %q (also in %s): expected one", l.place(a), what, abridge(a[0]), l.place(b))
}

// Close removes temporary files.
func (l *Lists) Close() {
	l.sorted.Close()
	if l.files != nil {
		l.files.Close()
	}
}

// Paths are the first paths, at most 100.
func (l *Lists) Paths() (paths []string, err error) {
	for row, err := range l.files.All() {
		if err != nil || len(paths) == 100 {
			return paths, err
		}
		paths = append(paths, row[0])
	}
	return paths, nil
}

// Hint is what to try if no file has its digest: "" if the lists name their algorithms.
func (l *Lists) Hint() string {
	if l.length == nil || len(others(l.length)) == 0 {
		return ""
	}
	return fmt.Sprintf("the digests were taken for %s by their length: expected ALGORITHM=LIST if they are %s",
		l.length.Name, strings.Join(others(l.length), " or "))
}

// all yields the files in the order of their paths.
func (l *Lists) all() iter.Seq2[*entry, error] {
	return func(yield func(*entry, error) bool) {
		for row, err := range l.files.All() {
			if err != nil {
				yield(nil, err)
				return
			}
			e := &entry{path: row[0], size: -1}
			if row[1] != "" {
				e.size, _ = strconv.ParseInt(row[1], 10, 64)
			}
			for pair := range slices.Chunk(row[2:], 2) {
				e.sums = append(e.sums, sum{pair[0], pair[1]})
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}
