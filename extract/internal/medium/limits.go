package medium

import (
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// Whole reads all of r into memory. Errors call it what.
func (d *Reading) Whole(r io.Reader, what string) ([]byte, error) {
	if r == io.Reader(d.Source) {
		return d.Into(nil, what)
	}
	return d.whole(r, make([]byte, 0, 1), what)
}

// Into is like Whole for the document, but reads into an empty buffer. If the bytes do not fit, it makes a longer one.
func (d *Reading) Into(buffer []byte, what string) ([]byte, error) {
	return d.whole(d.Source, roomy(buffer, d.expected()), what)
}

// roomy returns an empty buffer, or a longer one in which the expected bytes fit.
func roomy(buffer []byte, expected int) []byte {
	if expected >= cap(buffer) {
		return make([]byte, 0, expected+1)
	}
	return buffer
}

func (d *Reading) whole(r io.Reader, buffer []byte, what string) ([]byte, error) {
	octets, err := readAll(&held{d, io.LimitReader(r, d.Budget.Size+1), what}, buffer)
	if n := int64(len(octets)); err == nil && n > d.Budget.Size {
		err = d.Budget.TooLarge(what)
	} else if err == nil { // they were copied once
		err = d.Budget.Hold(n, what)
		d.Budget.Release(n)
	}
	return octets, err
}

// expected returns the expected length of the document in bytes, if it is known before reading.
func (d *Reading) expected() int {
	return int(min(int64(max(d.Source.Buffered(), d.Length)), d.Budget.Size))
}

// readAll is like [io.ReadAll], but reads into a buffer or a longer one.
func readAll(r io.Reader, octets []byte) ([]byte, error) {
	for {
		if len(octets) == cap(octets) {
			octets = append(octets, 0)[:len(octets)]
		}
		n, err := r.Read(octets[len(octets):cap(octets)])
		octets = octets[:len(octets)+n]
		if err == io.EOF {
			return octets, nil
		}
		if err != nil {
			return octets, err
		}
	}
}

// held reads what is kept in memory.
type held struct {
	d    *Reading
	r    io.Reader
	what string
}

func (h *held) Read(p []byte) (int, error) {
	n, err := h.r.Read(p)
	if over := h.d.Budget.Hold(int64(n), h.what); over != nil {
		return n, over
	}
	return n, err
}

// Text collects a text within the document's budget.
type Text struct {
	text   strings.Builder
	budget *budget.Budget
}

// NewText returns an empty text of a document.
func (d *Reading) NewText() *Text { return &Text{budget: d.Budget} }

// WriteString implements [io.StringWriter].
func (t *Text) WriteString(s string) (int, error) {
	if err := t.budget.Text(int64(t.text.Len() + len(s))); err != nil {
		return 0, err
	}
	before := t.text.Cap()
	t.text.WriteString(s)
	if now := t.text.Cap(); now > before {
		if err := t.budget.Hold(int64(now), "text"); err != nil {
			return 0, err
		}
		t.budget.Release(int64(before))
	}
	return len(s), nil
}

func (t *Text) String() string { return t.text.String() }

// Reset makes the text empty.
func (t *Text) Reset() {
	t.budget.Release(int64(t.text.Cap()))
	t.text.Reset()
}

// Unpacked returns a reader of unpacked bytes, or of an archive that may contain the same bytes
// repeatedly. They count as unpacked, and use the document's time.
func (d *Reading) Unpacked(r io.Reader) io.Reader { return &unpacked{d, r} }

type unpacked struct {
	d *Reading
	r io.Reader
}

func (u *unpacked) Read(p []byte) (int, error) {
	if err := u.d.Check(); err != nil {
		return 0, err
	}
	n, err := u.r.Read(p)
	if over := u.d.Budget.Unpack(int64(n)); over != nil {
		return n, over
	}
	return n, err
}
