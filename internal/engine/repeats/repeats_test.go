package repeats

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

// find returns the rows and the groups of texts.
func find(t *testing.T, words int, texts ...string) (rows []Row, groups []Group) {
	all, err := NewTemporary()
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close()
	all.selected.Held = 100
	for _, text := range texts {
		if err := all.Add(NewPreparer(words).Prepare(passage.ItemsOf([]byte(text)), []byte(text))); err != nil {
			t.Fatal(err)
		}
	}
	if err := all.Flush(); err != nil {
		t.Fatal(err)
	}
	return findIn(t, words, all, 0)
}

// findIn returns the rows and the groups of texts from a number on.
func findIn(t *testing.T, words int, texts Texts, from int) (rows []Row, groups []Group) {
	f := New(words, texts, from)
	defer f.Close()
	f.Group()
	f.found.Held = 100
	if err := f.Find(t.Context(), 2, nil); err != nil {
		t.Fatal(err)
	}
	for row, err := range f.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	for g, err := range f.Groups() {
		if err != nil {
			t.Fatal(err)
		}
		groups = append(groups, g)
	}
	return rows, groups
}

// Rows equal what package rules finds among all windows. Texts repeat one another and themselves, in several
// scripts. Some are periodic.
func TestRowsAreAllWindows(t *testing.T) {
	p := rules.NewPassages()
	rnd := rand.New(rand.NewPCG(7, 8))
	pieces := []string{"a ", "b ", "the ", "12 ", "lamp ", "灯", "台", "は", "ก", "คื", "x-\ny ", "http://a.b/c ", ". "}
	for range 300 {
		few := pieces[:1+rnd.IntN(len(pieces))]
		words := 2 + rnd.IntN(15)
		texts := make([]string, 1+rnd.IntN(12))
		all := make([][]byte, len(texts))
		for k := range texts {
			var b strings.Builder
			for range rnd.IntN(80) {
				b.WriteString(few[rnd.IntN(len(few))])
			}
			if k > 0 && rnd.IntN(2) == 0 {
				other := texts[rnd.IntN(k)]
				b.WriteString(other[:rnd.IntN(len(other)+1)])
			}
			texts[k] = b.String()
			all[k] = []byte(texts[k])
		}
		rows, _ := find(t, words, texts...)
		var got []rules.PassageRow
		for _, r := range rows {
			got = append(got, rules.PassageRow{Holder: r.Holder, Text: r.Text, From: r.From, To: r.To, Frequency: r.Frequency})
		}
		if diff := cmp.Diff(p.Rows(all, words), got); diff != "" {
			t.Fatalf("%d words, %q (-want +got):\n%s", words, texts, diff)
		}
	}
}

// Rows of 5,000 documents in five scripts equal what all windows give. A third of them has passages of others, a
// tenth is periodic, and hundreds share a template.
func TestRowsOfManyDocuments(t *testing.T) {
	vocabularies := [][]string{
		strings.Fields("the lamp burns each night from seven until six and no ship has passed since 1874 or 2 May"),
		strings.Split("灯台は毎晩七時に点灯する船が通らない夜もある", ""),
		strings.Split("ประภาคารเปิดทุกคืนเวลาเจ็ดโมง", ""),
		strings.Fields("المنارة تضيء كل ليلة من السابعة حتى السادسة ولا سفينة"),
		strings.Fields("маяк горит каждую ночь с семи до шести и ни один корабль"),
	}
	rnd := rand.New(rand.NewPCG(9, 10))
	texts := make([]string, 5000)
	for i := range texts {
		v := vocabularies[rnd.IntN(len(vocabularies))]
		var b strings.Builder
		if rnd.IntN(10) == 0 {
			b.WriteString("Home Menu Contact Imprint Privacy Search this site Sign in Register Help and more links of the page ")
		}
		period := 0
		if rnd.IntN(10) == 0 {
			period = 1 + rnd.IntN(12)
		}
		var words []string
		for k := range 20 + rnd.IntN(60) {
			word := v[rnd.IntN(len(v))]
			if period > 0 && k >= period {
				word = words[k-period]
			}
			words = append(words, word)
			b.WriteString(word)
			if len(word) > 3 {
				b.WriteByte(' ')
			}
		}
		if i > 0 && rnd.IntN(3) == 0 {
			other := texts[rnd.IntN(i)]
			fields := strings.SplitAfter(other, " ")
			b.WriteString(strings.Join(fields[rnd.IntN(len(fields)):], ""))
		}
		texts[i] = b.String()
	}
	rows, _ := find(t, 16, texts...)
	got := make(map[[2]int]int) // by text and item, the holder
	for _, r := range rows {
		all := windowsOf(texts[r.Text])
		for i := r.From; i < len(all) && all[i].To <= r.To; i++ {
			got[[2]int{r.Text, i}] = r.Holder
		}
	}
	want, first := make(map[[2]int]int), make(map[uint64]int)
	for i, text := range texts {
		for _, w := range windowsOf(text) {
			if holder, ok := first[w.Hash]; !ok {
				first[w.Hash] = i
			} else if holder != i {
				want[[2]int{i, w.From}] = holder
			}
		}
	}
	if len(want) < 10_000 {
		t.Errorf("%d windows are repeated: expected more", len(want))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("windows (-want +got):\n%s", diff)
	}
}

func windowsOf(text string) (all []passage.Window) {
	r := passage.NewReader()
	r.Write([]byte(text))
	r.Items().Windows(16, func(w passage.Window) { all = append(all, w) })
	return all
}

func TestPassages(t *testing.T) {
	const shared = "the lamp of the lighthouse burns from seven in the evening until six in the morning of the next day"
	one := "First: " + shared + ". More."
	two := "Another text has it, too; " + strings.ToUpper(shared) + " " + shared
	rows, groups := find(t, 16, one, "short", two, "not at all: "+strings.Repeat("other words ", 20))
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%d in %d, %d times: %s", r.Holder, r.Text, r.Frequency, two[r.Start:r.End]))
	}
	want := []string{"0 in 2, 2 times: " + strings.ToUpper(shared), "0 in 2, 2 times: " + shared}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if len(groups) != 1 || one[groups[0].Start:groups[0].End] != shared || groups[0].Frequency != 2 {
		t.Errorf("groups %+v", groups)
	}
}
