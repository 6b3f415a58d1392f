// Package ascii tells the letters and digits of ASCII, and texts in it.
package ascii

// Is reports whether a text is ASCII.
func Is[T string | []byte](text T) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// IsLetter reports whether a byte is a letter.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsDigit reports whether a byte is a digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }
