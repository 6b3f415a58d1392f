package powerpoint

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
)

// text is what a shape or a placeholder holds.
type text struct {
	octets []byte
	wide   bool    // UTF-16; otherwise its low bytes
	stars  []int64 // places of characters that stand for numbers, dates and footers
}

// textCost is what a text costs in bytes of memory, besides its bytes.
const textCost = 64

// take takes a record that belongs to a text. It reports whether the record is one of them.
func (t *text) take(found record) bool {
	switch found.kind {
	case recTextChars, recTextBytes:
		t.octets, t.wide = found.octets, found.kind == recTextChars
	case recSlideNumberMC, recDateTimeMC, recGenericDateMC, recHeaderMC, recFooterMC, recRTFDateTimeMC:
		t.stars = append(t.stars, int64(found.uint32(0)))
	default:
		return false
	}
	return true
}

// writeTo writes a text, in which U+000D ends a paragraph and U+000B a line.
func (t *text) writeTo(f *flow.Flow) {
	units := make([]uint16, 0, len(t.octets))
	if t.wide {
		for octets := t.octets; len(octets) >= 2; octets = octets[2:] {
			units = append(units, binary.LittleEndian.Uint16(octets))
		}
	} else {
		for _, c := range t.octets {
			units = append(units, uint16(c))
		}
	}
	for _, star := range t.stars {
		if star < int64(len(units)) && units[star] == '*' {
			units[star] = ' '
		}
	}
	f.Line()
	f.Characters(lines.Replace(string(utf16.Decode(units))), true)
	f.Line()
}

var lines = strings.NewReplacer("\r", "\n", "\v", "\n", "\x00", "")
