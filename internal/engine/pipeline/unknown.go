package pipeline

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/wellformed"
)

// unknown counts the characters of a text that are U+FFFD, and the sequences of bytes that are not UTF-8.
type unknown struct {
	n     int
	part  []byte // the start of a code point, at the end of what was written
	after bool   // bytes that are not UTF-8 come right before
}

// Write implements [io.Writer].
func (u *unknown) Write(p []byte) (int, error) {
	text := p
	if len(u.part) > 0 {
		u.part = append(u.part, p...)
		text = u.part
	}
	end := len(text)
	for i := end - 1; i >= 0 && i >= end-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:]) {
				end = i
			}
			break
		}
	}
	u.add(text[:end])
	u.part = append(u.part[:0], text[end:]...)
	return len(p), nil
}

// add counts those of a text that ends with a code point.
func (u *unknown) add(text []byte) {
	const replacement = string(utf8.RuneError)
	if wellformed.Valid(text) && !bytes.Contains(text, []byte(replacement)) { // as mostly
		u.after = u.after && len(text) == 0
		return
	}
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		bad := r == utf8.RuneError && size == 1
		if r == utf8.RuneError && !(bad && u.after) {
			u.n++
		}
		u.after, text = bad, text[size:]
	}
}

// count ends the text.
func (u *unknown) count() int {
	if len(u.part) > 0 && !u.after {
		u.n++
	}
	return u.n
}

const (
	one  = "one character is U+FFFD: what it was is unknown"
	many = "%d characters are U+FFFD: what they were is unknown"
)

// noteOf is what to say of a text with that many unknown characters.
func noteOf(n int) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(many, n)
}

// ReplacedIn returns the number of unknown characters that one of the notes on a document has: see Document.Replaced.
func ReplacedIn(notes []string) (n int) {
	for _, note := range notes {
		if note == one {
			return 1
		}
		if _, err := fmt.Sscanf(note, many, &n); err == nil {
			return n
		}
	}
	return 0
}
