package dataset

import (
	"bytes"
	"fmt"
	"io"
	"iter"

	"github.com/lsh-interop/fpcheck/extract"
)

// JSONArray finds the records of a JSON text that is an array of objects, plain or compressed as for
// [JSONLines]. It keeps one record in memory, and not the array.
func JSONArray(r io.Reader, f Fields, limits extract.Limits) iter.Seq2[*Record, error] {
	return records(r, "a JSON array", f, limits, func(s *stream) (splitter, parser, error) {
		c, err := firstOf(s)
		if err != nil || c != '[' {
			if err == nil || err == io.EOF {
				err = fmt.Errorf("%w: JSON: expected an array of objects (--input jsonl reads an object a line)",
					extract.ErrMalformed)
			}
			return nil, nil, err
		}
		wanted := newWanted(f)
		wanted.unit = "record"
		return &elements{stream: s}, wanted.content, nil
	})
}

// firstOf reads the first byte that is not blank.
func firstOf(s *stream) (byte, error) {
	for {
		c, err := s.ReadByte()
		if err != nil || c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return c, err
		}
	}
}

// elements splits an array whose bracket was read.
type elements struct {
	*stream
	n     int64 // of the last
	ended bool
}

func (e *elements) number() int64 { return e.n }
func (e *elements) where() string { return "record" }

// split returns the next element, which may be malformed. It ends at the comma or the bracket that is
// neither in a string nor in brackets.
func (e *elements) split() (element []byte, err error) {
	if e.ended {
		return nil, e.end()
	}
	e.n++
	element = e.room()
	length := int64(0)
	var at position
	for {
		taken, n, done, err := e.part(&at)
		if err != nil {
			return nil, err
		}
		if length += int64(len(taken)); length > e.limits.Size {
			element = nil
		} else {
			element = append(element, taken...)
		}
		e.Discard(n)
		switch {
		case e.endless(length):
			return nil, e.limits.TooLarge("one record")
		case !done:
			continue
		case length > e.limits.Size:
			return nil, errLongRecord
		}
		if element = bytes.Trim(element, " \t\r\n"); len(element) == 0 {
			if e.ended && e.n == 1 {
				return nil, e.end()
			}
			return nil, fmt.Errorf("%w: JSON: expected an object before the comma or ]", extract.ErrMalformed)
		}
		return element, nil
	}
}

// part returns bytes of an element that are read, and how many of them to discard. The element ends with them if
// done.
func (e *elements) part(at *position) (taken []byte, n int, done bool, err error) {
	part, err := e.Peek(max(1, e.Buffered()))
	if len(part) == 0 {
		if err == io.EOF {
			err = errCutArray
		}
		return nil, 0, false, err
	}
	if n, done = at.pass(part); done {
		e.ended = part[n-1] == ']'
		return part[:n-1], n, true, nil
	}
	return part[:n], n, false, nil
}

var errCutArray = fmt.Errorf("%w: JSON: the array is cut off", extract.ErrMalformed)

// position is a place in an element.
type position struct {
	depth           int // of brackets
	quoted, escaped bool
}

// pass goes on with a part, and returns the bytes that it passed over. The last of them ends the
// element if done.
func (p *position) pass(part []byte) (n int, done bool) {
	for n < len(part) {
		c := part[n]
		n++
		switch {
		case p.escaped:
			p.escaped = false
		case p.quoted:
			p.escaped, p.quoted = c == '\\', c != '"'
		case c == '"':
			p.quoted = true
		case c == '{', c == '[':
			p.depth++
		case p.depth > 0 && (c == '}' || c == ']'):
			p.depth--
		case p.depth == 0 && (c == ',' || c == ']'):
			return n, true
		}
	}
	return n, false
}

// end finds that nothing follows the array.
func (e *elements) end() error {
	c, err := firstOf(e.stream)
	if err == nil {
		err = fmt.Errorf("%w: JSON: %q after the array: expected the end", extract.ErrMalformed, c)
	}
	return err
}
