package inputs

import (
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// property is a property as a value that changes at the edges of its ranges.
type property struct {
	name string
	of   func(rune) any
}

// properties are the properties that rules use.
var properties = []property{
	{"General_Category", func(r rune) any { return ucd.CategoryOf(r) }},
	{"Script", func(r rune) any { return ucd.ScriptOf(r) }},
	{"Alphabetic", func(r rune) any { return ucd.IsAlphabetic(r) }},
	{"White_Space", func(r rune) any { return ucd.IsWhiteSpace(r) }},
	{"Canonical_Combining_Class", func(r rune) any { return ucd.CombiningClass(r) }},
	{"NFKC_Casefold", func(r rune) any {
		mapping, changed := ucd.Casefold(r)
		return [2]any{changed, utf8.RuneCountInString(mapping)}
	}},
	{"decomposition", func(r rune) any { return len(ucd.AppendDecomposition(nil, r)) + decomposes(r) }},
	{"composition", func(r rune) any { p := ucd.Lookup(r); return [2]bool{p.Inert, p.Stable} }},
}

// decomposes also returns 1 for a code point that decomposes to one other code point.
func decomposes(r rune) int {
	if d := ucd.AppendDecomposition(nil, r); len(d) != 1 || d[0] != r {
		return 1
	}
	return 0
}

// boundaries returns the first code points of the ranges of a property, except U+0000.
func (p property) boundaries() []rune {
	var list []rune
	last := p.of(0)
	for r := rune(1); r <= utf8.MaxRune; r++ {
		if v := p.of(r); v != last {
			list, last = append(list, r), v
		}
	}
	return list
}

// edges are code points where tables are often wrong. For each range of each property, they are the
// first code point, the last, and one more on either side. Every code point with a mapping or a
// decomposition is included, except Hangul. They are in no order.
var edges = sync.OnceValue(func() []rune {
	in := make(map[rune]bool)
	for _, p := range properties {
		for _, b := range p.boundaries() {
			for _, r := range []rune{b - 2, b - 1, b, b + 1} {
				in[max(r, 0)] = true
			}
		}
	}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if _, mapped := ucd.Casefold(r); mapped || decomposes(r) == 1 && (r < 0xAC00 || r > 0xD7A3) {
			in[r] = true
		}
	}
	var list []rune
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if in[r] {
			list = append(list, r)
		}
	}
	order := random(15)
	shuffle(&order, list)
	return list
})

// alphabet has the characters of one script.
type alphabet struct {
	script  ucd.Script
	letters []rune
	marks   []rune
	numbers []rune
	others  []rune
}

// alphabets are the alphabets of the scripts with letters, in the order of the scripts.
var alphabets = sync.OnceValue(func() []*alphabet {
	var all []*alphabet
	of := make(map[ucd.Script]*alphabet)
	for r := rune(0); r <= utf8.MaxRune; r++ {
		p := ucd.Lookup(r)
		if p.Script == ucd.Unknown {
			continue
		}
		a := of[p.Script]
		if a == nil {
			a = &alphabet{script: p.Script}
			of[p.Script], all = a, append(all, a)
		}
		switch p.Category {
		case ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo:
			a.letters = append(a.letters, r)
		case ucd.Mn, ucd.Mc, ucd.Me:
			a.marks = append(a.marks, r)
		case ucd.Nd, ucd.Nl, ucd.No:
			a.numbers = append(a.numbers, r)
		default:
			a.others = append(a.others, r)
		}
	}
	return slices.DeleteFunc(all, func(a *alphabet) bool { return len(a.letters) == 0 })
})

func alphabetOf(s ucd.Script) *alphabet {
	all := alphabets()
	return all[slices.IndexFunc(all, func(a *alphabet) bool { return a.script == s })]
}

// anyMark returns a mark, mostly of the scripts Inherited and Common, which may follow any letter.
func anyMark(r *random) rune {
	if r.oneIn(3) {
		if a := pick(r, alphabets()); len(a.marks) > 0 {
			return pick(r, a.marks)
		}
	}
	return pick(r, commonMarks)
}

// commonMarks are marks that rules mention, and others. Their combining classes are 230, 220, 202,
// 1, 240, 234, 216 and 0. Some are nonspacing, some spacing, some enclosing.
var commonMarks = []rune{0x300, 0x301, 0x302, 0x307, 0x308, 0x30A, 0x323, 0x331, 0x327, 0x328, 0x338, 0x345,
	0x35C, 0x31B, 0x303, 0x304, 0x30C, 0x3099, 0x309A, 0x20DD, 0x20D0, 0x34F, 0x344, 0xFE0F, 0x1D165, 0x94D, 0x93F, 0xE31, 0x64E, 0x5B0}

// unfolded maps a string to code points that NFKC_Casefold maps to it.
var unfolded = sync.OnceValue(func() map[string][]rune {
	m := make(map[string][]rune)
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if mapping, changed := ucd.Casefold(r); changed && mapping != "" {
			m[mapping] = append(m[mapping], r)
		}
	}
	return m
})
