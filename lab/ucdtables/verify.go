package main

import (
	"fmt"
	"maps"
	"slices"
)

// The Hangul syllables and the jamo they are made of (The Unicode Standard,
// section 3.12). They have no mappings in UnicodeData.txt.
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

func isSyllable(cp rune) bool { return hangulS <= cp && cp < hangulS+hangulSCount }
func isL(cp rune) bool        { return hangulL <= cp && cp < hangulL+hangulLCount }
func isV(cp rune) bool        { return hangulV <= cp && cp < hangulV+hangulVCount }
func isT(cp rune) bool        { return hangulT < cp && cp < hangulT+hangulTCount }

// verify checks what the tables, and the code that reads them, take for granted.
func (db *database) verify() error {
	for cp := rune(0); cp < codePoints; cp++ {
		switch ccc, gc := db.ccc[cp], db.category[cp]; {
		case ccc != 0 && gc != "Mn" && gc != "Mc" && gc != "Me":
			return fmt.Errorf("%04X has combining class %d and category %s", cp, ccc, gc)
		case isSyllable(cp) && (ccc != 0 || gc != "Lo" || db.mapping[cp] != nil):
			return fmt.Errorf("%04X is not a plain Hangul syllable", cp)
		}
	}
	// Whole ranges must be filled, not their ends only.
	for _, r := range []struct {
		first, last rune
		category    string
	}{
		{0x3400, 0x4DBF, "Lo"}, {0x4E00, 0x9FFF, "Lo"}, {0xAC00, 0xD7A3, "Lo"},
		{0xD800, 0xDFFF, "Cs"}, {0xE000, 0xF8FF, "Co"}, {0x17000, 0x187F7, "Lo"},
		{0x18D00, 0x18D08, "Lo"}, {0x20000, 0x2A6DF, "Lo"}, {0x2A700, 0x2B739, "Lo"},
		{0x2B740, 0x2B81D, "Lo"}, {0x2B820, 0x2CEA1, "Lo"}, {0x2CEB0, 0x2EBE0, "Lo"},
		{0x30000, 0x3134A, "Lo"}, {0x31350, 0x323AF, "Lo"},
		{0xF0000, 0xFFFFD, "Co"}, {0x100000, 0x10FFFD, "Co"},
	} {
		for cp := r.first; cp <= r.last; cp++ {
			if db.category[cp] != r.category {
				return fmt.Errorf("%04X in %04X..%04X has category %s", cp, r.first, r.last, db.category[cp])
			}
		}
	}

	// Unknown is for these and for no others (UAX #24).
	for cp := rune(0); cp < codePoints; cp++ {
		script, gc := db.script[cp], db.category[cp]
		if (script == unknown) != (gc == "Cn" || gc == "Co" || gc == "Cs") {
			return fmt.Errorf("%04X has script %s and category %s", cp, script, gc)
		}
	}

	for cp, full := range db.full {
		for i, c := range full {
			switch {
			case isSurrogate(c):
				return fmt.Errorf("decomposition of %04X has a surrogate", cp)
			case db.mapping[c] != nil || isSyllable(c):
				return fmt.Errorf("decomposition of %04X is not full", cp)
			case i > 0 && db.ccc[c] != 0 && db.ccc[full[i-1]] > db.ccc[c]:
				return fmt.Errorf("decomposition of %04X is not in canonical order", cp)
			}
		}
	}

	for cp, to := range db.fold {
		switch {
		case len(to) == 1 && to[0] == cp:
			return fmt.Errorf("NFKC_CF of %04X is listed and is itself", cp)
		case slices.ContainsFunc(to, isSurrogate) || isSurrogate(cp):
			return fmt.Errorf("NFKC_CF of %04X has a surrogate", cp)
		}
	}

	// The derived properties have to agree with what is derived here.
	exclusions := map[rune]bool{}
	for cp := range db.mapping {
		if db.excluded(cp) {
			exclusions[cp] = true
		}
	}
	if !maps.Equal(exclusions, db.fullExclusions) {
		return fmt.Errorf("composition exclusions differ from Full_Composition_Exclusion")
	}
	seconds := map[rune]bool{}
	for v := rune(hangulV); isV(v); v++ {
		seconds[v] = true
	}
	for t := rune(hangulT + 1); isT(t); t++ {
		seconds[t] = true
	}
	for i, c := range db.compositions {
		seconds[c.second] = true
		if i > 0 && db.compositions[i-1].compare(c) == 0 {
			return fmt.Errorf("%04X %04X has two primary composites", c.first, c.second)
		}
		// Compose relies on these two cases being disjoint from the table.
		if isL(c.first) || isSyllable(c.first) {
			return fmt.Errorf("%04X composes outside the Hangul arithmetic", c.first)
		}
	}
	if !maps.Equal(seconds, db.nfcMaybe) {
		return fmt.Errorf("seconds of pairs differ from NFC_Quick_Check=Maybe")
	}
	return nil
}

func isSurrogate(cp rune) bool { return 0xD800 <= cp && cp <= 0xDFFF }
