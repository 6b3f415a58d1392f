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
	f, err := New(words)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.Group()
	f.selected.Held, f.found.Held = 100, 100
	for _, text := range texts {
		r := passage.NewReader()
		r.Write([]byte(text))
		if err := f.Add(f.Prepare(r.Items(), []byte(text))); err != nil {
			t.Fatal(err)
		}
	}
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

// Rows are those of all windows, as package rules finds them: of texts that repeat one another and
// themselves, in several scripts, some of them periodic.
func TestRowsAreAllWindows(t *testing.T) {
	p := rules.NewPassages()
	rnd := rand.New(rand.NewPCG(7, 8))
	pieces := []string{"a ", "b ", "the ", "12 ", "lamp ", "灯", "台", "は", "ก", "คื", "x-\ny ", "http://a.b/c ", ". "}
	for range 300 {
		few := pieces[:1+rnd.IntN(len(pieces))]
		words := 2 + rnd.IntN(passage.MaxWords-1)
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
