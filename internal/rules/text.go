package rules

import "strings"

// A Decoder is chapter 1: from bytes to text.
type Decoder struct {
	// Sequence returns the text of the well-formed sequence at the start of the bytes, and its
	// length. The length is 0 if there is none.
	Sequence func(octets []byte) (text string, size int) // R1.1

	// IllFormed returns the text of a maximal run of ill-formed bytes.
	IllFormed func(octets []byte) string // R1.2
}

// NewDecoder returns the Decoder of every scheme.
func NewDecoder() *Decoder {
	return &Decoder{
		Sequence:  wellFormed,
		IllFormed: func([]byte) string { return "\uFFFD" },
	}
}

// Text returns the text of the bytes. Nothing in it is special (R1.3).
func (d *Decoder) Text(octets []byte) string {
	var text strings.Builder
	for len(octets) > 0 {
		sequence, size := d.Sequence(octets)
		if size == 0 {
			size = d.countIllFormed(octets)
			sequence = d.IllFormed(octets[:size])
		}
		text.WriteString(sequence)
		octets = octets[size:]
	}
	return text.String()
}

// countIllFormed returns the number of bytes before the first well-formed sequence.
func (d *Decoder) countIllFormed(octets []byte) int {
	for i := range octets {
		if _, size := d.Sequence(octets[i:]); size > 0 {
			return i
		}
	}
	return len(octets)
}

// table37 is the Unicode Standard's Table 3-7: the range of each byte of a well-formed
// sequence.
var table37 = [][][2]byte{
	{{0x00, 0x7F}},
	{{0xC2, 0xDF}, {0x80, 0xBF}},
	{{0xE0, 0xE0}, {0xA0, 0xBF}, {0x80, 0xBF}},
	{{0xE1, 0xEC}, {0x80, 0xBF}, {0x80, 0xBF}},
	{{0xED, 0xED}, {0x80, 0x9F}, {0x80, 0xBF}},
	{{0xEE, 0xEF}, {0x80, 0xBF}, {0x80, 0xBF}},
	{{0xF0, 0xF0}, {0x90, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}},
	{{0xF1, 0xF3}, {0x80, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}},
	{{0xF4, 0xF4}, {0x80, 0x8F}, {0x80, 0xBF}, {0x80, 0xBF}},
}

func wellFormed(octets []byte) (text string, size int) {
	for _, row := range table37 {
		if matches(row, octets) {
			return string(octets[:len(row)]), len(row)
		}
	}
	return "", 0
}

// matches reports whether the bytes begin with a sequence of the row.
func matches(row [][2]byte, octets []byte) bool {
	if len(octets) < len(row) {
		return false
	}
	for i, r := range row {
		if octets[i] < r[0] || r[1] < octets[i] {
			return false
		}
	}
	return true
}
