package stream

import (
	"bytes"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
	"github.com/lsh-interop/fpcheck/vectors/markup"
)

// longestBare is the length of the longest name that needs no semicolon.
const longestBare = 6

// references are the named character references by what follows "&" (13.5), some also without semicolon.
var references = sync.OnceValue(func() map[string]string {
	m := make(map[string]string, 2300)
	for line := range strings.Lines(markupdata.Entities) {
		name, _, _ := strings.Cut(line, " ")
		if name == "#" {
			continue
		}
		text := html.UnescapeString("&" + name + ";")
		m[name+";"] = text
		if len(name) <= longestBare && html.UnescapeString("&"+name) == text {
			m[name] = text
		}
	}
	return m
})

// resolve reads the character reference at the start of b, as x/net/html does. It returns its length, or
// 0 if there is none. It also returns what it stands for: a text, or else a code point.
func resolve(b []byte, inAttribute bool) (n int, text string, r rune) {
	if len(b) > 1 && b[1] == '#' {
		n, r = numbered(b)
		return n, "", r
	}
	if n, text := usual(b); n > 0 {
		return n, text, 0
	}
	n = 1
	for n < len(b) && (ascii.IsLetter(b[n]) || '0' <= b[n] && b[n] <= '9') {
		n++
	}
	closed := n < len(b) && b[n] == ';'
	if closed {
		n++
	}
	name := b[1:n]
	if len(name) == 0 || inAttribute && !closed && n < len(b) && b[n] == '=' {
		return 0, "", 0
	}
	if text, ok := references()[string(name)]; ok {
		return n, text, 0
	}
	if inAttribute {
		return 0, "", 0
	}
	for n := min(len(name)-1, longestBare); n > 1; n-- {
		if text, ok := references()[string(name[:n])]; ok {
			return n + 1, text, 0
		}
	}
	return 0, "", 0
}

// usual is like resolve for the references in most pages. None of them stands for a blank.
func usual(b []byte) (n int, text string) {
	switch {
	case bytes.HasPrefix(b, []byte("&nbsp;")):
		return 6, "\u00A0"
	case bytes.HasPrefix(b, []byte("&amp;")):
		return 5, "&"
	case bytes.HasPrefix(b, []byte("&lt;")):
		return 4, "<"
	case bytes.HasPrefix(b, []byte("&gt;")):
		return 4, ">"
	case bytes.HasPrefix(b, []byte("&quot;")):
		return 6, `"`
	}
	return 0, ""
}

// numbered reads a reference by number.
func numbered(b []byte) (n int, r rune) {
	n, base := 2, rune(10)
	if n < len(b) && b[n]|0x20 == 'x' {
		n, base = 3, 16
	}
	start := n
	for ; n < len(b); n++ {
		c := b[n]
		var digit rune
		switch {
		case '0' <= c && c <= '9':
			digit = rune(c - '0')
		case base == 16 && 'a' <= c|0x20 && c|0x20 <= 'f':
			digit = rune(c|0x20-'a') + 10
		default:
			digit = -1
		}
		if digit < 0 {
			break
		}
		if r <= utf8.MaxRune {
			r = base*r + digit
		}
	}
	if n == start {
		return 0, 0
	}
	if n < len(b) && b[n] == ';' {
		n++
	}
	switch {
	case 0x80 <= r && r <= 0x9F:
		r = windows1252()[r-0x80]
	case r == 0 || r > utf8.MaxRune || 0xD800 <= r && r <= 0xDFFF:
		r = utf8.RuneError
	}
	return n, r
}

// windows1252 are the code points that the numbers from 0x80 to 0x9F stand for.
var windows1252 = sync.OnceValue(func() []rune {
	var octets []byte
	for c := 0x80; c <= 0x9F; c++ {
		octets = append(octets, byte(c))
	}
	text, _ := whatwg.NewDecoder("windows-1252").Bytes(octets) // which never fails
	return []rune(string(text))
})

// appendText appends what a text stands for, blanks and all.
func appendText(out, text []byte, f form, inAttribute bool) []byte {
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '&' && f&hasReferences != 0:
			n, s, r := resolve(text[i:], inAttribute)
			switch {
			case n == 0:
				out = append(out, c)
				n = 1
			case s != "":
				out = append(out, s...)
			default:
				out = utf8.AppendRune(out, r)
			}
			i += n
			continue
		case c == 0 && f&replacesNUL != 0:
			out = append(out, "\uFFFD"...)
		default:
			out = append(out, c)
		}
		i++
	}
	return out
}
