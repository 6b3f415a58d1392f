package ucd

// The numbers of the Hangul syllables' arithmetic (The Unicode Standard, section
// 3.12, "Common Constants").
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

// AppendDecomposition appends to dst the full canonical decomposition of r (The
// Unicode Standard, section 3.7, D68, for one code point; UnicodeData.txt,
// field 5), which is r itself if it has none. The code points of a text's
// decompositions are still to be put in canonical order.
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
