package resemblance

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/scheme"
)

// textOf returns a text by a scheme.
func textOf(s *scheme.Scheme, text string) *Text {
	st := s.Method().Stages([]byte(text))
	return New(st.Tokens, st.Elements)
}

func TestMeasures(t *testing.T) {
	for _, test := range []struct {
		measure, a, b string
		want          float64
		why           string
	}{
		{"exact", "the cat sat on the mat", "the cat sat on the hat", 3. / 5, "three of five shingles of three words"},
		{"exact", "a rose is a rose is a rose", "a rose is a rose", 1, "Broder's flower: the same set of shingles"},
		{"exact", "", "", 0, "nothing has nothing in common"},
		{"containment", "the cat sat on the mat", "the cat sat on the mat and the dog lay before it", 1,
			"all of the shorter one is in the other"},
		{"words", "the cat sat on the mat", "the cat sat on the hat", 4. / 6, "the, cat, sat, on, of six words"},
		{"words", "to be or not to be", "be not or to", 1, "in whatever order, and however often"},
		{"cosine", "a a b", "a b b", 4. / 5, "(2, 1) and (1, 2)"},
		{"cosine", "one two one two", "two one", 1, "a multiple"},
		{"cosine", "one", "two", 0, "at right angles"},
		{"cosine", "", "two", 0, "no vector"},
		{"lcs", "the cat sat on the mat", "on the mat the cat sat", 2 * 3. / 12, "three words in order"},
		{"lcs", "a b c b d a b", "b d c a b a", 2 * 4. / 13, "Cormen, Leiserson, Rivest and Stein: bcba"},
		{"lcs", "", "", 0, "nothing"},
	} {
		x, y := textOf(scheme.MH1, test.a), textOf(scheme.MH1, test.b)
		for _, pair := range [][2]*Text{{x, y}, {y, x}} {
			got, err := Lookup(test.measure)(pair[0], pair[1])
			if err != nil || math.Abs(got-test.want) > 1e-12 {
				t.Errorf("%s of %q, %q: %v, %v, want %v: %s", test.measure, test.a, test.b, got, err, test.want, test.why)
			}
		}
	}
	if Lookup("none") != nil || !slices.IsSorted(Names()) || len(Names()) != 5 {
		t.Errorf("names: %q", Names())
	}
}

// plainLongest is the table of textbooks.
func plainLongest(a, b []uint64) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for _, x := range a {
		for j, y := range b {
			if x == y {
				row[j+1] = before[j] + 1
			} else {
				row[j+1] = max(row[j], before[j+1])
			}
		}
		before, row = row, before
	}
	return before[len(b)]
}

func TestLongestByTable(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		draw := func() []uint64 {
			all := make([]uint64, rnd.IntN(300))
			for i := range all {
				all[i] = rnd.Uint64N(1 + rnd.Uint64N(60))
			}
			return all
		}
		a, b := draw(), draw()
		if got, err := longest(a, b); err != nil || got != plainLongest(a, b) {
			t.Fatalf("%d, %v, want %d: %v, %v", got, err, plainLongest(a, b), a, b)
		}
	}
	long := make([]uint64, 1<<18)
	if _, err := longest(long, long); !errors.Is(err, ErrTooLong) {
		t.Errorf("2^18 by 2^18: %v, want %v", err, ErrTooLong)
	}
}

// TestMeasuresByDefinition compares the other measures with definitions that use maps. cosine is 1
// only for multiples.
func TestMeasuresByDefinition(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		draw := func() (tokens []string) {
			for range 1 + rnd.IntN(40) {
				tokens = append(tokens, strconv.Itoa(rnd.IntN(15)))
			}
			return tokens
		}
		x, y := draw(), draw()
		number := func(tokens []string) map[string]float64 {
			m := make(map[string]float64)
			for _, s := range tokens {
				m[s]++
			}
			return m
		}
		a, b := number(x), number(y)
		both, either, product, as, bs := 0., float64(len(b)), 0., 0., 0.
		for s, n := range a {
			if b[s] > 0 {
				both++
			} else {
				either++
			}
			product += n * b[s]
			as += n * n
		}
		for _, n := range b {
			bs += n * n
		}
		p, q := New(x, nil), New(y, nil)
		if got, _ := words(p, q); math.Abs(got-both/either) > 1e-12 {
			t.Errorf("words %v, want %v: %v, %v", got, both/either, x, y)
		}
		if got, _ := cosine(p, q); math.Abs(got-product/math.Sqrt(as*bs)) > 1e-12 || got == 1 && product*product != as*bs {
			t.Errorf("cosine %v, want %v: %v, %v", got, product/math.Sqrt(as*bs), x, y)
		}
	}
}

// TestExactByRules compares the resemblance with the elements of package rules, for every scheme.
func TestExactByRules(t *testing.T) {
	sentence := strings.Fields("the keeper lit the lamp at dusk and put it out at dawn 東京都 は 日本 の 首都 and the keeper slept")
	rnd := rand.New(rand.NewPCG(7, 8))
	draw := func() string {
		var text []string
		for range 5 + rnd.IntN(40) {
			text = append(text, sentence[rnd.IntN(len(sentence))])
		}
		return strings.Join(text, " ")
	}
	for _, s := range scheme.All() {
		for range 30 {
			a, b := draw(), draw()
			x, y := elementsByRules(s, a), elementsByRules(s, b)
			both, all := 0, 0
			for e, n := range x {
				both += min(n, y[e])
				all += max(n, y[e])
			}
			for e, n := range y {
				if x[e] == 0 {
					all += n
				}
			}
			want := float64(both) / float64(all)
			if got, _ := exact(textOf(s, a), textOf(s, b)); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s: %v, want %v: %q, %q", s.ID(), got, want, a, b)
			}
		}
	}
}

// elementsByRules returns the elements of a text, with their counts.
func elementsByRules(s *scheme.Scheme, text string) map[uint64]int {
	r := rules.Of(s.ID())
	tokens := r.Segmenter.Tokens(r.Normaliser.Runs(r.Identifiers.Text(r.Decoder.Text([]byte(text)))))
	elements, _ := r.Features.Elements(tokens)
	number := make(map[uint64]int)
	for _, e := range elements {
		number[e]++
	}
	return number
}
