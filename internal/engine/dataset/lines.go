package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// JSONLines finds the records of JSON Lines, as they are or compressed by gzip or
// Zstandard. Lines of nothing but blanks are none; a byte order mark at the start is
// passed over. An error ends the records: what is wrong with one line, longer than
// limits.Size among that, is an error of its [Record.Read].
func JSONLines(r io.Reader, f Fields, limits extract.Limits) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		if len(f.Text) == 0 {
			yield(nil, errNoField)
			return
		}
		if limits.Size == 0 {
			limits.Size = extract.DefaultLimits.Size
		}
		lines, err := openLines(r, limits)
		if err != nil {
			yield(nil, err)
			return
		}
		wanted := newWanted(f)
		for {
			line, err := lines.next()
			if err == io.EOF {
				return
			}
			record := &Record{Number: lines.number, Size: int64(len(line))}
			switch {
			case errors.Is(err, errLongLine):
				record.read = func() (*Content, error) {
					return new(Content), budget.Limits(limits).TooLarge("one line")
				}
			case err != nil:
				yield(nil, fmt.Errorf("in line %d: %w", lines.number, err))
				return
			case len(bytes.TrimLeft(line, " \t\r\n")) == 0:
				continue
			default:
				record.read = func() (*Content, error) { return wanted.content(line) }
			}
			if !yield(record, nil) {
				return
			}
		}
	}
}

// inJSONLines is where a panic is said to be.
const inJSONLines = "the reader of JSON Lines"

func openLines(r io.Reader, limits extract.Limits) (lines *lineReader, err error) {
	defer recovery.Catch(&err, inJSONLines)
	plain, err := unpack(r, limits)
	if err != nil {
		return nil, err
	}
	lines = &lineReader{r: bufio.NewReaderSize(plain, 256<<10), most: limits.Size}
	return lines, lines.skipMark()
}

// lineReader reads lines of bounded length.
type lineReader struct {
	r      *bufio.Reader
	most   int64
	number int64 // of the last line
}

var errLongLine = errors.New("line too long")

// skipMark passes over a byte order mark.
func (l *lineReader) skipMark() error {
	head, err := l.r.Peek(3)
	switch {
	case bytes.Equal(head, []byte("\xef\xbb\xbf")):
		l.r.Discard(3)
	case bytes.HasPrefix(head, []byte("\xfe\xff")), bytes.HasPrefix(head, []byte("\xff\xfe")):
		return fmt.Errorf("%w: JSON Lines in UTF-16: expected UTF-8", extract.ErrMalformed)
	case err != nil && err != io.EOF:
		return err
	}
	return nil
}

// next reads a line, without its LF. The last may have none. After errLongLine, when
// the line was passed over, there may be more; after any other error there is nothing,
// and what was read of a line counts for nothing.
func (l *lineReader) next() (line []byte, err error) {
	defer recovery.Catch(&err, inJSONLines)
	l.number++
	long := false
	for {
		part, err := l.r.ReadSlice('\n')
		ended := err == nil
		if ended {
			part = part[:len(part)-1]
		}
		if long = long || int64(len(line)+len(part)) > l.most; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(line) == 0 && !long:
			return nil, io.EOF
		case err != nil && err != io.EOF:
			return nil, err
		case long:
			return nil, errLongLine
		}
		return line, nil
	}
}
