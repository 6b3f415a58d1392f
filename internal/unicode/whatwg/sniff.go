package whatwg

import "bytes"

// Blanks are the Infra Standard's "ASCII whitespace".
const Blanks = "\t\n\f\r "

// IsBlank reports whether a byte is one of [Blanks].
func IsBlank(c byte) bool {
	return c <= ' ' && uint64(1)<<c&(1<<'\t'|1<<'\n'|1<<'\f'|1<<'\r'|1<<' ') != 0
}

// Same reports whether bytes are a word in lower case, ignoring the case of A to Z.
func Same(b []byte, word string) bool {
	if len(b) != len(word) {
		return false
	}
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != word[i] {
			return false
		}
	}
	return true
}

// ByteOrderMark returns the encoding that a mark at the start of the bytes names, and the length of
// the mark. It returns "" if there is none. It is the Standard's "BOM sniff".
func ByteOrderMark(octets []byte) (name string, length int) {
	switch {
	case bytes.HasPrefix(octets, []byte{0xEF, 0xBB, 0xBF}):
		return "utf-8", 3
	case bytes.HasPrefix(octets, []byte{0xFE, 0xFF}):
		return "utf-16be", 2
	case bytes.HasPrefix(octets, []byte{0xFF, 0xFE}):
		return "utf-16le", 2
	}
	return "", 0
}
