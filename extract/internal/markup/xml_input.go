package markup

import (
	"fmt"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

const (
	// mostHeld bounds, in bytes, what must be held in memory: a name, a value, a document type
	// declaration. It is never less than the code points of R11.12 and R11.13.
	mostHeld = 4 << 20
	// xmlWindow is how many bytes are looked at in one piece.
	xmlWindow = 32 << 10
)

// input is the text of an XML document to read. Its methods name what they read for errors.
type input struct {
	source io.Reader     // UTF-8, well-formed
	err    error         // of the source, after the window
	buffer []byte        // of the length of a window, where the source is read
	window string        // a part of the text: pieces of it can be kept without a copy
	at     int           // what was read of the window
	before int           // line ends before the window
	names  [256]*xmlName // some of those that were read
}

// construct names what is read for errors, in three parts that an error joins.
type construct struct{ head, name, tail string }

func (c construct) String() string { return c.head + c.name + c.tail }

// line is the line of what comes next, from 1.
func (x *input) line() int { return 1 + x.before + strings.Count(x.window[:x.at], "\n") }

// malformed is an error of the document, with the line where it was found.
func (x *input) malformed(format string, args ...any) error {
	return malformedAt(x.line(), format, args...)
}

func malformedAt(line int, format string, args ...any) error {
	return fmt.Errorf("%w: XML, line %d: %s", medium.ErrMalformed, line, fmt.Sprintf(format, args...))
}

// rest is what is in the window and was not read.
func (x *input) rest() string { return x.window[x.at:] }

// peek returns the rest of the window. It has at least n bytes, or is the rest of the document,
// with an error. n must be less than [xmlWindow].
func (x *input) peek(n int) (string, error) {
	for len(x.window)-x.at < n {
		if x.err != nil {
			return x.rest(), x.err
		}
		x.slide()
	}
	return x.rest(), nil
}

// slide moves the window to what was not read. It is filled, but for what a source gives at once.
func (x *input) slide() {
	x.before += strings.Count(x.window[:x.at], "\n")
	n := copy(x.buffer, x.rest())
	for empty := 0; n < len(x.buffer) && x.err == nil; {
		var more int
		more, x.err = x.source.Read(x.buffer[n:])
		if n += more; more > 0 {
			empty = 0
		} else if empty++; empty == 100 && x.err == nil {
			x.err = io.ErrNoProgress
		}
	}
	x.window, x.at = string(x.buffer[:n]), 0
}

// next returns the next byte, or at the end an error that names what the end cuts.
func (x *input) next(what construct) (byte, error) {
	if x.at < len(x.window) {
		return x.window[x.at], nil
	}
	if _, err := x.peek(1); err == io.EOF {
		return 0, x.malformed("the document ends in %s", what)
	} else if err != nil {
		return 0, err
	}
	return x.window[x.at], nil
}

// until reads past a mark. Unless each is nil, it gets what precedes the mark, in pieces.
func (x *input) until(mark string, what construct, each func(string) error) error {
	for {
		if found, err := x.toward(mark, what, each); found || err != nil {
			return err
		}
	}
}

// toward does what until does, for one piece. It reports whether it read past the mark.
func (x *input) toward(mark string, what construct, each func(string) error) (found bool, err error) {
	s, err := x.peek(len(mark))
	if err == io.EOF {
		return false, x.malformed("the document ends in %s: expected %s", what, mark)
	} else if err != nil {
		return false, err
	}
	n := strings.Index(s, mark)
	if found = n >= 0; !found {
		n = len(s) - len(mark) + 1
	}
	if each != nil {
		if err := each(s[:n]); err != nil {
			return false, err
		}
	}
	x.at += n
	if found {
		x.at += len(mark)
	}
	return found, nil
}

// literal reads up to a quotation mark, and past it.
func (x *input) literal(quote string, what construct) (string, error) {
	if n := strings.Index(x.rest(), quote); n >= 0 {
		value := x.window[x.at : x.at+n]
		x.at += n + 1
		return value, nil
	}
	var value []byte
	err := x.until(quote, what, func(s string) error {
		value = append(value, s...)
		return x.held(len(value), what)
	})
	return string(value), err
}

// held returns an error if bytes that must be held in memory are too many.
func (x *input) held(n int, what construct) error {
	if n > mostHeld {
		return fmt.Errorf("%w: XML, line %d: more than %d bytes in %s", medium.ErrTooLarge, x.line(), mostHeld, what)
	}
	return nil
}

// afterBlanks skips blanks, and returns the next byte.
func (x *input) afterBlanks(what construct) (byte, error) {
	for {
		c, err := x.next(what)
		if err != nil || !whatwg.IsBlank(c) {
			return c, err
		}
		x.at++
	}
}

// name reads a name, which may be empty.
func (x *input) name(what construct) (string, error) {
	if c, err := x.next(what); err != nil || !beginsName(c) {
		return "", err
	}
	return x.span(what, &inNames)
}

// span reads the longest sequence of bytes that belong to it.
func (x *input) span(what construct, belongs *[256]bool) (string, error) {
	start := x.at
	for x.at < len(x.window) && belongs[x.window[x.at]] {
		x.at++
	}
	if x.at < len(x.window) {
		return x.window[start:x.at], nil
	}
	octets := []byte(x.window[start:])
	for {
		c, err := x.next(what)
		if err != nil {
			return "", err
		}
		if !belongs[c] {
			return string(octets), nil
		}
		if octets = append(octets, c); len(octets) > mostHeld {
			return "", x.held(len(octets), what)
		}
		x.at++
	}
}

// xmlName is the name of an element, which does not keep the window in memory.
type xmlName struct {
	text   string
	traits *traits // once they are known
}

// interned returns a name. Most names are copied once.
func (x *input) interned(name string) *xmlName {
	if name == "" {
		return new(xmlName)
	}
	n := len(name)
	known := &x.names[byte(n*37)^name[0]^name[n/2]<<2^name[n-1]<<4]
	if *known != nil && (*known).text == name {
		return *known
	}
	found := &xmlName{text: strings.Clone(name)}
	if n < 64 {
		*known = found
	}
	return found
}
