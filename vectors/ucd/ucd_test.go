// Package ucd_test checks the text files of this directory. It reads them as README.md describes. It
// compares their digests with SHA256SUMS.txt and with package internal/unicode/ucd.
package ucd_test

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

//go:embed *.txt README.md
var files embed.FS

// An implementation returns the values of each property as README.md spells them.
type implementation struct {
	category      func(cp rune) string
	script        func(cp rune) string
	alphabetic    func(cp rune) bool
	whiteSpace    func(cp rune) bool
	class         func(cp rune) string
	fold          func(cp rune) string
	decomposition func(cp rune) string
	compose       func(a, b rune) (rune, bool)
}

func tables() implementation {
	return implementation{
		category:   func(cp rune) string { return ucd.CategoryOf(cp).String() },
		script:     func(cp rune) string { return ucd.ScriptOf(cp).String() },
		alphabetic: ucd.IsAlphabetic,
		whiteSpace: ucd.IsWhiteSpace,
		class:      func(cp rune) string { return strconv.Itoa(int(ucd.CombiningClass(cp))) },
		fold: func(cp rune) string {
			to, changed := ucd.Casefold(cp)
			if !changed {
				return sequence(cp)
			}
			return sequence([]rune(to)...)
		},
		decomposition: func(cp rune) string {
			return sequence(ucd.AppendDecomposition(nil, cp)...)
		},
		compose: ucd.Compose,
	}
}

func text(t *testing.T) implementation {
	category, class := read(t, "GeneralCategory"), read(t, "CombiningClass")
	script := read(t, "Script")
	alphabetic, whiteSpace := read(t, "Alphabetic"), read(t, "White_Space")
	fold, decomposition := read(t, "NFKC_Casefold"), read(t, "CanonicalDecomposition")
	composition := map[[2]rune]rune{}
	for key, composite := range lines(t, "Composition") {
		a, b, ok := strings.Cut(key, " ")
		if !ok {
			t.Fatalf("Composition.txt: %q is not a pair", key)
		}
		composition[[2]rune{codePoint(t, a), codePoint(t, b)}] = codePoint(t, composite)
	}

	// From README.md.
	const (
		sBase, lBase, vBase, tBase = 0xAC00, 0x1100, 0x1161, 0x11A7
		lCount, vCount, tCount     = 19, 21, 28
		nCount                     = vCount * tCount
		sCount                     = lCount * nCount
	)
	or := func(table map[rune]string, otherwise func(cp rune) string) func(rune) string {
		return func(cp rune) string {
			if v, ok := table[cp]; ok {
				return v
			}
			return otherwise(cp)
		}
	}
	in := func(table map[rune]string) func(rune) bool {
		return func(cp rune) bool { _, ok := table[cp]; return ok }
	}
	itself := func(cp rune) string { return sequence(cp) }
	return implementation{
		category:   or(category, func(cp rune) string { t.Fatalf("GeneralCategory.txt has no %04X", cp); return "" }),
		script:     or(script, func(rune) string { return "Unknown" }),
		alphabetic: in(alphabetic),
		whiteSpace: in(whiteSpace),
		class:      or(class, func(rune) string { return "0" }),
		fold:       or(fold, itself),
		decomposition: or(decomposition, func(s rune) string {
			i := s - sBase
			if i < 0 || i >= sCount {
				return itself(s)
			}
			d := []rune{lBase + i/nCount, vBase + i%nCount/tCount}
			if i%tCount != 0 {
				d = append(d, tBase+i%tCount)
			}
			return sequence(d...)
		}),
		compose: func(a, b rune) (rune, bool) {
			if lBase <= a && a < lBase+lCount && vBase <= b && b < vBase+vCount {
				return sBase + ((a-lBase)*vCount+(b-vBase))*tCount, true
			}
			if sBase <= a && a < sBase+sCount && (a-sBase)%tCount == 0 && tBase < b && b < tBase+tCount {
				return a + (b - tBase), true
			}
			c, ok := composition[[2]rune{a, b}]
			return c, ok
		},
	}
}

func (m implementation) digests(t *testing.T) map[string]string {
	yesNo := func(has func(rune) bool) func(rune) string {
		return func(cp rune) string {
			if has(cp) {
				return "Y"
			}
			return "N"
		}
	}
	sums := map[string]string{"Composition": m.compositionDigest(t)}
	for name, value := range map[string]func(rune) string{
		"GeneralCategory":        m.category,
		"Script":                 m.script,
		"Alphabetic":             yesNo(m.alphabetic),
		"White_Space":            yesNo(m.whiteSpace),
		"CombiningClass":         m.class,
		"NFKC_Casefold":          m.fold,
		"CanonicalDecomposition": m.decomposition,
	} {
		h := sha256.New()
		var line []byte
		for cp := rune(0); cp <= 0x10FFFF; cp++ {
			line = appendHex(line[:0], cp)
			line = append(line, ';')
			line = append(line, value(cp)...)
			h.Write(append(line, '\n'))
		}
		sums[name] = fmt.Sprintf("%x", h.Sum(nil))
	}
	return sums
}

// compositionDigest asks for all pairs of possible first and second code points. These are code points in
// those places of a decomposition, and the composites, to which more may be appended.
func (m implementation) compositionDigest(t *testing.T) string {
	firsts, seconds := map[rune]bool{}, map[rune]bool{}
	for cp := rune(0); cp <= 0x10FFFF; cp++ {
		d := strings.Fields(m.decomposition(cp))
		if len(d) < 2 {
			continue
		}
		firsts[cp], firsts[codePoint(t, d[0])] = true, true
		for _, second := range d[1:] {
			seconds[codePoint(t, second)] = true
		}
	}
	h := sha256.New()
	inOrder := slices.Sorted(maps.Keys(seconds))
	for _, a := range slices.Sorted(maps.Keys(firsts)) {
		for _, b := range inOrder {
			if c, ok := m.compose(a, b); ok {
				fmt.Fprintf(h, "%04X %04X;%04X\n", a, b, c)
			}
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

func TestDigests(t *testing.T) {
	want := map[string]string{}
	for line := range strings.Lines(content(t, "SHA256SUMS.txt")) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok {
			t.Fatalf("SHA256SUMS.txt: %q", line)
		}
		want[name] = sum
	}
	for name, m := range map[string]implementation{"text files": text(t), "package ucd": tables()} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(want, m.digests(t)); diff != "" {
				t.Errorf("digests (-SHA256SUMS.txt +computed):\n%s", diff)
			}
		})
	}
	readme := content(t, "README.md")
	for name, sum := range want {
		if row := fmt.Sprintf("| %s | `%s` |\n", name, sum); !strings.Contains(readme, row) {
			t.Errorf("README.md lacks %q", row)
		}
	}
}

// TestFormat checks what README.md says about all files.
func TestFormat(t *testing.T) {
	entries, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all := content(t, e.Name())
		if strings.ContainsAny(all, "\r\uFEFF") || !strings.HasSuffix(all, "\n") {
			t.Errorf("%s: line ends or byte order mark", e.Name())
		}
		name, isText := strings.CutSuffix(e.Name(), ".txt")
		if !isText || name == "SHA256SUMS" {
			continue
		}
		for _, part := range []string{"# " + e.Name() + ": Unicode Character Database 15.0.0\n", "© 2022 Unicode®, Inc.", "Unicode License v3"} {
			if !strings.Contains(all, part) {
				t.Errorf("%s lacks %q", e.Name(), part)
			}
		}
		last := rune(-1)
		var lastSecond rune
		for key := range lines(t, name) {
			a, b, isPair := strings.Cut(key, " ")
			first, end, _ := span(t, a)
			var second rune
			if isPair {
				second = codePoint(t, b)
			}
			if first < last || first == last && second <= lastSecond {
				t.Errorf("%s: %s is out of order", e.Name(), key)
			}
			last, lastSecond = end, second
		}
	}
}

func content(t *testing.T, name string) string {
	t.Helper()
	b, err := files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// lines yields the two fields of each line. If there is only one, the second is empty.
func lines(t *testing.T, name string) func(yield func(key, value string) bool) {
	t.Helper()
	all := content(t, name+".txt")
	return func(yield func(key, value string) bool) {
		for line := range strings.Lines(all) {
			line = strings.TrimSuffix(line, "\n")
			if line == "" || line[0] == '#' {
				continue
			}
			key, value, _ := strings.Cut(line, ";")
			if !yield(key, value) {
				return
			}
		}
	}
}

// read returns the values of a file by code point.
func read(t *testing.T, name string) map[rune]string {
	t.Helper()
	table := map[rune]string{}
	for key, value := range lines(t, name) {
		first, last, isRange := span(t, key)
		if name == "NFKC_Casefold" && isRange && value != "" {
			t.Errorf("%s: range %s with a mapping", name, key)
		}
		for cp := first; cp <= last; cp++ {
			if _, twice := table[cp]; twice {
				t.Errorf("%s: %04X twice", name, cp)
			}
			table[cp] = value
		}
	}
	return table
}

func span(t *testing.T, key string) (first, last rune, isRange bool) {
	t.Helper()
	from, to, isRange := strings.Cut(key, "..")
	if !isRange {
		to = from
	}
	first, last = codePoint(t, from), codePoint(t, to)
	if isRange && first >= last {
		t.Errorf("range %s", key)
	}
	return first, last, isRange
}

// codePoint refuses every spelling except that of README.md.
func codePoint(t *testing.T, s string) rune {
	t.Helper()
	n, err := strconv.ParseInt(s, 16, 32)
	if err != nil || string(appendHex(nil, rune(n))) != s {
		t.Fatalf("%q is not a code point", s)
	}
	return rune(n)
}

func sequence(cps ...rune) string {
	var b []byte
	for i, cp := range cps {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendHex(b, cp)
	}
	return string(b)
}

// appendHex is a fast "%04X", since over all code points it takes much of the time.
func appendHex(b []byte, cp rune) []byte {
	const digits = "0123456789ABCDEF"
	shift := 12
	for cp>>shift > 0xF {
		shift += 4
	}
	for ; shift >= 0; shift -= 4 {
		b = append(b, digits[cp>>shift&0xF])
	}
	return b
}
