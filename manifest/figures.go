package manifest

import (
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// figures finds the figures of a text: rule 2 of the text digest.
type figures struct {
	list  list
	tail  []byte // the last octets, where a code point may go on
	signs []rune // the last ones, which belong to a figure if something telling follows
	octet []byte
}

// maxSigns is how many signs before something telling belong to a figure.
const maxSigns = 16

// numeral are the general categories that are telling.
var numeral = ucd.CategoriesOf(ucd.Nd, ucd.Nl, ucd.No, ucd.Sc)

// A code point is part of a figure or not.
type part uint8

const (
	noPart part = iota
	sign        // if something telling follows
	telling
)

var asciiParts = func() (t [utf8.RuneSelf]part) {
	for _, c := range "-+.,:/<=>~^" {
		t[c] = sign
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = telling
	}
	t['$'], t['%'] = telling, telling
	return t
}()

// partOf returns what r is in a figure, and what it is hashed as.
func partOf(r rune) (part, rune) {
	if r < utf8.RuneSelf {
		return asciiParts[r], r
	}
	switch c := ucd.CategoryOf(r); {
	case c == ucd.Pd, r == '\u2212': // the minus sign
		return sign, '-'
	case c == ucd.Sm, numeral.Contains(c), strings.ContainsRune("°‰‱", r):
		return telling, r
	}
	return noPart, r
}

func (f *figures) write(p []byte) {
	for len(f.tail) > 0 && len(p) > 0 {
		f.tail = append(f.tail, p[0])
		p = p[1:]
		f.tail = append(f.tail[:0], f.scan(f.tail)...)
	}
	f.tail = append(f.tail, f.scan(p)...)
}

// scan takes the code points of p, and returns what at its end may go on.
func (f *figures) scan(p []byte) []byte {
	for len(p) > 0 && utf8.FullRune(p) {
		r, size := utf8.DecodeRune(p)
		f.codePoint(r)
		p = p[size:]
	}
	return p
}

func (f *figures) codePoint(r rune) {
	switch p, r := partOf(r); p {
	case noPart:
		f.end()
	case sign:
		if n := len(f.signs); n > 0 && r == '-' && f.signs[n-1] == '-' {
			return // "--" is how a typewriter has a dash
		}
		if len(f.signs) == maxSigns {
			f.list.end() // the figure before is too far away
			f.signs = append(f.signs[:0], f.signs[1:]...)
		}
		f.signs = append(f.signs, r)
	case telling:
		f.octet = f.octet[:0]
		for _, s := range f.signs {
			f.octet = utf8.AppendRune(f.octet, s)
		}
		f.list.add(utf8.AppendRune(f.octet, r))
		f.signs = f.signs[:0]
	}
}

func (f *figures) end() {
	f.list.end()
	f.signs = f.signs[:0]
}

func (f *figures) close() {
	f.end()
	f.tail = f.tail[:0]
}
