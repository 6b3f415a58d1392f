package ucd_test

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The raw files, read here by a parser that shares nothing with the generator's.
var (
	//go:embed data/UnicodeData.txt
	unicodeDataTxt string
	//go:embed data/DerivedCoreProperties.txt
	derivedCorePropertiesTxt string
	//go:embed data/PropList.txt
	propListTxt string
	//go:embed data/Scripts.txt
	scriptsTxt string
	//go:embed data/DerivedNormalizationProps.txt
	derivedNormalizationPropsTxt string
	//go:embed data/CompositionExclusions.txt
	compositionExclusionsTxt string
	//go:embed data/NormalizationTest.txt
	normalizationTestTxt string
)

const maxRune = 0x10FFFF

type pair struct{ first, second rune }

// raw is what the files say, code point by code point.
type raw struct {
	category   [maxRune + 1]string
	script     [maxRune + 1]string
	ccc        [maxRune + 1]int
	canonical  map[rune][]rune // field 5 of UnicodeData.txt, untagged
	alphabetic map[rune]bool
	whiteSpace map[rune]bool
	fold       map[rune]string // NFKC_CF, of those listed
	excluded   map[rune]bool   // CompositionExclusions.txt
	composites map[pair]rune   // Hangul included
}

var load = sync.OnceValue(func() *raw {
	d := &raw{
		canonical:  map[rune][]rune{},
		alphabetic: property(derivedCorePropertiesTxt, "Alphabetic"),
		whiteSpace: property(propListTxt, "White_Space"),
		fold:       map[rune]string{},
		excluded:   map[rune]bool{},
		composites: map[pair]rune{},
	}
	for i := range d.category {
		d.category[i] = "Cn"
		d.script[i] = "Unknown"
	}
	start := rune(-1)
	for line := range strings.Lines(unicodeDataTxt) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), ";")
		cp := codePoint(f[0])
		if strings.HasSuffix(f[1], ", First>") {
			start = cp
			continue
		}
		if !strings.HasSuffix(f[1], ", Last>") {
			start = cp
		}
		for c := start; c <= cp; c++ {
			d.category[c] = f[2]
			d.ccc[c] = must(strconv.Atoi(f[3]))
		}
		if f[5] != "" && f[5][0] != '<' {
			d.canonical[cp] = codePoints(f[5])
		}
	}
	for f := range fields(scriptsTxt) {
		first, last := bounds(f[0])
		for cp := first; cp <= last; cp++ {
			d.script[cp] = f[1]
		}
	}
	for f := range fields(compositionExclusionsTxt) {
		d.excluded[codePoint(f[0])] = true
	}
	for f := range fields(derivedNormalizationPropsTxt) {
		if f[1] == "NFKC_CF" {
			first, last := bounds(f[0])
			for cp := first; cp <= last; cp++ {
				d.fold[cp] = string(codePoints(f[2]))
			}
		}
	}
	for cp, to := range d.canonical {
		if len(to) == 2 && !d.excluded[cp] && d.ccc[cp] == 0 && d.ccc[to[0]] == 0 {
			d.composites[pair{to[0], to[1]}] = cp
		}
	}
	// The syllables stand in the order of their consonants and vowels.
	syllable := rune(0xAC00)
	for l := rune(0x1100); l <= 0x1112; l++ {
		for v := rune(0x1161); v <= 0x1175; v++ {
			lv := syllable
			d.composites[pair{l, v}] = lv
			d.canonical[lv] = []rune{l, v}
			syllable++
			for t := rune(0x11A8); t <= 0x11C2; t++ {
				d.composites[pair{lv, t}] = syllable
				d.canonical[syllable] = []rune{lv, t}
				syllable++
			}
		}
	}
	return d
})

// fields yields the fields of the lines of a file that are not only a comment.
func fields(text string) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(text) {
			if i := strings.IndexByte(line, '#'); i >= 0 {
				line = line[:i]
			}
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			f := strings.Split(line, ";")
			for i := range f {
				f[i] = strings.TrimSpace(f[i])
			}
			if !yield(f) {
				return
			}
		}
	}
}

func property(text, name string) map[rune]bool {
	set := map[rune]bool{}
	for f := range fields(text) {
		if f[1] == name {
			first, last := bounds(f[0])
			for cp := first; cp <= last; cp++ {
				set[cp] = true
			}
		}
	}
	return set
}

func bounds(s string) (first, last rune) {
	if i := strings.Index(s, ".."); i >= 0 {
		return codePoint(s[:i]), codePoint(s[i+2:])
	}
	return codePoint(s), codePoint(s)
}

func codePoint(s string) rune {
	return rune(must(strconv.ParseInt(s, 16, 32)))
}

func codePoints(s string) []rune {
	var cps []rune
	for _, f := range strings.Fields(s) {
		cps = append(cps, codePoint(f))
	}
	return cps
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// compare reports the code points for which want and got differ, the first few of
// them.
func compare[T comparable](t *testing.T, what string, want, got func(r rune) T) {
	t.Helper()
	type row struct {
		CodePoint string
		Value     T
	}
	var wants, gots []row
	for r := rune(0); r <= maxRune && len(wants) < 20; r++ {
		if w, g := want(r), got(r); w != g {
			name := fmt.Sprintf("U+%04X", r)
			wants = append(wants, row{name, w})
			gots = append(gots, row{name, g})
		}
	}
	if diff := cmp.Diff(wants, gots); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// outside are values of type rune that are no code points.
var outside = []rune{-1 << 31, -0x110000, -1, maxRune + 1, maxRune + 1 + 'a', 0x200041, 1<<31 - 1}

// TestRawCounts holds the raw data to numbers known of version 15.0.0.
func TestRawCounts(t *testing.T) {
	d := load()
	count := func(in func(cp rune) bool) (n int) {
		for cp := rune(0); cp <= maxRune; cp++ {
			if in(cp) {
				n++
			}
		}
		return n
	}
	scripts := map[string]bool{}
	for f := range fields(scriptsTxt) {
		scripts[f[1]] = true
	}
	isSyllable := func(cp rune) bool { return 0xAC00 <= cp && cp <= 0xD7A3 }
	for _, tt := range []struct {
		why  string
		got  int
		want int
	}{
		{"canonical mappings, Hangul aside", len(d.canonical) - 11172, 2061},
		{"primary composites, Hangul aside", len(d.composites) - 11172, 941},
		{"all syllables decompose", count(func(cp rune) bool { return isSyllable(cp) && d.canonical[cp] != nil }), 11172},
		{"code points with a combining class", count(func(cp rune) bool { return d.ccc[cp] != 0 }), 922},
		{"CompositionExclusions.txt", len(d.excluded), 81},
		{"nonspacing marks that are alphabetic", count(func(cp rune) bool { return d.category[cp] == "Mn" && d.alphabetic[cp] }), 872},
		{"characters, as the release notes count them: 149,186 graphic and format, and 65 controls",
			count(func(cp rune) bool {
				return !slices.Contains([]string{"Cn", "Cs", "Co"}, d.category[cp])
			}), 149186 + 65},
		{"white space", len(d.whiteSpace), 25},
		{"scripts, as the release notes count them: 161, and Common and Inherited", len(scripts), 161 + 2},
	} {
		if diff := cmp.Diff(tt.want, tt.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}
