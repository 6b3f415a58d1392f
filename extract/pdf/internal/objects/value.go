package objects

import (
	"bytes"
	"iter"
	"strconv"
	"strings"
)

// Value is an object as the file writes it (ISO 32000-1, 7.3): a dictionary, a name, a reference.
// An empty Value is null.
type Value []byte

// scanner reads tokens. It takes no memory and no recursion, however deep the values are.
type scanner struct {
	in   []byte
	at   int
	cut  bool // the end of in was reached: what was read last may go on
	open bool // the end was reached within a string, an array or a dictionary
}

const (
	blanks     = "\x00\t\n\f\r "
	delimiters = blanks + "()<>[]{}/%"
)

// blank are the bytes between tokens, regular the bytes of names, numbers and words.
var blank, regular = func() (blank, regular [256]bool) {
	for c := range regular {
		blank[c] = strings.IndexByte(blanks, byte(c)) >= 0
		regular[c] = strings.IndexByte(delimiters, byte(c)) < 0
	}
	return blank, regular
}()

// token reads a token: a number, a name, a word, a whole string, or a bracket.
func (s *scanner) token() []byte {
	in, at := s.in, s.at
	for at < len(in) && (blank[in[at]] || in[at] == '%') {
		if in[at] == '%' {
			for at < len(in) && in[at] != '\r' && in[at] != '\n' {
				at++
			}
			continue
		}
		at++
	}
	start, closed := at, true
	if at < len(in) {
		switch c := in[at]; {
		case c == '(':
			at, closed = literalEnd(in, at)
		case (c == '<' || c == '>') && at+1 < len(in) && in[at+1] == c:
			at += 2
		case c == '<':
			if n := bytes.IndexByte(in[at:], '>'); n > 0 {
				at += n + 1
			} else {
				at, closed = len(in), false
			}
		case c != '/' && !regular[c]:
			at++
		default:
			for at++; at < len(in) && regular[in[at]]; at++ {
			}
			s.cut = s.cut || at == len(in)
		}
	}
	s.at, s.cut, s.open = at, s.cut || start == len(in) || !closed, s.open || !closed
	return in[start:at]
}

// literalEnd returns where a literal string ends, and false if it does not.
func literalEnd(in []byte, at int) (end int, ok bool) {
	depth := 0
	for ; at < len(in); at++ {
		switch in[at] {
		case '\\':
			at++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return at + 1, true
			}
		}
	}
	return len(in), false
}

// value reads a value with all that is in it. It returns a bracket that closes what was not open, too.
func (s *scanner) value() Value {
	first := s.token()
	start := s.at - len(first)
	switch {
	case isNumber(first):
		after := *s
		if isNumber(s.token()) && string(s.token()) == "R" {
			return s.in[start:s.at]
		}
		s.at, s.open = after.at, after.open
	case isOpening(first):
		for depth := 1; depth > 0; {
			switch token := s.token(); {
			case len(token) == 0:
				s.open = true
				return s.in[start:s.at]
			case isOpening(token):
				depth++
			case isClosing(token):
				depth--
			}
		}
	}
	return s.in[start:s.at]
}

func isOpening(token []byte) bool { return string(token) == "<<" || string(token) == "[" }

func isClosing(token []byte) bool { return string(token) == ">>" || string(token) == "]" }

// isNumber reports whether a token is a number without a sign.
func isNumber(token []byte) bool {
	for _, c := range token {
		if c < '0' || '9' < c {
			return false
		}
	}
	return len(token) > 0
}

// Elements returns the elements of an array.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if !bytes.HasPrefix(v, []byte("[")) {
			return
		}
		for s := (scanner{in: v, at: 1}); ; {
			element := s.value()
			if len(element) == 0 || isClosing(element) || !yield(element) {
				return
			}
		}
	}
}

// Entries returns the entries of a dictionary.
func (v Value) Entries() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if !bytes.HasPrefix(v, []byte("<<")) {
			return
		}
		for s := (scanner{in: v, at: 2}); ; {
			key := Value(s.token())
			if len(key) == 0 || isClosing(key) {
				return
			}
			if name := key.Name(); name != "" && !yield(name, s.value()) {
				return
			}
		}
	}
}

// Entry returns the value of a key of a dictionary, null if it has none.
func (v Value) Entry(key string) Value {
	for k, value := range v.Entries() {
		if k == key {
			return value
		}
	}
	return nil
}

// Name returns a name without its slash, "" if the value is none.
func (v Value) Name() string {
	if len(v) < 2 || v[0] != '/' {
		return ""
	}
	if bytes.IndexByte(v, '#') < 0 {
		return string(v[1:])
	}
	var name []byte
	for i := 1; i < len(v); i++ {
		if c, err := strconv.ParseUint(string(v[i+1:min(i+3, len(v))]), 16, 8); v[i] == '#' && i+2 < len(v) && err == nil {
			name, i = append(name, byte(c)), i+2
		} else {
			name = append(name, v[i])
		}
	}
	return string(name)
}

// Int returns a whole number. It reports false if the value is none.
func (v Value) Int() (int64, bool) {
	n, err := strconv.ParseInt(string(v), 10, 64)
	return n, err == nil
}

// Ref returns the number of the object that a reference names. It reports false if the value is none.
func (v Value) Ref() (number uint32, ok bool) {
	end := bytes.IndexAny(v, delimiters)
	if end < 1 || v[len(v)-1] != 'R' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(v[:end]), 10, 32)
	return uint32(n), err == nil
}
