// Package ucd holds immutable tables of the Unicode Character Database, version 15.0.0
// (UAX #44). They classify code points, and normalise and case fold text. The Unicode version of the Go
// release makes no difference.
//
// A rune may be any value. Surrogates have the properties the database gives
// them; a value outside U+0000..U+10FFFF is treated as an unassigned code point.
package ucd

import (
	_ "embed"
	"encoding/binary"
	"unicode/utf8"
)

// Lookups index the files directly, without decoding. So starting a program costs nothing, and only the pages
// that a program uses are in memory. Integers are little-endian.
var (
	//go:embed tables.bin
	tablesFile []byte
	//go:embed strings.bin
	text string // the names of the scripts, and the mappings

	// tables has a constant length, which saves bounds checks.
	tables = (*[size]byte)(tablesFile)
)

// Version is the version of the Unicode Character Database the tables are from.
const Version = "15.0.0"

// Properties are the properties of a code point that a scan needs most. [Lookup] returns all at once.
type Properties struct {
	Category   Category
	Script     Script
	Alphabetic bool
	Normalization
}

// Normalization has the properties for normalising and case folding. It is a separate struct: the compiler
// keeps [Properties] in registers only if it has at most four fields.
type Normalization struct {
	CombiningClass uint8

	// Inert means that the code point takes no part in normalisation or case folding. It has combining class 0
	// and no canonical decomposition, and is its own NFKC_Casefold. It is neither the first nor the second of
	// a primary composite pair (Hangul included). So NFC(NFKC_CF(NFD(x))) leaves it unchanged, and the text on
	// one side does not affect the text on the other.
	Inert bool

	// Stable is like Inert, but the code point may be the first of a pair, as most Latin letters are.
	// NFC(NFKC_CF(NFD(x))) does not change text of only stable code points. Nothing before a stable code point
	// changes it or the following text, so text may be cut before it.
	Stable bool
}

// A record packs the properties of a code point: category, script, combining class and flags, from the lowest byte.
type record uint32

const (
	alphabetic record = 1 << (24 + iota)
	inert
	stable
	whiteSpace
	composesFirst  // is the first of a primary composite pair, Hangul aside
	composesSecond // is the second of one
)

func recordOf(r rune) record { return record(leaf(recordIndex, r)) }

// leaf returns the value of a two-stage table for r. A byte of its index is the number of a block of 256
// leaves. There are no bounds checks, because tables is longer than 256 blocks.
func leaf(index uint, r rune) uint32 {
	u := min(uint(uint32(r)), utf8.MaxRune) // U+10FFFF is unassigned and has no mapping
	return binary.LittleEndian.Uint32(tables[(uint(tables[index+u>>8])<<8|u&0xFF)*4:])
}

// Lookup returns the properties of r.
func Lookup(r rune) Properties {
	p := recordOf(r)
	return Properties{
		Category:   Category(p),
		Script:     Script(p >> 8),
		Alphabetic: p&alphabetic != 0,
		Normalization: Normalization{
			CombiningClass: uint8(p >> 16),
			Inert:          p&inert != 0,
			Stable:         p&stable != 0,
		},
	}
}

// CategoryOf returns the General_Category of r (UnicodeData.txt, field 2), Cn outside U+0000..U+10FFFF.
func CategoryOf(r rune) Category {
	return Category(recordOf(r))
}

// ScriptOf returns the Script of r (Scripts.txt), Unknown outside U+0000..U+10FFFF.
func ScriptOf(r rune) Script {
	return Script(recordOf(r) >> 8)
}

// IsAssigned reports whether the General_Category of r is not Cn. Noncharacters are not assigned.
func IsAssigned(r rune) bool {
	return CategoryOf(r) != Cn
}

// IsAlphabetic reports whether r has the property Alphabetic (DerivedCoreProperties.txt).
func IsAlphabetic(r rune) bool {
	return recordOf(r)&alphabetic != 0
}

// IsWhiteSpace reports whether r has the property White_Space (PropList.txt).
func IsWhiteSpace(r rune) bool {
	return recordOf(r)&whiteSpace != 0
}

// IsLineEnd reports whether r ends a line or is the first half of what ends it (R2.9). U+2029 ends a paragraph.
func IsLineEnd(r rune) bool { return '\n' <= r && r <= '\r' || r == 0x85 || r == 0x2028 }

// CombiningClass returns the Canonical_Combining_Class of r (UnicodeData.txt, field 3).
func CombiningClass(r rune) uint8 {
	return uint8(recordOf(r) >> 16)
}
