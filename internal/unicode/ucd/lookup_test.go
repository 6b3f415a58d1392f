package ucd_test

import (
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

var (
	inert  = ucd.Normalization{Inert: true, Stable: true}
	stable = ucd.Normalization{Stable: true}
)

func class(ccc uint8) ucd.Normalization { return ucd.Normalization{CombiningClass: ccc} }

func TestEveryCodePoint(t *testing.T) {
	d := load()
	compare(t, "CategoryOf",
		func(r rune) string { return d.category[r] },
		func(r rune) string { return ucd.CategoryOf(r).String() })
	compare(t, "ScriptOf",
		func(r rune) string { return d.script[r] },
		func(r rune) string { return ucd.ScriptOf(r).String() })
	compare(t, "IsAssigned",
		func(r rune) bool { return d.category[r] != "Cn" }, ucd.IsAssigned)
	compare(t, "CombiningClass",
		func(r rune) int { return d.ccc[r] },
		func(r rune) int { return int(ucd.CombiningClass(r)) })
	compare(t, "IsAlphabetic",
		func(r rune) bool { return d.alphabetic[r] }, ucd.IsAlphabetic)
	compare(t, "IsWhiteSpace",
		func(r rune) bool { return d.whiteSpace[r] }, ucd.IsWhiteSpace)

	first, second := map[rune]bool{}, map[rune]bool{}
	for p := range d.composites {
		first[p.first], second[p.second] = true, true
	}
	scripts := map[string]ucd.Script{}
	for s := ucd.Unknown; s < 164; s++ {
		scripts[s.String()] = s
	}
	compare(t, "Lookup", func(r rune) ucd.Properties {
		c, _ := ucd.ParseCategory(d.category[r])
		_, folds := d.fold[r]
		stable := d.ccc[r] == 0 && d.canonical[r] == nil && !folds && !second[r]
		return ucd.Properties{
			Category:   c,
			Script:     scripts[d.script[r]],
			Alphabetic: d.alphabetic[r],
			Normalization: ucd.Normalization{
				CombiningClass: uint8(d.ccc[r]),
				Inert:          stable && !first[r],
				Stable:         stable,
			},
		}
	}, ucd.Lookup)

	compare(t, "IsSecond", func(r rune) bool { return second[r] }, ucd.IsSecond)
	var decompose func(r rune) string
	decompose = func(r rune) (full string) {
		to, ok := d.canonical[r]
		if !ok {
			return string(r)
		}
		for _, part := range to {
			full += decompose(part)
		}
		return full
	}
	compare(t, "AppendDecomposition", decompose,
		func(r rune) string { return string(ucd.AppendDecomposition(nil, r)) })
}

func TestLookup(t *testing.T) {
	for _, tt := range []struct {
		why  string
		r    rune
		want ucd.Properties
	}{
		{"a digit takes part in nothing", '7',
			ucd.Properties{Category: ucd.Nd, Script: ucd.Common, Normalization: inert}},
		{"a small letter composes with marks after it", 'e',
			ucd.Properties{Category: ucd.Ll, Script: ucd.Latin, Alphabetic: true, Normalization: stable}},
		{"one that does not", 'q',
			ucd.Properties{Category: ucd.Ll, Script: ucd.Latin, Alphabetic: true, Normalization: inert}},
		{"a capital folds", 'Q',
			ucd.Properties{Category: ucd.Lu, Script: ucd.Latin, Alphabetic: true}},
		{"a sign that composes", '<',
			ucd.Properties{Category: ucd.Sm, Script: ucd.Common, Normalization: stable}},
		{"a mark", 0x0301,
			ucd.Properties{Category: ucd.Mn, Script: ucd.Inherited, Normalization: class(230)}},
		{"a mark that is alphabetic", 0x0345,
			ucd.Properties{Category: ucd.Mn, Script: ucd.Inherited, Alphabetic: true, Normalization: class(240)}},
		{"a mark of class 0 that is the second of a pair", 0x09D7,
			ucd.Properties{Category: ucd.Mc, Script: ucd.Bengali, Alphabetic: true}},
		{"a Hangul vowel is the second of a pair", 0x1161,
			ucd.Properties{Category: ucd.Lo, Script: ucd.Hangul, Alphabetic: true}},
		{"a Hangul consonant is a first only", 0x1100,
			ucd.Properties{Category: ucd.Lo, Script: ucd.Hangul, Alphabetic: true, Normalization: stable}},
		{"U+11A7 is no trailing consonant", 0x11A7,
			ucd.Properties{Category: ucd.Lo, Script: ucd.Hangul, Alphabetic: true, Normalization: inert}},
		{"a syllable decomposes", 0xAC00,
			ucd.Properties{Category: ucd.Lo, Script: ucd.Hangul, Alphabetic: true}},
		{"inside a range given by its ends", 0x5B57,
			ucd.Properties{Category: ucd.Lo, Script: ucd.Han, Alphabetic: true, Normalization: inert}},
		{"a compatibility ideograph decomposes", 0xF900,
			ucd.Properties{Category: ucd.Lo, Script: ucd.Han, Alphabetic: true}},
		{"added in version 15.0", 0x31350,
			ucd.Properties{Category: ucd.Lo, Script: ucd.Han, Alphabetic: true, Normalization: inert}},
		{"added in version 15.1", 0x2EBF0,
			ucd.Properties{Category: ucd.Cn, Normalization: inert}},
		{"a surrogate", 0xD800,
			ucd.Properties{Category: ucd.Cs, Normalization: inert}},
		{"private use", 0xE000,
			ucd.Properties{Category: ucd.Co, Normalization: inert}},
		{"a noncharacter", 0xFFFF,
			ucd.Properties{Category: ucd.Cn, Normalization: inert}},
		{"unassigned and yet removed by case folding", 0xE0FFF,
			ucd.Properties{Category: ucd.Cn}},
		{"the last code point", maxRune,
			ucd.Properties{Category: ucd.Cn, Normalization: inert}},
	} {
		if diff := cmp.Diff(tt.want, ucd.Lookup(tt.r)); diff != "" {
			t.Errorf("%s: Lookup(%U) (-want +got):\n%s", tt.why, tt.r, diff)
		}
	}
}

func TestOutside(t *testing.T) {
	for _, r := range outside {
		want := ucd.Properties{Category: ucd.Cn, Normalization: inert}
		if diff := cmp.Diff(want, ucd.Lookup(r)); diff != "" {
			t.Errorf("Lookup(%#x) (-want +got):\n%s", r, diff)
		}
		if ucd.CategoryOf(r) != ucd.Cn || ucd.ScriptOf(r) != ucd.Unknown || ucd.IsAssigned(r) || ucd.IsAlphabetic(r) || ucd.IsWhiteSpace(r) || ucd.CombiningClass(r) != 0 {
			t.Errorf("%#x has properties", r)
		}
		if to, changed := ucd.Casefold(r); changed || to != "" {
			t.Errorf("Casefold(%#x) = %q, %t", r, to, changed)
		}
		if diff := cmp.Diff([]rune{'x', r}, ucd.AppendDecomposition([]rune{'x'}, r)); diff != "" {
			t.Errorf("AppendDecomposition(%#x) (-want +got):\n%s", r, diff)
		}
		for _, other := range []rune{'a', 0x0301, 0x1100, 0x1161, 0x11A8, 0xAC00, r} {
			if c, ok := ucd.Compose(r, other); ok {
				t.Errorf("Compose(%#x, %#x) = %#x", r, other, c)
			}
			if c, ok := ucd.Compose(other, r); ok {
				t.Errorf("Compose(%#x, %#x) = %#x", other, r, c)
			}
		}
	}
}

// TestStandardLibrary compares with package unicode while it has the same version.
func TestStandardLibrary(t *testing.T) {
	if unicode.Version != ucd.Version {
		t.Logf("NOT COMPARED: package unicode has version %s, the tables %s", unicode.Version, ucd.Version)
		return
	}
	var want [maxRune + 1]string
	fill := func(table *unicode.RangeTable, name string) {
		for _, r := range table.R16 {
			for cp := uint32(r.Lo); cp <= uint32(r.Hi); cp += uint32(r.Stride) {
				want[cp] = name
			}
		}
		for _, r := range table.R32 {
			for cp := r.Lo; cp <= r.Hi; cp += r.Stride {
				want[cp] = name
			}
		}
	}
	for i := range want {
		want[i] = "Cn"
	}
	for name, table := range unicode.Categories {
		// Groups such as L and LC are not values, and Cn is what is left.
		if _, ok := ucd.ParseCategory(name); !ok || name == "Cn" {
			continue
		}
		fill(table, name)
	}
	compare(t, "CategoryOf against package unicode",
		func(r rune) string { return want[r] },
		func(r rune) string { return ucd.CategoryOf(r).String() })

	for i := range want {
		want[i] = "Unknown"
	}
	for name, table := range unicode.Scripts {
		fill(table, name)
	}
	compare(t, "ScriptOf against package unicode",
		func(r rune) string { return want[r] },
		func(r rune) string { return ucd.ScriptOf(r).String() })

	compare(t, "IsWhiteSpace against package unicode",
		func(r rune) bool { return unicode.Is(unicode.White_Space, r) }, ucd.IsWhiteSpace)
}
