package repeats

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

// contain returns the pairs of texts, and how many were left out for each text.
func contain(t *testing.T, words int, share float64, from int, texts ...string) ([]*Containment, map[int]int) {
	t.Helper()
	f, err := NewTemporary()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.selected.Held = 100
	for _, text := range texts {
		if err := f.Add(NewPreparer(words).Prepare(passage.ItemsOf([]byte(text)), []byte(text))); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Contain(t.Context(), words, f, 2, Wanted{Share: share, From: from}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var all []*Containment
	for text := range c.Texts {
		for row, err := range c.Of(text) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, row)
		}
	}
	if len(all) != c.Len() {
		t.Errorf("%d pairs in all, %d by text", c.Len(), len(all))
	}
	return all, c.Left()
}

// A pair is a text and its container, with the weight of what is contained.
type pair struct {
	Text, Container int
	Weight          int64
}

// Pairs equal those that package rules finds among all pairs. Texts repeat one another and themselves, in five
// scripts. Some are periodic.
func TestContainmentsAreThoseOfAllPairs(t *testing.T) {
	p := rules.NewPassages()
	rnd := rand.New(rand.NewPCG(11, 12))
	pieces := []string{"a ", "b ", "the ", "12 ", "lamp ", "灯", "台", "は", "ก", "คื", "маяк ", "سفينة ", "x-\ny ",
		"http://a.b/c ", ". "}
	found := 0
	for range 150 {
		few := pieces[:1+rnd.IntN(len(pieces))]
		words, share := 2+rnd.IntN(9), []float64{.1, .5, .8, .9, 1}[rnd.IntN(5)]
		texts := make([]string, 2+rnd.IntN(10))
		for k := range texts {
			var b strings.Builder
			for range rnd.IntN(60) {
				b.WriteString(few[rnd.IntN(len(few))])
			}
			for k > 0 && rnd.IntN(2) == 0 {
				other := texts[rnd.IntN(k)]
				from := rnd.IntN(len(other) + 1)
				b.WriteString(" " + strings.ToValidUTF8(other[from:from+rnd.IntN(len(other)-from+1)], ""))
			}
			texts[k] = b.String()
		}
		from := 0 // in half of the cases, some texts are looked for in the others
		if rnd.IntN(2) == 0 {
			from = 1 + rnd.IntN(len(texts)-1)
		}
		var want []pair
		for a := range texts {
			whole := int64(0)
			for _, w := range p.Weights(p.Items([]byte(texts[a]))) {
				whole += int64(w)
			}
			for b := range texts {
				weight := int64(p.Contained(p.RestOf([]byte(texts[a]), words), []byte(texts[b]), words))
				if from > 0 && (a < from || b >= from) {
					continue
				}
				if a != b && whole > 0 && float64(weight)/float64(whole) >= share {
					want = append(want, pair{a, b, weight})
				}
			}
		}
		rows, _ := contain(t, words, share, from, texts...)
		var got []pair
		for _, r := range rows {
			got = append(got, pair{r.Text, r.Container, r.Weight})
			checkParts(t, r, texts)
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("%d words, share %v, %q (-want +got):\n%s", words, share, texts, diff)
		}
		found += len(got)
	}
	if found < 500 {
		t.Errorf("%d pairs: expected more", found)
	}
}

// checkParts reports parts that differ from those of the container, and items that are in no part or in two.
func checkParts(t *testing.T, r *Containment, texts []string) {
	t.Helper()
	items := func(text string, s Span) []string { return passage.Tokens([]byte(text[s.Start:s.End])) }
	all := slices.Clone(r.Outside)
	for _, p := range r.Parts {
		all = append(all, p.Text)
		a, b := items(texts[r.Text], p.Text), items(texts[r.Container], p.Container)
		if r.Same && !slices.Equal(a, b) {
			t.Fatalf("the part %v of %q is not %v of %q", p.Text, texts[r.Text], p.Container, texts[r.Container])
		}
	}
	slices.SortFunc(all, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	var joined []string
	for _, s := range all {
		joined = append(joined, items(texts[r.Text], s)...)
	}
	if want := passage.Tokens([]byte(texts[r.Text])); len(want) != len(joined) {
		t.Fatalf("the parts and what is outside have %d items of %d: %+v of %q", len(joined), len(want), r, texts[r.Text])
	}
}

// 1,000 texts of about 850 bytes stand whole inside texts of four times their length. All are found.
func TestContainedTextsAreFound(t *testing.T) {
	words := strings.Fields(`the of and to a in that is was he for it with as his on be at by had not are but from or
		have an they which one you were all her she there would their we him been has when who will no more if out so
		lamp keeper harbour ship lighthouse evening morning winter 1874 1881 7 12 storm rope glass oil stair window`)
	rnd := rand.New(rand.NewPCG(13, 14))
	write := func(bytes int) string {
		var b strings.Builder
		for b.Len() < bytes {
			b.WriteString(words[rnd.IntN(len(words))])
			b.WriteString([]string{" ", " ", " ", " ", ", ", ".\n"}[rnd.IntN(6)])
		}
		return b.String()
	}
	var texts []string
	for range 1000 {
		inner := write(850)
		before := rnd.IntN(2550)
		texts = append(texts, inner, write(before)+"\n"+inner+"\n"+write(2550-before))
	}
	rows, left := contain(t, 8, .95, 0, texts...)
	if len(rows) != 1000 || len(left) > 0 {
		t.Errorf("%d pairs, %d texts not compared with all: expected 1000 and 0", len(rows), len(left))
	}
	for i, r := range rows {
		if r.Text != 2*i || r.Container != 2*i+1 || r.Share() != 1 || len(r.Parts) != 1 || !r.Longer || !r.Same {
			t.Fatalf("row %d: %+v", i, r)
		}
		in := r.Parts[0].Container
		if want := strings.TrimRight(texts[r.Text], " ,.\n"); texts[r.Container][in.Start:in.End] != want {
			t.Fatalf("%+v is not %q", in, want)
		}
	}
}

// A part is the same only if its numbers, signs and operators are. No number of the container is cut.
func TestContainmentIsSame(t *testing.T) {
	const inner = "The lamp of the lighthouse burns with 20 candles when the ice is at -7 degrees"
	const outer = "Chapter one of the book about the harbour. "
	tests := []struct {
		why, text, container string
		same                 bool
	}{
		{"the same words", inner, outer + inner + ". The end.", true},
		{"case and line ends do not matter", inner,
			outer + strings.ToUpper(strings.ReplaceAll(inner, " ", "\n")), true},
		{"a sign inside differs", inner, outer + strings.Replace(inner, "-7", "7", 1), false},
		{"a sign before the first number differs", "7 " + inner, outer + "-7 " + inner, false},
		{"the first number is part of another", "5 " + inner, outer + "3.5 " + inner, false},
		{"the last number is part of another", inner + " 5", outer + inner + " 5.25 more", false},
		{"a decimal point differs", inner + " 3.5 m and so on", outer + inner + " 3 5 m and so on", false},
		{"an address inside differs", inner + " http://a.example/ and on", outer + inner + " http://b.example/ and on", false},
		{"a code point with four words is cut", "وسلم " + inner, outer + "ﷺ " + inner, false},
		{"a code point with four words is whole", "ﷺ " + inner, outer + "ﷺ " + inner, true},
		{"a fraction after a number differs", "1 " + inner, outer + "1½ " + inner, false},
		{"a currency differs", inner + " £5 and so on", outer + inner + " €5 and so on", false},
		{"a full stop before it does not matter", inner, "The end.\n\n" + inner, true},
		{"there is far more between the items", inner,
			outer + strings.Replace(inner, " lamp ", strings.Repeat(" .", 9999)+" lamp ", 1), false},
	}
	for _, test := range tests {
		rows, _ := contain(t, 8, 1, 0, test.text, test.container)
		if len(rows) == 0 || rows[0].Text != 0 {
			t.Errorf("%s: not found", test.why)
			continue
		}
		if rows[0].Same != test.same {
			t.Errorf("%s: the same %t, expected %t", test.why, rows[0].Same, test.same)
		}
	}
}

// Of a passage that 1,100 texts share, the pairs are bounded. What is left out is counted for each text. A rarer
// passage finds the container that the common passage would leave out.
func TestContainmentsAreBounded(t *testing.T) {
	const boilerplate = "Home Menu Contact Imprint Privacy Search this site Sign in Register Help and more links here"
	const rare = " Only two of the pages say when the keeper of the lamp has left the house in the harbour"
	texts := []string{boilerplate + rare}
	for i := range 1100 {
		texts = append(texts, fmt.Sprintf("%s page %d", boilerplate, i))
	}
	texts = append(texts, "More of it here. "+texts[0])
	rows, left := contain(t, 8, .85, 0, texts...)
	if n := len(rows); n == 0 || rows[0].Text != 0 || rows[0].Container != len(texts)-1 || left[0] > 0 {
		t.Errorf("%d pairs, %d left out of the first text: expected its container", n, left[0])
	}
	pages := make(map[int]int)
	for _, r := range rows {
		pages[r.Text]++
	}
	for i := 1; i <= 1100; i++ {
		if pages[i] != mostContainers || left[i] != len(texts)-1-mostContainers {
			t.Fatalf("text %d: %d pairs and %d left out: expected %d and %d", i, pages[i], left[i], mostContainers,
				len(texts)-1-mostContainers)
		}
	}
}
