package rules_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/items"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

// checkComparison compares what texts are compared by, in pieces, with the plain statement of the rules.
func checkComparison(t interface{ Fatalf(string, ...any) }, c *sketch.Comparison, text []byte, every int) {
	plain := rules.NewTextComparison()
	list := plain.Compared(text)
	want := plain.Elements(list)
	c.Reset()
	for piece := range slices.Chunk(text, max(1, every)) {
		c.Write(piece)
	}
	got := c.Sum()
	if diff := cmp.Diff(want, slices.Sorted(slices.Values(got.Elements))); diff != "" && len(want)+len(got.Elements) > 0 {
		t.Fatalf("%+q in pieces of %d: elements of %q (-rules +sketch):\n%s\nitems: %q", text, every, list, diff,
			items.All(items.Settings{Operators: true}, text))
	}
	if got.Features != len(want) || (len(got.Sketch) == 0) != (len(want) == 0) {
		t.Fatalf("%+q: %d features, a sketch of %d bytes; want %d features", text, got.Features, len(got.Sketch), len(want))
	}
	if sketch := plain.Sketch(want); !bytes.Equal(sketch, got.Sketch) {
		t.Fatalf("%+q: sketch %x, want %x", text, got.Sketch, sketch)
	}
}

// comparedWords are what texts to compare are made of.
var comparedWords = []string{
	"the", "cat", "x", "y2", "4th", "12", "3.5", "-7", "½", "€", "%", "=", "==", "+", "<", "≠", "*", "/", "-", "−", "–", "!", "!x", "~",
	"^", "&", "&&", "**", "|", "\"", "'", "(", ")", ",", ".", ";", "#", "@", "\\", "_", "well-known", "a/b", "a*b", "-x", "x-", "n!",
	"中文", "日本語", "カタカナ", "ภาษาไทย", "か\u3099", "三○", "○", "五", "\u0375", "hawaiʻi", "日ʻ日", "\u0301", "\u00ad", "\u0600", "İı", "ﬁ", "\u2028", "\n", "\r\n", "\t",
	"\u00a0", "😀", "http://a.example/b-c?d=1", "- item", "-----", "* * *", "= -", "\x80", "\u200b",
}

func TestComparisonKeepsTheRules(t *testing.T) {
	random := rand.New(rand.NewPCG(33, 2))
	c := sketch.NewComparison()
	n := 20_000
	if testing.Short() {
		n = 4_000
	}
	for range n {
		var b strings.Builder
		for range random.IntN(14) {
			b.WriteString(comparedWords[random.IntN(len(comparedWords))])
			if random.IntN(3) > 0 {
				b.WriteByte(' ')
			}
		}
		checkComparison(t, c, []byte(b.String()), 1+random.IntN(40))
	}
	for _, text := range []string{
		"a " + strings.Repeat("*", 17) + "!b c", "a " + strings.Repeat("!", 16) + "b -c", "a " + strings.Repeat("*", 16) + "!b",
		"a" + strings.Repeat("ö", 4095) + "b",
	} {
		checkComparison(t, c, []byte(text), 5)
	}
	for _, length := range []int{4095, 4096, 4097, 8190, 8192, 8193, 40_000} {
		for _, unit := range []string{"a", "7", "ä", "中", "ก", "中\u0301"} {
			long := strings.Repeat(unit, length/len(unit)+1)
			for _, text := range []string{long, "x * " + long + " - y", long[:length] + " " + long, "ab" + long, "\u0301" + long + "b"} {
				checkComparison(t, c, []byte(text), 1+random.IntN(10_000))
			}
		}
	}
}

// Texts that differ little are the same, or have the same numbers, if the rules say so.
func TestComparisonOfPairsKeepsTheRules(t *testing.T) {
	random := rand.New(rand.NewPCG(33, 3))
	plain := rules.NewTextComparison()
	a, b := sketch.NewComparison(), sketch.NewComparison()
	counts := map[[2]bool]int{}
	for range 3000 {
		var words []string
		for range 1 + random.IntN(8) {
			words = append(words, comparedWords[random.IntN(len(comparedWords))])
		}
		x := []byte(strings.Join(words, " "))
		words[random.IntN(len(words))] = comparedWords[random.IntN(len(comparedWords))]
		y := []byte(strings.Join(words, " "))
		want := [2]bool{
			plain.Same(plain, x, y),
			plain.Equal(plain.Numbers(plain, plain.Compared(x)), plain.Numbers(plain, plain.Compared(y))),
		}
		a.Reset()
		b.Reset()
		a.Write(x)
		b.Write(y)
		p, q := a.Sum(), b.Sum()
		if got := [2]bool{p.Same == q.Same && p.Unknown == 0, p.Numbers == q.Numbers}; got != want {
			t.Fatalf("%+q and %+q: same, numbers: %v, want %v", x, y, got, want)
		}
		counts[want]++
	}
	if len(counts) != 3 {
		t.Errorf("%v: expected each of three results", counts)
	}
}

func FuzzComparison(f *testing.F) {
	for _, word := range comparedWords {
		f.Add([]byte("a "+word+" b"+word+"5 "+word), 3)
	}
	c := sketch.NewComparison()
	f.Fuzz(func(t *testing.T, text []byte, every int) { checkComparison(t, c, text, every%100) })
}

// The compared items are those that a reader would call different.
func TestCompared(t *testing.T) {
	for _, tt := range []struct{ text, want, why string }{
		{"It is 5 %, not -3.", "it is 5 % not - 3", "numbers, units and signs, as R10.10 has them"},
		{"y = x + 1", "y = x + 1", "symbols"},
		{"y = x - z", "y = x z", "a dash with white space on both sides is one of prose"},
		{"y = \u2212z", "y = - z", "a prefix, and each minus is one"},
		{"well-known", "well known", "a hyphen is no prefix"},
		{"ls --all", "ls - - all", "prefixes"},
		{"\"Stop!\" he said", "stop he said", "no item directly after"},
		{"f(!x)", "f ! x", "a prefix after another separator"},
		{"Tom &\nJerry", "tom & jerry", "a line end after an operator is white space"},
		{"Bonjour ! Salut", "bonjour salut", "no item directly after"},
		{"y = -x", "y = - x", "a prefix"},
		{"if !ready", "if ! ready", "a prefix"},
		{"Hello! World- wide", "hello world wide", "what ends a word is no operator"},
		{"x * 4", "x * 4", "R10.9 has no stop before white space"},
		{"x*4", "x * 4", "R10.9 has it"},
		{"x - 4", "x - 4", "R10.9 has it"},
		{"a **bold** b", "a bold b", "emphasis is no operator"},
		{"a\n- b\n* c", "a b c", "no operator across a line end"},
		{"a * * * * * * * * * * * * * * * * b", "a * * * * * * * * * * * * * * * * b", "16 operators"},
		{"a * * * * * * * * * * * * * * * * * b", "a b", "17 are a ruled line"},
		{"- a", "a", "no operator before the first item"},
		{"a -", "a", "nor after the last"},
		{"\"a\" * \"b\"", "a * b", "quotation marks do not end a gap"},
		{"日本語 * 5", "日本 本語 * 5", "grams"},
		{"a != b", "a ! = b", "before a symbol R10.9 has it"},
	} {
		got := strings.Join(rules.NewTextComparison().Compared([]byte(tt.text)), " ")
		if got != tt.want {
			t.Errorf("%q: %q, want %q: %s", tt.text, got, tt.want, tt.why)
		}
	}
}
