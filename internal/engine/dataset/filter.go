package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// ErrChanged says that a data set has no record of a number that is to be removed.
var ErrChanged = errors.New("fewer records than were read before")

// FilterLines copies JSON Lines to w without the lines whose numbers are in removed, in ascending
// order. It copies all other bytes as they are: blank lines, line ends and a byte order mark. The
// copy has the compression of r. No line is held in memory.
func FilterLines(w io.Writer, r io.Reader, removed []int64, limits extract.Limits) error {
	return filter(w, r, "JSON Lines", removed, limits, (*textFilter).lines)
}

// FilterCSV copies comma-separated values to w as [FilterLines] copies lines. It counts rows
// without the line of names, and keeps that line.
func FilterCSV(w io.Writer, r io.Reader, comma byte, removed []int64, limits extract.Limits) error {
	return filter(w, r, "CSV", removed, limits, func(f *textFilter) error { return f.rows(comma) })
}

// FilterArray copies a JSON array to w without the elements whose numbers are in removed, in ascending
// order. It copies the other elements and the blanks around them as they are. The copy has the
// compression of r. No element is held in memory.
func FilterArray(w io.Writer, r io.Reader, removed []int64, limits extract.Limits) error {
	return filter(w, r, "a JSON array", removed, limits, (*textFilter).elements)
}

// textFilter copies a text without some of its records.
type textFilter struct {
	*stream
	out     *bufio.Writer
	removed numbers
}

// numbers are numbers of records in ascending order.
type numbers []int64

// has reports whether n is one of them. No call may follow one with a greater n.
func (x *numbers) has(n int64) bool {
	for len(*x) > 0 && (*x)[0] < n {
		*x = (*x)[1:]
	}
	return len(*x) > 0 && (*x)[0] == n
}

// filter copies a text, unpacked and packed again, with copyText.
func filter(w io.Writer, r io.Reader, form string, removed []int64, limits extract.Limits,
	copyText func(*textFilter) error) (err error) {
	defer recovery.Catch(&err, "the filter of "+form)
	s, err := openPacked(r, form, limits)
	if err != nil {
		return err
	}
	var packer io.WriteCloser
	if s.format != nil {
		if packer, err = s.format.Writer(w); err != nil {
			return err
		}
		w = packer
	}
	f := &textFilter{stream: s, out: bufio.NewWriterSize(w, 256<<10), removed: removed}
	err = f.mark()
	if err == nil {
		err = copyText(f)
	}
	if err == nil {
		err = f.out.Flush()
	}
	if packer != nil {
		err = errors.Join(err, packer.Close()) // an encoder may have memory to give back
	}
	if err == nil && len(f.removed) > 0 {
		err = fmt.Errorf("%w: no record %d", ErrChanged, f.removed[0])
	}
	return err
}

// mark copies a byte order mark.
func (f *textFilter) mark() error {
	if head, _ := f.Peek(3); bytes.Equal(head, []byte("\xef\xbb\xbf")) {
		f.out.Write(head)
	}
	return f.skipMark()
}

// lines copies lines. What a writer cannot write, Flush reports.
func (f *textFilter) lines() error {
	for n := int64(1); ; n++ {
		out := f.output(n)
		for length, more := 0, true; more; {
			part, err := f.ReadSlice('\n')
			out.Write(part)
			length += len(part)
			if more = err == bufio.ErrBufferFull; !more && err != nil {
				return f.ended(n, length > 0, err)
			}
		}
		if err := f.failed(); err != nil {
			return err
		}
	}
}

// output returns what the record n is written to.
func (f *textFilter) output(n int64) io.Writer {
	if f.removed.has(n) {
		return io.Discard
	}
	return f.out
}

// failed returns the error of the writer.
func (f *textFilter) failed() error {
	_, err := f.out.Write(nil)
	return err
}

// ended returns the error that ended the text in the record n, if there is one of that number. It
// returns nil at the end of the text.
func (f *textFilter) ended(n int64, isRecord bool, err error) error {
	if err != io.EOF {
		return err
	}
	if isRecord {
		n++
	}
	f.removed.has(n)
	return nil
}

// rows copies rows, and the first as it is.
func (f *textFilter) rows(comma byte) error {
	for n := int64(0); ; n++ {
		out := f.output(n)
		var q quoting
		for atStart, open := true, true; open; {
			part, err := f.ReadSlice('\n')
			line := bytes.TrimSuffix(part, []byte("\n"))
			blank := atStart && err != bufio.ErrBufferFull && len(bytes.TrimSuffix(line, []byte("\r"))) == 0
			if blank {
				f.out.Write(part)
			} else {
				open = q.scan(line, comma) || err == bufio.ErrBufferFull
				out.Write(part)
				atStart = false
			}
			if err != nil && err != bufio.ErrBufferFull {
				return f.ended(n, !blank, err)
			}
		}
		if err := f.failed(); err != nil {
			return err
		}
	}
}

// mostBlank bounds the blanks at the end of an array that are kept, in bytes.
const mostBlank = 4 << 10

// elements copies the elements of an array.
func (f *textFilter) elements() error {
	for open := false; !open; {
		c, err := f.ReadByte()
		if err == nil && c != '[' && c != ' ' && c != '\t' && c != '\r' && c != '\n' || err == io.EOF {
			err = fmt.Errorf("%w: JSON: expected an array", extract.ErrMalformed)
		}
		if err != nil {
			return err
		}
		f.out.WriteByte(c)
		open = c == '['
	}
	e := elements{stream: f.stream}
	for kept := false; !e.ended; {
		e.n++
		removed := f.removed.has(e.n)
		if !removed && kept {
			f.out.WriteByte(',')
		}
		kept = kept || !removed
		var blanks []byte // at the end of the element
		var at position
		for done := false; !done; {
			taken, n, ends, err := e.part(&at)
			if err != nil {
				return err
			}
			done = ends
			if !removed {
				f.out.Write(taken)
			} else if end := bytes.TrimRight(taken, " \t\r\n"); len(end) > 0 || len(blanks) < mostBlank {
				if len(end) > 0 {
					blanks = blanks[:0]
				}
				blanks = append(blanks, taken[max(len(end), len(taken)-mostBlank):]...)
			}
			f.Discard(n)
		}
		if e.ended {
			f.out.Write(blanks)
			f.out.WriteByte(']')
		}
		if err := f.failed(); err != nil {
			return err
		}
	}
	f.removed.has(e.n + 1)
	_, err := io.Copy(f.out, f.Reader)
	return err
}
