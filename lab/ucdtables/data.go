package main

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// sources are the inputs and their SHA-256. UnicodeData.txt does not say which
// version it is of, so the version of all of them is pinned by content.
var sources = map[string]string{
	"CompositionExclusions.txt":     "3b019c0a33c3140cbc920c078f4f9af2680ba4f71869c8d4de5190667c70b6a3",
	"DerivedCoreProperties.txt":     "d367290bc0867e6b484c68370530bdd1a08b6b32404601b8c7accaf83e05628d",
	"DerivedNormalizationProps.txt": "d5687a48c95c7d6e1ec59cb29c0f2e8b052018eb069a4371b7368d0561e12a29",
	"PropList.txt":                  "e05c0a2811d113dae4abd832884199a3ea8d187ee1b872d8240a788a96540bfd",
	"Scripts.txt":                   "cca85d830f46aece2e7c1459ef1249993dca8f2e46d51e869255be140d7ea4b0",
	"UnicodeData.txt":               "806e9aed65037197f1ec85e12be6e8cd870fc5608b4de0fffd990f689f376a73",
}

const codePoints = 0x110000

// unknown is the Script of code points that Scripts.txt does not list.
const unknown = "Unknown"

// database is what the generator knows of Unicode.
type database struct {
	category   []string // by code point
	script     []string // by code point, the long name
	ccc        []uint8  // by code point
	alphabetic []bool   // by code point
	whiteSpace []bool   // by code point

	mapping map[rune][]rune // canonical decomposition mapping, from UnicodeData.txt
	full    map[rune][]rune // full canonical decomposition; Hangul syllables left out
	fold    map[rune][]rune // NFKC_Casefold of the code points that change

	exclusions     map[rune]bool // CompositionExclusions.txt
	fullExclusions map[rune]bool // Full_Composition_Exclusion
	nfcMaybe       map[rune]bool // NFC_Quick_Check=Maybe

	compositions []composition // primary composites in order; Hangul left out
}

type composition struct{ first, second, composite rune }

func (a composition) compare(b composition) int {
	return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second))
}

func load(dir string) (*database, error) {
	db := &database{
		category:       make([]string, codePoints),
		script:         make([]string, codePoints),
		ccc:            make([]uint8, codePoints),
		alphabetic:     make([]bool, codePoints),
		whiteSpace:     make([]bool, codePoints),
		mapping:        map[rune][]rune{},
		full:           map[rune][]rune{},
		fold:           map[rune][]rune{},
		exclusions:     map[rune]bool{},
		fullExclusions: map[rune]bool{},
		nfcMaybe:       map[rune]bool{},
	}
	for name, row := range map[string]func([]string) error{
		"UnicodeData.txt":               db.unicodeData(),
		"CompositionExclusions.txt":     db.compositionExclusion,
		"DerivedCoreProperties.txt":     db.derivedCoreProperty,
		"DerivedNormalizationProps.txt": db.derivedNormalizationProp,
		"PropList.txt":                  db.propListProperty,
		"Scripts.txt":                   db.scriptOf,
	} {
		if err := eachRow(dir, name, row); err != nil {
			return nil, err
		}
	}
	for cp := range db.category {
		if db.category[cp] == "" {
			db.category[cp] = "Cn"
		}
		if db.script[cp] == "" {
			db.script[cp] = unknown
		}
	}
	for cp := range db.mapping {
		full, err := db.decompose(cp, 0)
		if err != nil {
			return nil, err
		}
		db.full[cp] = full
	}
	db.compose()
	return db, nil
}

// eachRow calls row with the trimmed fields of each line that has any.
func eachRow(dir, name string, row func(fields []string) error) error {
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != sources[name] {
		return fmt.Errorf("%s: not the file of version %s: its SHA-256 is %x", name, version, sum)
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		fields := strings.Split(line, ";")
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		if err := row(fields); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	return lines.Err()
}

// unicodeData returns the reader of the file UnicodeData. Large ranges have two lines in it, for
// their first and last code point (UAX #44, section 4.2.3).
func (db *database) unicodeData() func([]string) error {
	next, open := rune(0), ""
	return func(f []string) error {
		if len(f) != 15 {
			return fmt.Errorf("%d fields", len(f))
		}
		cp, err := parseCodePoint(f[0])
		if err != nil {
			return err
		}
		if cp < next {
			return fmt.Errorf("%04X is out of order", cp)
		}
		first := cp
		start, isFirst := strings.CutSuffix(f[1], ", First>")
		end, isLast := strings.CutSuffix(f[1], ", Last>")
		switch {
		case isLast:
			if end != open || f[5] != "" {
				return fmt.Errorf("%s does not end the range %s", f[1], open)
			}
			// The range's first line set the first code point; here the others are.
			first = next
		case open != "":
			return fmt.Errorf("range %s has no end", open)
		}
		open = ""
		if isFirst {
			open = start
		}
		next = cp + 1

		ccc, err := strconv.ParseUint(f[3], 10, 8)
		if err != nil {
			return err
		}
		if isLast && (db.category[first-1] != f[2] || db.ccc[first-1] != uint8(ccc)) {
			return fmt.Errorf("the ends of range %s differ", end)
		}
		for c := first; c <= cp; c++ {
			db.category[c], db.ccc[c] = f[2], uint8(ccc)
		}
		// A tag, as in "<compat>", marks a compatibility mapping.
		if f[5] != "" && !strings.HasPrefix(f[5], "<") {
			if db.mapping[cp], err = parseSequence(f[5]); err != nil {
				return err
			}
			if n := len(db.mapping[cp]); n > 2 {
				return fmt.Errorf("canonical decomposition mapping to %d code points", n)
			}
		}
		return nil
	}
}

func (db *database) compositionExclusion(f []string) error {
	return eachIn(f[0], func(cp rune) error { return add(db.exclusions, cp) })
}

func (db *database) derivedCoreProperty(f []string) error {
	if f[1] != "Alphabetic" {
		return nil
	}
	return eachIn(f[0], func(cp rune) error { db.alphabetic[cp] = true; return nil })
}

func (db *database) propListProperty(f []string) error {
	if f[1] != "White_Space" {
		return nil
	}
	return eachIn(f[0], func(cp rune) error { db.whiteSpace[cp] = true; return nil })
}

func (db *database) scriptOf(f []string) error {
	return eachIn(f[0], func(cp rune) error {
		if db.script[cp] != "" {
			return fmt.Errorf("script of %04X given twice", cp)
		}
		db.script[cp] = f[1]
		return nil
	})
}

func (db *database) derivedNormalizationProp(f []string) error {
	switch {
	case f[1] == "Full_Composition_Exclusion":
		return eachIn(f[0], func(cp rune) error { return add(db.fullExclusions, cp) })
	case f[1] == "NFC_QC" && f[2] == "M":
		return eachIn(f[0], func(cp rune) error { return add(db.nfcMaybe, cp) })
	case f[1] == "NFKC_CF":
		// An empty field is an empty mapping: the code point is removed.
		to, err := parseSequence(f[2])
		if err != nil {
			return err
		}
		return eachIn(f[0], func(cp rune) error {
			if _, twice := db.fold[cp]; twice {
				return fmt.Errorf("NFKC_CF of %04X given twice", cp)
			}
			db.fold[cp] = to
			return nil
		})
	}
	return nil
}

// decompose returns the full canonical decomposition of cp.
func (db *database) decompose(cp rune, depth int) ([]rune, error) {
	if depth > 8 {
		return nil, fmt.Errorf("decomposition of %04X does not end", cp)
	}
	to, ok := db.mapping[cp]
	if !ok {
		return []rune{cp}, nil
	}
	var full []rune
	for _, c := range to {
		part, err := db.decompose(c, depth+1)
		if err != nil {
			return nil, err
		}
		full = append(full, part...)
	}
	return full, nil
}

// excluded reports whether cp, which has a decomposition mapping, is excluded from composition (The
// Unicode Standard, section 3.11, D113). It is excluded if it is listed in
// CompositionExclusions.txt, is a singleton, or has a non-starter decomposition.
func (db *database) excluded(cp rune) bool {
	to := db.mapping[cp]
	return db.exclusions[cp] || len(to) == 1 || db.ccc[cp] != 0 || db.ccc[to[0]] != 0
}

func (db *database) compose() {
	for cp, to := range db.mapping {
		if !db.excluded(cp) {
			db.compositions = append(db.compositions, composition{to[0], to[1], cp})
		}
	}
	slices.SortFunc(db.compositions, composition.compare)
}

func add(set map[rune]bool, cp rune) error {
	if set[cp] {
		return fmt.Errorf("%04X given twice", cp)
	}
	set[cp] = true
	return nil
}

// eachIn calls do for each code point of a field such as "0041" or "0041..005A".
func eachIn(field string, do func(cp rune) error) error {
	from, to, isRange := strings.Cut(field, "..")
	if !isRange {
		to = from
	}
	first, err := parseCodePoint(from)
	if err != nil {
		return err
	}
	last, err := parseCodePoint(to)
	if err != nil {
		return err
	}
	if last < first {
		return fmt.Errorf("range %s is empty", field)
	}
	for cp := first; cp <= last; cp++ {
		if err := do(cp); err != nil {
			return err
		}
	}
	return nil
}

func parseCodePoint(s string) (rune, error) {
	n, err := strconv.ParseUint(s, 16, 32)
	if err != nil || n >= codePoints || len(s) < 4 {
		return 0, fmt.Errorf("%q is not a code point", s)
	}
	return rune(n), nil
}

func parseSequence(s string) ([]rune, error) {
	var seq []rune
	for _, f := range strings.Fields(s) {
		cp, err := parseCodePoint(f)
		if err != nil {
			return nil, err
		}
		seq = append(seq, cp)
	}
	return seq, nil
}
