package escape

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// active reports whether r affects a terminal instead of being displayed. Such are control
// characters, including C1, and characters that change the direction of a text or end its line.
func active(r rune) bool {
	switch {
	case r < 0x20, 0x7F <= r && r <= 0x9F:
		return true
	case r < 0x61C:
		return false
	}
	return r == 0x61C || r == 0x200E || r == 0x200F || 0x2028 <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069
}

const digits = "0123456789ABCDEF"

func appendOctets[T string | []byte](b []byte, octets T) []byte {
	for i := range len(octets) {
		b = append(b, '\\', 'x', digits[octets[i]>>4], digits[octets[i]&15])
	}
	return b
}

// Path returns a path escaped for a line that programs read, and whether it differs from the path.
// Such a line must then begin with a backslash. A backslash becomes \\, and line ends become \n and
// \r. Each byte of other control characters, direction marks and ill-formed UTF-8 becomes \xNN.
// sha256sum escapes in the same way, except for \xNN.
func Path(path string) (escaped string, changed bool) {
	clean := true
	for _, r := range path {
		if r == '\\' || r == utf8.RuneError || active(r) {
			clean = false
			break
		}
	}
	if clean {
		return path, false
	}
	b := make([]byte, 0, 2*len(path))
	for i := 0; i < len(path); {
		r, size := utf8.DecodeRuneInString(path[i:])
		switch octets := path[i : i+size]; {
		case r == '\\':
			b = append(b, `\\`...)
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == utf8.RuneError && size == 1, active(r):
			b = appendOctets(b, octets)
		default:
			b = append(b, octets...)
		}
		i += size
	}
	return string(b), string(b) != path
}

// AppendTerminal appends a text for a terminal. It writes some bytes as \xNN: ill-formed UTF-8,
// control characters, and characters that change the direction of a text. Tabs and line ends stay.
// rest is the beginning of a code point at the end of the text, which is not appended.
func AppendTerminal(b, text []byte) (_, rest []byte) {
	from := 0
	for i := 0; i < len(text); {
		if i+8 <= len(text) && isPrintable(binary.LittleEndian.Uint64(text[i:])) {
			i += 8
			continue
		}
		if c := text[i]; 0x20 <= c && c < 0x7F || c == '\n' || c == '\t' {
			i++
			continue
		}
		if !utf8.FullRune(text[i:]) {
			return append(b, text[from:i]...), text[i:]
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 || active(r) {
			b = appendOctets(append(b, text[from:i]...), text[i:i+size])
			from = i + size
		}
		i += size
	}
	return append(b, text[from:]...), nil
}

// isPrintable reports whether 8 bytes are printable ASCII.
func isPrintable(b uint64) bool {
	const ones, highs = ^uint64(0) / 255, ^uint64(0) / 255 << 7
	return (b|(b-ones*0x20)|(b+ones))&highs == 0
}

// Line returns a text as one line for a terminal, like [AppendTerminal], with \n for line ends.
func Line(text string) string {
	b, rest := AppendTerminal(nil, []byte(text))
	return strings.ReplaceAll(string(appendOctets(b, rest)), "\n", `\n`)
}

// JSON returns a line of JSON with \uNNNN for what [AppendTerminal] spells. Its value is the same.
func JSON(line []byte) []byte {
	var b []byte
	from := 0
	for i := 0; i < len(line); {
		if line[i] < 0x7F {
			i++
			continue
		}
		r, size := utf8.DecodeRune(line[i:])
		if active(r) {
			b = append(b, line[from:i]...)
			b = append(b, '\\', 'u', digits[r>>12], digits[r>>8&15], digits[r>>4&15], digits[r&15])
			from = i + size
		}
		i += size
	}
	if from == 0 {
		return line
	}
	return append(b, line[from:]...)
}

// ParsePath returns the path that [Path] has escaped.
func ParsePath(escaped string) (string, error) {
	b := make([]byte, 0, len(escaped))
	for rest := escaped; ; {
		i := strings.IndexByte(rest, '\\')
		if i < 0 {
			return string(append(b, rest...)), nil
		}
		b, rest = append(b, rest[:i]...), rest[i:]
		n := 2
		switch {
		case strings.HasPrefix(rest, `\\`):
			b = append(b, '\\')
		case strings.HasPrefix(rest, `\n`):
			b = append(b, '\n')
		case strings.HasPrefix(rest, `\r`):
			b = append(b, '\r')
		default:
			n = len(`\xNN`)
			if len(rest) < n || rest[1] != 'x' {
				return "", fmt.Errorf(`%q: expected \\, \n, \r or \x and two hexadecimal digits after a backslash`, escaped)
			}
			octet, err := strconv.ParseUint(rest[2:n], 16, 8)
			if err != nil {
				return "", fmt.Errorf(`%q: %q: expected two hexadecimal digits after \x`, escaped, rest[2:n])
			}
			b = append(b, byte(octet))
		}
		rest = rest[n:]
	}
}

// YAML returns s as a double-quoted string of YAML. It escapes invisible and ambiguous code points.
func YAML(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == ' ' || visible.Contains(ucd.CategoryOf(r)):
			b.WriteRune(r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// visible are letters, decimal digits and punctuation. The categories come from the tables of this
// module. So the form of vector files does not depend on the version of Go.
var visible = ucd.CategoriesOf(ucd.Ll, ucd.Lu, ucd.Lt, ucd.Lo, ucd.Nd, ucd.Pc, ucd.Pd, ucd.Ps,
	ucd.Pe, ucd.Pi, ucd.Pf, ucd.Po, ucd.Sm, ucd.Sc)
