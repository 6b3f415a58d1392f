// Package utf16text decodes texts in UTF-16.
package utf16text

import (
	"encoding/binary"
	"unicode/utf16"
)

// Runes decodes UTF-16. A surrogate without another becomes U+FFFD. Half a unit at the end is left out.
func Runes(octets []byte, order binary.ByteOrder) []rune {
	units := make([]uint16, len(octets)/2)
	for i := range units {
		units[i] = order.Uint16(octets[2*i:])
	}
	return utf16.Decode(units)
}

// Text decodes UTF-16LE.
func Text(octets []byte) string { return string(Runes(octets, binary.LittleEndian)) }

// Terminated decodes UTF-16LE up to the first zero, or to the end.
func Terminated(octets []byte) string {
	end := 0
	for end+1 < len(octets) && (octets[end] != 0 || octets[end+1] != 0) {
		end += 2
	}
	return Text(octets[:end])
}

// Compressed decodes units of UTF-16 whose upper bytes are zero and left out.
func Compressed(octets []byte) string {
	runes := make([]rune, len(octets))
	for i, c := range octets {
		runes[i] = rune(c)
	}
	return string(runes)
}
