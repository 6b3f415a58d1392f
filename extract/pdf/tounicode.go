package pdf

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"unicode/utf16"

	"golang.org/x/text/unicode/bidi"

	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

// blank is what a blank that the document draws becomes in what pdftotext writes. It is for
// private use: no reader is shown it.
const blank = '\ue020'

// letters decodes hexadecimal digits of UTF-16.
func letters(digits []byte) ([]rune, bool) {
	digits = bytes.Join(bytes.Fields(digits), nil)
	octets := make([]byte, hex.DecodedLen(len(digits)))
	if _, err := hex.Decode(octets, digits); err != nil {
		return nil, false
	}
	return utf16Letters(octets)
}

func utf16Letters(octets []byte) ([]rune, bool) {
	if len(octets)%2 != 0 {
		return nil, false
	}
	return utf16text.Runes(octets, binary.BigEndian), true
}

// digits encodes characters in UTF-16, by hexadecimal digits.
func digits(s []rune) []byte {
	var b []byte
	for _, u := range utf16.Encode(s) {
		b = fmt.Appendf(b, "%04X", u)
	}
	return b
}

// drawn returns the characters of one glyph in a form for pdftotext. It assumes that they are drawn
// from left to right, and drops blanks.
func drawn(s []rune) []rune {
	switch {
	case len(s) == 1 && (s[0] == ' ' || s[0] == '\u00a0'):
		return []rune{blank}
	case len(s) > 1 && slices.ContainsFunc(s, isRight):
		s = slices.Clone(s)
		logical(s, true, bidi.R, true) // also the other way
	}
	return s
}

// charMap is a ToUnicode CMap (ISO 32000-1, 9.10.3): what the characters of a font stand for.
type charMap struct {
	entries   []mapping
	intricate bool // some stand for letters of such a script
	unclear   bool // some stand for the private character
}

// mapping maps the characters from first to last. first stands for the given string. The following
// ones stand for the same string with a greater last letter.
type mapping struct {
	first, last uint64
	size        int // of a character, in hexadecimal digits
	to          []rune
}

// mostMappings bounds what one CMap may say: characters have two bytes, if not one.
const mostMappings = 1 << 16

// readCharMap reads a CMap. It reports false if there is anything in it that it does not know.
func readCharMap(text []byte) (m charMap, ok bool) {
	t := tokens{text}
	for {
		token := t.next()
		switch string(token) {
		case "":
			return m, len(m.entries) > 0
		case "usecmap", "begincidrange", "begincidchar":
			return m, false
		case "beginbfchar":
			ok = m.readMappings(&t, false)
		case "beginbfrange":
			ok = m.readMappings(&t, true)
		default:
			continue
		}
		if !ok || len(m.entries) > mostMappings {
			return m, false
		}
	}
}

func (m *charMap) readMappings(t *tokens, ranges bool) (ok bool) {
	for len(m.entries) <= mostMappings {
		var e mapping
		token := t.next()
		if bytes.HasPrefix(token, []byte("end")) {
			return true
		}
		if e.first, e.size, ok = number(token); !ok {
			return false
		}
		e.last = e.first
		if ranges {
			if e.last, _, ok = number(t.next()); !ok || e.last < e.first {
				return false
			}
		}
		to := t.next()
		if ranges && string(to) == "[" {
			for at := e.first; ; at++ {
				if to = t.next(); string(to) == "]" {
					break
				}
				if at > e.last || !m.add(mapping{at, at, e.size, nil}, to) {
					return false
				}
			}
			continue
		}
		if !m.add(e, to) {
			return false
		}
	}
	return false
}

func (m *charMap) add(e mapping, to []byte) (ok bool) {
	if len(to) < 2 || to[0] != '<' {
		return false
	}
	if e.to, ok = letters(to[1 : len(to)-1]); !ok {
		return false
	}
	m.entries = append(m.entries, e)
	for i, r := range e.to {
		end := r
		if i == len(e.to)-1 {
			end += rune(min(e.last-e.first, 0xff))
		}
		m.intricate = m.intricate || isIntricate(r) || isIntricate(end)
		m.unclear = m.unclear || r <= blank && blank <= end
	}
	return len(m.entries) <= mostMappings
}

// number returns the number in hexadecimal digits between angle brackets, and its digits.
func number(token []byte) (n uint64, size int, ok bool) {
	if len(token) < 3 || len(token) > 10 || token[0] != '<' {
		return 0, 0, false
	}
	for _, d := range token[1 : len(token)-1] {
		i := bytes.IndexByte([]byte("0123456789abcdef"), d|0x20)
		if i < 0 {
			return 0, 0, false
		}
		n = n<<4 | uint64(i)
	}
	return n, len(token) - 2, true
}

// drawn returns the map as pdftotext is to be told it, as short as can be.
func (m *charMap) drawn() []byte {
	var entries []mapping
	for _, e := range m.entries {
		if e.first == e.last || len(e.to) != 1 {
			e.to = drawn(e.to)
			entries = append(entries, e)
			continue
		}
		for _, space := range []rune{' ', '\u00a0'} {
			if n := uint64(space - e.to[0]); e.to[0] <= space && n <= e.last-e.first {
				if n > 0 {
					entries = append(entries, mapping{e.first, e.first + n - 1, e.size, e.to})
				}
				entries = append(entries, mapping{e.first + n, e.first + n, e.size, []rune{blank}})
				e.first += n + 1
				e.to = []rune{space + 1}
				if e.first > e.last {
					break
				}
			}
		}
		if e.first <= e.last {
			entries = append(entries, e)
		}
	}
	var b bytes.Buffer
	b.WriteString("begincmap 1 begincodespacerange<0000><FFFF>endcodespacerange\n")
	for _, ranges := range []bool{false, true} {
		kind, n := "bfchar", 0
		if ranges {
			kind = "bfrange"
		}
		for _, e := range entries {
			if ranges != (e.first != e.last) {
				continue
			}
			if n++; n == 1 {
				fmt.Fprintf(&b, "%d begin%s\n", len(entries), kind)
			}
			fmt.Fprintf(&b, "<%0*X>", e.size, e.first)
			if ranges {
				fmt.Fprintf(&b, "<%0*X>", e.size, e.last)
			}
			fmt.Fprintf(&b, "<%s>\n", digits(e.to))
		}
		if n > 0 {
			fmt.Fprintf(&b, "end%s\n", kind)
		}
	}
	b.WriteString("endcmap\n")
	return b.Bytes()
}

// longestToken bounds what is looked through for the end of a token, in bytes.
const longestToken = 4 << 10

// tokens are the tokens of PostScript that occur in a CMap.
type tokens struct{ left []byte }

// next returns the next token: "<0041>", "[", "beginbfchar". It returns "" at the end.
func (t *tokens) next() []byte {
	for {
		t.left = bytes.TrimLeft(t.left, "\x00\t\n\f\r ")
		if len(t.left) == 0 || t.left[0] != '%' {
			break
		}
		if end := bytes.IndexAny(t.left, "\r\n"); end >= 0 {
			t.left = t.left[end:]
		} else {
			t.left = nil
		}
	}
	n := 0
	switch {
	case len(t.left) == 0:
	case t.left[0] == '<':
		n = max(1, bytes.IndexByte(t.left[:min(len(t.left), longestToken)], '>')+1)
	case bytes.IndexByte([]byte("[]>(){}"), t.left[0]) >= 0:
		n = 1
	default:
		if n = bytes.IndexAny(t.left[1:], "\x00\t\n\f\r <>[](){}/%") + 1; n == 0 {
			n = len(t.left)
		}
	}
	token := t.left[:n]
	t.left = t.left[n:]
	return token
}
