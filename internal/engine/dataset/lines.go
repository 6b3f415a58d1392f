package dataset

import (
	"bufio"
	"bytes"
	"io"
	"iter"

	"github.com/lsh-interop/fpcheck/extract"
)

// JSONLines finds the records of JSON Lines, plain or compressed by gzip, bzip2, xz or Zstandard.
// It skips blank lines, and a byte order mark at the start. An error ends the records. What is wrong
// with one line, such as more than limits.Size bytes, is an error of its [Record.Read].
func JSONLines(r io.Reader, f Fields, limits extract.Limits) iter.Seq2[*Record, error] {
	return records(r, "JSON Lines", f, limits, func(s *stream) (splitter, parser, error) {
		return &lineReader{stream: s}, newWanted(f).content, nil
	})
}

// lineReader reads lines of bounded length.
type lineReader struct {
	*stream
	line int64 // number of the last
}

func (l *lineReader) number() int64 { return l.line }
func (l *lineReader) where() string { return "line" }

// split reads the next line that is not blank.
func (l *lineReader) split() (line []byte, err error) {
	for {
		line, err := l.read()
		if err != nil || len(line) > 0 && line[0] > ' ' || len(bytes.TrimLeft(line, " \t\r\n")) > 0 {
			return line, err
		}
	}
}

// read reads a line, without its LF. The last may have none.
func (l *lineReader) read() (line []byte, err error) {
	l.line++
	line = l.room()
	length := int64(0)
	for {
		part, err := l.ReadSlice('\n')
		if err == nil {
			part = part[:len(part)-1]
		}
		if length += int64(len(part)); length > l.limits.Size {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case l.endless(length):
			return nil, l.limits.TooLarge("one line")
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && length == 0:
			return nil, io.EOF
		case err != nil && err != io.EOF:
			return nil, err
		case length > l.limits.Size:
			return nil, errLongRecord
		}
		return line, nil
	}
}
