package plain

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

// Shifted returns the encoding of a text of ASCII bytes by its escape sequences: ISO-2022-JP, HZ or UTF-7. It returns
// "" if there are none, or if they may be a part of the text.
func Shifted(head []byte) (name string) {
	switch {
	case !ascii.Is(head):
	case iso2022JP(head):
		return "iso-2022-jp"
	case isHZ(head):
		return HZ
	case isUTF7(head):
		return utf7
	}
	return ""
}

// HZ is the encoding of RFC 1843, which the Encoding Standard replaces.
const HZ = "hz-gb-2312"

const utf7 = "utf-7"

// iso2022JP reports whether a text has the escape sequences of ISO-2022-JP.
func iso2022JP(head []byte) bool {
	if bytes.IndexByte(head, 0x1b) < 0 {
		return false
	}
	for _, escape := range []string{"\x1b$B", "\x1b$@", "\x1b(J", "\x1b(I"} {
		if bytes.Contains(head, []byte(escape)) {
			return bytes.Contains(head, []byte("\x1b$"))
		}
	}
	return false
}

// fewest is the number of characters that escape sequences must have at least, so that they are no chance.
const fewest = 6

// isHZ reports whether each ~{ in a text begins characters of GB 2312 (RFC 1843). They end with ~} in the same line.
// Nearly all of them must be common. Programs in Lisp have ~{ and ~} around other directives, such as ~a.
func isHZ(head []byte) bool {
	var all, common, tildes int
	for {
		_, rest, ok := bytes.Cut(head, []byte("~{"))
		if !ok {
			break
		}
		for head = rest; len(head) > 1 && string(head[:2]) != "~}"; head = head[2:] {
			lead, trail := head[0], head[1]
			if lead < 0x21 || lead > 0x77 || trail < 0x21 || trail > 0x7E {
				return false
			}
			if all++; lead <= 0x23 || lead >= 0x30 && lead <= 0x57 {
				common++
			}
			if trail == '~' {
				tildes++
			}
		}
	}
	return all >= fewest && common*10 >= all*9 && tildes*8 <= all
}

// isUTF7 reports whether each + before a letter begins characters that are not ASCII, as in UTF-7 (RFC 2152). Most of
// them must be letters of one writing system, and many must differ. Programs repeat what they add.
func isUTF7(head []byte) bool {
	all, different := 0, make(map[rune]bool)
	var w writing
	for {
		_, rest, ok := bytes.Cut(head, []byte("+"))
		if !ok {
			return len(different) >= 2*fewest && 2*w.letters > all
		}
		n := 0
		for n < len(rest) && (ascii.IsLetter(rest[n]) || ascii.IsDigit(rest[n]) || rest[n] == '+' || rest[n] == '/') {
			n++
		}
		if head = rest[n:]; n == 0 || len(head) == 0 { // a plus sign; or it may be cut
			continue
		}
		octets, err := base64.RawStdEncoding.Strict().DecodeString(string(rest[:n]))
		if err != nil || len(octets)%2 != 0 {
			return false
		}
		for _, r := range utf16text.Runes(octets, binary.BigEndian) {
			if r < utf8.RuneSelf || !w.add(r) {
				return false
			}
			all++
			different[r] = true
		}
	}
}
