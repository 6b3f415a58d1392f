package medium

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Limits are those of package extract, which documents them, with every field set.
type Limits struct {
	Size  int64
	Ratio int64
	Depth int
	Time  time.Duration
}

// uncounted is how many octets any document may expand to, whatever [Limits.Ratio].
const uncounted = 16 << 20

// Expands reports whether the packed octets make too many.
func (l Limits) Expands(packed, unpacked int64) bool {
	return (unpacked-uncounted)/l.Ratio > packed
}

// Whole reads all of r into memory. The error calls it what.
func (l Limits) Whole(r io.Reader, what string) ([]byte, error) {
	octets, err := io.ReadAll(io.LimitReader(r, l.Size+1))
	if err == nil && int64(len(octets)) > l.Size {
		err = l.tooLarge(what)
	}
	return octets, err
}

func (l Limits) tooLarge(what string) error {
	return fmt.Errorf("%w: more than %d octets of %s", ErrTooLarge, l.Size, what)
}

// Text holds a text, within limits.
type Text struct {
	text   strings.Builder
	limits Limits
	packed *int64 // octets that the text comes of
}

// NewText returns an empty text. Its length is bounded by l, and by that of the packed
// octets which it comes of; nil stands for as many as the limits allow.
func NewText(l Limits, packed *int64) *Text {
	if packed == nil {
		packed = &l.Size
	}
	return &Text{limits: l, packed: packed}
}

// WriteString implements [io.StringWriter].
func (t *Text) WriteString(s string) (int, error) {
	switch length := int64(t.text.Len() + len(s)); {
	case length > t.limits.Size:
		return 0, t.limits.tooLarge("text")
	case t.limits.Expands(*t.packed, length):
		return 0, fmt.Errorf("%w: more than %d octets of text of one", ErrExpansion, t.limits.Ratio)
	}
	return t.text.WriteString(s)
}

func (t *Text) String() string { return t.text.String() }
