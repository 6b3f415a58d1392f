package objects

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

// Text decodes a text string (ISO 32000-1, 7.9.2.2), "" if the value is none. Lines end with "\n".
func (v Value) Text() string {
	return lineEnds.Replace(decode(v.bytes()))
}

// bytes returns the bytes of a string, none if the value is no string.
func (v Value) bytes() []byte {
	switch {
	case !v.isString():
		return nil
	case v[0] == '(':
		return Literal(bytes.TrimSuffix(v[1:], []byte(")")))
	}
	return hexadecimal(v[1:])
}

func (v Value) isString() bool { return len(v) > 1 && (v[0] == '(' || v[0] == '<' && v[1] != '<') }

var (
	lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")
	// language matches the mark of a language in a text string in Unicode.
	language = lazy.Regexp(`\x{1b}[A-Za-z]{2,5}\x{1b}`)
)

func decode(octets []byte) string {
	s := ""
	switch {
	case bytes.HasPrefix(octets, []byte("\xfe\xff")):
		s = string(utf16text.Runes(octets[2:], binary.BigEndian))
	case bytes.HasPrefix(octets, []byte("\xff\xfe")): // not in the standard, but in files
		s = utf16text.Text(octets[2:])
	case bytes.HasPrefix(octets, []byte("\xef\xbb\xbf")):
		s = strings.ToValidUTF8(string(octets[3:]), "\uFFFD")
	default:
		var b strings.Builder
		for _, c := range octets {
			b.WriteRune(documentRune(c))
		}
		return b.String()
	}
	if strings.IndexByte(s, '\x1b') >= 0 {
		s = language().ReplaceAllString(s, "")
	}
	return s
}

// The characters of PDFDocEncoding that are not those of ISO 8859-1 (ISO 32000-1, annex D.2).
var (
	accents = []rune("\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc") // from 0x18
	signs   = []rune("•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\uFFFD€")           // from 0x80
)

func documentRune(c byte) rune {
	switch {
	case 0x18 <= c && c < 0x20:
		return accents[c-0x18]
	case 0x80 <= c && c <= 0xa0:
		return signs[c-0x80]
	}
	return rune(c)
}

// hexadecimal decodes a hexadecimal string, to its bracket.
func hexadecimal(s []byte) []byte {
	digits := bytes.Map(func(r rune) rune {
		if r < 0x80 && !regular[r] {
			return -1
		}
		return r
	}, s)
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	n, _ := hex.Decode(digits, digits)
	return digits[:n]
}

// Literal decodes the escapes of a literal string (ISO 32000-1, 7.3.4.2).
func Literal(s []byte) []byte {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case '0' <= c && c <= '7':
			n, end := 0, min(i+3, len(s))
			for ; i < end && '0' <= s[i] && s[i] <= '7'; i++ {
				n = n<<3 | int(s[i]-'0')
			}
			i--
			b = append(b, byte(n))
		case c == '\r' && i+1 < len(s) && s[i+1] == '\n':
			i++
		case c == '\r' || c == '\n':
		default:
			if at := bytes.IndexByte([]byte("nrtbf"), c); at >= 0 {
				c = "\n\r\t\b\f"[at]
			}
			b = append(b, c)
		}
	}
	return b
}
