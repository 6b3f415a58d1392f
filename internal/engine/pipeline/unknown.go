package pipeline

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/unicode/wellformed"
)

// unknown counts the characters of a text that are U+FFFD, and the sequences of bytes that are not UTF-8.
type unknown struct {
	n         int
	illFormed int    // those of n that are not UTF-8
	part      []byte // the start of a code point, at the end of what was written
	after     bool   // bytes that are not UTF-8 come right before
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
		switch {
		case !bad && r == utf8.RuneError:
			u.n++
		case bad && !u.after:
			u.n++
			u.illFormed++
		}
		u.after, text = bad, text[size:]
	}
}

// count ends the text.
func (u *unknown) count() int {
	if len(u.part) > 0 && !u.after {
		u.n++
		u.illFormed++
	}
	return u.n
}

// illFormed counts the sequences of bytes in texts that are not UTF-8.
func illFormed(texts [][]byte) (n int) {
	for _, text := range texts {
		if wellformed.Valid(text) { // as mostly
			continue
		}
		var u unknown
		u.Write(text)
		u.count()
		n += u.illFormed
	}
	return n
}

// isReadable reports whether a text is readable (R13.23).
func (r *Reader) isReadable(text io.Reader) (bool, error) {
	if r.judge == nil {
		r.judge = sketch.NewComparison()
	}
	r.judge.Reset()
	if _, err := io.CopyBuffer(struct{ io.Writer }{r.judge}, struct{ io.Reader }{text}, r.buffer); err != nil {
		return false, err
	}
	found := r.judge.Sum()
	return sketch.IsReadable(found.Features, found.Unknown), nil
}

// noteUnknown notes unknown characters, once the text was read.
func (r *Reader) noteUnknown(d *Document) {
	if d.IllFormed = r.bad; r.o.Unknown && d.Replaced > 0 {
		d.Notes = append(slices.Clip(d.Notes), noteOf(d.Replaced, d.Replaced == r.bad))
	}
	if d.unread {
		what := unread(d.Replaced)
		d.Notes, d.Lost = append(slices.Clip(d.Notes), what), append(slices.Clip(d.Lost), what)
	}
}

// IllFormedNote says of a record that some of its characters are not UTF-8.
func (d *Document) IllFormedNote() string { return noteOf(d.IllFormed, true) }

// unread says that a text with that many unknown characters is not readable.
func unread(n int) string {
	if n == 1 {
		return "the text is not readable: one character is U+FFFD"
	}
	return fmt.Sprintf("the text is not readable: %d characters are U+FFFD", n)
}

const (
	one      = "one character is %s: what it was is unknown"
	many     = "%d characters are %s: what they were is unknown"
	replaced = "U+FFFD"
	notUTF8  = "not UTF-8"
)

// noteOf is what to say of a text with that many unknown characters. If illFormed, all are bytes that are not UTF-8.
func noteOf(n int, illFormed bool) string {
	what := replaced
	if illFormed {
		what = notUTF8
	}
	if n == 1 {
		return fmt.Sprintf(one, what)
	}
	return fmt.Sprintf(many, n, what)
}

// ReplacedIn returns the number of unknown characters that one of the notes on a document has: see Document.Replaced.
func ReplacedIn(notes []string) (n int) {
	for _, note := range notes {
		fmt.Sscanf(note, "%d", &n)
		for _, illFormed := range []bool{false, true} {
			for _, n := range []int{1, n} {
				if note == noteOf(n, illFormed) {
					return n
				}
			}
		}
	}
	return 0
}
