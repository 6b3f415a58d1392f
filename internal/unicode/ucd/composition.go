package ucd

import "encoding/binary"

// Compose returns the primary composite of a and b, if there is one. See The Unicode Standard,
// section 3.11. The canonical decomposition mapping of this code point is the pair. It is not
// excluded from composition. Hangul syllables are among them, both LV and LVT.
func Compose(a, b rune) (rune, bool) {
	// A leading consonant and a vowel.
	if l, v := uint32(a)-hangulL, uint32(b)-hangulV; l < hangulLCount && v < hangulVCount {
		return rune(hangulS + (l*hangulVCount+v)*hangulTCount), true
	}
	// A syllable without a trailing consonant, and a trailing consonant. hangulT itself is not a
	// consonant.
	if s, t := uint32(a)-hangulS, uint32(b)-(hangulT+1); s < hangulSCount && s%hangulTCount == 0 && t < hangulTCount-1 {
		return a + 1 + rune(t), true
	}
	// Nearly all pairs of a text end here. This also keeps values beyond 21 bits from the search.
	if recordOf(b)&composesSecond == 0 || recordOf(a)&composesFirst == 0 {
		return 0, false
	}
	// An entry is a<<42 | b<<21 | composite.
	pair := uint64(a)<<21 | uint64(b)
	for low, high := uint(0), uint(recordIndex-compositions)/8; low < high; {
		middle := (low + high) / 2
		// The mask changes nothing, but it shows the compiler that no bounds check is needed.
		entry := binary.LittleEndian.Uint64(tables[compositions+8*(middle&1023):])
		switch {
		case entry>>21 < pair:
			low = middle + 1
		case entry>>21 > pair:
			high = middle
		default:
			return rune(entry & (1<<21 - 1)), true
		}
	}
	return 0, false
}

// IsSecond reports whether r is the second of a primary composite pair, Hangul included.
func IsSecond(r rune) bool {
	u := uint32(r)
	return u-hangulV < hangulVCount || u-(hangulT+1) < hangulTCount-1 ||
		recordOf(r)&composesSecond != 0
}

// The numbers of the Hangul syllables' arithmetic (The Unicode Standard, 3.12, "Common Constants").
const (
	hangulS = 0xAC00
	hangulL = 0x1100
	hangulV = 0x1161
	hangulT = 0x11A7

	hangulLCount = 19
	hangulVCount = 21
	hangulTCount = 28
	hangulSCount = hangulLCount * hangulVCount * hangulTCount
)

// AppendDecomposition appends the full canonical decomposition of r to dst, or r itself if it has
// none. See The Unicode Standard, section 3.7, D68, and UnicodeData.txt, field 5. It does not put
// the code points in canonical order.
func AppendDecomposition(dst []rune, r rune) []rune {
	u := uint32(r)
	if s := u - hangulS; s < hangulSCount {
		dst = append(dst,
			rune(hangulL+s/(hangulVCount*hangulTCount)),
			rune(hangulV+s/hangulTCount%hangulVCount))
		if t := s % hangulTCount; t != 0 {
			dst = append(dst, rune(hangulT+t))
		}
		return dst
	}
	at := uint16(leaf(mappingIndex, r) >> 16)
	if at == 0 {
		return append(dst, r)
	}
	for _, d := range mappingAt(at) {
		dst = append(dst, d)
	}
	return dst
}
