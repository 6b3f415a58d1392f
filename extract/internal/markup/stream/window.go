package stream

import (
	"bytes"
	"io"
	"math"

	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// Window says how a page is read that is not in memory.
type Window struct {
	// Size is how many bytes of the page are in memory, and Most how many may be, for a tag.
	Size, Most int
	// Hold is told how many more bytes of memory are held; or fewer.
	Hold func(n int64) error
	// Check is called now and then.
	Check func() error
	// Head is the head of [Read].
	Head *Head
}

// window is what a page is read by.
type window struct {
	Window
	r    io.Reader
	held int64
}

// fill moves the window to the place that was reached, and fills it. It is full unless the page
// ends in it, so that where it ends does not depend on the reader.
func (m *machine) fill() {
	w := m.window
	if m.err = w.Check(); m.err != nil { // a comment may be as long as the page
		return
	}
	kept := m.keep()
	b := m.page[:cap(m.page)]
	rest := m.page[m.pos:]
	if len(rest) == len(b) {
		b = nil
	}
	size := cap(b)
	if b == nil {
		size = min(max(2*len(rest), w.Size, 1), w.Most)
	}
	if size == len(rest) || kept > w.Most || m.last > math.MaxUint32/2 {
		m.stop = TooLong
		return
	}
	if m.err = w.hold(perOctet*int64(size) + int64(kept)); m.err != nil {
		return
	}
	if b == nil {
		b = make([]byte, size)
	}
	n := copy(b, rest)
	more, err := io.ReadFull(w.r, b[n:])
	m.page = b[:n+more]
	m.base += int64(m.pos)
	m.pos = 0
	switch err {
	case nil:
	case io.EOF, io.ErrUnexpectedEOF:
		m.final = true
	default:
		m.err = err
	}
}

// perOctet is the cost of a byte of the window. It includes its text (U+0000 becomes three bytes),
// and the smaller window before.
const perOctet = 5

// hold says how much is held.
func (w *window) hold(n int64) error {
	more := n - w.held
	w.held = n
	if more == 0 {
		return nil
	}
	return w.Hold(more)
}

// keep copies what elements have of the window, and returns how much is kept.
func (m *machine) keep() (octets int) {
	for _, all := range [][]element{m.open, m.listed} {
		for i := range all {
			e := &all[i]
			if e.state&isKept == 0 {
				e.written = bytes.Clone(e.written)
				e.state |= isKept
			}
			octets += len(e.written)
		}
	}
	return octets
}

// uncut returns how much of a text can be a token, if the page may go on with anything.
func uncut(text []byte, f form) int {
	n := len(text)
	if f&replacesNUL == 0 { // a text in which tags are seen
		if n > 0 && text[n-1] == '<' {
			n--
		} else if n > 1 && text[n-2] == '<' && text[n-1] == '/' {
			n -= 2
		}
		if n > 0 && text[n-1] == '\r' {
			n--
		}
	}
	if f&hasReferences == 0 {
		return n
	}
	at := n - 1
	for at >= 0 && (ascii.IsLetter(text[at]) || '0' <= text[at] && text[at] <= '9' || text[at] == '#') {
		at--
	}
	if at < 0 || text[at] != '&' {
		return n
	}
	if n-at > longestName && text[at+1] != '#' { // it has ended, or is none
		return n
	}
	return at
}

// longestName is more than the length of the longest named reference. After that number of letters
// and digits behind "&", further ones change nothing.
const longestName = 40

// skips is what is skipped up to its end.
type skips uint8

const (
	skipsNothing skips = iota
	skipsMarked        // up to the next ">"
	skipsComment
)

// skipMarked skips what goes up to the next ">" from a place on.
func (m *machine) skipMarked(from int) {
	if n := bytes.IndexByte(m.page[from:], '>'); n >= 0 {
		m.pos = from + n + 1
	} else {
		m.skipLater(skipsMarked)
	}
}

// skipLater goes to the end of the page, or of the window, where skipping goes on.
func (m *machine) skipLater(s skips) {
	m.pos = len(m.page)
	if m.final {
		m.skips = skipsNothing
		return
	}
	m.skips = s
	if s == skipsComment { // whose end may have begun
		m.pos -= len("--!")
	}
}

// skip goes on with skipping, and reports whether the end was found.
func (m *machine) skip() bool {
	b := m.page[m.pos:]
	n := 0
	if m.skips == skipsMarked {
		n = bytes.IndexByte(b, '>') + 1
	} else {
		n = commentEnd(b, false)
	}
	if n <= 0 {
		m.skipLater(m.skips)
		return m.final
	}
	m.pos += n
	m.skips = skipsNothing
	return true
}

// enough is how much text is written before it is read.
const enough = 1 << 15

// Scan reads a page in UTF-8 and writes nothing. It returns why a [Reader] would not find the text.
func Scan(page io.Reader, w Window) (Reason, error) {
	r := NewReader(page, w)
	for {
		ended, err := r.m.run(enough)
		if ended || err != nil {
			r.end(err)
			return r.m.stop, err
		}
		r.taken()
	}
}

// Reader reads the visible text of a page in UTF-8, for which [Scan] has found no reason.
type Reader struct {
	m    *machine
	text []byte // that is not read yet
	err  error  // after it
}

// NewReader returns a Reader.
func NewReader(page io.Reader, w Window) *Reader {
	m := newMachine(w.Check)
	m.headOf = w.Head
	m.window = &window{Window: w, r: page}
	return &Reader{m: m}
}

// Read implements [io.Reader]. If there is a reason, the error is [ErrReason].
func (r *Reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(r.text) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		r.taken()
		ended, err := r.m.run(enough)
		switch {
		case err != nil:
			r.end(err)
			continue
		case r.m.stop != NoReason:
			r.end(ErrReason)
			continue
		}
		r.text = r.m.out
		if ended {
			r.end(io.EOF)
		}
	}
	n := copy(p, r.text)
	r.text = r.text[n:]
	return n, nil
}

// taken is told that the text was read.
func (r *Reader) taken() {
	r.m.wrote = r.m.wrote || len(r.m.out) > 0
	r.m.out = r.m.out[:0]
}

// end gives back what is held.
func (r *Reader) end(err error) {
	r.err = err
	r.m.window.hold(0) // which only gives back
	r.m.page = nil
}
