package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A cutting is what chapter 9 asks of a code point before which a text may be cut for normalising.
// Its conditions are there to be left out, which must be found wrong.
type cutting struct {
	starter, mapped, tatweel, composes, hangul bool
}

// before reports whether a text may be cut before x.
func (c cutting) before(x rune, separates func(rune) bool) bool {
	decomposed := Decompose([]rune{x})
	if separates(decomposed[0]) {
		return true
	}
	var mapped []rune
	for _, r := range decomposed {
		mapped = append(mapped, []rune(Casefold(r))...)
	}
	mapped = Decompose(mapped)
	switch {
	case c.starter && HasClass(decomposed[0]), len(mapped) == 0:
		return false
	case c.mapped && HasClass(mapped[0]), c.tatweel && mapped[0] == 0x640:
		return false
	case c.composes && slices.Contains(seconds(), mapped[0]):
		return false
	case c.hangul && (mapped[0] >= 0x1161 && mapped[0] <= 0x1175 || mapped[0] >= 0x11A8 && mapped[0] <= 0x11C2):
		return false
	}
	return true
}

// seconds are the second code points of pairs that compose, Hangul excepted.
var seconds = func() func() []rune {
	var all []rune
	for r := rune(0xA0); r <= 0x2FFFF; r++ {
		if d := ucd.AppendDecomposition(nil, r); len(d) > 1 && (r < 0xAC00 || r > 0xD7A3) {
			if last := d[len(d)-1]; !HasClass(last) && !slices.Contains(all, last) {
				all = append(all, last)
			}
		}
	}
	return func() []rune { return all }
}()

// joined are the runs of a text in two parts. The last span of the one and the first of the other
// are one, unless something separates there.
func joined(n *Normaliser, a, b string) []string {
	spans := func(text string) (all []string) {
		for _, source := range SplitAt(n.Decompose([]rune(text)), n.Separates) {
			all = append(all, n.Pieces(source)...)
		}
		return all
	}
	first, second := spans(a), spans(b)
	last := len(first) - 1
	first[last] += second[0]
	return slices.DeleteFunc(append(first, second[1:]...), func(run string) bool { return run == "" })
}

// disagreement looks for a text that is not the same in two parts. The second begins with x.
func (c cutting) disagreement(random *rand.Rand, texts int) (a, b string, found bool) {
	n := NewNormaliser(SchemeOf("sm1"))
	around := []string{
		"a", "i", "I", "\u0307", "\u0301", "\u0323", "\u0345", "\u0640", "\u0628", "\u064E", "\u0651", "\u00AD", "\u034F",
		"\u1100", "\u1161", "\u11A8", "\uAC00", "\u3099", "\u30AB", "\uFF76", "\uFF9E", "\u0DD9", "\u0DCF", "\u0E33", "\u0E49",
		"=", "\u0338", " ", "\uFDFA", "\uFE71", "\u0B47", "\u0B3E", "\u0F71\u0F72", "\U00011099\U000110BA", "\u0130", "\u0131",
	}
	starts := slices.Clone(around)
	for range 3000 {
		starts = append(starts, string(rune(random.IntN(0x20000))))
	}
	for r := rune(0xA0); r < 0x20000; r++ {
		if d := Decompose([]rune{r}); len(d) > 1 || string(d) != Casefold(r) {
			starts = append(starts, string(r))
		}
	}
	some := func(from []string, most int) string {
		var b strings.Builder
		for range random.IntN(most) {
			b.WriteString(from[random.IntN(len(from))])
		}
		return b.String()
	}
	for i := range texts {
		start := starts[i%len(starts)]
		x := []rune(start)[0]
		if x == 0xFFFD || !c.before(x, n.Separates) {
			continue
		}
		a, b = some(around, 6), start+some(around, 5)
		if !slices.Equal(joined(n, a, b), n.Runs(a+b)) {
			return a, b, true
		}
	}
	return "", "", false
}

// Chapter 9 says where a text may be cut so that each part can be normalised by itself.
func TestCutsForNormalising(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	texts := 40_000
	if testing.Short() {
		texts = 10_000
	}
	all := cutting{true, true, true, true, true}
	if a, b, found := all.disagreement(random, texts); found {
		t.Errorf("%+q and %+q, together %+q and apart %+q", a, b, NewNormaliser(SchemeOf("sm1")).Runs(a+b), joined(NewNormaliser(SchemeOf("sm1")), a, b))
	}
	n := NewNormaliser(SchemeOf("sm1"))
	for _, tt := range []struct {
		name string
		less cutting
		a, b string // which differ if the condition is left out
	}{
		{"NFD(x) may begin with a non-starter", cutting{false, true, true, true, true}, "a", "\u0345\u0323"},
		{"y may be a non-starter", cutting{true, false, true, true, true}, "\u30AB", "\uFF9E"},
		{"y may be U+0640", cutting{true, true, false, true, true}, "\u0628\u0651", "\uFE71"},
		{"y may be the second of a pair", cutting{true, true, true, false, true}, "\u0DD9", "\u0DCF"},
		{"y may be a Hangul vowel", cutting{true, true, true, true, false}, "\u1100", "\u1161"},
	} {
		if x := []rune(tt.b)[0]; all.before(x, n.Separates) || !tt.less.before(x, n.Separates) {
			t.Errorf("%s: U+%04X is no example of it", tt.name, x)
		}
		if slices.Equal(joined(n, tt.a, tt.b), n.Runs(tt.a+tt.b)) {
			t.Errorf("%s: %+q and %+q do not differ, so the condition is not needed", tt.name, tt.a, tt.b)
		}
	}
}
