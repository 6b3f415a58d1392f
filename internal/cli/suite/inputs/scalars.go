package inputs

import (
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// edgesAtATime is the number of edges in one text of scalars.
const edgesAtATime = 20

// scalars makes texts of code points at the edges of tables, in turn.
func scalars(r *random, turn uint64) []byte {
	all := edges()
	var b []byte
	context := pick(r, contexts)
	place := func(c rune) {
		if r.oneIn(4) {
			context = pick(r, contexts)
		}
		for i, piece := range strings.Split(context, "X") {
			if i > 0 {
				b = appendScalar(b, c)
			}
			b = append(b, piece...)
		}
		b = append(b, pick(r, blanks)...)
	}
	for i := range edgesAtATime {
		place(all[(turn*edgesAtATime+uint64(i))%uint64(len(all))])
		if r.oneIn(8) {
			place(anyScalar(r))
		}
	}
	return b
}

// contexts reveal how a code point X is classified: letter, separator or mark, its class, case and
// properties.
var contexts = []string{
	"X", " X ", "aXb", "1X", "X1", "1X2", "Xa", "eX\u0301", "aX\u0307b", "X\u0301", "X\u0323\u0301",
	"a\u0323X", "a\u0301X\u0323", "iX\u0307", "a-\nXb", "aX-\nb", "X-\nX", "日X語", "日X\n語", "日\nX語",
	"アX ア", "กXข", "ก Xข", "กX ข", "X X", "XX", "X\nX", "X\u200BX", "ក្X ក", "\u1100X\u11A8", "\uAC00X",
	"\u1112X", "日XaX語", "aXX\u0301b", "x.X", "aXwww.b", "aX@b.c", "_X_", "X\u3099", "ᄀX", "X\u0338", "X\u093C",
}

// appendScalar appends c. A surrogate becomes the three bytes that some encoders write.
func appendScalar(b []byte, c rune) []byte {
	if 0xD800 <= c && c <= 0xDFFF {
		return append(b, 0xED, 0x80|byte(c>>6&0x3F), 0x80|byte(c&0x3F))
	}
	return utf8.AppendRune(b, c)
}

// anyScalar returns a code point of a kind that may have no edge.
func anyScalar(r *random) rune {
	switch r.below(7) {
	case 0: // private use
		return pick(r, []rune{0xE000, 0xF8FF, 0xF0000, 0xFFFFD, 0x100000, 0x10FFFD}) + rune(r.below(2)*r.below(99))
	case 1: // noncharacters
		if r.oneIn(2) {
			return 0xFDD0 + rune(r.below(32))
		}
		return rune(r.below(17))<<16 | 0xFFFE | rune(r.below(2))
	case 2:
		return 0xD800 + rune(r.below(0x800))
	case 3: // unassigned
		for range 100 {
			if c := rune(r.below(0x30000)); !ucd.IsAssigned(c) {
				return c
			}
		}
		return 0x0378
	case 4:
		return pick(r, specials)
	case 5: // Hangul, whose syllables are in no table
		return 0xAC00 + rune(r.below(11172))
	default:
		return rune(r.below(0x110000))
	}
}

// specials are code points that rules name, their neighbours, and those that differ in other
// versions of Unicode. These were assigned in 15.0, 15.1 and 16, or changed in between.
var specials = []rune{
	0x00, 0x1C, 0x1F, 0x7F, 0x85, 0xA0, 0xAD, 0xB2, 0xB7, 0xDF, 0x130, 0x131, 0x140, 0x149, 0x17F, 0x1C5, 0x1F0,
	0x2B9, 0x2BA, 0x2BB, 0x2BC, 0x2BF, 0x2C0, 0x2C8, 0x2EE, 0x307, 0x340, 0x344, 0x345, 0x34F, 0x387, 0x390, 0x3C2,
	0x3F4, 0x456, 0x600, 0x640, 0x6DD, 0x7F4, 0x7F5, 0x7FA, 0x115F, 0x13A0, 0x1734, 0x180E, 0x1E9E, 0x1FB4, 0x2000,
	0x200B, 0x200C, 0x200D, 0x2010, 0x2011, 0x2028, 0x2029, 0x2060, 0x2065, 0x2102, 0x2122, 0x2126, 0x212A, 0x212B, 0x2167,
	0x2180, 0x24D0, 0x2E80, 0x2EBF0, 0x2FF0, 0x3000, 0x3005, 0x3006, 0x3007, 0x3031, 0x3035, 0x303C, 0x3099, 0x30FC,
	0x3164, 0x1171E, 0x105C9, 0x1E4D0, 0xA78B, 0xA78C, 0xFB01, 0xFDFA, 0xFE0F, 0xFE71, 0xFEFF, 0xFF70, 0xFF9E, 0xFF9F,
	0xFFA0, 0xFFFD, 0x11F02, 0x13430, 0x1B132, 0x1D15E, 0x1D165, 0x1D7CE, 0xE0001, 0xE0100, 0xE0FFF,
}
