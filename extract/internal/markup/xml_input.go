package markup

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/whatwg"
)

// mostHeld bounds, in octets, what must be held in memory: a name, a value, a document type
// declaration. It is never less than the code points of R11.12 and R11.13.
const mostHeld = 4 << 20

// input is the text of an XML document that is being read. Its methods call what they read
// within what, for errors.
type input struct {
	in    *bufio.Reader     // UTF-8, well-formed
	line  int               // of what comes next, from 1
	names map[string]string // interned: a name is allocated once
}

// malformed is an error of the document, with the line where it was found.
func (x *input) malformed(format string, args ...any) error {
	return fmt.Errorf("%w: XML, line %d: %s", medium.ErrMalformed, x.line, fmt.Sprintf(format, args...))
}

func (x *input) discard(n int) {
	b, _ := x.in.Peek(n)
	x.line += bytes.Count(b, []byte("\n"))
	x.in.Discard(n)
}

// peek returns the next octet, or at the end of the document an error that says within what
// it ends.
func (x *input) peek(what string) (byte, error) {
	b, err := x.in.Peek(1)
	if err == io.EOF {
		return 0, x.malformed("the document ends in %s", what)
	}
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

// until reads up to a mark, and past it. Unless each is nil, what stands before the mark is
// handed to it in pieces.
func (x *input) until(mark, what string, each func([]byte) error) error {
	for {
		if found, err := x.toward(mark, what, each); found || err != nil {
			return err
		}
	}
}

// toward does what until does, for one piece. It reports whether it read past the mark.
func (x *input) toward(mark, what string, each func([]byte) error) (found bool, err error) {
	if _, err := x.in.Peek(len(mark)); err == io.EOF {
		return false, x.malformed("the document ends in %s: expected %s", what, mark)
	} else if err != nil {
		return false, err
	}
	b, _ := x.in.Peek(x.in.Buffered())
	n := bytes.Index(b, []byte(mark))
	if found = n >= 0; !found {
		n = len(b) - len(mark) + 1
	}
	if each != nil {
		if err := each(b[:n]); err != nil {
			return false, err
		}
	}
	x.discard(n)
	if found {
		x.discard(len(mark))
	}
	return found, nil
}

// literal reads up to a quotation mark, and past it.
func (x *input) literal(quote byte, what string) (string, error) {
	var value []byte
	err := x.until(string(quote), what, func(b []byte) error {
		value = append(value, b...)
		return x.held(len(value), what)
	})
	return string(value), err
}

// held returns an error if octets that must be held in memory are too many.
func (x *input) held(n int, what string) error {
	if n > mostHeld {
		return fmt.Errorf("%w: XML, line %d: more than %d octets in %s", medium.ErrTooLarge, x.line, mostHeld, what)
	}
	return nil
}

// afterBlanks skips blanks, and returns the next octet as peek does.
func (x *input) afterBlanks(what string) (byte, error) {
	for {
		c, err := x.peek(what)
		if err != nil || !whatwg.IsBlank(c) {
			return c, err
		}
		x.discard(1)
	}
}

// name reads a name, which may be empty.
func (x *input) name(what string) (string, error) {
	return x.span(what, func(c byte, first bool) bool { return beginsName(c) || !first && continuesName(c) })
}

// span reads the longest sequence of octets for which belongs returns true.
func (x *input) span(what string, belongs func(c byte, first bool) bool) (string, error) {
	var b []byte
	for {
		c, err := x.peek(what)
		if err != nil {
			return "", err
		}
		if !belongs(c, len(b) == 0) {
			break
		}
		if b = append(b, c); len(b) > mostHeld {
			return "", x.held(len(b), what)
		}
		x.discard(1)
	}
	if name, ok := x.names[string(b)]; ok {
		return name, nil
	}
	name := string(b)
	if len(x.names) < 1000 && len(name) < 64 {
		x.names[name] = name
	}
	return name, nil
}
