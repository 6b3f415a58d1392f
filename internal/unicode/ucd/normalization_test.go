package ucd_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// nfd, nfc and casefold follow the definitions of sections 3.11 and 3.13 of The Unicode Standard,
// without optimisation. They work on runes, so that surrogates are tested too.
func nfd(x []rune) []rune {
	var out []rune
	for _, r := range x {
		out = ucd.AppendDecomposition(out, r)
	}
	for i := 0; i < len(out); {
		end := i
		for end < len(out) && ucd.CombiningClass(out[end]) != 0 {
			end++
		}
		slices.SortStableFunc(out[i:end], func(a, b rune) int {
			return int(ucd.CombiningClass(a)) - int(ucd.CombiningClass(b))
		})
		i = end + 1
	}
	return out
}

func nfc(x []rune) []rune {
	var out []rune
	starter := -1
	for _, r := range nfd(x) {
		class := ucd.CombiningClass(r)
		if starter >= 0 {
			last := len(out) - 1
			blocked := last > starter && ucd.CombiningClass(out[last]) >= class
			if c, ok := ucd.Compose(out[starter], r); ok && !blocked {
				out[starter] = c
				continue
			}
		}
		if class == 0 {
			starter = len(out)
		}
		out = append(out, r)
	}
	return out
}

func casefold(x []rune) []rune {
	var out []rune
	for _, r := range nfd(x) {
		if to, changed := ucd.Casefold(r); changed {
			out = append(out, []rune(to)...)
		} else {
			out = append(out, r)
		}
	}
	return nfc(out)
}

func hex(x []rune) string {
	return strings.Trim(fmt.Sprintf("%04X", x), "[]")
}

// diff returns "" quickly if want and got are equal.
func diff(want, got []rune) string {
	if slices.Equal(want, got) {
		return ""
	}
	return cmp.Diff(hex(want), hex(got))
}

// TestNormalizationTest is the conformance test of UAX #15, for NFC and NFD.
func TestNormalizationTest(t *testing.T) {
	listed := map[rune]bool{}
	rows, part := 0, ""
	for f := range fields(normalizationTestTxt) {
		if strings.HasPrefix(f[0], "@Part") {
			part = f[0]
			continue
		}
		rows++
		var c [6][]rune
		for i := range 5 {
			c[i+1] = codePoints(f[i])
		}
		if part == "@Part1" {
			listed[c[1][0]] = true
		}
		for _, check := range []struct {
			form string
			of   func([]rune) []rune
			want int
			from []int
		}{
			{"NFC", nfc, 2, []int{1, 2, 3}},
			{"NFC", nfc, 4, []int{4, 5}},
			{"NFD", nfd, 3, []int{1, 2, 3}},
			{"NFD", nfd, 5, []int{4, 5}},
		} {
			for _, i := range check.from {
				if d := diff(c[check.want], check.of(c[i])); d != "" {
					t.Errorf("%s: %s of c%d (-want +got):\n%s", f[0], check.form, i, d)
				}
			}
		}
		// The file does not mention case folding. But texts with the same NFKC must fold to the same
		// text.
		want := casefold(c[4])
		for _, i := range []int{1, 2, 3, 5} {
			if d := diff(want, casefold(c[i])); d != "" {
				t.Errorf("%s: fold of c%d, and of c4 (-c4 +c%d):\n%s", f[0], i, i, d)
			}
		}
	}
	if diff := cmp.Diff(19074, rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	// Part 1 lists every code point that some form changes.
	changed := func(of func([]rune) []rune) func(rune) bool {
		return func(r rune) bool { return !listed[r] && !slices.Equal(of([]rune{r}), []rune{r}) }
	}
	none := func(rune) bool { return false }
	compare(t, "part 1 does not list it, NFC changes it", none, changed(nfc))
	compare(t, "part 1 does not list it, NFD changes it", none, changed(nfd))
}

func TestAppendDecomposition(t *testing.T) {
	for _, tt := range []struct {
		why  string
		r    rune
		want string
	}{
		{"none", 'a', "0061"},
		{"a pair", 0x00E9, "0065 0301"},
		{"in two steps", 0x1EA5, "0061 0302 0301"},
		{"a singleton that goes on", 0x212B, "0041 030A"},
		{"a compatibility mapping is not canonical", 0xFB01, "FB01"},
		{"a non-starter", 0x0344, "0308 0301"},
		{"beyond the basic plane", 0x1D160, "1D158 1D165 1D16E"},
		{"the last that has one", 0x2FA1D, "2A600"},
		{"the first LV syllable", 0xAC00, "1100 1161"},
		{"the first LVT syllable", 0xAC01, "1100 1161 11A8"},
		{"the last syllable", 0xD7A3, "1112 1175 11C2"},
		{"after the last syllable", 0xD7A4, "D7A4"},
		{"a surrogate", 0xD800, "D800"},
	} {
		if diff := cmp.Diff(tt.want, hex(ucd.AppendDecomposition(nil, tt.r))); diff != "" {
			t.Errorf("%s: AppendDecomposition(%U) (-want +got):\n%s", tt.why, tt.r, diff)
		}
	}
}

// TestComposeEveryPair tries each first code point of a mapping with each second one. Mappings that
// are excluded from composition count, too.
func TestComposeEveryPair(t *testing.T) {
	d := load()
	firsts, seconds := map[rune]bool{'q': true}, map[rune]bool{'q': true, 0x11A7: true, 0x1160: true, 0x1176: true}
	for _, to := range d.canonical {
		firsts[to[0]] = true
		seconds[to[len(to)-1]] = true
	}
	for s := rune(0xAC00); s <= 0xD7A4; s++ {
		firsts[s] = true
	}
	want, got := map[string]rune{}, map[string]rune{}
	found := 0
	for a := range firsts {
		for b := range seconds {
			w, wok := d.composites[pair{a, b}]
			g, gok := ucd.Compose(a, b)
			if gok {
				found++
			}
			if w != g || wok != gok {
				want[hex([]rune{a, b})], got[hex([]rune{a, b})] = w, g
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Compose (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(941+11172, found); diff != "" {
		t.Errorf("pairs (-want +got):\n%s", diff)
	}
}

func TestCompose(t *testing.T) {
	for _, tt := range []struct {
		why  string
		a, b rune
		want rune // 0: none
	}{
		{"a letter and a mark", 'e', 0x0301, 0x00E9},
		{"a composite and a mark", 0x00E2, 0x0301, 0x1EA5},
		{"the other way round", 0x0301, 'e', 0},
		{"two starters", 0x09C7, 0x09D7, 0x09CC},
		{"beyond the basic plane", 0x11099, 0x110BA, 0x1109A},
		{"excluded by script", 0x0915, 0x093C, 0},
		{"excluded as new", 0x2ADD, 0x0338, 0},
		{"excluded as a non-starter decomposition", 0x0308, 0x0301, 0},
		{"L and V", 0x1100, 0x1161, 0xAC00},
		{"LV and T", 0xAC00, 0x11A8, 0xAC01},
		{"LV and the code point before the first T", 0xAC00, 0x11A7, 0},
		{"LV and the one after the last T", 0xAC00, 0x11C3, 0},
		{"LVT and T", 0xAC01, 0x11A8, 0},
		{"the last syllable", 0xD788, 0x11C2, 0xD7A3},
		{"after the last syllable", 0xD7A4, 0x11A8, 0},
		{"L and T", 0x1100, 0x11A8, 0},
		{"L beyond the modern ones", 0x1113, 0x1161, 0},
		{"V beyond the modern ones", 0x1100, 0x1176, 0},
	} {
		got, ok := ucd.Compose(tt.a, tt.b)
		if d := diff([]rune{tt.want}, []rune{got}); d != "" || ok != (tt.want != 0) {
			t.Errorf("%s: Compose(%U, %U), %t (-want +got):\n%s", tt.why, tt.a, tt.b, ok, d)
		}
	}
}

// lively returns the code points that normalisation and case folding change, in order.
func lively() []rune {
	d := load()
	set := map[rune]bool{}
	for cp, to := range d.canonical {
		set[cp] = true
		for _, c := range to {
			set[c] = true
		}
	}
	for cp := range d.fold {
		// Four thousand code points that are removed would crowd out the others.
		if cp < 0xE0000 || 0xE1000 <= cp {
			set[cp] = true
		}
	}
	for cp, class := range d.ccc {
		if class != 0 {
			set[rune(cp)] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// words makes reproducible random text of several kinds of code points.
type words struct {
	rand  *rand.Rand
	kinds [][]rune
}

func (w words) next() []rune {
	x := make([]rune, w.rand.IntN(6))
	for i := range x {
		kind := w.kinds[w.rand.IntN(len(w.kinds))]
		x[i] = kind[w.rand.IntN(len(kind))]
	}
	return x
}

func where(in func(ucd.Properties) bool) []rune {
	var set []rune
	for r := rune(0); r <= maxRune; r++ {
		if in(ucd.Lookup(r)) {
			set = append(set, r)
		}
	}
	return set
}

// TestInertAndStable checks the fields against the definitions.
func TestInertAndStable(t *testing.T) {
	inert := where(func(p ucd.Properties) bool { return p.Inert })
	stable := where(func(p ucd.Properties) bool { return p.Stable })
	for _, r := range stable {
		if d := diff([]rune{r}, casefold([]rune{r})); d != "" {
			t.Errorf("%U (-itself +got):\n%s", r, d)
		}
	}

	// Code points with unique behaviour are few, so they get a share of their own.
	marks := where(func(p ucd.Properties) bool { return p.CombiningClass != 0 })
	firsts := where(func(p ucd.Properties) bool { return p.Stable && !p.Inert })
	jamo := []rune{0x1100, 0x1112, 0x1161, 0x1175, 0x11A7, 0x11A8, 0x11C2, 0xAC00, 0xAC01, 0xD7A3}
	source := rand.New(rand.NewPCG(15, 0))
	text := words{source, [][]rune{lively(), lively(), marks, firsts, jamo, inert, {'a', 'A', 'e', 0x0301, 0x0323}}}
	calm := words{source, [][]rune{stable, firsts, {0x1100, 'a', 'e', '<'}}}

	for range 30_000 {
		x, y, s := text.next(), text.next(), calm.next()
		if d := diff(s, casefold(s)); d != "" {
			t.Fatalf("stable text %s (-itself +got):\n%s", hex(s), d)
		}

		i := inert[source.IntN(len(inert))]
		want := slices.Concat(casefold(x), []rune{i}, casefold(y))
		if d := diff(want, casefold(slices.Concat(x, []rune{i}, y))); d != "" {
			t.Fatalf("%s, inert %U, %s (-parts +whole):\n%s", hex(x), i, hex(y), d)
		}

		from := append([]rune{firsts[source.IntN(len(firsts))]}, y...)
		want = slices.Concat(casefold(x), casefold(from))
		if d := diff(want, casefold(slices.Concat(x, from))); d != "" {
			t.Fatalf("%s, cut before stable %s (-parts +whole):\n%s", hex(x), hex(from), d)
		}
	}
}

// TestTextNorm compares with golang.org/x/text/unicode/norm while it has the same
// version.
func TestTextNorm(t *testing.T) {
	if norm.Version != ucd.Version {
		t.Logf("NOT COMPARED: package norm has version %s, the tables %s", norm.Version, ucd.Version)
		return
	}
	// Surrogates are U+FFFD in a string, for both.
	compare(t, "combining class against package norm", func(r rune) int {
		return int(norm.NFC.PropertiesString(string(r)).CCC())
	}, func(r rune) int {
		return int(ucd.CombiningClass(r))
	})
	compare(t, "decomposition against package norm", func(r rune) string {
		return norm.NFD.String(string(r))
	}, func(r rune) string {
		return string(ucd.AppendDecomposition(nil, r))
	})

	source := rand.New(rand.NewPCG(15, 1))
	marks := where(func(p ucd.Properties) bool { return p.CombiningClass != 0 })
	text := words{source, [][]rune{lively(), marks, {'a', 'e', 0x0301, 0x0323, 0x1100, 0x1161, 0x11A8, 0xAC00}}}
	for range 30_000 {
		// Words are short enough for package norm not to insert U+034F, as its
		// stream-safe format does after thirty marks.
		x := text.next()
		if d := diff([]rune(norm.NFC.String(string(x))), nfc(x)); d != "" {
			t.Fatalf("NFC of %s (-norm +got):\n%s", hex(x), d)
		}
		if d := diff([]rune(norm.NFD.String(string(x))), nfd(x)); d != "" {
			t.Fatalf("NFD of %s (-norm +got):\n%s", hex(x), d)
		}
	}
}
