// Package ucd holds immutable tables of the Unicode Character Database, version 15.0.0
// (UAX #44). They classify code points, and normalise and case fold text, in the same way
// whatever Unicode version the Go release has.
//
// A rune may be any value. Surrogates have the properties the database gives
// them; a value outside U+0000..U+10FFFF is treated as an unassigned code point.
package ucd

import "unicode/utf8"

// Version is the version of the Unicode Character Database the tables are from.
const Version = "15.0.0"

// Properties are the properties of a code point that scanning a text needs most. [Lookup]
// finds them all at once.
type Properties struct {
	Category       Category
	Script         Script
	CombiningClass uint8
	Alphabetic     bool

	// Inert says that the code point takes no part in normalisation or case
	// folding: it has combining class 0, no canonical decomposition, is its own
	// NFKC_Casefold, and is neither the first nor the second of a primary
	// composite pair (Hangul included). So NFC(NFKC_CF(NFD(x))) leaves it as it
	// is, and what stands on one side of it does not change what becomes of the
	// other.
	Inert bool

	// Stable is Inert, except that the code point may be the first of a pair, as
	// most Latin letters are. Text of stable code points only is
	// unchanged by NFC(NFKC_CF(NFD(x))), and nothing in front of a stable code
	// point changes it or what follows it: text may be cut before one.
	Stable bool
}

// A record has what the table holds about a class of code points. The flags have 16 bits so
// that its size is 8 bytes: with 7 bytes Lookup is slower.
type record struct {
	Properties
	flags uint16
}

const (
	whiteSpace     uint16 = 1 << iota
	composesFirst         // is the first of a primary composite pair, Hangul aside
	composesSecond        // is the second of one
)

func recordOf(r rune) *record {
	u := uint32(r)
	if u > utf8.MaxRune {
		return &records[0]
	}
	at := recordBlocks[uint32(recordIndex[u>>recordShift])<<recordShift|u&(1<<recordShift-1)]
	return &records[at%uint16(len(records))]
}

// Lookup returns the properties of r.
func Lookup(r rune) Properties {
	return recordOf(r).Properties
}

// CategoryOf returns the General_Category of r (UnicodeData.txt, field 2), which
// is Cn for a value outside U+0000..U+10FFFF.
func CategoryOf(r rune) Category {
	return recordOf(r).Category
}

// ScriptOf returns the Script of r (Scripts.txt), which is Unknown for a value
// outside U+0000..U+10FFFF.
func ScriptOf(r rune) Script {
	return recordOf(r).Script
}

// IsAssigned reports whether the General_Category of r is other than Cn. So a
// surrogate and a private-use code point are assigned, a noncharacter is not.
func IsAssigned(r rune) bool {
	return recordOf(r).Category != Cn
}

// IsAlphabetic reports whether r has the property Alphabetic
// (DerivedCoreProperties.txt).
func IsAlphabetic(r rune) bool {
	return recordOf(r).Alphabetic
}

// IsWhiteSpace reports whether r has the property White_Space (PropList.txt).
func IsWhiteSpace(r rune) bool {
	return recordOf(r).flags&whiteSpace != 0
}

// CombiningClass returns the Canonical_Combining_Class of r (UnicodeData.txt,
// field 3).
func CombiningClass(r rune) uint8 {
	return recordOf(r).CombiningClass
}
