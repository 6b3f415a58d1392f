package ucd

// Casefold returns the NFKC_Casefold mapping of r: the property NFKC_CF in
// DerivedNormalizationProps.txt (The Unicode Standard, section 3.13, R5). If changed is false, r
// maps to itself and mapping is empty. If changed is true, an empty mapping means that r is
// removed.
//
// The NFKC_Casefold of a string is not just the concatenated mappings. It is NFC of the mappings of
// NFD of the string.
func Casefold(r rune) (mapping string, changed bool) {
	at := uint16(leaf(mappingIndex, r))
	if at == 0 {
		return "", false
	}
	return mappingAt(at), true
}

// mappingAt returns the mapping at an offset of text: one byte of length, then that number of bytes
// of UTF-8. A leaf has the offset of the NFKC_Casefold in its low 16 bits. The high 16 bits have
// the offset of the canonical decomposition. Offset 0 means that the code point maps to itself.
func mappingAt(at uint16) string {
	start := int(at) + 1
	return text[start : start+int(text[at])]
}
