package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"hash"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

// notice stands in front of every text file. The second line is the notice of the
// source files; the third says, as it should, that they were modified.
const notice = `#
# © 2022 Unicode®, Inc. Unicode and the Unicode Logo are registered trademarks of Unicode, Inc.
# in the U.S. and other countries. Unicode License v3 (SPDX: Unicode-3.0): see LICENSE.
# This is derived data: reformatted, not a file of the Unicode Character Database.
#
`

// A property is one file of vectors/ucd and one digest.
type property struct {
	Name   string
	title  string
	format string // of the lines, without the "# "
	lines  func(db *database, b *bytes.Buffer)
	digest func(db *database, h hash.Hash)

	SHA256 string
}

func properties() []property {
	return []property{
		{
			Name:  "GeneralCategory",
			title: "General_Category: UAX #44, table 12; from UnicodeData.txt, field 2.",
			format: `FIRST..LAST;CATEGORY or CODEPOINT;CATEGORY, in order.
Every code point of 0000..10FFFF is in exactly one line, Cn ones too.`,
			lines: func(db *database, b *bytes.Buffer) {
				writeRanges(b, func(cp rune) string { return db.category[cp] }, "")
			},
			digest: func(db *database, h hash.Hash) {
				hashAll(h, func(cp rune) string { return db.category[cp] })
			},
		},
		{
			Name:  "Script",
			title: "Script: UAX #24; from Scripts.txt.",
			format: `FIRST..LAST;SCRIPT or CODEPOINT;SCRIPT, in order; the script by its long name.
Code points that are not listed have the script Unknown.`,
			lines: func(db *database, b *bytes.Buffer) {
				writeRanges(b, func(cp rune) string { return db.script[cp] }, unknown)
			},
			digest: func(db *database, h hash.Hash) {
				hashAll(h, func(cp rune) string { return db.script[cp] })
			},
		},
		{
			Name:  "Alphabetic",
			title: "Alphabetic: UAX #44, section 5.3; from DerivedCoreProperties.txt.",
			format: `FIRST..LAST or CODEPOINT, in order: the code points that have the property.
All others do not.`,
			lines: func(db *database, b *bytes.Buffer) {
				writeSet(b, db.alphabetic)
			},
			digest: func(db *database, h hash.Hash) {
				hashAll(h, func(cp rune) string { return yesNo(db.alphabetic[cp]) })
			},
		},
		{
			Name:  "White_Space",
			title: "White_Space: UAX #44, section 5.3; from PropList.txt.",
			format: `FIRST..LAST or CODEPOINT, in order: the code points that have the property.
All others do not.`,
			lines: func(db *database, b *bytes.Buffer) {
				writeSet(b, db.whiteSpace)
			},
			digest: func(db *database, h hash.Hash) {
				hashAll(h, func(cp rune) string { return yesNo(db.whiteSpace[cp]) })
			},
		},
		{
			Name:  "CombiningClass",
			title: "Canonical_Combining_Class: UAX #44, section 5.7.4; from UnicodeData.txt, field 3.",
			format: `FIRST..LAST;CLASS or CODEPOINT;CLASS, in order; the class is decimal.
Code points that are not listed have class 0.`,
			lines: func(db *database, b *bytes.Buffer) {
				writeRanges(b, func(cp rune) string { return strconv.Itoa(int(db.ccc[cp])) }, "0")
			},
			digest: func(db *database, h hash.Hash) {
				hashAll(h, func(cp rune) string { return strconv.Itoa(int(db.ccc[cp])) })
			},
		},
		{
			Name: "NFKC_Casefold",
			title: `NFKC_Casefold: The Unicode Standard, section 3.13; from DerivedNormalizationProps.txt,
property NFKC_CF.`,
			format: `CODEPOINT;TO TO TO, in order. If nothing follows the semicolon the code point
maps to nothing: it is removed. Only such lines may have a range, FIRST..LAST;
Code points that are not listed map to themselves.`,
			lines: writeFolds,
			digest: func(db *database, h hash.Hash) {
				hashAll(h, func(cp rune) string {
					if to, ok := db.fold[cp]; ok {
						return sequence(to)
					}
					return sequence([]rune{cp})
				})
			},
		},
		{
			Name: "CanonicalDecomposition",
			title: `Full canonical decomposition: The Unicode Standard, section 3.7, D68; from
UnicodeData.txt, field 5, where it has no <tag>, applied until nothing changes.`,
			format: `CODEPOINT;TO TO TO, in order.
Hangul syllables, AC00..D7A3, are not listed. With S = cp - AC00 (numbers in
hexadecimal) the decomposition of a syllable is
  1100 + S div 24C,  1161 + (S mod 24C) div 1C,  and, if S mod 1C is not 0,
  11A7 + S mod 1C
All other code points that are not listed are their own decomposition.`,
			lines: func(db *database, b *bytes.Buffer) {
				for _, cp := range slices.Sorted(maps.Keys(db.full)) {
					fmt.Fprintf(b, "%04X;%s\n", cp, sequence(db.full[cp]))
				}
			},
			digest: func(db *database, h hash.Hash) {
				hashAll(h, func(cp rune) string {
					if full, ok := db.full[cp]; ok {
						return sequence(full)
					}
					if isSyllable(cp) {
						return sequence(decomposeSyllable(cp))
					}
					return sequence([]rune{cp})
				})
			},
		},
		{
			Name: "Composition",
			title: `Primary composites: The Unicode Standard, section 3.11, D114; from UnicodeData.txt,
field 5, without what CompositionExclusions.txt lists and without singleton and
non-starter decompositions.`,
			format: `FIRST SECOND;COMPOSITE, by first, then by second.
Pairs that make Hangul syllables are not listed. They are (numbers in hexadecimal)
  L V;  AC00 + ((L - 1100) * 15 + (V - 1161)) * 1C   for L 1100..1112, V 1161..1175
  LV T; LV + (T - 11A7)   for LV AC00..D7A3 with (LV - AC00) mod 1C = 0, T 11A8..11C2
No other pair has a composite.`,
			lines: func(db *database, b *bytes.Buffer) {
				for _, c := range db.compositions {
					fmt.Fprintf(b, "%04X %04X;%04X\n", c.first, c.second, c.composite)
				}
			},
			digest: func(db *database, h hash.Hash) {
				all := append(slices.Clone(db.compositions), hangulCompositions()...)
				slices.SortFunc(all, composition.compare)
				for _, c := range all {
					fmt.Fprintf(h, "%04X %04X;%04X\n", c.first, c.second, c.composite)
				}
			},
		},
	}
}

//go:embed README.md.tmpl
var readme string

// vectors adds the files of vectors/ucd, the licence aside, to files.
func vectors(db *database, files map[string][]byte) error {
	all := properties()
	var sums bytes.Buffer
	for i := range all {
		p := &all[i]
		var b bytes.Buffer
		fmt.Fprintf(&b, "# %s.txt: Unicode Character Database %s\n", p.Name, version)
		writeComment(&b, p.title)
		b.WriteString(notice)
		writeComment(&b, p.format)
		b.WriteString("\n")
		p.lines(db, &b)
		files[vectorDir+"/"+p.Name+".txt"] = b.Bytes()

		h := sha256.New()
		p.digest(db, h)
		p.SHA256 = fmt.Sprintf("%x", h.Sum(nil))
		fmt.Fprintf(&sums, "%s  %s\n", p.SHA256, p.Name)
	}
	files[vectorDir+"/SHA256SUMS.txt"] = sums.Bytes()

	t, err := template.New("README.md").Option("missingkey=error").Parse(readme)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, map[string]any{"Version": version, "Properties": all}); err != nil {
		return err
	}
	files[vectorDir+"/README.md"] = b.Bytes()
	return nil
}

func writeComment(b *bytes.Buffer, text string) {
	for line := range strings.Lines(text + "\n") {
		b.WriteString("# " + line)
	}
}

// writeRanges writes the maximal ranges of equal values, those of omit left out.
func writeRanges(b *bytes.Buffer, value func(cp rune) string, omit string) {
	for first := rune(0); first < codePoints; {
		v, last := value(first), first
		for last+1 < codePoints && value(last+1) == v {
			last++
		}
		if v != omit {
			fmt.Fprintf(b, "%s;%s\n", span(first, last), v)
		}
		first = last + 1
	}
}

func writeSet(b *bytes.Buffer, set []bool) {
	for first := rune(0); first < codePoints; first++ {
		if !set[first] {
			continue
		}
		last := first
		for last+1 < codePoints && set[last+1] {
			last++
		}
		fmt.Fprintf(b, "%s\n", span(first, last))
		first = last
	}
}

func writeFolds(db *database, b *bytes.Buffer) {
	removed := func(cp rune) bool {
		to, ok := db.fold[cp]
		return ok && len(to) == 0
	}
	for first := rune(0); first < codePoints; first++ {
		to, ok := db.fold[first]
		if !ok {
			continue
		}
		last := first
		for removed(first) && removed(last+1) {
			last++
		}
		fmt.Fprintf(b, "%s;%s\n", span(first, last), sequence(to))
		first = last
	}
}

func span(first, last rune) string {
	if first == last {
		return fmt.Sprintf("%04X", first)
	}
	return fmt.Sprintf("%04X..%04X", first, last)
}

func sequence(cps []rune) string {
	all := make([]string, len(cps))
	for i, cp := range cps {
		all[i] = spell(cp)
	}
	return strings.Join(all, " ")
}

// spell is what "%04X" is, but quicker: seven million are asked for.
func spell(cp rune) string {
	s := strings.ToUpper(strconv.FormatInt(int64(cp), 16))
	if len(s) < 4 {
		s = "0000"[len(s):] + s
	}
	return s
}

func yesNo(b bool) string {
	if b {
		return "Y"
	}
	return "N"
}

func hashAll(h hash.Hash, value func(cp rune) string) {
	w := bufio.NewWriter(h)
	for cp := rune(0); cp < codePoints; cp++ {
		w.WriteString(spell(cp))
		w.WriteByte(';')
		w.WriteString(value(cp))
		w.WriteByte('\n')
	}
	w.Flush() // a hash never fails
}

func decomposeSyllable(cp rune) []rune {
	s := cp - hangulS
	d := []rune{
		hangulL + s/(hangulVCount*hangulTCount),
		hangulV + s%(hangulVCount*hangulTCount)/hangulTCount,
	}
	if t := s % hangulTCount; t != 0 {
		d = append(d, hangulT+t)
	}
	return d
}

// hangulCompositions returns the pair of each syllable. It is a consonant and a vowel, or a
// syllable without a trailing consonant and a trailing consonant.
func hangulCompositions() []composition {
	var all []composition
	for cp := rune(hangulS); isSyllable(cp); cp++ {
		d := decomposeSyllable(cp)
		if len(d) == 2 {
			all = append(all, composition{d[0], d[1], cp})
		} else {
			all = append(all, composition{cp - (d[2] - hangulT), d[2], cp})
		}
	}
	return all
}
