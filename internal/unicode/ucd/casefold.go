package ucd

// Casefold returns the NFKC_Casefold mapping of r (DerivedNormalizationProps.txt,
// property NFKC_CF; The Unicode Standard, section 3.13, R5). If changed is false r
// maps to itself and mapping is empty. If changed is true an empty mapping means
// that r is removed.
//
// The NFKC_Casefold of a string is more than the mappings of its code points in turn: it is
// NFC of the mappings of NFD of the string.
func Casefold(r rune) (mapping string, changed bool) {
	u := uint32(r)
	if u>>foldShift >= uint32(len(foldIndex)) {
		return "", false
	}
	at := foldBlocks[uint32(foldIndex[u>>foldShift])<<foldShift|u&(1<<foldShift-1)]
	if at == 0 {
		return "", false
	}
	return mappingAt(at), true
}

// mappingAt returns the entry of mappings at an offset: one byte of length, then that number
// of bytes of UTF-8. Offset 0 is not an entry: in the tables it stands for a code point
// without a mapping.
func mappingAt(at uint16) string {
	start := int(at) + 1
	return mappings[start : start+int(mappings[at])]
}
